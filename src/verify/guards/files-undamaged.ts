import type { CheckResult } from "../../domain/verdict.ts";
import { addedTo, type FilePatch, removedFrom, unchangedAround } from "../split-patch.ts";
import { guardResult } from "./guard-result.ts";

const GITLINK = "160000";
const EXECUTABLE = "100755";
const PLAIN = "100644";
const LFS = "version https://git-lfs.github.com/spec/";

/** Submodules, LFS pointers, executable bits and line endings: what tools break without anybody noticing. */
export function filesUndamaged(files: readonly FilePatch[]): CheckResult {
  const normalises = files.some(({ file }) => /(?:^|\/)\.(?:gitattributes|editorconfig)$/u.test(file.path));
  const problems = files.flatMap((patch) => {
    const damage = [submodule(patch), lfsPointer(patch), executableBit(patch)];
    return [...damage, normalises ? null : lineEndings(patch)].flatMap((says) =>
      says === null ? [] : [`${patch.file.path}: ${says}`],
    );
  });
  return guardResult(
    "files undamaged",
    problems,
    "Submodules, LFS pointers, executable bits and line endings are as they were.",
  );
}

function submodule({ file }: FilePatch): string | null {
  if (file.path === ".gitmodules" || file.oldPath === ".gitmodules")
    return "which submodules there are is for people to change";
  return file.oldMode === GITLINK || file.newMode === GITLINK ? "a submodule was changed" : null;
}

// the object behind a pointer is not in git, so a new pointer leads nowhere and a lost one loses the file
function lfsPointer(patch: FilePatch): string | null {
  const [hunk] = patch.hunks;
  if (hunk === undefined || hunk.oldStart > 1 || patch.file.newMode === null) return null;
  const sides = ["+", "-"].map((sign) =>
    hunk.lines.filter((line) => line.startsWith(sign) || line.startsWith(" ")),
  );
  const isPointer = sides.some(
    ([first, second]) => first?.slice(1).startsWith(LFS) === true && second !== undefined,
  );
  return isPointer ? "an LFS pointer was made, changed or replaced" : null;
}

function executableBit({ file }: FilePatch): string | null {
  return file.oldMode === EXECUTABLE && file.newMode === PLAIN ? "it can no longer be executed" : null;
}

function lineEndings(patch: FilePatch): string | null {
  const before = [...unchangedAround(patch), ...removedFrom(patch)];
  const added = addedTo(patch);
  if (before.length === 0 || added.length === 0) return null;
  const isCrlf = (line: string) => line.endsWith("\r");
  if (before.every(isCrlf) && !added.every(isCrlf)) return "CRLF line endings became LF";
  return !before.some(isCrlf) && added.some(isCrlf) ? "LF line endings became CRLF" : null;
}
