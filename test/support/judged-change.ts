import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { createCheckouts } from "../../src/checkout/ephemeral-checkouts.ts";
import { chooseSandbox } from "../../src/checkout/sandbox/choose-sandbox.ts";
import { readSettings } from "../../src/cli/wire-run.ts";
import type { TaskKind } from "../../src/domain/task-state.ts";
import type { CheckResult, Verdict } from "../../src/domain/verdict.ts";
import { judgeChange } from "../../src/run/judge-change.ts";
import { gitIn, repositoryWith, scratchFolder } from "../checkout/scratch.ts";

/** Null deletes the file. */
export type Change = Record<string, string | null>;

export interface JudgedChange {
  verdict: Verdict;
  check(name: string): CheckResult | undefined;
}

/** A change of a repository as a whole command would judge it: own clone, own plan, real sandbox. */
export async function judgedChange(
  base: Record<string, string>,
  change: Change,
  taskKind: TaskKind = "edit",
): Promise<JudgedChange> {
  const scratch = scratchFolder();
  const signal = new AbortController().signal;
  try {
    const url = repositoryWith(scratch, "origin", base);
    for (const [path, text] of Object.entries(change)) {
      if (text === null) gitIn(url, "rm", "--quiet", path);
      else scratch.write(`origin/${path}`, text);
    }
    gitIn(url, "add", "--all", "--force");
    const patch = `${gitIn(url, "diff", "--cached", "--binary", "HEAD")}\n`;
    const tools = [dirname(process.execPath), "/usr/lib/node_modules"].filter(existsSync);
    const sandbox = await chooseSandbox({ name: "auto", toolPaths: tools });
    const checkouts = createCheckouts({
      dir: scratch.path("runs"),
      sandbox: async () => sandbox,
      allowedHosts: [],
    });
    const checkout = await checkouts.open({
      runId: "run-1",
      source: { url, ref: null, token: null },
      signal,
    });
    try {
      const verdict = await judgeChange({
        checkout,
        patch,
        taskKind,
        override: { test: [], lint: [] },
        checkTimeoutMs: 60_000,
        readSettings,
        signal,
      });
      return { verdict, check: (name) => verdict.checks.find((check) => check.name === name) };
    } finally {
      await checkout.dispose();
    }
  } finally {
    scratch.remove();
  }
}
