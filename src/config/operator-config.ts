import { z } from "zod";
import { Budget } from "../domain/budget.ts";
import { AvatarError } from "../domain/errors.ts";

const blankIsUnset = (value: unknown): unknown => (value === "" ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional());
const list = z.preprocess(
  (value) => (typeof value === "string" ? value.split(/[\s,]+/).filter(Boolean) : []),
  z.array(z.string()),
);
const number = z.coerce.number();

/**
 * The operator's variables, as `.env.example` explains them. Blank counts as unset. `example` is what an
 * error message shows in the place of the value, which may be a secret.
 */
const Variables = z.object({
  APP_ID: optional(number.int().positive()).meta({ example: "123456" }),
  PRIVATE_KEY: optional(z.string().includes("PRIVATE KEY")).meta({ example: "the text of the .pem file" }),
  PRIVATE_KEY_PATH: optional(z.string()).meta({ example: "/etc/avatar/app.pem" }),
  WEBHOOK_SECRET: optional(z.string().min(8)).meta({ example: "a random text of 8 characters or more" }),
  GHE_HOST: optional(z.string()).meta({ example: "github.example.com" }),
  GHE_PROTOCOL: optional(z.enum(["http", "https"])).meta({ example: "https" }),
  HOST: optional(z.string()).meta({ example: "127.0.0.1" }),
  PORT: optional(number.int().min(0).max(65_535)).meta({ example: "3000" }),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })).meta({
    example: "postgres://avatar@localhost/avatar",
  }),
  AVATAR_DATA_DIR: optional(z.string()).meta({ example: "/var/lib/avatar" }),
  OPENAI_API_KEY: optional(z.string()).meta({ example: "the key of your endpoint" }),
  OPENAI_BASE_URL: optional(z.url({ protocol: /^https?$/ })).meta({ example: "https://api.openai.com/v1" }),
  AVATAR_MODEL: optional(z.string()).meta({ example: "gpt-5" }),
  AVATAR_MODEL_API: optional(z.enum(["chat", "responses"])).meta({ example: "chat" }),
  AVATAR_PLANNER_MODEL: optional(z.string()).meta({ example: "gpt-5-mini" }),
  AVATAR_PRICE_INPUT: optional(number.nonnegative()).meta({ example: "1.25" }),
  AVATAR_PRICE_CACHED: optional(number.nonnegative()).meta({ example: "0.125" }),
  AVATAR_PRICE_OUTPUT: optional(number.nonnegative()).meta({ example: "10" }),
  AVATAR_TEST_COMMAND: optional(z.string()).meta({ example: "npm test" }),
  AVATAR_LINT_COMMAND: optional(z.string()).meta({ example: "npm run lint" }),
  AVATAR_SANDBOX: optional(z.enum(["auto", "bubblewrap", "unsafe-none"])).meta({ example: "auto" }),
  AVATAR_SETUP_HOSTS: list.meta({ example: "npm.example.com,pypi.example.com" }),
  AVATAR_CONCURRENCY: optional(number.int().min(1).max(64)).meta({ example: "2" }),
  AVATAR_MAX_MINUTES: optional(number.positive()).meta({ example: "30" }),
  AVATAR_MAX_TURNS: optional(number.int().positive()).meta({ example: "60" }),
  AVATAR_MAX_COST: optional(number.positive()).meta({ example: "2.00" }),
  AVATAR_CHECK_MINUTES: optional(number.positive()).meta({ example: "20" }),
  LOG_LEVEL: optional(z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])).meta({
    example: "info",
  }),
});
type Variables = z.infer<typeof Variables>;

export interface ModelConfig {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  /** Which way of asking the endpoint is spoken to in. */
  api: "chat" | "responses";
  /** Set where the operator states a price: US dollars per million tokens. */
  price: { input: number; cached: number; output: number } | null;
}

export interface GitHubConfig {
  appId: number;
  privateKey: { kind: "text"; pem: string } | { kind: "file"; path: string };
  webhookSecret: string;
  /** REST root of a GitHub Enterprise Server; null for github.com. */
  baseUrl: string | null;
}

/** Everything the operator can set, validated once at start. */
export interface OperatorConfig {
  /** Null until an App is registered. */
  github: GitHubConfig | null;
  /** Null when no endpoint is configured. */
  model: ModelConfig | null;
  /** Reads a repository's prose for slots that its artefacts leave empty; null: nobody does. */
  plannerModel: string | null;
  web: { host: string; port: number };
  store: { databaseUrl: string | null };
  dataDir: string;
  override: { test: string[]; lint: string[] };
  sandbox: "auto" | "bubblewrap" | "unsafe-none";
  setupHosts: string[];
  concurrency: number;
  budget: Budget;
  checkTimeoutMs: number;
  logLevel: string;
  /** Folders of the operator's PATH: where the repository's toolchains are looked for. */
  toolPaths: string[];
}

