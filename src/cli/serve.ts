import type { OperatorConfig } from "../config/operator-config.ts";
import { AvatarError } from "../domain/errors.ts";
import type { Log } from "../run/handle-job.ts";
import { EXIT } from "./exit-code.ts";
import { startService } from "./service.ts";
import { stopOnSignal } from "./stop-on-signal.ts";
import type { Terminal } from "./terminal.ts";
import { wireModel } from "./wire-model.ts";

/** Edits of one comment no closer than this: GitHub asks for few writes, and each edit is a line in somebody's feed. */
const STATUS_INTERVAL_MS = 10_000;

/** `avatar serve`: the GitHub App, until it is told to stop. */
export async function serveCommand({
  config,
  terminal,
}: {
  config: OperatorConfig;
  terminal: Terminal;
}): Promise<number> {
  const { github } = config;
  if (github === null) {
    throw new AvatarError("CONFIG_INVALID", {
      message: "No GitHub App is configured.",
      advice: "Register an App from app.yml, then set APP_ID, PRIVATE_KEY and WEBHOOK_SECRET in .env.",
    });
  }
  const stop = stopOnSignal();
  const service = await startService({
    config,
    github,
    model: wireModel(config),
    log: createLog(terminal),
    listeners: [],
    onReport: () => {},
    statusIntervalMs: STATUS_INTERVAL_MS,
  });
  terminal.note(`avatar listens on ${service.url}`);
  await new Promise<void>((resolve) => stop.addEventListener("abort", () => resolve(), { once: true }));
  terminal.note("avatar stops: running jobs are finished or given back first");
  await service.close();
  return EXIT.success;
}

/** One JSON line for each thing an operator wants to know. */
export function createLog(terminal: Terminal): Log {
  return (level, message, details) => {
    terminal.note(JSON.stringify({ time: new Date().toISOString(), level, message, ...details }));
  };
}
