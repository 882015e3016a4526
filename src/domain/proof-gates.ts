import { z } from "zod";

/** How an answer of the proof counts: it decides, it informs, or it is not asked for. */
const ProofGate = z.enum(["required", "optional", "off"]);

/** The repository's say in what a verdict must prove (contracts.md §4). */
export const ProofGates = z.object({
  /** What becomes of a check that failed and passes when it is repeated: set as `verify.flaky`. */
  flaky: z.enum(["fail", "pass"]).default("fail"),
  existingTests: ProofGate.default("required"),
  reproduction: ProofGate.default("optional"),
  necessity: ProofGate.default("optional"),
  /** Source that looks whether a test is running, or patches what judges it. */
  testDetection: ProofGate.default("required"),
});
export type ProofGates = z.infer<typeof ProofGates>;
