import type { Workspace } from "../../domain/ports/workspace.ts";
import type { CheckResult } from "../../domain/verdict.ts";
import type { PatchFile } from "../patch-file.ts";
import { guardResult } from "./guard-result.ts";

/** Kinds that are run as they stand, or by a shell that asks for no first line. */
const RUN_ALONE = /(?:^|\/)[^/.]+$|\.(?:sh|bash|zsh|ksh|fish|command|run|bat|cmd|ps1|exe|appimage)$/iu;

/** A file that was plain and can be executed now has to say by what: a stray bit is nobody's wish. */
export async function executableSources(
  files: readonly PatchFile[],
  workspace: Pick<Workspace, "readFile">,
): Promise<CheckResult[]> {
  const problems: string[] = [];
  for (const { path, oldMode, newMode } of files) {
    if (oldMode !== "100644" || newMode !== "100755" || RUN_ALONE.test(path)) continue;
    const start = (await workspace.readFile(path).catch(() => null))?.slice(0, 1024);
    const isBinary = start?.includes(0) === true;
    if (start === undefined || isBinary || new TextDecoder().decode(start).startsWith("#!")) continue;
    problems.push(`${path}: it can be executed now, and has no line that says by what`);
  }
  return problems.length === 0 ? [] : [guardResult("files undamaged", problems, "")];
}
