import type { CheckResult } from "../../domain/verdict.ts";
import { splitPatch } from "../split-patch.ts";
import type { VerifyRequest } from "../verify-request.ts";
import { expectedFiles } from "./expected-files.ts";
import { filesUndamaged } from "./files-undamaged.ts";
import { hiddenCharacters } from "./hidden-characters.ts";
import { placeholderBodies } from "./placeholder-bodies.ts";
import { secretsIn } from "./secrets.ts";
import { testDetection } from "./test-detection.ts";

const NO_SECRETS = { values: [], find: null };

/** What the added lines themselves say, whatever any check will say of them. */
export async function guardContent(request: VerifyRequest): Promise<CheckResult[]> {
  const { candidate, taskKind, gates, binariesAsked = false, secrets = NO_SECRETS } = request;
  if (taskKind === "investigate" || candidate.files.length === 0) return [];
  const files = splitPatch(candidate.patch);
  return [
    expectedFiles(candidate.files, binariesAsked),
    filesUndamaged(files),
    placeholderBodies(files),
    hiddenCharacters(files),
    await secretsIn(files, secrets),
    ...testDetection(files, gates.testDetection),
  ];
}
