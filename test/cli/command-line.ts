import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { expect } from "@jest/globals";
import type { z } from "zod";
import { gitIn } from "../checkout/scratch.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const AVATAR = join(ROOT, "bin", "avatar");
export const FIXTURES = join(ROOT, "test", "fixtures");

type Variables = Record<string, string>;

export interface Ended {
  /** Null when a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Started {
  ended: Promise<Ended>;
  interrupt(): void;
  /** Resolves once the file holds the text; rejects when the process ends first. */
  untilFileHolds(find: () => Promise<string | null>, text: string): Promise<string>;
}

/** A machine of a user's own: a home, a data folder, a folder for temporary files, and nothing configured. */
export interface CommandLine {
  dir: string;
  dataDir: string;
  temporary: string;
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  start(args: readonly string[], options?: RunOptions): Started;
  /** A fixture's repository with one commit. */
  repository(fixture: string): Promise<string>;
  /** What is left of checkouts. */
  checkouts(): Promise<string[]>;
  close(): Promise<void>;
}

interface RunOptions {
  env?: Variables;
  cwd?: string;
  /** In the place of `bin/avatar`. */
  program?: string;
}

export async function openCommandLine(): Promise<CommandLine> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "avatar-cli-")));
  const [dataDir, temporary, home] = ["data", "tmp", "home"].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [dataDir, temporary, home]) await mkdir(folder);
  // The empty database is made once for all tests of this machine.
  const template = join(tmpdir(), "avatar-test-database-template");
  await mkdir(template, { recursive: true, mode: 0o700 });
  await symlink(template, join(dataDir, "database-template"));
  const unset = await blankVariables();
  const own = { PATH: process.env["PATH"] ?? "", HOME: home, TMPDIR: temporary, AVATAR_DATA_DIR: dataDir };
  const stopAll: (() => void)[] = [];
  let repositories = 0;

  function start(args: readonly string[], { env, cwd, program }: RunOptions = {}): Started {
    const started = startProcess(program ?? AVATAR, args, {
      cwd: cwd ?? dir,
      env: { ...unset, ...own, ...env },
    });
    stopAll.push(started.kill);
    return started;
  }

  return {
    dir,
    dataDir,
    temporary,
    start,
    run: async (args, options) => start(args, options).ended,
    async repository(fixture) {
      const repo = join(dir, `${fixture}-${(repositories += 1)}`);
      await cp(join(FIXTURES, fixture, "repository"), repo, { recursive: true });
      gitIn(repo, "init", "--quiet", "--initial-branch=main");
      gitIn(repo, "add", "--all");
      gitIn(repo, "commit", "--quiet", "--message=first");
      return repo;
    },
    checkouts: () => readdir(join(dataDir, "checkouts")),
    async close() {
      for (const stop of stopAll) stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Blank counts as unset and wins over the `.env` of whoever runs the tests. */
async function blankVariables(): Promise<Variables> {
  const example = parseEnv(await readFile(join(ROOT, ".env.example"), "utf8"));
  return Object.fromEntries(Object.keys(example).map((name) => [name, ""]));
}

function startProcess(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Variables },
): Started & { kill(): void } {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<Ended>((resolve, reject) => {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => stdout.push(part));
    child.stderr.on("data", (part: Buffer) => stderr.push(part));
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
  return {
    ended,
    interrupt: () => void child.kill("SIGINT"),
    kill: () => void child.kill("SIGKILL"),
    async untilFileHolds(find, text) {
      let over: Ended | null = null;
      void ended.then((how) => (over = how));
      for (;;) {
        const path = await find();
        if (path !== null && (await textOf(path)).includes(text)) return path;
        if (over !== null) throw new Error(`It ended first: ${JSON.stringify(over)}`);
        await sleep(50);
      }
    },
  };
}

async function textOf(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}

/** All of stdout is one document, it parses, and it holds nothing the schema does not know. */
export function documentOf<T extends z.ZodType>({ stdout }: Ended, schema: T): z.infer<T> {
  const value: unknown = JSON.parse(stdout);
  const document = schema.parse(value);
  expect(document).toEqual(value);
  return document;
}

/** The command was refused with a cause and a remedy on stderr, no document and no stack trace. */
export function expectRefusal({ code, stdout, stderr }: Ended, says: RegExp): void {
  expect(stderr).toMatch(says);
  expect(stderr).toMatch(/^avatar: [\s\S]+\n {8}\S/);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stdout).toBe("");
  expect(code).toBe(2);
}
