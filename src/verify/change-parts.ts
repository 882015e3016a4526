import type { InlineTests } from "./inline-tests.ts";
import { parsePatch, type PatchFile } from "./patch-file.ts";
import { isTestFile } from "./test-file.ts";

/** A change taken apart by what its files are. A renamed file counts at both of its names. */
export interface ChangeParts {
  /** Test files of the base that the change edits, deletes or renames. */
  existingTests: readonly string[];
  /** Test files that only the change has. */
  newTests: readonly string[];
  /** Everything else that the change touches. */
  others: readonly string[];
  /** Whether some test file of the change adds to what the base has. */
  bringsTest: boolean;
  /** What the change touched of the rubric: put back wherever old tests are. */
  rubric?: readonly string[];
  /** Files of the program with the base's tests in them as they stood. */
  inline?: readonly InlineTests[];
}

export function partsOf(patch: string): ChangeParts {
  const files = parsePatch(patch);
  const before = new Set(files.filter(isOnBase).map((file) => file.oldPath));
  const after = new Set(files.filter(isInChange).map((file) => file.path));
  const touched = [...new Set([...before, ...after])].sort();
  return {
    existingTests: touched.filter((path) => isTestFile(path) && before.has(path)),
    newTests: touched.filter((path) => isTestFile(path) && !before.has(path)),
    others: touched.filter((path) => !isTestFile(path)),
    bringsTest: [...after].some(isTestFile),
  };
}

function isOnBase({ oldMode, newMode }: PatchFile): boolean {
  return oldMode !== null || newMode === null;
}

function isInChange({ oldMode, newMode }: PatchFile): boolean {
  return newMode !== null || oldMode === null;
}
