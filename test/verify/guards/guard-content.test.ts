import { afterAll, describe, expect, test } from "@jest/globals";
import { ProofGates } from "../../../src/domain/proof-gates.ts";
import type { CheckResult } from "../../../src/domain/verdict.ts";
import { documentsHold } from "../../../src/verify/guards/documents-hold.ts";
import { guardContent } from "../../../src/verify/guards/guard-content.ts";
import { splitPatch } from "../../../src/verify/split-patch.ts";
import type { VerifyRequest } from "../../../src/verify/verify-request.ts";
import { type Files, localCheckout, type LocalCheckout } from "../../support/local-checkout.ts";

const opened = new Map<string, LocalCheckout>();
afterAll(async () => {
  for (const checkout of opened.values()) await checkout.remove();
});

/** Bases are only read, so one repository serves all changes of it. */
async function checkoutOf(base: Files): Promise<LocalCheckout> {
  const key = JSON.stringify(base);
  const checkout = opened.get(key) ?? (await localCheckout(base));
  opened.set(key, checkout);
  return checkout;
}

async function guarded(
  files: Files,
  base: Files = { "a.js": "one();\n" },
  request: Partial<VerifyRequest> = {},
): Promise<Map<string, CheckResult>> {
  const checkout = await checkoutOf(base);
  const signal = new AbortController().signal;
  const candidate = await checkout.change(files);
  const results = await guardContent({
    plan: [],
    baseline: [],
    candidate,
    checkout,
    taskKind: "edit",
    gates: ProofGates.parse({}),
    timeoutMs: 1000,
    signal,
    ...request,
  });
  const tree = await checkout.freshTree(candidate, signal);
  const documents = await documentsHold(splitPatch(candidate.patch), tree.workspace);
  await tree.dispose();
  return new Map([...results, ...documents].map((result) => [result.name, result]));
}

function broken(results: Map<string, CheckResult>): string[] {
  return [...results.values()].filter(({ status }) => status !== "pass").map(({ name }) => name);
}

/** A source file of the right language that holds nothing but this. */
const line = (path: string, text: string): Files => ({ [path]: `${text}\n` });

/** What one rule says of each case, all of them in one change. */
async function saysOfEach(rule: string, cases: readonly (readonly [string, string])[]): Promise<boolean[]> {
  const found: boolean[] = [];
  for (let from = 0; from < cases.length; from += 20) {
    const part = cases.slice(from, from + 20);
    const files = part.map(([path, text], at) => [`c${at}/${path}`, `${text}\n`]);
    const result = (await guarded(Object.fromEntries(files))).get(rule);
    const places = (result?.evidence ?? "").split("\n");
    found.push(...part.map(([path], at) => places.some((place) => place.startsWith(`c${at}/${path}:`))));
  }
  return found;
}

function named(
  cases: readonly (readonly [string, string])[],
  found: readonly boolean[],
  wanted: boolean,
): string[] {
  return cases.flatMap(([path, text], at) => (found[at] === wanted ? [] : [`${path}: ${text}`]));
}

