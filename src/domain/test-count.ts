import { z } from "zod";

const number = z.number().int().nonnegative();

/** What the test runners in the output of one check say they did. `skipped` holds all that was found and not executed. */
export const TestCount = z.object({
  runner: z.string(),
  passed: number,
  failed: number,
  skipped: number,
  total: number,
  /** Tests executed by each report in the output, in its order; a run of several suites prints several. */
  reports: z.array(number).default([]),
  /** The output was too long to be kept whole, so that some reports may be missing. */
  cut: z.literal(true).optional(),
});
export type TestCount = z.infer<typeof TestCount>;

/** `12 passed, 1 failed, 2 skipped (pytest)` */
export function describeTests(count: TestCount): string {
  return `${describeNumbers(count)} (${count.runner})`;
}

export function describeNumbers(count: Pick<TestCount, "passed" | "failed" | "skipped">): string {
  const parts = [`${count.passed} passed`];
  if (count.failed > 0) parts.push(`${count.failed} failed`);
  if (count.skipped > 0) parts.push(`${count.skipped} skipped`);
  return parts.join(", ");
}

/** Tests that were executed, whatever came of them. */
export function executed({ passed, failed }: Pick<TestCount, "passed" | "failed">): number {
  return passed + failed;
}
