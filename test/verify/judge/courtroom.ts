import { accessSync, constants, mkdtempSync, realpathSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCheckouts } from "../../../src/checkout/ephemeral-checkouts.ts";
import { chooseSandbox } from "../../../src/checkout/sandbox/choose-sandbox.ts";
import { readSettings } from "../../../src/cli/wire-run.ts";
import { AvatarError } from "../../../src/domain/errors.ts";
import type { Checkout, Checkouts } from "../../../src/domain/ports/checkouts.ts";
import type { Verdict } from "../../../src/domain/verdict.ts";
import { judgeChange } from "../../../src/run/judge-change.ts";
import type { Base, JudgeCase } from "./corpus.ts";
import { layBase, patchOf } from "./lay-edits.ts";
import { rememberBase } from "./remember-base.ts";

const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 4 * 2 ** 30;
const CHECK_TIMEOUT_MS = 120_000;

/** What came of a case: a verdict, none because the judge broke down, or the reason why none could be had on this machine. */
export type Hearing =
  | { kind: "heard"; verdict: Verdict }
  | { kind: "broke down"; error: string }
  | { kind: "not heard"; reason: string };

/** Judges cases the way `avatar verify` does: real git, real sandbox, the same page that judges every change. */
export interface Courtroom {
  hear(judged: JudgeCase): Promise<Hearing>;
  /** Whether the suite of the base passes with the change: run by itself, no verifier involved. */
  suitePasses(judged: JudgeCase): Promise<boolean>;
  close(): Promise<void>;
}

interface Opened {
  dir: string;
  checkout: Checkout;
  /** Why no case of this base can be heard here. */
  obstacle: string | null;
}

const signal = new AbortController().signal;

export async function openCourtroom(): Promise<Courtroom> {
  const dir = realpathSync(mkdtempSync(join(quickFolder(), "avatar-judge-")));
  const toolPaths = (process.env["PATH"] ?? "").split(":").filter((path) => path.startsWith("/"));
  const sandbox = await chooseSandbox({ name: "auto", toolPaths });
  const checkouts = createCheckouts({
    dir: join(dir, "checkouts"),
    sandbox: async () => sandbox,
    allowedHosts: [],
  });
  const bases = new Map<string, Promise<Opened>>();
  const baseOf = (base: Base): Promise<Opened> => {
    const opened = bases.get(base.name) ?? openBase(base, checkouts, dir);
    bases.set(base.name, opened);
    return opened;
  };
  return {
    async hear(judged) {
      const opened = await baseOf(judged.base);
      return opened.obstacle === null ? hear(judged, opened) : { kind: "not heard", reason: opened.obstacle };
    },
    async suitePasses(judged) {
      return suitePasses(judged, await baseOf(judged.base));
    },
    async close() {
      for (const opened of await Promise.allSettled(bases.values()))
        if (opened.status === "fulfilled") await opened.value.checkout.dispose();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

// Hundreds of trees are copied and thrown away: where there is room in memory, no disk has to see them.
function quickFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function openBase(base: Base, checkouts: Checkouts, dir: string): Promise<Opened> {
  const repository = join(dir, "repositories", base.name);
  layBase(repository, base);
  const source = { url: repository, ref: "main", token: null };
  const checkout = await checkouts.open({ runId: base.name, source, signal });
  const opened = { dir: repository, checkout: await rememberBase(checkout) };
  if (base.probe === null) return { ...opened, obstacle: null };
  const { exitCode } = await checkout.commands.run({
    command: { kind: "line", line: base.probe, shell: "bash" },
    cwd: ".",
    env: {},
    timeoutMs: 60_000,
    network: "none",
  });
  return { ...opened, obstacle: exitCode === 0 ? null : `\`${base.probe}\` does not run on this machine` };
}

async function hear(judged: JudgeCase, { dir, checkout }: Opened): Promise<Hearing> {
  try {
    const verdict = await judgeChange({
      checkout,
      patch: patchOf(dir, judged.change),
      taskKind: judged.taskKind ?? "edit",
      override: { test: [], lint: [] },
      checkTimeoutMs: CHECK_TIMEOUT_MS,
      readSettings,
      signal,
    });
    return { kind: "heard", verdict };
  } catch (error) {
    const isSetup = error instanceof AvatarError && error.code === "SETUP_FAILED";
    if (!isSetup || !judged.base.installs)
      return {
        kind: "broke down",
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      };
    return {
      kind: "not heard",
      reason: `its packages could not be installed: ${error.message.slice(0, 300)}`,
    };
  }
}

async function suitePasses({ base, change }: JudgeCase, { dir, checkout }: Opened): Promise<boolean> {
  const candidate = await checkout.candidateFromPatch(patchOf(dir, change));
  const tree = await checkout.freshTree(candidate, signal);
  try {
    const { exitCode } = await tree.commands.run({
      command: { kind: "line", line: base.suite, shell: "bash" },
      cwd: ".",
      env: {},
      timeoutMs: CHECK_TIMEOUT_MS,
      network: "none",
    });
    return exitCode === 0;
  } finally {
    await tree.dispose();
  }
}