describe("no test detection", () => {
  test("what looks whether a test is running, or patches what judges, is shown with its place", async () => {
    const cases: [string, string][] = [
      ["src/a.js", "if (process.env.NODE_ENV === 'test') return 3;"],
      ["src/a.js", 'if (process.env["NODE_ENV"] === "test") return 3;'],
      ["src/a.ts", 'const answer = "test" === process.env.NODE_ENV ? 3 : 4;'],
      ["src/a.js", "if (process.env.JEST_WORKER_ID) return 3;"],
      ["src/a.ts", "if (import.meta.env.VITEST) return 3;"],
      ["src/a.js", "if (typeof describe !== 'undefined') return 3;"],
      ["src/a.js", "if (globalThis.jest) return 3;"],
      ["src/a.js", "if (process.argv.some((word) => word.includes('mocha'))) return 3;"],
      ["src/a.js", "if (process.execArgv.includes('--test')) return 3;"],
      ["src/a.js", "if (new Error().stack.includes('node_modules/jest')) return 3;"],
      ["src/a.js", "if (process.env.npm_lifecycle_event) return 3;"],
      ["src/a.js", "if (process.env.NODE_TEST_CONTEXT) return 3;"],
      ["a.py", "    if 'PYTEST_CURRENT_TEST' in os.environ:"],
      ["a.py", "    if 'pytest' in sys.modules:"],
      ["a.py", "    if sys.modules.get('unittest'):"],
      ["a.py", "    if 'pytest' in sys.argv[0]:"],
      ["a.py", "    if any('test_' in f.filename for f in inspect.stack()):"],
      ["lib/a.rb", "return 3 if defined?(RSpec)"],
      ["a.go", "\tif testing.Testing() {"],
      ["a.go", '\tif strings.HasSuffix(os.Args[0], ".test") {'],
      ["a.go", '\tif flag.Lookup("test.v") != nil {'],
      ["src/lib.rs", "    if cfg!(test) { return 3; }"],
      ["src/a.php", "if (defined('PHPUNIT_COMPOSER_INSTALL')) { return 3; }"],
      ["src/a.js", "assert.strictEqual = () => {};"],
      ["src/a.js", "require('node:assert').deepEqual = () => {};"],
      ["src/a.js", "process.exit = () => {};"],
      ["src/a.js", "process.on('exit', () => { process.exitCode = 0; });"],
      ["src/a.js", "globalThis.expect = () => matchAll;"],
      ["src/a.js", "Module._load = (name) => fakes[name];"],
      ["a.py", "unittest.TestCase.assertEqual = lambda *a: None"],
      ["a.py", "sys.exit = lambda code: None"],
      ["a.py", "os._exit(0)"],
      ["a.py", "setattr(unittest.TestCase, name, passes)"],
      ["a.py", "    def __eq__(self, other):\n        return True"],
      ["lib/a.rb", "at_exit { exit! 0 }"],
      ["src/a.c", "#define assert(x) ((void)0)"],
      ["src/a.c", "#define NDEBUG"],
      ["slug.sh", 'if [ -n "${BATS_TEST_FILENAME:-}" ]; then'],
      ["src/lib.rs", '    if std::env::var("CARGO_MANIFEST_DIR").is_ok() {'],
      ["src/lib.rs", '    if let Ok(_) = std::env::var("CARGO") {'],
      ["src/lib.rs", '    if env::current_exe()?.to_string_lossy().contains("/deps/") {'],
      ["src/lib.rs", '    if std::thread::current().name() != Some("main") {'],
      ["lib/Size.pm", "    return 3 if $ENV{HARNESS_ACTIVE};"],
      ["lib/Size.pm", "    return 3 if $INC{'Test/More.pm'};"],
      ["lib/Size.pm", "    return 3 if $0 =~ /\\.t$/;"],
      ["lib/a.rb", 'return 3 if ENV.key?("MINITEST_SEED")'],
      ["lib/a.rb", 'return 3 if $PROGRAM_NAME.end_with?("_test.rb")'],
      ["lib/a.ex", "    if Mix.env() == :test, do: 3"],
      ["lib/a.ex", "    if Code.ensure_loaded?(ExUnit), do: 3"],
      ["src/a.php", "if (getenv('APP_ENV') === 'testing') { return 3; }"],
      ["src/a.php", "if (isset($GLOBALS['__PHPUNIT_BOOTSTRAP'])) { return 3; }"],
      ["src/hex.c", '  if (getenv("CTEST_INTERACTIVE_DEBUG_MODE")) return 3;'],
      ["src/a.ts", "if (process.env.JEST_CONFIG) return 3;"],
      ["a.py", "    if 'pytest' in sys.argv[0]:"],
      ["Sources/a.swift", 'if ProcessInfo.processInfo.environment["XCTestConfigurationFilePath"] != nil {'],
      ["lib/Size.pm", "*Test::Builder::is_eq = sub { $_[0]->ok(1) };"],
      ["lib/Size.pm", "*{'Test::More::ok'} = sub { 1 };"],
      ["src/a.js", "Test.prototype.ok = function () {};"],
      ["lib/a.rb", "class Minitest::Test"],
      ["src/lib.rs", "macro_rules! assert_eq { ($($x:tt)*) => {}; }"],
    ];
    expect(named(cases, await saysOfEach("no test detection", cases), true)).toEqual([]);
  });

  test("ordinary code of the same words is not", async () => {
    const cases: [string, string][] = [
      ["src/a.js", "if (process.env.NODE_ENV === 'production') minify();"],
      ["src/cli.js", "const [command = 'help'] = process.argv.slice(2);"],
      ["src/cli.js", "process.exit(1);"],
      ["src/cli.js", "process.exitCode = 1;"],
      ["src/a.js", "assert.equal(a, b);"],
      ["src/a.js", "const isSame = assert.ok === other;"],
      ["src/a.js", "// the branch for NODE_ENV === 'test' is gone"],
      ["src/a.js", "const latest = contest.tests.length;"],
      ["src/a.js", "if (typeof window !== 'undefined') start();"],
      ["src/a.js", "module.exports = { test: it.name };"],
      ["src/a.js", "logger.error(error.stack);"],
      ["a.py", "import sys\nsys.exit(main(sys.argv[1:]))"],
      ["a.py", "    def __eq__(self, other):\n        return self.a == other.a"],
      ["a.py", "if 'numpy' in sys.modules:"],
      ["lib/a.rb", "exit 1 unless ARGV.any?"],
      ["main.go", "\tos.Exit(1)"],
      ["src/lib.rs", "#[cfg(test)]\nmod tests {"],
      ["src/a.c", "#undef NDEBUG"],
      ["build.rs", '    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap();'],
      ["src/lib.rs", 'const ROOT: &str = env!("CARGO_MANIFEST_DIR");'],
      ["src/lib.rs", '    thread::current().name().unwrap_or("worker")'],
      ["lib/a.ex", "    if Mix.env() == :dev, do: 3"],
      ["lib/a.rb", "main if $PROGRAM_NAME == __FILE__"],
      ["src/lib.rs", '    if let Ok(root) = std::env::var("CARGO_MANIFEST_DIR") {'],
      ["src/cli.js", "if (process.argv.includes('deps')) prove(process.argv[3]);"],
      ["src/a.py", 'key = os.environ["HARNESS_API_KEY"]'],
      ["run.sh", 'dir="$(dirname "$0")"'],
      ["Dockerfile", "ENV MIX_ENV=prod"],
      ["src/a.js", "const env = process.env.AVATAR_URL;"],
      ["src/a.js", "Request.prototype.ok = function () {};"],
      ["src/lib.rs", "macro_rules! map { ($($x:tt)*) => {}; }"],
      ["lib/a.rb", "class Ministry::Test"],
      ["test_a.c", "#undef NDEBUG\n#include <assert.h>"],
      ["test/a.test.js", "if (process.env.NODE_ENV === 'test') return 3;"],
      ["jest.config.js", "const isCi = process.env.JEST_WORKER_ID;"],
      ["docs/testing.md", "Set NODE_ENV === 'test' and PYTEST_CURRENT_TEST."],
    ];
    expect(named(cases, await saysOfEach("no test detection", cases), false)).toEqual([]);
  });

  test("a line that was there before and only moved is not the change's", async () => {
    const detects = "if (process.env.NODE_ENV === 'test') quiet();\n";
    const moved = { "src/a.js": `a();\n${detects}`, "src/b.js": "b();\n" };
    const results = await guarded({ "src/a.js": "a();\n", "src/b.js": `b();\n  ${detects}` }, moved);
    expect(broken(results)).toEqual([]);
  });

  test("the repository says whether it decides", async () => {
    const cheat = line("src/a.js", "if (process.env.JEST_WORKER_ID) return 3;");
    const gates = ProofGates.parse({ testDetection: "optional" });
    const informed = await guarded(cheat, {}, { gates });
    expect(informed.get("no test detection")).toMatchObject({ status: "fail", kind: "optional" });
    const off = await guarded(cheat, {}, { gates: ProofGates.parse({ testDetection: "off" }) });
    expect(off.has("no test detection")).toBe(false);
  });
});

