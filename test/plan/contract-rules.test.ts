import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContractRules } from "../../src/plan/contract-rules.ts";

const rules = createContractRules();

function steerOf(commands: readonly string[], kinds: readonly string[]): string {
  const review = rules.review(commands, kinds);
  return review.ok ? "" : review.steer;
}

test("a real check is taken as declared by the model", () => {
  const review = rules.review(["python -m pytest -q"], ["code"]);
  expect(review).toMatchObject({
    ok: true,
    checks: [{ kind: "declared", provenance: "model-declared", command: "python -m pytest -q", chain: null }],
  });
});

test("`&&` becomes a chain, and names tell the parts apart", () => {
  const review = rules.review(["make build && make test"], ["code"]);
  const checks = review.ok ? review.checks : [];
  expect(checks.map((check) => check.command)).toEqual(["make build", "make test"]);
  expect(new Set(checks.map((check) => check.chain)).size).toBe(1);
  expect(checks[0]?.chain).not.toBeNull();
  expect(new Set(checks.map((check) => check.name)).size).toBe(2);
});

test.each([
  [["true"], ["code"], "proves nothing"],
  [[], ["code"], "at least one command"],
  [["   "], ["code"], "at least one command"],
  [["pytest | tee log"], ["code"], "needs a shell"],
  [["pytest; true"], ["code"], "one command at a time"],
  [["pytest || true"], ["code"], "||"],
  [["pytest > log"], ["code"], "redirects"],
  [["cd app && pytest"], ["code"], "from the root"],
  [["pytest"], ["content"], "documents"],
  [["grep -q Install README.md"], ["code"], "proves nothing"],
  [["grep -q Install README.md"], ["code", "content"], "code you change"],
])("%j for %j is refused with a way out", (commands, kinds, part) => {
  expect(steerOf(commands, kinds)).toContain(part);
});

test("content is covered by an assertion on a document, code and content by one of each", () => {
  expect(rules.review(["grep -q Install README.md"], ["content"]).ok).toBe(true);
  expect(rules.review(["grep -q Install README.md", "pytest"], ["code", "content"]).ok).toBe(true);
});

test("a change of a kind that was not declared is named, with what to do", () => {
  expect(rules.audit(["src/a.py", "requirements.txt"], ["code"])).toBeNull();
  expect(rules.audit(["docs/a.md"], ["content"])).toBeNull();
  expect(rules.audit(["src/a.py", "docs/a.md"], ["code", "content"])).toBeNull();
  const undeclared = rules.audit(["src/a.py", "docs/a.md"], ["code"]) ?? "";
  for (const part of ["content", "docs/a.md", "alter_verification"]) expect(undeclared).toContain(part);
  expect(undeclared).not.toContain("src/a.py");
  expect(rules.audit(["docs/a.md", "requirements.txt"], ["content"])).toContain("requirements.txt");
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "floor-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function runFloor(): number | null {
  return spawnSync("bash", ["-e", "-c", rules.floor().command], { cwd: folder }).status;
}

test("the floor passes a sound tree and fails one with conflict markers, in code and in prose", () => {
  writeFileSync(join(folder, "README.md"), "Title\n=======\n\n> quote\n");
  writeFileSync(join(folder, "a.py"), "print(1 << 2)\n");
  expect(runFloor()).toBe(0);
  writeFileSync(join(folder, "README.md"), "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n");
  expect(runFloor()).not.toBe(0);
});

test("the floor looks into no dependencies and is marked as the harness's own", () => {
  mkdirSync(join(folder, "node_modules"));
  writeFileSync(join(folder, "node_modules", "x.txt"), "<<<<<<< HEAD\n");
  expect(runFloor()).toBe(0);
  expect(rules.floor()).toMatchObject({ kind: "floor", required: true });
});
