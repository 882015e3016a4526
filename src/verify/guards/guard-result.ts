import type { CheckResult } from "../../domain/verdict.ts";

const SHOWN = 20;

/** The result of one rule on the change itself: each problem is a line of its evidence. */
export function guardResult(
  name: string,
  problems: readonly string[],
  fine: string,
  kind: CheckResult["kind"] = "required",
): CheckResult {
  const shown = problems.slice(0, SHOWN);
  const more = problems.length > SHOWN ? [`and ${problems.length - SHOWN} more`] : [];
  return {
    name,
    kind,
    status: problems.length === 0 ? "pass" : "fail",
    evidence: problems.length === 0 ? fine : [...shown, ...more].join("\n"),
    skipReason: null,
    provenance: "guard",
  };
}
