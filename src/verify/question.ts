import { clipEnd } from "../domain/text/clip.ts";
import type { VerifierResult } from "../domain/verdict.ts";
import { partsOf } from "./change-parts.ts";
import { joinPatch, splitPatch } from "./split-patch.ts";
import type { VerifyRequest } from "./verify-request.ts";

const EXISTING_TESTS = "existing tests";
const DIFF = 2000;
const SHOWN = 3;

/**
 * What only a person can decide: whether a test that was there before may say something else. Undefined where
 * anything besides stands in the way of the change.
 */
export function questionFor(
  { candidate }: VerifyRequest,
  { passed, checks }: VerifierResult,
): string | undefined {
  const failed = checks.filter(({ kind, status }) => kind === "required" && status !== "pass");
  const [weakened] = failed;
  if (passed || failed.length !== 1 || weakened?.name !== EXISTING_TESTS) return undefined;
  const { existingTests, others } = partsOf(candidate.patch);
  // it fails for what the change adds, and no test was changed that a person could allow
  const [put = ""] = weakened.evidence.split(" put back as on the base");
  const inside = others.filter(
    (path) => /tests inside (?<paths>.*)/u.exec(put)?.[1]?.includes(path) === true,
  );
  const asked = [...existingTests, ...inside];
  if (asked.length === 0) return undefined;
  const named = asked.filter((path) => weakened.evidence.includes(path));
  const paths = new Set(named.length > 0 ? named : asked);
  const files = splitPatch(candidate.patch).filter(
    ({ file }) => paths.has(file.path) || paths.has(file.oldPath),
  );
  const names = [...paths].slice(0, SHOWN).join(", ");
  const more = paths.size > SHOWN ? ` and ${paths.size - SHOWN} more` : "";
  const ask = `The change passes only with ${names}${more} changed as below. May the ${paths.size === 1 ? "test" : "tests"} change so?`;
  return `${ask}\n\n${clipEnd(joinPatch(files).trimEnd(), DIFF)}`;
}
