import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import type { ScriptInput } from "../../src/model/scripted/script.ts";
import { type AppStage, REPOSITORY, startAppStage } from "../support/app-stage.ts";

let stage: AppStage | null = null;
let dir = "";

afterEach(async () => {
  const violations = stage?.forge.violations ?? [];
  await stage?.close();
  stage = null;
  await rm(dir, { recursive: true, force: true });
  expect(violations).toEqual([]);
});

const CHECK = "from shop import total\nassert total([1, 2]) == 3\n";
const call = (tool: string, args: object) => ({ say: "", calls: [{ tool, arguments: { ...args } }] });

/** The model declares a check under one name and then wants it under another. */
const SCRIPT: ScriptInput = {
  steps: [
    call("declare_verification", { checks: ["python3 check.py"], changeKinds: ["code"] }),
    call("alter_verification", {
      checks: ["python3 check_shop.py"],
      changeKinds: ["code"],
      reason: "check.py says too little of what it checks",
    }),
    call("write_file", { path: "shop.py", content: "def total(prices):\n    return sum(prices)\n" }),
    call("write_file", { path: "check_shop.py", content: CHECK }),
    ...Array.from({ length: 4 }, () => call("final_answer", { answer: "shop.py adds prices." })),
  ],
};

test("a run may amend the checks it declared only where a person agreed, and the journal names that person", async () => {
  dir = await mkdtemp(join(tmpdir(), "avatar-greenfield-"));
  await writeFile(join(dir, "README.md"), "# shop\n");
  stage = await startAppStage({
    fromDirectory: dir,
    issue: { title: "Add a total", body: "`total(prices)` in shop.py adds prices." },
    script: SCRIPT,
  });

  const alone = await stage.command("/avatar fix this");
  expect(alone.result).toMatchObject({ outcome: "failed" });
  expect(alone.pullRequest).toBeNull();
  expect(stage.events.filter(({ type }) => type === "contract.amended")).toEqual([]);
  const told = stage.forge.issue(REPOSITORY, stage.issue).comments.at(-1)?.body;
  expect(told).toContain("asked to change the checks it declared");

  stage.scripted.restart();
  const agreed = await stage.command("/avatar approve");
  expect(agreed.result).toMatchObject({ outcome: "success", verdict: { passed: true } });
  expect(agreed.pullRequest).not.toBeNull();
  expect(stage.events.filter(({ type }) => type === "contract.amended")).toMatchObject([
    { approvedBy: "maintainer", checks: [{ command: "python3 check_shop.py" }] },
  ]);
});
