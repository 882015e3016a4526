import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import type { ChangedFile } from "../../src/domain/ports/workspace.ts";
import { proposeSmokeChecks } from "../../src/plan/smoke-floor.ts";

const folder = mkdtempSync(join(tmpdir(), "avatar-smoke-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function changed(path: string, status: ChangedFile["status"] = "modified"): ChangedFile {
  return { path, status, addedLines: 1, removedLines: 0, binary: false };
}

/** Whether the one check for this file passes, in a real shell. */
function passes(path: string, text: string): boolean {
  writeFileSync(join(folder, path), text);
  const [check, ...others] = proposeSmokeChecks([changed(path)]);
  if (check === undefined || others.length > 0) throw new Error("One check is expected.");
  try {
    execFileSync("bash", ["-c", check.command], { cwd: folder, stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

test.each([
  ["a.cjs", "const a = 1;\n", "const a = ;\n"],
  ["b.mjs", "export const b = await 1;\n", "export const = 1;\n"],
  ["c.py", "c = 1\n", "c = = 1\n"],
  ["d.sh", "echo d\n", "if true; then\n"],
  ["it's $(touch x).py", "e = 1\n", "e = = 1\n"],
  ["-f.py", "f = 1\n", "f = = 1\n"],
])("%j is read by its own checker", (path, right, wrong) => {
  expect(passes(path, right)).toBe(true);
  expect(passes(path, wrong)).toBe(false);
});

test.each([
  ["x.cjs", "process.exit(3);\n"],
  ["y.py", "raise SystemExit(3)\n"],
  ["z.sh", "exit 3\n"],
])("nothing in %j is executed", (path, text) => expect(passes(path, text)).toBe(true));

test("one check for each language, none for what is gone, binary or of no known language", () => {
  const files = [
    changed("a.js"),
    changed("lib/b.mjs", "added"),
    changed("gone.js", "deleted"),
    { ...changed("c.py"), binary: true },
    changed("README.md"),
    changed("run.sh"),
  ];
  const checks = proposeSmokeChecks(files);
  expect(checks.map(({ name, kind, provenance }) => [name, kind, provenance])).toEqual([
    ["JavaScript syntax", "smoke", "harness:smoke"],
    ["shell syntax", "smoke", "harness:smoke"],
  ]);
  expect(checks[0]?.command).toContain("'./a.js' './lib/b.mjs'");
  expect(checks[0]?.command).not.toContain("gone");
  expect(proposeSmokeChecks([changed("README.md")])).toEqual([]);
});
