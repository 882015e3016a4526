import { posix } from "node:path";
import type { Workspace } from "../../domain/ports/workspace.ts";
import type { CheckResult } from "../../domain/verdict.ts";
import { addedTo, type FilePatch, removedFrom } from "../split-patch.ts";
import { addedLines, type AddedLine, at } from "./added-lines.ts";
import { guardResult } from "./guard-result.ts";

const DOCUMENT = /\.(?:md|markdown|rst|txt|adoc)$/iu;
const MANIFEST =
  /(?:^|\/)(?:requirements[^/]*\.txt|constraints[^/]*\.txt|CMakeLists\.txt)$|(?:^|\/)requirements\//iu;
const FENCE = /^\s*(?<sign>`{3,}|~{3,})(?<rest>[^`]*)$/u;
const MARKDOWN = /\.(?:md|markdown)$/iu;
/** Only what names a file by its kind: sites make pages of other names. */
const TARGET =
  /!?\[[^\]]*\]\(\s*<?(?<target>[^)\s>#?]+\.(?:md|markdown|rst|txt|adoc|png|jpe?g|gif|svg|ya?ml|json|toml|py|js|ts|sh|go|rs))(?:[#?][^)\s]*)?>?(?:\s+"[^"]*")?\s*\)/gu;

/** The rulebook for a change of documents only, about which tests say nothing: links lead somewhere, fences close. */
export async function documentsHold(
  files: readonly FilePatch[],
  workspace: Pick<Workspace, "stat" | "readFile">,
): Promise<CheckResult[]> {
  const paths = files.map(({ file }) => file.path);
  if (paths.length === 0 || !paths.every((path) => DOCUMENT.test(path) && !MANIFEST.test(path))) return [];
  const problems: string[] = [];
  for (const line of addedLines(files)) {
    if (!MARKDOWN.test(line.path)) continue;
    for (const dead of await deadLinks(line, workspace)) problems.push(dead);
  }
  for (const patch of files) {
    const { file } = patch;
    const isFenced = [...addedTo(patch), ...removedFrom(patch)].some((line) => FENCE.test(line));
    if (isFenced && file.newMode !== null && MARKDOWN.test(file.path))
      problems.push(...(await openFence(file.path, workspace)));
  }
  return [
    guardResult("documents hold", problems, "Links of added lines lead to files; code blocks are closed."),
  ];
}

async function deadLinks(line: AddedLine, workspace: Pick<Workspace, "stat">): Promise<string[]> {
  const dead: string[] = [];
  for (const match of line.text.replaceAll(/`[^`]*`/gu, "").matchAll(TARGET)) {
    const target = match.groups?.["target"] ?? "";
    if (/^[a-z][\w+.-]*:|^\/|[{}<>$]/iu.test(target)) continue;
    const path = posix.normalize(posix.join(posix.dirname(line.path), decode(target)));
    if (path.startsWith("../")) continue;
    if ((await workspace.stat(path)) === null) dead.push(at(line, `a link to ${target}, which is not there`));
  }
  return dead;
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

async function openFence(path: string, workspace: Pick<Workspace, "readFile">): Promise<string[]> {
  const bytes = await workspace.readFile(path);
  let open: { sign: string; line: number } | null = null;
  for (const [index, text] of (bytes === null ? "" : new TextDecoder().decode(bytes)).split("\n").entries()) {
    const fence = FENCE.exec(text.replace(/\r$/u, ""))?.groups;
    if (fence === undefined) continue;
    const sign = fence["sign"] ?? "";
    if (open === null) open = { sign, line: index + 1 };
    else if (sign.startsWith(open.sign) && (fence["rest"] ?? "").trim() === "") open = null;
  }
  return open === null ? [] : [`${path}:${open.line}: a code block that is not closed`];
}