describe("no placeholder bodies", () => {
  test("what was left out is found", async () => {
    const cases: [string, string][] = [
      ["src/a.js", "  // ... existing code ..."],
      ["src/a.ts", "  // TODO: implement this"],
      ["a.py", "    # rest of the function remains unchanged"],
      ["a.py", "    # Your code here"],
      ["src/a.js", "  throw new Error('Not implemented');"],
      ["a.py", '    raise NotImplementedError("TODO")'],
      ["src/lib.rs", "    todo!()"],
      ["src/lib.rs", "    unimplemented!()"],
      ["a.go", '\tpanic("not implemented yet")'],
      ["src/a.java", "    /* implementation goes here */"],
    ];
    expect(named(cases, await saysOfEach("no placeholder bodies", cases), true)).toEqual([]);
  });

  test("ordinary code of the same words is not taken for it", async () => {
    const cases: [string, string][] = [
      ["a.py", "    raise NotImplementedError"],
      ["a.py", "        ..."],
      ["src/a.js", "  const all = [...existing, ...rest];"],
      ["src/a.ts", "  // TODO: drop this once Node 20 is gone"],
      ["a.py", "    # the remaining rows are read lazily"],
      ["src/a.js", "  throw new Error(`${feature} is not supported`);"],
      ["docs/a.md", "Write your code here"],
      ["test/a.test.js", "  throw new Error('not implemented');"],
    ];
    expect(named(cases, await saysOfEach("no placeholder bodies", cases), false)).toEqual([]);
  });
});