/**
 * Reads and validates the operator's environment.
 * @throws CONFIG_INVALID naming the first wrong variable, what is wrong and an example, never the value.
 */
export function readOperatorConfig(
  env: Readonly<Record<string, string | undefined>>,
  homeDir: string,
): OperatorConfig {
  const parsed = Variables.safeParse(env);
  if (!parsed.success) throw wrongVariable(parsed.error);
  const vars = parsed.data;
  return {
    github: readGitHub(vars),
    model: readModel(vars),
    plannerModel: vars.AVATAR_PLANNER_MODEL ?? null,
    web: { host: vars.HOST ?? "127.0.0.1", port: vars.PORT ?? 3000 },
    store: { databaseUrl: vars.DATABASE_URL ?? null },
    dataDir: vars.AVATAR_DATA_DIR ?? `${homeDir}/.local/share/avatar`,
    override: {
      test: [vars.AVATAR_TEST_COMMAND].filter(isSet),
      lint: [vars.AVATAR_LINT_COMMAND].filter(isSet),
    },
    sandbox: vars.AVATAR_SANDBOX ?? "auto",
    setupHosts: vars.AVATAR_SETUP_HOSTS,
    concurrency: vars.AVATAR_CONCURRENCY ?? 2,
    budget: Budget.parse({
      minutes: vars.AVATAR_MAX_MINUTES,
      turns: vars.AVATAR_MAX_TURNS,
      cost: vars.AVATAR_MAX_COST,
    }),
    checkTimeoutMs: (vars.AVATAR_CHECK_MINUTES ?? 20) * 60_000,
    logLevel: vars.LOG_LEVEL ?? "info",
    toolPaths: (env["PATH"] ?? "").split(":").filter((dir) => dir.startsWith("/")),
  };
}

function isSet(value: string | undefined): value is string {
  return value !== undefined;
}

function readModel(vars: Variables): ModelConfig | null {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = vars;
  if (apiKey === undefined && baseUrl === undefined) return null;
  const { AVATAR_PRICE_INPUT: input, AVATAR_PRICE_CACHED: cached, AVATAR_PRICE_OUTPUT: output } = vars;
  return {
    baseUrl: baseUrl ?? "https://api.openai.com/v1",
    apiKey: apiKey ?? null,
    model: vars.AVATAR_MODEL ?? "gpt-5",
    api: vars.AVATAR_MODEL_API ?? "chat",
    price: input === undefined || output === undefined ? null : { input, output, cached: cached ?? input },
  };
}

function readGitHub(vars: Variables): GitHubConfig | null {
  const { APP_ID: appId, PRIVATE_KEY: pem, PRIVATE_KEY_PATH: path, WEBHOOK_SECRET: webhookSecret } = vars;
  if (appId === undefined) return null;
  if (pem === undefined && path === undefined) {
    throw missing("PRIVATE_KEY", "APP_ID is set, and the App's private key is not", "or PRIVATE_KEY_PATH");
  }
  if (webhookSecret === undefined) {
    throw missing(
      "WEBHOOK_SECRET",
      "APP_ID is set, and the webhook secret is not",
      "as in the App's settings",
    );
  }
  const host = vars.GHE_HOST;
  return {
    appId,
    privateKey:
      pem === undefined
        ? { kind: "file", path: path ?? "" }
        : { kind: "text", pem: pem.replaceAll("\\n", "\n") },
    webhookSecret,
    baseUrl: host === undefined ? null : `${vars.GHE_PROTOCOL ?? "https"}://${host}/api/v3`,
  };
}

function missing(variable: string, problem: string, hint: string): AvatarError {
  return new AvatarError("CONFIG_INVALID", {
    message: `${variable} is missing: ${problem}.`,
    advice: `Set ${variable} (${hint}) in the environment or in .env.`,
  });
}

function wrongVariable(error: z.ZodError): AvatarError {
  const issue = error.issues[0];
  const variable = String(issue?.path[0] ?? "A variable");
  const field: z.ZodType | undefined = Object.entries(Variables.shape).find(
    ([name]) => name === variable,
  )?.[1];
  const example = field?.meta()?.["example"];
  return new AvatarError("CONFIG_INVALID", {
    message: `${variable} has a value avatar cannot use: ${problemOf(issue)}.`,
    advice: `Set it to something like \`${String(example)}\`, or leave it out.`,
  });
}

/** In plain words; never the value itself. */
function problemOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "invalid_type")
    return `${issue.expected === "number" ? "a number" : issue.expected} is expected`;
  return issue?.message.replace(/^Invalid input: /, "").replace(/^Too /, "it is too ") ?? "it is invalid";
}
