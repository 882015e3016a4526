import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Forge, startForge } from "../../forge/forge.ts";
import { readIssueFile } from "../../src/cli/issue-file.ts";
import { type Service, startService } from "../../src/cli/service.ts";
import { type OperatorConfig, readOperatorConfig } from "../../src/config/operator-config.ts";
import type { RunEvent } from "../../src/domain/events.ts";
import type { ModelClient } from "../../src/domain/ports/model.ts";
import { createOpenAiModel } from "../../src/model/openai-client.ts";
import { loadScript, type ScriptInput } from "../../src/model/scripted/script.ts";
import { type ScriptedModel, startScriptedModel } from "../../src/model/scripted/start-scripted-model.ts";
import type { JobReport } from "../../src/run/job-report.ts";

const FIXTURES = fileURLToPath(new URL("../fixtures/", import.meta.url));
export const REPOSITORY = "example/repository";
const MAINTAINER = "maintainer";
const SECRET = "a webhook secret for tests only";

export interface AppStage {
  forge: Forge;
  service: Service;
  scripted: ScriptedModel;
  issue: number;
  dir: string;
  events: RunEvent[];
  logs: { level: string; message: string; details: Readonly<Record<string, unknown>> }[];
  /** The next run's report; ask before the comment is made. */
  nextReport(): Promise<JobReport>;
  /** A comment and what came of it. */
  command(body: string, user?: string): Promise<JobReport>;
  close(): Promise<void>;
}

export interface AppStageOptions {
  /** Folder of the repository; its first commit. */
  fromDirectory?: string;
  fromGit?: string;
  issue: { title: string; body: string };
  script: ScriptInput;
  config?: (config: OperatorConfig) => OperatorConfig;
  model?: (scripted: ScriptedModel) => ModelClient;
  before?: (forge: Forge) => Promise<void> | void;
}

/** The real App against the local forge, the real database, the real sandbox and a scripted model over HTTP. */
export async function startAppStage(options: AppStageOptions): Promise<AppStage> {
  const dir = await mkdtemp(join(tmpdir(), "avatar-e2e-"));
  const scripted = await startScriptedModel({ script: options.script });
  const forge = await startForge({ dir: join(dir, "forge"), app: { slug: "avatar", name: "avatar" } });
  const [owner = "", name = ""] = REPOSITORY.split("/");
  const { fromDirectory, fromGit } = options;
  await forge.createRepository({
    owner,
    name,
    ...(fromDirectory === undefined ? {} : { fromDirectory }),
    ...(fromGit === undefined ? {} : { fromGit }),
  });
  forge.setPermission(REPOSITORY, MAINTAINER, "write");
  await forge.install(REPOSITORY);
  const { issue } = await forge.openIssue(REPOSITORY, { ...options.issue, user: MAINTAINER });
  await options.before?.(forge);

  const events: RunEvent[] = [];
  const logs: AppStage["logs"] = [];
  let waiting: ((report: JobReport) => void)[] = [];
  const config = stageConfig(dir, options);
  const service = await startService({
    config,
    github: {
      appId: forge.app.id,
      privateKey: { kind: "text", pem: forge.app.privateKeyPem },
      webhookSecret: SECRET,
      baseUrl: forge.apiUrl,
    },
    model: options.model?.(scripted) ?? scriptedClient(scripted),
    log: (level, message, details) => void logs.push({ level, message, details }),
    listeners: [(event) => void events.push(event)],
    onReport: (report) => {
      for (const tell of waiting) tell(report);
      waiting = [];
    },
    statusIntervalMs: 50,
    templateDir: join(tmpdir(), "avatar-test-database-template"),
  });
  forge.setWebhook({ url: `${service.url}/api/github/webhooks`, secret: SECRET });
  const nextReport = (): Promise<JobReport> => new Promise((resolve) => waiting.push(resolve));
  return {
    forge,
    service,
    scripted,
    issue: issue.number,
    dir,
    events,
    logs,
    nextReport,
    async command(body, user = MAINTAINER) {
      const report = nextReport();
      await forge.comment(REPOSITORY, issue.number, { body, user });
      const done = await report;
      await forge.settle();
      return done;
    },
    async close() {
      await service.close();
      await forge.close();
      await scripted.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function stageConfig(dir: string, options: AppStageOptions): OperatorConfig {
  const config = {
    ...readOperatorConfig({ PATH: process.env["PATH"] }, dir),
    dataDir: join(dir, "data"),
    web: { host: "127.0.0.1", port: 0 },
    logLevel: "silent",
  };
  return options.config?.(config) ?? config;
}

function scriptedClient(scripted: ScriptedModel): ModelClient {
  return createOpenAiModel({ baseUrl: scripted.url, apiKey: null, model: "recorded", recorded: true });
}

/** A fixture's repository, issue and one of its scripts. */
export async function readFixture(name: string, script: "golden" | "wrong"): Promise<AppStageOptions> {
  const folder = join(FIXTURES, name);
  return {
    fromDirectory: join(folder, "repository"),
    issue: await readIssueFile(join(folder, "issue.md")),
    script: await loadScript(join(folder, `${script}.json`)),
  };
}