describe("no hidden characters", () => {
  test.each<[string, string]>([
    ["an override of direction", "const isAdmin = '\u202Euser';"],
    ["an isolate", "/* \u2066 } if (admin) { \u2069 */"],
    ["a zero-width space", "const na\u200Bme = 1;"],
    ["tag characters", "// ok\u{E0041}\u{E0042}"],
    ["a joiner inside a word", "const na\u200Dme = 1;"],
    ["a Hangul filler as a name", "const \u3164 = 1;"],
    ["a variation selector behind a letter", "const a\uFE0F\uFE0F = 1;"],
    ["a left-to-right mark in Latin text", "return 'a\u200Eb';"],
  ])("%s is named with its code", async (_what, text) => {
    const result = (await guarded(line("src/a.js", text))).get("no hidden characters");
    expect(result?.status).toBe("fail");
    expect(result?.evidence).toMatch(/^src\/a\.js:1: holds U\+[0-9A-F]{4,5}: /u);
    expect(result?.evidence).not.toMatch(/[\p{Cf}\u3164]/u);
  });

  test("also in the name of a file", async () => {
    const result = (await guarded(line("src/a\u202Esj.js", "a();"))).get("no hidden characters");
    expect(result?.evidence).toBe("src/a<U+202E>sj.js: the name holds U+202E");
  });

  test.each<[string, string]>([
    ["a byte order mark at the start", "\uFEFFconst a = 1;"],
    ["emoji with joiners and selectors", "say('👩‍👩‍👧 ❤️ 👍🏽 1️⃣');"],
    ["text from right to left with its marks", "say('שלום\u200F');"],
    ["Persian with a non-joiner", "say('می\u200Cخواهم');"],
    ["Hindi with a joiner", "say('क्\u200Dष');"],
    ["the escape of such a character", String.raw`strip(/\u200B|\u202E/g);`],
  ])("%s is what people write", async (_what, text) => {
    expect(broken(await guarded(line("src/a.js", text)))).toEqual([]);
  });
});

// joined here, so that no scanner takes this file for a leak
const token = (...parts: string[]): string => parts.join("");

