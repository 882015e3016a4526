import { ApiError } from "../api-error.ts";
import { emitIssue, emitPull } from "../events.ts";
import type { Occasion } from "../events.ts";
import { isPull } from "../payload/pull.ts";
import type { PullIssue } from "../payload/pull.ts";
import { git } from "../git-command.ts";
import { afterPush } from "../push.ts";
import { resolveCommit, writeMerge } from "../repository-git.ts";
import type { Issue, Repository } from "../state.ts";
import type { World } from "../world.ts";
import { changeState, newIssue, requireBody } from "./issue-acts.ts";
import type { Told } from "./issue-acts.ts";

export interface NewPull {
  title: string;
  body: string | null;
  head: string;
  base: string;
  draft: boolean;
  maintainerCanModify: boolean;
}

export async function openPull(
  world: World,
  at: Occasion,
  fields: NewPull,
): Promise<Told & { issue: PullIssue }> {
  const { repo } = at;
  requireBody("PullRequest", fields.body);
  const head = localBranch(repo, fields.head);
  const headSha = await resolveCommit(repo.gitDir, `refs/heads/${head}`);
  const baseSha = await resolveCommit(repo.gitDir, `refs/heads/${fields.base}`);
  if (headSha === null) throw fieldInvalid("head");
  if (baseSha === null) throw fieldInvalid("base");
  const range = `${fields.base} and ${head}`;
  if (
    headSha === baseSha ||
    (await git(repo.gitDir, ["rev-list", "--count", `${baseSha}..${headSha}`])) === "0"
  ) {
    throw refused(`No commits between ${range}`);
  }
  // nothing is awaited between this look and the making of the pull request
  if (pullsBetween(repo, head, fields.base).length > 0) {
    throw refused(`A pull request already exists for ${repo.owner.login}:${head}.`);
  }
  const issue = newIssue(world, at, fields);
  const { base, draft, maintainerCanModify } = fields;
  const id = world.state.takeId();
  issue.pull = {
    id,
    head,
    base,
    headSha,
    baseSha,
    draft,
    maintainerCanModify,
    mergedAt: null,
    mergeCommitSha: null,
  };
  const made = issue as PullIssue;
  mention(world, at, made);
  return { issue: made, told: emitPull(world, at, { action: "opened", issue: made }) };
}

function localBranch(repo: Repository, head: string): string {
  const [owner = "", branch] = head.split(":", 2);
  if (branch === undefined) return owner;
  if (owner.toLowerCase() !== repo.owner.login.toLowerCase()) throw fieldInvalid("head");
  return branch;
}

function pullsBetween(repo: Repository, head: string, base: string): PullIssue[] {
  const pulls = [...repo.issues.values()].filter(isPull);
  return pulls.filter(({ state, pull }) => state === "open" && pull.head === head && pull.base === base);
}

function fieldInvalid(field: string): ApiError {
  return new ApiError(422, "Validation Failed", {
    errors: [{ resource: "PullRequest", field, code: "invalid" }],
  });
}

function refused(message: string): ApiError {
  return new ApiError(422, "Validation Failed", {
    errors: [{ resource: "PullRequest", code: "custom", message }],
  });
}

const CLOSING = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):? #(?<number>\d+)/giu;

/** Issues that the body promises to close. */
export function closedByPull(repo: Repository, pull: Issue): Issue[] {
  const numbers = [...(pull.body ?? "").matchAll(CLOSING)].map((match) => Number(match.groups?.["number"]));
  return [...new Set(numbers)].flatMap((number) => repo.issues.get(number) ?? []);
}

function mention(world: World, { repo, sender }: Occasion, pull: PullIssue): void {
  for (const issue of closedByPull(repo, pull)) {
    const text = `linked a pull request that will close this issue: #${pull.number}`;
    issue.events.push({ kind: "referenced", user: sender, text, at: world.now() });
  }
}

/** Merges as the button does: a merge commit, the pull request and the issues it closes are closed. */
export async function mergePull(world: World, at: Occasion, issue: PullIssue): Promise<Told> {
  const { repo, sender } = at;
  const { pull } = issue;
  if (issue.state !== "open") throw new ApiError(405, "Pull Request is not mergeable");
  const author = {
    name: sender.login,
    email: `${sender.login}@users.noreply.forge.invalid`,
    at: world.now(),
  };
  const message = `Merge pull request #${issue.number} from ${repo.owner.login}/${pull.head}\n\n${issue.title}`;
  const merged = await writeMerge(
    repo.gitDir,
    { base: pull.baseSha, head: pull.headSha },
    { message, author },
  );
  if (merged === null) throw new ApiError(409, "Merge conflict");
  await git(repo.gitDir, ["update-ref", `refs/heads/${pull.base}`, merged, pull.baseSha]);
  pull.mergeCommitSha = merged;
  pull.mergedAt = world.now();
  issue.events.push({
    kind: "merged",
    user: sender,
    text: `merged commit ${merged.slice(0, 7)}`,
    at: world.now(),
  });
  const { told } = changeState(world, at, { issue, state: "closed", reason: null });
  for (const closed of closedByPull(repo, issue)) {
    world.tell(changeState(world, at, { issue: closed, state: "closed" }).told);
  }
  await afterPush(world, repo, sender);
  return { told };
}

export interface PullEdit {
  title?: string | undefined;
  body?: string | null | undefined;
}

export function editIssue(world: World, at: Occasion, issue: Issue, { title, body }: PullEdit): void {
  const changes: Record<string, unknown> = {};
  if (title !== undefined && title !== issue.title) {
    changes["title"] = { from: issue.title };
    issue.title = title;
  }
  if (body !== undefined && body !== issue.body) {
    requireBody("Issue", body);
    changes["body"] = { from: issue.body ?? "" };
    issue.body = body;
  }
  if (Object.keys(changes).length === 0) return;
  issue.updatedAt = world.now();
  const what = { action: "edited", extra: { changes } };
  world.tell(
    isPull(issue) ? emitPull(world, at, { issue, ...what }) : emitIssue(world, at, { issue, ...what }),
  );
}
