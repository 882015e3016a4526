import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { DemoDocument, RunDocument } from "../../src/cli/documents.ts";
import type { ScriptInput } from "../../src/model/scripted/script.ts";
import { type CommandLine, documentOf, openCommandLine, type Started } from "./command-line.ts";

// Ctrl-C in mid-run: the run ends as one that was stopped, and what was started is put away.

// No other process of the machine sleeps this long.
const NAP = `sleep 86${process.pid}`;
const NAPPING: ScriptInput = {
  steps: [{ say: "I wait.", calls: [{ tool: "run_command", arguments: { command: NAP } }] }],
};
const MUTE: ScriptInput = { steps: [{ say: "never heard", fault: { kind: "hang" } }] };

let line: CommandLine;
let repo: string;

beforeAll(async () => {
  line = await openCommandLine();
  repo = await line.repository("python-unittest");
});

afterAll(async () => line.close());

async function scriptFile(name: string, script: ScriptInput): Promise<string> {
  const path = join(line.dir, `${name}.json`);
  await writeFile(path, JSON.stringify(script));
  return path;
}

test.each([
  ["while a command runs", "napping", NAPPING, '"type":"tool.started"'],
  ["while the model is silent", "mute", MUTE, '"type":"turn.started"'],
])("a run that is interrupted %s ends at once", async (_when, name, script, sign) => {
  const out = join(line.dir, name);
  const path = await scriptFile(name, script);
  const started = line.start([
    "run",
    "--repo",
    repo,
    "--goal",
    "Round half up.",
    "--script",
    path,
    "--out",
    out,
    "--json",
  ]);
  const journal = join(out, "journal.jsonl");
  await started.untilFileHolds(async () => journal, sign);
  await expectStopped(started, journal, RunDocument);
  expect(await line.checkouts()).toEqual([]);
});

test("a demo that is interrupted ends its run and takes its folders away", async () => {
  const path = await scriptFile("demo", NAPPING);
  const started = line.start(["demo", "--json", "--script", path]);
  const journal = await started.untilFileHolds(findJournal, '"type":"tool.started"');
  const { pullRequest, artefacts } = await expectStopped(started, journal, DemoDocument);
  expect(pullRequest).toBeNull();
  expect(journal).toBe(join(artefacts, "journal.jsonl"));
  expect(await readdir(join(artefacts, "..", ".."))).toEqual(["runs"]);
});

async function findJournal(): Promise<string | null> {
  // Trees of the baseline come and go while this looks; it looks again.
  const all = await readdir(line.temporary, { recursive: true }).catch(() => []);
  const found = all.find((path) => path.endsWith("journal.jsonl"));
  return found === undefined ? null : join(line.temporary, found);
}

async function expectStopped<T extends typeof RunDocument>(
  started: Started,
  journal: string,
  schema: T,
): Promise<ReturnType<T["parse"]>> {
  started.interrupt();
  const ended = await started.ended;
  const document = documentOf(ended, schema) as ReturnType<T["parse"]>;
  expect(document).toMatchObject({ outcome: "incomplete", reason: expect.stringContaining("stopped") });
  expect(ended.code).toBe(3);
  expect(ended.stderr).not.toMatch(/defect|^\s+at /m);
  const last = (await readFile(journal, "utf8")).trimEnd().split("\n").at(-1) ?? "";
  expect(JSON.parse(last)).toMatchObject({ type: "run.ended", outcome: "incomplete" });
  expect(await processesThat(NAP)).toEqual([]);
  return document;
}

/** Command lines on this machine that are exactly this. */
async function processesThat(command: string): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map(async (pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")),
  );
  return lines.map((text) => text.replaceAll("\0", " ").trim()).filter((text) => text === command);
}
