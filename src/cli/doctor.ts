import { mkdir } from "node:fs/promises";
import { describeGit } from "../checkout/git-version.ts";
import { probeSandbox } from "../checkout/sandbox/choose-sandbox.ts";
import type { OperatorConfig } from "../config/operator-config.ts";
import { asAvatarError } from "../domain/errors.ts";
import { createOpenAiModel } from "../model/openai-client.ts";
import type { DoctorDocument } from "./documents.ts";
import { EXIT } from "./exit-code.ts";
import { printJson, type Terminal } from "./terminal.ts";

type Finding = DoctorDocument["checks"][number];
type Examination = (config: OperatorConfig) => Promise<Finding>;

/** `avatar doctor`: what avatar stands on, one line each, with the remedy. */
export async function doctorCommand(
  options: { json: boolean },
  { config, terminal }: { config: OperatorConfig; terminal: Terminal },
): Promise<number> {
  const checks: Finding[] = [];
  for (const examine of [node, git, sandbox, model, database, github]) checks.push(await examine(config));
  const document: DoctorDocument = { ok: checks.every(({ status }) => status !== "failed"), checks };
  if (options.json) printJson(terminal, document);
  else terminal.out(checks.map((check) => line(check, terminal)).join("\n"));
  return document.ok ? EXIT.success : EXIT.failed;
}

const NAME_WIDTH = 10;

function line({ name, status, finding, remedy }: Finding, terminal: Terminal): string {
  const colour = { ok: "green", warning: "yellow", failed: "red", "not configured": "yellow" } as const;
  const word = terminal.style(colour[status], status.padEnd("not configured".length));
  return `${name.padEnd(NAME_WIDTH)} ${word} ${finding}${remedy === null ? "" : `\n${" ".repeat(NAME_WIDTH + 16)}${remedy}`}`;
}

async function attempt(name: string, act: () => Promise<Omit<Finding, "name">>): Promise<Finding> {
  try {
    return { name, ...(await act()) };
  } catch (thrown) {
    const { message, advice } = asAvatarError(thrown, `examining ${name}`);
    return { name, status: "failed", finding: message, remedy: advice };
  }
}

const ok = (finding: string): Omit<Finding, "name"> => ({ status: "ok", finding, remedy: null });

const node: Examination = () => attempt("node", async () => ok(`Node.js ${process.versions.node}`));

const git: Examination = () => attempt("git", async () => ok(await describeGit()));

const sandbox: Examination = (config) =>
  attempt("sandbox", async () => {
    const report = await probeSandbox({ name: config.sandbox, toolPaths: config.toolPaths });
    if (report.holds) return ok(`${report.name}: every attempt to escape failed`);
    if (report.name === "unsafe-none") {
      return {
        status: "warning",
        finding: "unsafe-none: commands are not confined",
        remedy: "Set AVATAR_SANDBOX=auto.",
      };
    }
    return { status: "failed", finding: `${report.name} does not hold`, remedy: report.remedy };
  });

const MODEL_PATIENCE_MS = 15_000;

const model: Examination = (config) =>
  attempt("model", async () => {
    if (config.model === null) {
      const remedy = "Set OPENAI_API_KEY or OPENAI_BASE_URL; until then only recorded models answer.";
      return { status: "not configured", finding: "no endpoint", remedy };
    }
    const { baseUrl, api, model: name } = config.model;
    const client = createOpenAiModel({ ...config.model, maxRetries: 0 });
    const names = await client.listModels(AbortSignal.timeout(MODEL_PATIENCE_MS));
    if (names.length > 0 && !names.includes(name)) {
      const remedy = `Set AVATAR_MODEL to one of: ${names.slice(0, 5).join(", ")}.`;
      return { status: "warning", finding: `the endpoint answers and does not list ${name}`, remedy };
    }
    if (!client.priced) {
      const remedy = "Set AVATAR_PRICE_INPUT and AVATAR_PRICE_OUTPUT, or costs read 0 and limit nothing.";
      return { status: "warning", finding: `${name} answers, and its price is not known`, remedy };
    }
    const wire = api === "chat" ? "Chat Completions" : "the Responses API";
    return ok(`${name} at ${new URL(baseUrl).host} over ${wire}`);
  });

const database: Examination = (config) =>
  attempt("database", async () => {
    const { openStore } = await import("../queue/open-store.ts");
    await mkdir(config.dataDir, { recursive: true });
    const { databaseUrl } = config.store;
    if (databaseUrl === null) return ok(`embedded, in ${config.dataDir}`);
    const store = await openStore({ databaseUrl, dataDir: `${config.dataDir}/database`, concurrency: 1 });
    try {
      const { problem } = await store.health();
      return problem === null
        ? ok("PostgreSQL answers")
        : { status: "failed", finding: problem, remedy: "See DATABASE_URL." };
    } finally {
      await store.close();
    }
  });

const github: Examination = (config) =>
  attempt("github", async () => {
    if (config.github === null) {
      const remedy = "Register an App from app.yml, then set APP_ID, PRIVATE_KEY and WEBHOOK_SECRET.";
      return { status: "not configured", finding: "no App", remedy };
    }
    const { wireForges } = await import("./wire-forges.ts");
    const { login } = await (await wireForges(config.github)).identity();
    return ok(`the App's credentials are good; it acts as ${login}`);
  });
