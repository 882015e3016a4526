import { PlannedCheck } from "../domain/plan.ts";
import type { ChangedFile } from "../domain/ports/workspace.ts";

interface SyntaxChecker {
  language: string;
  extensions: readonly string[];
  /** Reads one file and runs nothing of it. */
  command: string;
}

// Only checkers that execute no line of what they read: `perl -c` runs BEGIN blocks, type checkers load configuration.
const CHECKERS: readonly SyntaxChecker[] = [
  { language: "JavaScript", extensions: ["js", "cjs", "mjs"], command: "node --check" },
  { language: "Python", extensions: ["py", "pyi"], command: "python3 -m py_compile" },
  { language: "shell", extensions: ["sh", "bash"], command: "bash -n" },
  { language: "Ruby", extensions: ["rb", "rake", "gemspec"], command: "ruby -c" },
  { language: "PHP", extensions: ["php"], command: "php -l" },
  { language: "Go", extensions: ["go"], command: "gofmt -e -l" },
  { language: "Lua", extensions: ["lua"], command: "luac -p" },
  { language: "JSON", extensions: ["json"], command: "python3 -m json.tool" },
];

const MOST_FILES = 200;

/**
 * The greenfield smoke floor (spec/planner.md, `propose_smoke_check`): where nothing in the repository says what proves
 * its work, the changed files are at least read by their language's own syntax checker. One check for each language, empty
 * where none is known. It is resolved when the change is there, and proves by itself nothing about what the change does.
 */
export function proposeSmokeChecks(files: readonly ChangedFile[]): PlannedCheck[] {
  const present = files.filter(({ status, binary }) => status !== "deleted" && !binary);
  return CHECKERS.flatMap(({ language, extensions, command }) => {
    const own = present.filter(({ path }) => extensions.includes(extensionOf(path))).slice(0, MOST_FILES);
    if (own.length === 0) return [];
    const names = own.map(({ path }) => quoted(path)).join(" ");
    return [
      PlannedCheck.parse({
        name: `${language} syntax`,
        command: `for file in ${names}; do ${command} "$file" > /dev/null || exit 1; done`,
        kind: "smoke",
        provenance: "harness:smoke",
      }),
    ];
  });
}

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
}

/** `./` keeps a name that begins with a dash from being an option. */
function quoted(path: string): string {
  return `'./${path.replaceAll("'", String.raw`'\''`)}'`;
}
