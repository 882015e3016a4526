import { emitCheckSuite, emitPull, emitPush } from "./events.ts";
import type { Occasion } from "./events.ts";
import type { PushedCommit } from "./payload/commit.ts";
import { isPull } from "./payload/pull.ts";
import { EMPTY_TREE, diffFiles, isAncestor, listCommits, listRefs } from "./repository-git.ts";
import type { CommitInfo } from "./repository-git.ts";
import type { CheckSuite, Repository, User } from "./state.ts";
import type { World } from "./world.ts";

const NO_COMMIT = "0".repeat(40);

interface RefChange {
  ref: string;
  before: string;
  after: string;
}

/** Whatever moved a branch, git or the API, what follows from it: push, check suites, pull requests. */
export async function afterPush(world: World, repo: Repository, sender: User): Promise<void> {
  const refs = await listRefs(repo.gitDir);
  // from here to the assignment nothing is awaited: of two pushes at once each sees its own change
  const changes = changesBetween(repo.refs, refs);
  repo.refs = refs;
  for (const change of changes) await announce(world, { repo, sender }, change);
}

function changesBetween(before: Map<string, string>, after: Map<string, string>): RefChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changes = names.map((ref) => ({
    ref,
    before: before.get(ref) ?? NO_COMMIT,
    after: after.get(ref) ?? NO_COMMIT,
  }));
  return changes.filter((change) => change.before !== change.after);
}

async function announce(world: World, at: Occasion, change: RefChange): Promise<void> {
  const { repo } = at;
  repo.pushedAt = world.now();
  const created = change.before === NO_COMMIT;
  const deleted = change.after === NO_COMMIT;
  const forced = !created && !deleted && !(await isAncestor(repo.gitDir, change.before, change.after));
  const commits = deleted ? [] : await pushedCommits(repo, change);
  world.tell(emitPush(world, at, { ...change, forced, commits }));
  if (deleted) return;
  const branch = change.ref.replace("refs/heads/", "");
  const suite = suiteFor(world, repo, { sha: change.after, branch, before: created ? null : change.before });
  world.tell(emitCheckSuite(world, at, { action: "requested", suite }));
  for (const issue of repo.issues.values()) {
    if (issue.state === "open" && isPull(issue)) await movePull(world, at, { issue, branch, change });
  }
}

async function movePull(
  world: World,
  at: Occasion,
  moved: { issue: Parameters<typeof emitPull>[2]["issue"]; branch: string; change: RefChange },
): Promise<void> {
  const { issue, branch, change } = moved;
  if (issue.pull.base === branch) issue.pull.baseSha = change.after;
  if (issue.pull.head !== branch) return;
  issue.pull.headSha = change.after;
  issue.updatedAt = world.now();
  const text = `pushed ${change.after.slice(0, 7)}`;
  issue.events.push({ kind: "pushed", user: at.sender, text, at: world.now() });
  const extra = { before: change.before, after: change.after };
  world.tell(emitPull(world, at, { action: "synchronize", issue, extra }));
}

// GitHub lists at most 2048 commits; twenty are plenty here
async function pushedCommits(repo: Repository, { before, after }: RefChange): Promise<PushedCommit[]> {
  const range = before === NO_COMMIT ? [after, ...othersThan(repo, after)] : [`${before}..${after}`];
  const commits = await listCommits(repo.gitDir, range, 20);
  return Promise.all(commits.reverse().map(async (commit) => withFiles(repo, commit)));
}

function othersThan(repo: Repository, sha: string): string[] {
  return [...repo.refs.values()].filter((other) => other !== sha).map((other) => `^${other}`);
}

async function withFiles(repo: Repository, commit: CommitInfo): Promise<PushedCommit> {
  const files = await diffFiles(repo.gitDir, commit.parents[0] ?? EMPTY_TREE, commit.sha);
  const named = (status: string) => files.filter((file) => file.status === status).map((file) => file.path);
  return {
    ...commit,
    added: named("added"),
    removed: named("removed"),
    modified: [...named("modified"), ...named("renamed")],
  };
}

/** The App's suite for a commit, made on the first push or the first run. */
export function suiteFor(
  world: World,
  repo: Repository,
  head: { sha: string; branch: string | null; before: string | null },
): CheckSuite {
  const known = repo.checkSuites.find((suite) => suite.headSha === head.sha);
  if (known !== undefined) return known;
  const at = world.now();
  const id = world.state.takeId();
  const suite = {
    id,
    headSha: head.sha,
    headBranch: head.branch,
    before: head.before,
    createdAt: at,
    updatedAt: at,
  };
  repo.checkSuites.push(suite);
  return suite;
}
