import { randomBytes } from "node:crypto";
import { mkdtemp, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Forge, startForge } from "../../forge/forge.ts";
import type { GitHubConfig, OperatorConfig } from "../config/operator-config.ts";
import type { JobReport } from "../run/job-report.ts";
import { toDemoDocument } from "./demo-document.ts";
import { type Stage, setStage } from "./demo-stage.ts";
import { renderDemo } from "./demo-summary.ts";
import { exitCodeOf } from "./exit-code.ts";
import { createProgress } from "./progress.ts";
import { createLog } from "./serve.ts";
import { type Service, startService } from "./service.ts";
import { stopOnSignal } from "./stop-on-signal.ts";
import { printJson, type Terminal } from "./terminal.ts";
import { wireModel, wireScript, type WiredModel } from "./wire-model.ts";

export interface DemoOptions {
  once: boolean;
  repo?: string;
  issue?: string;
  script?: string;
  json: boolean;
}

export interface DemoContext {
  config: OperatorConfig;
  terminal: Terminal;
  /** Avatar's own folder, where the example repository lies. */
  root: string;
}

const STATUS_INTERVAL_MS = 1_000;

/**
 * `avatar demo`: the whole main job on this machine. A local forge sends a real signed webhook; the rest is what
 * `avatar serve` does, with the same parts.
 */
export async function demoCommand(options: DemoOptions, context: DemoContext): Promise<number> {
  const { terminal } = context;
  const stop = stopOnSignal();
  const wired = await modelOf(options, context);
  const dir = await mkdtemp(join(tmpdir(), "avatar-demo-"));
  const forge = await startForge({ dir: join(dir, "forge"), app: { slug: "avatar", name: "avatar" } });
  try {
    const stage = await setStage(forge, options, context.root);
    introduce(terminal, wired, forge);
    const { report, service } = await play({ forge, wired, dir, stage, stop, context });
    const document = toDemoDocument(report, stage.issue);
    if (options.json) printJson(terminal, document);
    else terminal.out(renderDemo(document, terminal));
    if (!options.once) await linger(terminal, stop);
    await service.close();
    return exitCodeOf(document.outcome);
  } finally {
    await forge.close();
    await wired.close();
    // The run's artefacts stay; what the forge and the database held was made for this demo only.
    for (const part of ["forge", "database", "checkouts"])
      await rm(join(dir, part), { recursive: true, force: true });
    await rmdir(dir).catch(() => {});
  }
}

/** The configured endpoint where there is one, else the recorded model. */
async function modelOf({ script }: DemoOptions, { config, root }: DemoContext): Promise<WiredModel> {
  if (script === undefined && config.model !== null)
    return { model: wireModel(config), close: async () => {} };
  return wireScript(script ?? join(root, "demo/script.json"));
}

function introduce(terminal: Terminal, { model }: WiredModel, forge: Forge): void {
  terminal.note(
    model.recorded
      ? "A recorded model answers from a script; set OPENAI_API_KEY or OPENAI_BASE_URL for a real one. All else is real."
      : `The model is ${model.model}.`,
  );
  terminal.note(`The local forge is at ${forge.url}`);
}

interface Play {
  forge: Forge;
  wired: WiredModel;
  dir: string;
  stage: Stage;
  stop: AbortSignal;
  context: DemoContext;
}

/** A maintainer comments; the promise resolves with what came of it. */
async function play({
  forge,
  wired,
  dir,
  stage,
  stop,
  context,
}: Play): Promise<{ report: JobReport; service: Service }> {
  const { terminal, config } = context;
  const report = Promise.withResolvers<JobReport>();
  const webhookSecret = randomBytes(24).toString("hex");
  const service = await startService({
    config: demoConfig(config, dir),
    github: githubOf(forge, webhookSecret),
    model: wired.model,
    log: terminal.isInteractive ? () => {} : createLog(terminal),
    listeners: [createProgress(terminal)],
    onReport: report.resolve,
    statusIntervalMs: STATUS_INTERVAL_MS,
    templateDir: `${config.dataDir}/database-template`,
    stop,
  });
  try {
    forge.setWebhook({ url: `${service.url}/api/github/webhooks`, secret: webhookSecret });
    await stage.comment("/avatar fix this");
    return { report: await report.promise, service };
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** Everything of the demo's own lies in its folder and listens on loopback at a free port. */
function demoConfig(config: OperatorConfig, dir: string): OperatorConfig {
  return {
    ...config,
    dataDir: dir,
    web: { host: "127.0.0.1", port: 0 },
    store: { databaseUrl: null },
    logLevel: "silent",
  };
}

function githubOf(forge: Forge, webhookSecret: string): GitHubConfig {
  const { id, privateKeyPem } = forge.app;
  return {
    appId: id,
    privateKey: { kind: "text", pem: privateKeyPem },
    webhookSecret,
    baseUrl: forge.apiUrl,
  };
}

async function linger(terminal: Terminal, stop: AbortSignal): Promise<void> {
  terminal.note("\nThe pages stay up until you press Ctrl-C.");
  if (stop.aborted) return;
  await new Promise<void>((resolve) => stop.addEventListener("abort", () => resolve(), { once: true }));
}