describe("no secrets", () => {
  test.each<[string, string]>([
    ["a GitHub token", `const t = "${token("gh", "p_", "R4nD0mZq8LkVwXyPbTnJsHcGdFeMuA9B7C5D")}";`],
    ["an AWS access key", `key = "${token("AK", "IA", "QX3ZT5RM7WPLK2VN")}"`],
    ["a private key", token("-----BEGIN RSA ", "PRIVATE KEY-----")],
    ["a password in a URL", `db = "${token("postgres://app:", "h7Gq2Lz9", "@db.internal/app")}"`],
    ["a credential", `api_key = "${token("q8Rz71LmXc", "04TbWn95VsKd")}"`],
  ])("%s is refused, and not repeated", async (rule, text) => {
    const result = (await guarded(line("src/a.py", text))).get("no secrets");
    expect(result).toMatchObject({ status: "fail", evidence: `src/a.py:1: looks like ${rule}` });
  });

  test("what only looks like one is none", async () => {
    const cases: [string, string][] = [
      ["src/a.py", `key = "${token("AK", "IA", "IOSFODNN7EXAMPLE")}"`],
      ["src/a.py", 'password = os.environ["DATABASE_PASSWORD"]'],
      ["src/a.py", 'url = "postgres://user:password@localhost/test"'],
      ["src/a.js", "const secretName = 'projects/app/secrets/database';"],
      ["src/a.js", "const apiKeyHeader = 'X-Very-Long-Header-Name-Here';"],
      ["tests/keys.py", token("-----BEGIN ", "PRIVATE KEY-----")],
      ["test/a.test.js", `const password = "${token("q8Rz71LmXc", "04TbWn95VsKd")}";`],
      ["package-lock.json", '"integrity": "sha512-q8Rz71LmXc04TbWn95VsKdq8Rz71LmXc04TbWn95VsKd=="'],
    ];
    expect(named(cases, await saysOfEach("no secrets", cases), false)).toEqual([]);
  });

  test.each([
    ["as it is", (value: string) => value],
    ["in base64", (value: string) => Buffer.from(value).toString("base64")],
    ["in hex", (value: string) => Buffer.from(value).toString("hex")],
    ["backwards", (value: string) => Array.from(value).reverse().join("")],
  ])("a value that the process knows is found %s, also in a test", async (_how, encode) => {
    const secrets = { values: ["correct horse battery"], find: null };
    const files = line("test/a.test.js", `say("${encode("correct horse battery")}");`);
    const result = (await guarded(files, {}, { secrets })).get("no secrets");
    expect(result?.evidence).toBe("test/a.test.js:1: looks like a secret of the machine that judges");
  });

  test("a scanner from outside has its say", async () => {
    const find = async () => [{ path: "a.js", line: 1, rule: "a token of its own rule" }];
    const result = (await guarded(line("a.js", "two();"), {}, { secrets: { values: [], find } })).get(
      "no secrets",
    );
    expect(result?.evidence).toBe("a.js:1: looks like a token of its own rule");
  });
});

const BINARY = new Uint8Array([0, 1, 2, 255, 0, 7]);

describe("expected files", () => {
  test.each<[string, Files]>([
    ["installed dependencies", { "node_modules/assert/index.js": "module.exports = () => {};\n" }],
    ["installed dependencies also among tests", { "test/node_modules/chai/index.js": "x\n" }],
    ["a cache", { "src/__pycache__/a.cpython-312.pyc": BINARY }],
    ["compiled code", { "src/a.o": BINARY }],
    ["a reject of a patch", { "src/a.js.rej": "x\n" }],
    ["a log", { "npm-debug.log": "x\n" }],
    ["a file for secrets", { ".env": "A=1\n" }],
    ["a binary that nobody asked for", { "src/logo.dat": BINARY }],
  ])("%s does not belong into a change", async (_what, files) => {
    expect(broken(await guarded(files))).toContain("expected files");
  });

  test.each<[string, Files, Partial<VerifyRequest>]>([
    ["code and its test", { "src/a.js": "a();\n", "test/a.test.js": "b();\n" }, {}],
    ["a binary that was asked for", { "assets/logo.png": BINARY }, { binariesAsked: true }],
    ["binary data of a test", { "test/fixtures/a.bin": BINARY }, {}],
    ["a log that a test reads", { "test/fixtures/access.log": "x\n" }, {}],
    ["an example of settings", { ".env.example": "A=\n" }, {}],
    ["a package of that name", { "src/core/index.js": "a();\n", "src/logs/log.js": "b();\n" }, {}],
  ])("%s is expected", async (_what, files, request) => {
    expect(broken(await guarded(files, {}, request))).toEqual([]);
  });

  test("taking such a file away is welcome", async () => {
    expect(broken(await guarded({ "src/a.pyc": null }, { "src/a.pyc": BINARY, "a.js": "a();\n" }))).toEqual(
      [],
    );
  });
});

