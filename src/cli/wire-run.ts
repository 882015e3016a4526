import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { OperatorConfig } from "../config/operator-config.ts";
import { readRepositoryConfig } from "../config/repository-config.ts";
import type { Checkouts } from "../domain/ports/checkouts.ts";
import type { ModelClient } from "../domain/ports/model.ts";
import { openJournal } from "../journal/file-journal.ts";
import { cannotWrite } from "../journal/journal-error.ts";
import { readJournal } from "../journal/read-journal.ts";
import { renderLedger } from "../journal/render-ledger.ts";
import { spentIn } from "../journal/spent-in.ts";
import { createContractRules } from "../plan/contract-rules.ts";
import { createShellLines } from "../plan/shell/shell-lines.ts";
import type { RepositorySettings, RunJobDeps } from "../run/run-job-deps.ts";
import { knownSecrets } from "./known-secrets.ts";
import { systemClock } from "./system-clock.ts";
import { wireCheckouts } from "./wire-checkouts.ts";
import { wireProposer } from "./wire-model.ts";

/**
 * Everything a run stands on, from the operator's configuration. `checkouts` in the place of its own.
 * @throws SANDBOX_UNAVAILABLE.
 */
export async function wireRun(
  config: OperatorConfig,
  model: ModelClient,
  onListenerFailure: (error: unknown) => void,
  checkouts?: Checkouts,
): Promise<Omit<RunJobDeps, "deliver" | "listeners">> {
  return {
    checkouts: checkouts ?? (await wireCheckouts(config)),
    model,
    clock: systemClock,
    shell: createShellLines(),
    contract: createContractRules(),
    proposer: wireProposer(config),
    openJournal: async (path) => {
      await mkdir(dirname(path), { recursive: true }).catch((error: unknown) => {
        throw cannotWrite(path, error);
      });
      return openJournal(path, systemClock);
    },
    spentBefore: async (path) => spentIn(await readJournal(path), { isOver: true }),
    renderLedger: async (path) => renderLedger(await readJournal(path)),
    readSettings,
    newNonce: () => randomBytes(9).toString("base64url"),
    secrets: knownSecrets(config),
    author: { name: "avatar", email: "avatar@localhost" },
    writeFile: (path, text) => writeFile(path, text),
    onListenerFailure,
  };
}

export function readSettings(bytes: Uint8Array | null): RepositorySettings {
  const { config, warnings } = readRepositoryConfig(bytes);
  const { setup, test, lint, timeoutMinutes } = config.verify;
  return {
    override: { test: test ?? [], lint: lint ?? [], setup: setup ?? null },
    checkTimeoutMs: timeoutMinutes === undefined ? null : timeoutMinutes * 60_000,
    gates: { ...config.gates, flaky: config.verify.flaky },
    limits: config.limits,
    protectedPaths: config.paths.protected,
    draft: config.pull.draft,
    warnings,
  };
}
