import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { repositoryRoot } from "../checkout/repository-root.ts";
import { worktreePatch } from "../checkout/worktree-patch.ts";
import type { OperatorConfig } from "../config/operator-config.ts";
import { AvatarError } from "../domain/errors.ts";
import type { Checkout } from "../domain/ports/checkouts.ts";
import type { TaskKind } from "../domain/task-state.ts";
import { describeTests } from "../domain/test-count.ts";
import type { CheckResult, Verdict } from "../domain/verdict.ts";
import { judgeChange } from "../run/judge-change.ts";
import { EXIT } from "./exit-code.ts";
import { knownSecrets } from "./known-secrets.ts";
import { localFolder } from "./local-folder.ts";
import { stopOnSignal } from "./stop-on-signal.ts";
import { readTaskKind } from "./task-kind.ts";
import { printJson, type Terminal } from "./terminal.ts";
import { wireCheckouts } from "./wire-checkouts.ts";
import { readSettings } from "./wire-run.ts";

export interface VerifyOptions {
  base?: string;
  patch?: string;
  kind?: string;
  json: boolean;
}

/** `avatar verify DIR`: judges a change as a run would, no model used. */
export async function verifyCommand(
  dir: string,
  options: VerifyOptions,
  { config, terminal }: { config: OperatorConfig; terminal: Terminal },
): Promise<number> {
  const signal = stopOnSignal();
  const taskKind = readTaskKind(options.kind);
  const path = await workingTree(dir);
  const base = options.base ?? "HEAD";
  const patch =
    options.patch === undefined ? (await worktreePatch(path, base)).patch : await readPatch(options.patch);
  const checkouts = await wireCheckouts(config);
  const source = { url: path, ref: base, token: null };
  const checkout = await checkouts.open({ runId: `verify-${randomUUID()}`, source, signal });
  try {
    const verdict = await judge(checkout, { patch, taskKind, signal, config, terminal });
    if (options.json) printJson(terminal, verdict);
    else terminal.out(renderVerdict(verdict, terminal));
    return verdict.passed ? EXIT.success : EXIT.failed;
  } finally {
    await checkout.dispose();
  }
}

interface Judging {
  patch: string;
  taskKind: TaskKind;
  signal: AbortSignal;
  config: OperatorConfig;
  terminal: Terminal;
}

async function judge(
  checkout: Checkout,
  { patch, taskKind, signal, config, terminal }: Judging,
): Promise<Verdict> {
  return judgeChange({
    checkout,
    patch,
    taskKind,
    signal,
    override: config.override,
    checkTimeoutMs: config.checkTimeoutMs,
    secrets: knownSecrets(config),
    readSettings,
    onPlan: ({ warnings }) => {
      for (const warning of warnings) terminal.note(warning);
    },
    onCheck: (check) => {
      if (terminal.isInteractive) terminal.note(`  ${line(check, terminal)}`);
    },
  });
}

/** The top folder of the repository that the folder is in. @throws USAGE. */
async function workingTree(dir: string): Promise<string> {
  const path = await localFolder(dir);
  const root = await repositoryRoot(path);
  if (root !== null) return root;
  throw new AvatarError("USAGE", {
    message: `The folder ${path} is not in a git repository.`,
    advice: "Name the working tree of a repository.",
  });
}

async function readPatch(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new AvatarError("USAGE", {
      message: `The patch ${path} cannot be read.`,
      advice: "Give the path of a file that `git diff` or `git format-patch` wrote.",
      cause,
    });
  }
}

function renderVerdict(verdict: Verdict, terminal: Terminal): string {
  const word = verdict.passed ? terminal.style("green", "passed") : terminal.style("red", "not passed");
  const failed = verdict.checks.filter((check) => check.status === "fail");
  return [
    `${terminal.style("bold", "Verdict")}: ${word}. ${verdict.summary}`,
    ...verdict.checks.map((check) => `  ${line(check, terminal)}`),
    ...failed.map((check) => `\n${terminal.style("bold", check.name)}\n${check.evidence}`),
    verdict.recommendedNextAction === null ? "" : `\nNext: ${verdict.recommendedNextAction}`,
    `\nJudged tree ${verdict.proof.treeSha} on base ${verdict.proof.baseSha}.`,
  ]
    .filter((text) => text !== "")
    .join("\n");
}

function line(check: CheckResult, terminal: Terminal): string {
  const { name, status, skipReason, durationMs, tests, flaky } = check;
  const facts = [
    ...(flaky === true ? ["flaky"] : []),
    ...(tests === undefined ? [] : [describeTests(tests)]),
    ...(durationMs === undefined ? [] : [`${(durationMs / 1000).toFixed(1)} s`]),
  ];
  const time = facts.length === 0 ? "" : terminal.style("dim", `: ${facts.join(", ")}`);
  switch (status) {
    case "pass":
      return `${terminal.style("green", "passed ")} ${name}${time}`;
    case "fail":
      return `${terminal.style("red", "failed ")} ${name}${time}`;
    case "skip":
      return `${terminal.style("yellow", "not run")} ${name}: ${skipReason ?? ""}`;
  }
}
