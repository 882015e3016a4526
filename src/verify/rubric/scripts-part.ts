import { wordsOf } from "./words-of.ts";

const LIFECYCLE =
  /^(?:pre|post)?(?:install|prepare|publish|prepublish|preprepare|postprepare|dependencies)$/u;
/** Keys that configure a tool which checks, or put another package in the place of one. */
const KEYS = [
  "jest",
  "mocha",
  "ava",
  "nyc",
  "c8",
  "tap",
  "vitest",
  "karma",
  "babel",
  "eslintConfig",
  "eslintIgnore",
  "xo",
  "standard",
  "prettier",
  "wireit",
  "overrides",
  "resolutions",
  "pnpm",
  "test",
  "lint",
  "fmt",
];
const CHECKERS =
  /^(?:@?jest|mocha|chai|vitest|@vitest|ava|tap|tape|jasmine|karma|sinon|expect|assert|should|c8|nyc|ts-node|tsx|ts-jest|babel|@babel|eslint|typescript|supertest|@testing-library|cypress|@?playwright|uvu|qunit|phpunit)(?:[/-]|$)/u;
const ELSEWHERE = /^(?:file:|link:|portal:|npm:|git|https?:|github:|\.{0,2}\/)/u;

/** The scripts that the plan reaches, what configures checking tools, and checking tools from unusual places. */
export function scriptsPart(text: string, words: ReadonlySet<string>): string {
  const manifest = parsed(text);
  if (manifest === null) return text;
  const { scripts, tasks } = manifest;
  const telling: Record<string, unknown> = {
    scripts: reached({ ...record(scripts), ...record(tasks) }, words),
  };
  for (const key of KEYS) if (manifest[key] !== undefined) telling[key] = manifest[key];
  telling["elsewhere"] = Object.entries(manifest)
    .filter(([key]) => /dependencies$/iu.test(key))
    .flatMap(([, names]) => Object.entries(record(names)))
    .filter(([name, from]) => CHECKERS.test(name) && ELSEWHERE.test(String(from)));
  const filled = Object.entries(telling).filter(
    ([, value]) => Object.keys(record(value)).length > 0 || isSet(value),
  );
  return filled.length === 0 ? "" : JSON.stringify(Object.fromEntries(filled), null, 1);
}

function isSet(value: unknown): boolean {
  return (
    typeof value === "string" || typeof value === "boolean" || (Array.isArray(value) && value.length > 0)
  );
}

function reached(scripts: Record<string, unknown>, words: ReadonlySet<string>): [string, unknown][] {
  const known = new Set(words);
  const found = new Map<string, unknown>();
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const [name, body] of Object.entries(scripts)) {
      if (found.has(name) || !isReached(name, known)) continue;
      found.set(name, body);
      for (const word of wordsOf(JSON.stringify(body))) known.add(word);
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

function isReached(name: string, words: ReadonlySet<string>): boolean {
  if (LIFECYCLE.test(name)) return true;
  const called = [name, name.replace(/^(?:pre|post)/u, "")];
  return (
    called.some((own) => words.has(own)) ||
    [...words].some((word) => word.endsWith("*") && name.startsWith(word.slice(0, -1)) && word.length > 1)
  );
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return record(value);
  } catch {
    return null;
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