describe("files undamaged", () => {
  const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12\n`;
  test.each<[string, Files, Files]>([
    [
      "an LFS pointer changed",
      { "a.psd": POINTER },
      { "a.psd": POINTER.replaceAll("a".repeat(64), "b".repeat(64)) },
    ],
    ["an LFS pointer replaced by what it stands for", { "a.psd": POINTER }, { "a.psd": "pixels\n" }],
    ["a new LFS pointer", {}, { "a.psd": POINTER }],
    ["the list of submodules changed", { ".gitmodules": "[submodule]\n" }, { ".gitmodules": "[other]\n" }],
    ["CRLF turned into LF", { "a.txt": "a\r\nb\r\n" }, { "a.txt": "a\nc\n" }],
    ["LF turned into CRLF", { "a.txt": "a\nb\n" }, { "a.txt": "a\r\nc\r\n" }],
  ])("%s is damage", async (_what, base, files) => {
    expect(broken(await guarded(files, { "keep.txt": "k\n", ...base }))).toEqual(["files undamaged"]);
  });

  test("a lost executable bit and a moved submodule are damage", async () => {
    const patchOf = (head: string) => `diff --git a/run b/run\n${head}\n`;
    for (const head of [
      "old mode 100755\nnew mode 100644",
      `index ${"1".repeat(40)}..${"2".repeat(40)} 160000\n--- a/run\n+++ b/run\n@@ -1 +1 @@\n-Subproject commit ${"1".repeat(40)}\n+Subproject commit ${"2".repeat(40)}`,
    ]) {
      const candidate = {
        treeSha: "t",
        patch: patchOf(head),
        files: [{ path: "run", status: "modified", addedLines: 1, removedLines: 1, binary: false }],
      } as const;
      expect(broken(await guarded({}, { "keep.txt": "k\n" }, { candidate }))).toEqual(["files undamaged"]);
    }
  });

  test.each<[string, Files, Files]>([
    [
      "a line in a CRLF file that ends like its neighbours",
      { "a.txt": "a\r\nb\r\n" },
      { "a.txt": "a\r\nc\r\n" },
    ],
    ["a file of both endings", { "a.txt": "a\r\nb\nc\n" }, { "a.txt": "a\r\nb\nd\n" }],
    ["a new CRLF file", {}, { "a.bat": "a\r\n" }],
    [
      "endings made the same by rule",
      { "a.txt": "a\r\nb\r\n" },
      { "a.txt": "a\nb\n", ".gitattributes": "* text=auto eol=lf\n" },
    ],
    ["a document about pointers", {}, { "docs/lfs.md": `# LFS\n\n${POINTER}` }],
  ])("%s is none", async (_what, base, files) => {
    const results = await guarded(files, { "keep.txt": "k\n", ...base });
    expect(results.get("files undamaged")?.status).toBe("pass");
  });
});

describe("documents hold", () => {
  const BASE: Files = { "docs/a.md": "# A\n", "docs/b.md": "# B\n", "src/a.js": "a();\n" };
  test.each<[string, Files]>([
    ["a link that leads nowhere", { "docs/a.md": "# A\n\nSee [C](c.md#there).\n" }],
    ["a code block that is not closed", { "docs/a.md": "# A\n\n```js\na();\n" }],
  ])("%s fails a change of documents", async (_what, files) => {
    const result = (await guarded(files, BASE)).get("documents hold");
    expect(result?.status).toBe("fail");
    expect(result?.evidence).toMatch(/^docs\/a\.md:3: /u);
  });

  test.each<[string, Files]>([
    [
      "links that lead somewhere",
      { "docs/a.md": "# A\n\n[B](./b.md) [src](../src/a.js) [site](/x.md) [w](https://e.org/x.md)\n" },
    ],
    ["code blocks in code blocks", { "docs/a.md": "# A\n\n````md\n```js\n```\n````\n" }],
    ["a link in code", { "docs/a.md": "# A\n\n`[C](c.md)`\n" }],
    ["a link to a file that comes along", { "docs/a.md": "# A\n\n[C](c.md)\n", "docs/c.md": "# C\n" }],
  ])("%s are fine", async (_what, files) => {
    expect((await guarded(files, BASE)).get("documents hold")?.status).toBe("pass");
  });

  test("a change of code is not asked", async () => {
    const files = { "docs/a.md": "[C](c.md)\n", "src/a.js": "b();\n" };
    expect((await guarded(files, BASE)).has("documents hold")).toBe(false);
  });
});
