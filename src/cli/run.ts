import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { repositoryRoot } from "../checkout/repository-root.ts";
import type { OperatorConfig } from "../config/operator-config.ts";
import { AvatarError } from "../domain/errors.ts";
import type { RunResult } from "../domain/run-result.ts";
import type { TaskKind } from "../domain/task-state.ts";
import { cleanText } from "../intake/clean-text.ts";
import type { RunRequest } from "../run/run-request.ts";
import { makeArtefactFolder } from "./artefact-folder.ts";
import { exitCodeOf } from "./exit-code.ts";
import { readIssueFile } from "./issue-file.ts";
import { localFolder } from "./local-folder.ts";
import { createProgress } from "./progress.ts";
import { toRunDocument } from "./run-document.ts";
import { stopOnSignal } from "./stop-on-signal.ts";
import { readTaskKind } from "./task-kind.ts";
import { printJson, type Terminal } from "./terminal.ts";
import type { WiredModel } from "./wire-model.ts";
import { lazyCheckouts } from "./wire-checkouts.ts";

export interface RunOptions {
  repo: string;
  goal?: string;
  issue?: string;
  base?: string;
  kind?: string;
  out?: string;
  /** A recorded model in the place of the endpoint. */
  script?: string;
  json: boolean;
}

/** `avatar run`: one whole run without GitHub. The change stays in the artefacts; nothing is pushed. */
export async function runCommand(
  options: RunOptions,
  { config, terminal }: { config: OperatorConfig; terminal: Terminal },
): Promise<number> {
  const asked = await askedOf(options);
  // Git is asked for the repository in another process, while the rest is loaded here.
  const { checkouts, sandbox } = lazyCheckouts(config);
  const [request, { runJob }, { wireRun }] = await Promise.all([
    requestOf(asked, options, config),
    import("../run/run-job.ts"),
    import("./wire-run.ts"),
  ]);
  const wired = await wireAnswers(options, config);
  try {
    const onTrouble = (error: unknown): void => terminal.note(`avatar: ${String(error)}`);
    await makeArtefactFolder(request.outDir);
    const deps = await wireRun(config, wired.model, onTrouble, checkouts);
    const result = await runJob(request, { ...deps, deliver: null, listeners: [createProgress(terminal)] });
    // A sandbox that does not hold is the operator's to mend, and the run's own words about it are not needed.
    if (result.trouble === "SANDBOX_UNAVAILABLE") await sandbox();
    if (options.json) printJson(terminal, toRunDocument(result, request.outDir));
    else terminal.out(summary(result, request.outDir));
    return exitCodeOf(result.outcome);
  } finally {
    await wired.close();
  }
}

/** The configured endpoint, or the script that was named in its place. */
async function wireAnswers({ script }: RunOptions, config: OperatorConfig): Promise<WiredModel> {
  const { wireModel, wireScript } = await import("./wire-model.ts");
  return script === undefined ? { model: wireModel(config), close: async () => {} } : wireScript(script);
}

interface Asked {
  goal: string;
  removed: readonly string[];
  taskKind: TaskKind;
}

async function askedOf(options: RunOptions): Promise<Asked> {
  return { ...cleanGoal(await goalOf(options)), taskKind: readTaskKind(options.kind) };
}

async function requestOf(
  { goal, removed, taskKind }: Asked,
  options: RunOptions,
  config: OperatorConfig,
): Promise<RunRequest> {
  const runId = `run-${randomUUID()}`;
  const url = await repositoryOf(options.repo);
  return {
    runId,
    goal,
    asked: goal,
    issue: null,
    constraints: [],
    taskKind,
    conversation: [],
    repository: url,
    repositoryUrl: null,
    requester: null,
    amendmentsBy: null,
    source: { url, ref: options.base ?? null, token: null },
    override: config.override,
    budget: config.budget,
    checkTimeoutMs: config.checkTimeoutMs,
    cleaned: removed.length === 0 ? [] : [{ source: "goal", removed }],
    outDir: options.out === undefined ? join(config.dataDir, "runs", runId) : resolve(options.out),
    signal: stopOnSignal(),
  };
}

/** An address as it stands; of a folder, the top of the repository it is in. A bare repository is its own top. */
async function repositoryOf(named: string): Promise<string> {
  if (/^[a-z]+:\/\//.test(named)) return named;
  const dir = await localFolder(named);
  return (await repositoryRoot(dir)) ?? dir;
}

async function goalOf({ goal, issue }: RunOptions): Promise<string> {
  if (issue !== undefined) {
    const { title, body } = await readIssueFile(issue);
    return body === "" ? title : `${title}\n\n${body}`;
  }
  if (goal !== undefined && goal.trim() !== "") return goal;
  throw new AvatarError("USAGE", {
    message: "The run has no goal.",
    advice: "Say what to do with --goal TEXT, or name an issue's text with --issue FILE.",
  });
}

function cleanGoal(text: string): { goal: string; removed: readonly string[] } {
  const cleaned = cleanText(text);
  return { goal: cleaned.text, removed: cleaned.removed };
}

function summary(result: RunResult, artefacts: string): string {
  const { outcome, reason, verdict, cost, usage, recordedModel } = result;
  return [
    `Outcome: ${outcome}${reason === null ? "" : `\n${reason}`}`,
    verdict === null ? "No change was judged." : verdict.summary,
    `Tokens: ${usage.promptTokens} read, ${usage.completionTokens} written. Cost: $${cost.toFixed(4)}.`,
    recordedModel ? "A recorded model answered, from a script." : "",
    `Artefacts: ${artefacts}`,
  ]
    .filter((line) => line !== "")
    .join("\n");
}
