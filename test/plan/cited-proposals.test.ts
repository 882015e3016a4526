import { expect, test } from "@jest/globals";
import type { PlanProposal, PlanProposer, ProposalRequest } from "../../src/domain/ports/plan-proposer.ts";
import { type PlanSource, resolvePlan } from "../../src/plan/verification-planner.ts";

const TEXT =
  "# Contributing\n\nRun `python3 tests/all.py` before you push.\nLint with `ruff check .`, fix with `ruff check --fix .`.\n";

function source(files: Record<string, string>): PlanSource {
  return {
    readFile: async (path) => (files[path] === undefined ? null : new TextEncoder().encode(files[path])),
    stat: async (path) => (files[path] === undefined ? null : { kind: "file", size: files[path].length }),
    listFiles: async () => ({ paths: Object.keys(files).sort(), total: Object.keys(files).length }),
  };
}

function proposing(...proposals: PlanProposal[]): PlanProposer & { asked: ProposalRequest[] } {
  const asked: ProposalRequest[] = [];
  return {
    asked,
    propose: async (request) => {
      asked.push(request);
      return proposals;
    },
  };
}

const lint: PlanProposal = {
  slot: "lint",
  command: "ruff check .",
  path: "CONTRIBUTING.md",
  quote: "Lint with `ruff check .`",
};

const empty = { test: [], lint: [], setup: null };
const plan = (files: Record<string, string>, proposer: PlanProposer | null) =>
  resolvePlan(source(files), { operator: empty, repository: empty, defaultBranch: "main", proposer });

test("a cited command fills an empty slot, with the text as its provenance", async () => {
  const { checks } = await plan({ "CONTRIBUTING.md": TEXT }, proposing(lint));
  expect(checks).toMatchObject([
    { kind: "lint", command: "python -m ruff check .", provenance: "llm:CONTRIBUTING.md" },
  ]);
});

test.each<[string, Partial<PlanProposal>, RegExp]>([
  ["a file that was not shown", { path: "docs/secret.md" }, /not shown/],
  ["a quote that is not in the file", { quote: "Lint with ruff check . always" }, /not in the file/],
  ["a quote without the command", { quote: "# Contributing" }, /do not hold the command/],
  ["no quote at all", { quote: " " }, /not in the file/],
  [
    "a command that rewrites",
    { command: "ruff check --fix .", quote: "fix with `ruff check --fix .`" },
    /does not read/,
  ],
  ["a command for the wrong slot", { slot: "test" }, /does not read/],
])("a proposal citing %s is left out with its reason", async (_what, change, reason) => {
  const { checks, excluded } = await plan({ "CONTRIBUTING.md": TEXT }, proposing({ ...lint, ...change }));
  expect(checks).toEqual([]);
  expect(excluded).toHaveLength(1);
  expect(excluded[0]?.reason).toMatch(reason);
});

test("a slot that the repository's own artefacts fill is not asked for, and cannot be taken", async () => {
  const files = {
    "CONTRIBUTING.md": TEXT,
    "package.json": '{"scripts":{"test":"node --test","lint":"eslint ."}}',
  };
  const proposer = proposing(lint);
  const { checks } = await plan(files, proposer);
  expect(proposer.asked).toEqual([]);
  expect(checks.map(({ provenance }) => provenance)).not.toContain("llm:CONTRIBUTING.md");
});

test("without an opt-in nobody is asked", async () => {
  expect((await plan({ "CONTRIBUTING.md": TEXT }, null)).checks).toEqual([]);
});

test("source files are not shown", async () => {
  const proposer = proposing();
  await plan({ "CONTRIBUTING.md": TEXT, "src/a.py": "secret", "README.md": "Hello" }, proposer);
  expect(proposer.asked[0]?.texts.map(({ path }) => path)).toEqual(["CONTRIBUTING.md", "README.md"]);
});
