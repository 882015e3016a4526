import { ALL_ECOSYSTEMS } from "../ecosystems/all-ecosystems.ts";
import { names } from "../ecosystems/ecosystem.ts";
import type { Wrapper } from "../ecosystems/ecosystem.ts";

/** What actually executes: the program's name, how it was written, and its arguments. */
export interface Invocation {
  program: string;
  path: string;
  args: readonly string[];
  /** Variables set on the way, by prefix or by `env`. */
  variables: Readonly<Record<string, string>>;
  /** The shell line that is run instead of a program: `bash -c "…"`. */
  line: string | null;
}

const ASSIGNMENT = /^([A-Za-z_]\w*)=([\s\S]*)$/;
const MOST_WRAPPERS = 12;

const WRAPPERS: ReadonlyMap<string, readonly Wrapper[]> = (() => {
  const table = new Map<string, Wrapper[]>();
  for (const wrapper of ALL_ECOSYSTEMS.flatMap((one) => one.wrappers ?? [])) {
    for (const name of names(wrapper.program)) table.set(name, [...(table.get(name) ?? []), wrapper]);
  }
  // `uv tool run` before `uv run`: the longer leading words decide.
  for (const list of table.values()) list.sort((a, b) => (b.sub?.length ?? 0) - (a.sub?.length ?? 0));
  return table;
})();

export function isWrapper(program: string): boolean {
  return WRAPPERS.has(program);
}

/** Leading assignments and runner wrappers taken off, so that the program in program position is left. */
export function unwrapInvocation(words: readonly string[]): Invocation | null {
  let rest = [...words];
  let module = false;
  const variables: Record<string, string> = {};
  for (let turn = 0; turn < MOST_WRAPPERS; turn += 1) {
    rest = dropAssignments(rest, variables);
    const [path, ...args] = rest;
    if (path === undefined || path === "") return null;
    const program = programName(path, module);
    const unwrapped = unwrapOnce(program, args);
    if (unwrapped === null) return { program, path, args, variables, line: null };
    if (unwrapped.line !== null) return { program, path, args, variables, line: unwrapped.line };
    rest = unwrapped.rest;
    module = unwrapped.module;
  }
  return null;
}

function dropAssignments(words: readonly string[], variables: Record<string, string>): string[] {
  let index = 0;
  for (; index < words.length; index += 1) {
    const match = ASSIGNMENT.exec(words[index] ?? "");
    if (match?.[1] === undefined) break;
    variables[match[1]] = match[2] ?? "";
  }
  return words.slice(index);
}

/** `./node_modules/.bin/eslint@9` is eslint, `python3.12` is python, `clang-format-21` is clang-format. */
export function programName(path: string, module = false): string {
  const parts = path
    .replaceAll("\\", "/")
    .replace(/(?<=.)@[\w.^~*-]+$/, "")
    .split("/");
  const last = parts.at(-1) ?? path;
  const base = /^v\d+$/.test(last) && parts.length > 1 ? (parts.at(-2) ?? last) : last;
  const plain = base.replace(/\.(exe|cmd|bat)$/i, "").toLowerCase();
  if (module) return plain;
  const unversioned = plain;
  if (/^(python|pypy|pip|php|ruby|node|gcc|g\+\+|clang|clang\+\+)-?\d+(\.\d+)*$/.test(unversioned)) {
    return unversioned.replace(/-?\d+(\.\d+)*$/, "");
  }
  return unversioned.replace(/-\d+(\.\d+)*$/, "");
}

interface Unwrapped {
  rest: string[];
  module: boolean;
  line: string | null;
}

function unwrapOnce(program: string, args: readonly string[]): Unwrapped | null {
  for (const wrapper of WRAPPERS.get(program) ?? []) {
    const after = afterSub(wrapper, args);
    if (after === null) continue;
    const inner = innerWords(wrapper, after);
    if (inner !== null) return inner;
  }
  return null;
}

/** The arguments behind the wrapper's leading words, options before them left out. */
function afterSub(wrapper: Wrapper, args: readonly string[]): readonly string[] | null {
  if (wrapper.sub === undefined) return args;
  let rest = args;
  for (const word of wrapper.sub.split(" ")) {
    const start = skipOptions(rest, wrapper.valued ?? []);
    if (rest[start] !== word) return null;
    rest = rest.slice(start + 1);
  }
  return rest;
}

function innerWords(wrapper: Wrapper, args: readonly string[]): Unwrapped | null {
  const line = lineOption(wrapper, args);
  if (line !== null) return { rest: [], module: false, line };
  if (wrapper.behind !== undefined) return wordsBehind(wrapper.behind, args);
  const at = skipOptions(args, wrapper.valued ?? [], wrapper.module);
  if (args.slice(0, at).some((arg) => wrapper.itself?.includes(arg) === true)) return null;
  if (wrapper.module !== undefined && args[at] === wrapper.module) {
    const rest = args.slice(at + 1);
    return rest.length === 0 ? null : { rest, module: wrapper.module === "-m", line: null };
  }
  const rest = args.slice(at + (wrapper.skip ?? 0));
  const first = rest[0];
  if (first === undefined || first.startsWith("-")) return null;
  return { rest, module: false, line: null };
}

function wordsBehind(options: readonly string[], args: readonly string[]): Unwrapped | null {
  const at = args.findIndex((arg) => options.includes(arg));
  const rest = at < 0 ? [] : args.slice(at + 1);
  return rest.length === 0 ? null : { rest, module: false, line: null };
}

/** `-c`, also among joined letters: `bash -euxc "…"`. */
function lineOption(wrapper: Wrapper, args: readonly string[]): string | null {
  if (wrapper.line === undefined) return null;
  const letter = /^-([a-z])$/.exec(wrapper.line)?.[1];
  const at = args.findIndex(
    (arg) => arg === wrapper.line || (letter !== undefined && /^-[a-z]+$/.test(arg) && arg.endsWith(letter)),
  );
  return at < 0 ||
    args.slice(0, at).some((arg) => /^[^-]/.test(arg) && !arg.includes("=") && arg !== "pipefail")
    ? null
    : (args[at + 1] ?? null);
}

function skipOptions(args: readonly string[], valued: readonly string[], stop?: string): number {
  let index = 0;
  while (index < args.length) {
    const word = args[index] ?? "";
    if (word === "--") return index + 1;
    if (word === stop || !/^[-+]./.test(word)) return index;
    index += valued.includes(word) ? 2 : 1;
  }
  return index;
}
