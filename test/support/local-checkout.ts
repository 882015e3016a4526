import { execFileSync, spawn } from "node:child_process";
import { lstat, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { AvatarError } from "../../src/domain/errors.ts";
import type { Candidate, Checkout, FreshTree } from "../../src/domain/ports/checkouts.ts";
import type { CommandOutcome, CommandRequest } from "../../src/domain/ports/command-runner.ts";
import type { ChangedFile, Workspace } from "../../src/domain/ports/workspace.ts";

/** Null deletes the file; `link` makes a symbolic link. */
export type Files = Record<string, string | Uint8Array | null | { link: string }>;

export interface LocalCheckout extends Pick<
  Checkout,
  "baseSha" | "freshTree" | "recombine" | "candidateFromPatch"
> {
  /** The base with these files on top, as a candidate. */
  change(files: Files): Promise<Candidate>;
  /** Trees that were opened and not disposed of. */
  open(): number;
  remove(): Promise<void>;
}

/** A real repository with real trees and real processes, without clone and sandbox. */
export async function localCheckout(base: Files): Promise<LocalCheckout> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "avatar-local-")));
  const repo = join(root, "repo");
  await mkdir(repo);
  const git = (...args: string[]) => gitIn(repo, args);
  git("init", "-q", "-b", "main");
  await write(repo, base);
  git("add", "-A");
  git("commit", "-q", "--allow-empty", "-m", "base");
  const baseSha = git("rev-parse", "HEAD").trim();
  let open = 0;

  async function change(files: Files): Promise<Candidate> {
    git("reset", "-q", "--hard", baseSha);
    git("clean", "-qfdx");
    await write(repo, files);
    git("add", "-A");
    return indexAsCandidate();
  }

  function indexAsCandidate(): Candidate {
    const treeSha = git("write-tree").trim();
    const patch = git("diff", "--binary", "--full-index", "-M", baseSha, treeSha);
    return { treeSha, files: changedFiles(git, baseSha, treeSha), patch };
  }

  async function recombine(
    { treeSha }: Candidate,
    { restore }: { restore: readonly string[] },
  ): Promise<Candidate> {
    git("read-tree", treeSha);
    for (const path of restore) {
      git("update-index", "--force-remove", "--", path);
      const [mode, , blob] = git("ls-tree", baseSha, "--", path).split(/\s/u);
      if (blob !== undefined) git("update-index", "--add", "--cacheinfo", `${mode},${blob},${path}`);
    }
    return indexAsCandidate();
  }

  async function candidateFromPatch(patch: string): Promise<Candidate> {
    git("read-tree", baseSha);
    if (patch !== "") {
      const file = join(root, "candidate.patch");
      await writeFile(file, patch);
      git("apply", "--cached", "--whitespace=nowarn", file);
    }
    return indexAsCandidate();
  }

  async function freshTree(candidate: Candidate): Promise<FreshTree> {
    const tree = await realpath(await mkdtemp(join(root, "tree-")));
    execFileSync("bash", ["-c", `git archive ${candidate.treeSha} | tar -x -C ${tree}`], { cwd: repo });
    open += 1;
    return {
      workspace: readOnly(tree),
      commands: { run: async (request) => run(tree, request) },
      dispose: async () => {
        open -= 1;
        await rm(tree, { recursive: true, force: true });
      },
    };
  }

  const remove = async () => rm(root, { recursive: true, force: true });
  return { baseSha, change, candidateFromPatch, freshTree, recombine, open: () => open, remove };
}

function gitIn(cwd: string, args: string[]): string {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...identity, ...args], { cwd, encoding: "utf8", maxBuffer: 1e9 });
}

async function write(root: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const target = join(root, path);
    await rm(target, { recursive: true, force: true });
    if (content === null) continue;
    await mkdir(dirname(target), { recursive: true });
    if (typeof content === "string" || content instanceof Uint8Array) await writeFile(target, content);
    else await symlink(content.link, target);
  }
}

const STATUS: Record<string, ChangedFile["status"]> = {
  A: "added",
  M: "modified",
  D: "deleted",
  R: "renamed",
  T: "type changed",
};

function changedFiles(git: (...args: string[]) => string, base: string, tree: string): ChangedFile[] {
  const rows = git("diff", "--name-status", "-M", base, tree).split("\n").filter(Boolean);
  const counts = git("diff", "--numstat", "--no-renames", base, tree).split("\n");
  const binary = new Set(counts.filter((row) => row.startsWith("-\t-\t")).map((row) => row.slice(4)));
  return rows.map((row) => {
    const [letter = "", ...paths] = row.split("\t");
    const status = STATUS[letter.charAt(0)] ?? "modified";
    const path = paths.at(-1) ?? "";
    return { path, status, addedLines: 1, removedLines: 0, binary: binary.has(path) };
  });
}

function readOnly(root: string): Workspace {
  const stat = async (path: string): ReturnType<Workspace["stat"]> => {
    const target = join(root, path);
    const info = await lstat(target).catch(() => null);
    if (info === null) return null;
    const real = await realpath(target).catch(() => target);
    if (!real.startsWith(`${root}/`)) {
      throw new AvatarError("PATH_REFUSED", { message: `${path} leaves the tree.`, advice: "Stay inside." });
    }
    return { kind: info.isFile() ? "file" : "other", size: info.size };
  };
  const listing = () =>
    execFileSync("find", [".", "-type", "f", "-not", "-path", "./.git/*", "-printf", "%P\\n"], {
      cwd: root,
      encoding: "utf8",
    });
  const listFiles: Workspace["listFiles"] = async () => {
    const paths = listing().split("\n").filter(Boolean).sort();
    return { paths, total: paths.length };
  };
  const readFileIn: Workspace["readFile"] = async (path) => readFile(join(root, path)).catch(() => null);
  return { root, stat, listFiles, readFile: readFileIn } as Workspace;
}

async function run(root: string, request: CommandRequest): Promise<CommandOutcome> {
  if (request.command.kind !== "line") throw new Error("only shell lines here");
  const child = spawn(request.command.shell, ["-c", request.command.line], {
    cwd: join(root, request.cwd),
    env: { PATH: process.env["PATH"] ?? "", ...request.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  let ended: CommandOutcome["ended"] = "exited";
  const end = (why: CommandOutcome["ended"]) => {
    ended = why;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  const timer = setTimeout(() => end("timed out"), request.timeoutMs);
  const abort = () => end("cancelled");
  request.signal?.addEventListener("abort", abort);
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += String(part)));
  const exitCode = await new Promise<number | null>((resolve) => {
    child.on("error", () => {
      ended = "not started";
      resolve(null);
    });
    child.on("close", (code, signal) => {
      if (signal !== null && ended === "exited") ended = "killed";
      resolve(code);
    });
  });
  clearTimeout(timer);
  request.signal?.removeEventListener("abort", abort);
  return { exitCode, output, truncated: false, durationMs: 1, ended, hosts: [] };
}
