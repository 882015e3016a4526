import { executed, type TestCount } from "../domain/test-count.ts";
import { COMPILED_RUNNERS } from "./count/compiled-runners.ts";
import { JAVASCRIPT_RUNNERS } from "./count/javascript-runners.ts";
import type { Report, Runner } from "./count/report.ts";
import { SCRIPT_RUNNERS } from "./count/script-runners.ts";

const RUNNERS: readonly Runner[] = [...JAVASCRIPT_RUNNERS, ...SCRIPT_RUNNERS, ...COMPILED_RUNNERS];

/**
 * What the test runners in a cleaned output say they did, summed over their reports; null when no runner
 * that avatar knows reported. Text that a test prints in the shape of a summary gives way to the one that
 * the runner itself prints behind it.
 */
export function countTests(output: string): TestCount | null {
  const found = RUNNERS.map((runner) => ({ name: runner.name, reports: genuine(runner, output) })).filter(
    ({ reports }) => reports.length > 0,
  );
  if (found.length === 0) return null;
  return sumUp(
    found.map(({ name }) => name).join(" and "),
    found.flatMap(({ reports }) => reports),
  );
}

/** Of several reports, those that add least to the number of executed tests. */
export function leastReports(count: TestCount, reports: number): number {
  if (count.reports.length <= reports) return executed(count);
  const least = count.reports.toSorted((a, b) => a - b).slice(0, reports);
  return least.reduce((sum, ran) => sum + ran, 0);
}

export function sumUp(runner: string, reports: readonly Omit<Report, "at">[]): TestCount {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of reports) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  const all = total.passed + total.failed + total.skipped;
  return { runner, ...total, total: all, reports: reports.map(executed) };
}

function genuine(runner: Runner, output: string): Report[] {
  const { starts } = runner;
  const reports = runner.read(output);
  if (starts === undefined || reports.length < 2) return reports;
  const beginnings = [...output.matchAll(starts)].map(({ index }) => index);
  if (beginnings.length === 0) return reports;
  // a run that is asked to be quiet says nothing at its start
  return [0, ...beginnings].flatMap((from, at) => {
    const to = beginnings[at] ?? Infinity;
    return reports.findLast((report) => report.at >= from && report.at < to) ?? [];
  });
}
