import { isTestFile } from "../test-file.ts";
import { type FilePatch, removedFrom } from "../split-patch.ts";

export interface AddedLine {
  path: string;
  line: number;
  text: string;
  /** The line above, where the change adds that too. */
  above: string | null;
}

/** The lines that are new in the whole change: one that only moved was judged when it came. */
export function addedLines(files: readonly FilePatch[]): AddedLine[] {
  const left = new Map<string, number>();
  for (const text of files.flatMap(removedFrom)) left.set(bare(text), (left.get(bare(text)) ?? 0) + 1);
  return files.flatMap(({ file }) =>
    file.added.flatMap(({ line, text }, at) => {
      const before = file.added[at - 1];
      const known = left.get(bare(text)) ?? 0;
      if (known > 0) left.set(bare(text), known - 1);
      if (known > 0 || text.trim() === "") return [];
      return [{ path: file.path, line, text, above: before?.line === line - 1 ? before.text : null }];
    }),
  );
}

function bare(text: string): string {
  return text.trim();
}

export function at({ path, line, text }: AddedLine, says: string): string {
  return `${path}:${line}: ${says}: ${text.trim().slice(0, 120)}`;
}

const PROSE = /\.(?:md|markdown|mdx|rst|txt|adoc|asciidoc|html?|svg|csv|tsv|po|pot|lock|snap|ipynb)$/iu;
const DATA =
  /\.(?:json|jsonc|ya?ml|toml|ini|cfg|conf|xml|properties|plist)$|(?:^|\/)\.[^/]+rc(?:\.[^/]+)?$/iu;
const TOOLING =
  /(?:^|\/)[\w.-]*\.(?:config|conf)\.[cm]?[jt]s$|(?:^|\/)\.[^/]+rc\.[cm]?js$|(?:^|\/)(?:noxfile|fabfile|conftest|setup)\.py$|(?:^|\/)(?:gulpfile|gruntfile)\.[cm]?[jt]s$/iu;

/** Code of the program: neither a test, nor prose, data or the configuration of a tool. */
export function isSource(path: string): boolean {
  return !isTestFile(path) && !PROSE.test(path) && !DATA.test(path) && !TOOLING.test(path);
}

const COMMENT = /^\s*(?:\/\/|#(?!\[|!\[|define|undef|if|include)|\*(?:[\s*/]|$)|\/\*|--\s|;|<!--|"{3}|'{3})/u;

export function isComment(text: string): boolean {
  return COMMENT.test(text);
}
