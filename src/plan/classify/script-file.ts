import type { Role } from "../ecosystems/ecosystem.ts";
import type { Invocation } from "./invocation.ts";
import { roleOfName, strongRoleOfName } from "./role-of-name.ts";

const INTERPRETERS =
  /^(node|ruby|perl|rscript|lua|luajit|julia|deno|bun|java|php|elixir|swift|osascript|tsx|cargo|dotnet|dart)$/;

/** The file that an invocation runs, as written: `./ci/test.sh`, `python tools/lint.py`, or a program nobody knows. */
export function scriptTarget({ program, path, args }: Invocation): string | null {
  if (path.includes("/") || /\.(sh|bash|py|js|mjs|cjs|ts|rb|pl|ps1|php|bats)$/.test(path)) return path;
  if (!INTERPRETERS.test(program)) return program === path ? program : null;
  const words = args.filter((arg) => !arg.startsWith("-") && arg !== "run");
  return words.find((word) => word.includes("/") || /\.\w+$/.test(word)) ?? words[0] ?? null;
}

/** `./build.sh test` tests: a build script does what its first word says, and any script that is told to deploy deploys. */
export function roleOfCall(target: string, args: readonly string[]): Role | null {
  if (/^--?version$/.test(args.at(-1) ?? "")) return "inspect";
  const named = roleOfTarget(target);
  const [first] = args.filter((arg) => !arg.startsWith("-"));
  const said = first === undefined ? null : roleOfName(first);
  if (said === "publish" || said === "write") return said;
  if (named === null && said === "setup") return said;
  return named === "build" ? (said ?? named) : named;
}

/** What the name of a script promises: its own, else the folder it lies in (`tests/integrate.py`). */
function roleOfTarget(target: string): Role | null {
  if (!target.includes("/") && !/\.\w+$/.test(target)) return strongRoleOfName(target);
  const at = target.lastIndexOf("/") + 1;
  const own = roleOfName(target.slice(at));
  if (own !== null) return own;
  const folder = roleOfName(target.slice(0, at));
  return folder === "test" || folder === "lint" ? folder : null;
}

export function isShellScript(path: string, text: string): boolean {
  return /\.(sh|bash)$/.test(path) || /^#!.*\b(ba|da|z|k)?sh\b/.test(text.slice(0, 80));
}
