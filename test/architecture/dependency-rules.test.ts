import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** For each rule a file that breaks it, and what it imports. Targets of our own are made empty. */
const VIOLATIONS: Record<string, { from: string; imports: string }> = {
  "domain-is-pure": { from: "src/domain/bad-pure.ts", imports: "../run/target.ts" },
  "never-sideways": { from: "src/plan/bad-sideways.ts", imports: "../loop/target.ts" },
  "run-knows-stages-only": { from: "src/run/bad-adapter.ts", imports: "../github/target.ts" },
  "only-apply-event-mutates": { from: "src/loop/bad-transition.ts", imports: "../domain/transitions.ts" },
  "only-the-runner-mutates": { from: "src/loop/bad-apply.ts", imports: "../domain/apply-event.ts" },
  "only-the-runner-records": { from: "src/verify/bad-recorder.ts", imports: "../domain/ports/recorder.ts" },
  "tools-see-no-state": { from: "src/loop/tools/bad-state.ts", imports: "../../domain/task-state.ts" },
  "verifier-sees-no-model": { from: "src/verify/bad-model.ts", imports: "../domain/ports/model.ts" },
  "loop-sees-no-verifier": { from: "src/loop/bad-verifier.ts", imports: "../verify/target.ts" },
  "processes-only-in-checkout": { from: "src/model/bad-process.ts", imports: "node:child_process" },
  "forge-knows-nothing-of-avatar": { from: "forge/bad-knowledge.ts", imports: "../src/domain/errors.ts" },
  "only-the-demo-knows-the-forge": { from: "src/run/bad-forge.ts", imports: "../../forge/target.ts" },
  "not-to-tests": { from: "src/run/bad-test.ts", imports: "../../test/target.ts" },
  "not-to-dev-dependencies": { from: "src/run/bad-dev.ts", imports: "fast-check" },
  resolvable: { from: "src/run/bad-nowhere.ts", imports: "./nowhere.ts" },
  "vendor-octokit": { from: "src/publish/bad-octokit.ts", imports: "@octokit/rest" },
  "vendor-openai": { from: "src/loop/bad-openai.ts", imports: "openai" },
  "vendor-processes": { from: "src/plan/bad-execa.ts", imports: "execa" },
  "vendor-database": { from: "src/web/bad-pg.ts", imports: "pg-boss" },
  "vendor-parsers": { from: "src/loop/bad-unbash.ts", imports: "unbash" },
  "vendor-probot": { from: "src/github/bad-probot.ts", imports: "probot" },
  "vendor-commander": { from: "src/run/bad-commander.ts", imports: "commander" },
  "no-circular": { from: "src/run/bad-circle.ts", imports: "./bad-circle-back.ts" },
};

let dir: string;
let broken: Map<string, string[]>;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "dependency-rules-"));
  for (const name of ["package.json", ".dependency-cruiser.js"]) cpSync(join(ROOT, name), join(dir, name));
  symlinkSync(join(ROOT, "node_modules"), join(dir, "node_modules"));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  const targets = Object.values(VIOLATIONS)
    .filter(({ imports }) => imports.endsWith(".ts") && !imports.includes("nowhere"))
    .map(({ from, imports }) => join(dirname(from), imports));
  for (const target of targets) write(target, "export type Target = string;\n");
  for (const { from, imports } of Object.values(VIOLATIONS)) {
    write(from, `import type * as target from "${imports}";\nexport type Bad = typeof target;\n`);
  }
  write("src/run/bad-circle-back.ts", 'export type { Bad } from "./bad-circle.ts";\n');
  write("src/run/bad-orphan.ts", "export const alone = 1;\n");
  broken = cruise(dir);
}, 120_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

function cruise(folder: string): Map<string, string[]> {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs"),
      "--config",
      ".dependency-cruiser.js",
      "--output-type",
      "json",
      "src",
      "forge",
    ],
    { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  if (stdout === "") throw new Error(stderr);
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  const found = new Map<string, string[]>();
  for (const { from, rule } of summary.violations)
    found.set(rule.name, [...(found.get(rule.name) ?? []), from]);
  return found;
}

test.each(Object.entries(VIOLATIONS))("%s bites", (rule, { from }) => {
  // A cycle is reported once, from either of its ends; both begin with the same name.
  const stem = from.replace(/\.ts$/, "");
  expect(broken.get(rule)).toContainEqual(expect.stringMatching(new RegExp(`^${stem}`)));
});

test("no-orphans bites", () => {
  expect(broken.get("no-orphans")).toContain("src/run/bad-orphan.ts");
});

test("every rule of the configuration is shown to bite", async () => {
  const config = (await import(join(ROOT, ".dependency-cruiser.js"))) as {
    default: { forbidden: { name: string }[] };
  };
  const names = config.default.forbidden.map(({ name }) => name).sort();
  expect(names).toEqual([...Object.keys(VIOLATIONS), "no-orphans"].sort());
});
