import { simpleGit, type SimpleGit } from "simple-git";
import { presentFiles } from "./present-files.ts";

/** A repository in a folder of this machine, as it stands. */
export interface LocalRepository {
  /** Top folder of its working tree. */
  root: string;
  /** Null before the first commit. */
  head: string | null;
  /** Null when HEAD is detached. */
  branch: string | null;
  defaultBranch: string | null;
  objectsDir: string;
  indexFile: string;
  excludeFile: string;
}

/** What a folder's repository is; null when there is none. Runs nothing the repository asks for. */
export async function describeRepository(dir: string): Promise<LocalRepository | null> {
  const git = openForReading(dir);
  const ask = async (...args: string[]): Promise<string | null> => {
    try {
      return (await git.raw(args)).trim() || null;
    } catch {
      return null;
    }
  };
  const paths = ["objects", "index", "info/exclude"].flatMap((name) => ["--git-path", name]);
  const places = await ask("rev-parse", "--path-format=absolute", "--show-toplevel", ...paths);
  const [root, objectsDir, indexFile, excludeFile] = places?.split("\n") ?? [];
  if (!root || !objectsDir || !indexFile || !excludeFile) return null;
  const branch = await ask("symbolic-ref", "--quiet", "--short", "HEAD");
  const remote = await ask("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD");
  const known = remote === null ? ["main", "master"] : [];
  const heads =
    (await ask("for-each-ref", "--format=%(refname:short)", ...known.map((name) => `refs/heads/${name}`))) ??
    "";
  const usual = known.find((name) => heads.split("\n").includes(name));
  return {
    root,
    objectsDir,
    indexFile,
    excludeFile,
    branch,
    head: await ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}"),
    defaultBranch: remote?.replace(/^origin\//, "") ?? usual ?? branch,
  };
}

/** The commit a ref stands for in this repository, null when there is none. */
export async function resolveLocalRef(dir: string, ref: string): Promise<string | null> {
  try {
    const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
    return (await openForReading(dir).raw(args)).trim() || null;
  } catch {
    return null;
  }
}

/** Tracked and new files of a working tree that git does not ignore and that are there. */
export async function listWorkingFiles(dir: string): Promise<string[]> {
  const output = await openForReading(dir).raw([
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
  ]);
  return presentFiles(dir, output);
}

// simple-git refuses to switch hooks and the file system monitor off unless told that this is meant.
function openForReading(dir: string): SimpleGit {
  const env = {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    HOME: "/nonexistent",
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
  };
  return simpleGit({
    baseDir: dir,
    config: ["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.quotePath=false", "safe.directory=*"],
    unsafe: { allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true },
    allowEnvironment: Object.keys(env).filter((name) => name.startsWith("GIT_")),
  }).env(env);
}
