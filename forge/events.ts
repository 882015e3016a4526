import type { Json } from "./contract/prune.ts";
import type { Delivery } from "./hooks.ts";
import { checkRunEventPayload, checkSuitePayload } from "./payload/check.ts";
import { pushedCommitPayload } from "./payload/commit.ts";
import type { PushedCommit } from "./payload/commit.ts";
import { commentPayload, issuePayload } from "./payload/issue.ts";
import { pullPayload } from "./payload/pull.ts";
import type { PullIssue } from "./payload/pull.ts";
import { repositoryPayload } from "./payload/repository.ts";
import { nodeId } from "./payload/time.ts";
import { installationPayload, linksOf, userPayload } from "./payload/user.ts";
import type { RepoView } from "./payload/user.ts";
import { readCommit } from "./repository-git.ts";
import { fullName, installationOf } from "./state.ts";
import type { CheckRun, CheckSuite, Comment, Installation, Issue, Repository, User } from "./state.ts";
import type { World } from "./world.ts";

/** What happened, where, and who did it. */
export interface Occasion {
  repo: Repository;
  sender: User;
}

export function viewOf(world: World, repo: Repository): RepoView {
  return { links: linksOf(world.url), app: world.state.app, repo };
}

// GitHub sends these to every App that may write checks, subscribed or not
const UNSUBSCRIBED_CHECK_EVENTS = new Set(["check_run", "check_suite"]);

interface Happening {
  event: string;
  action: string | null;
  details: Json;
}

/** Tells the App, when it is installed here and subscribed. Null: nobody is told. */
async function emit(
  world: World,
  { repo, sender }: Occasion,
  happening: Happening,
): Promise<Delivery | null> {
  const { event, action, details } = happening;
  const installation = installationOf(world.state, repo);
  if (installation === undefined || installation.suspendedAt !== null) return null;
  const subscribed = installation.events.includes(event);
  const owned = UNSUBSCRIBED_CHECK_EVENTS.has(event) && installation.permissions["checks"] === "write";
  if (!subscribed && !owned) return null;
  const links = linksOf(world.url);
  const payload: Json = {
    ...(action === null ? {} : { action }),
    ...details,
    repository: repositoryPayload(repo, { links }),
    sender: userPayload(links, sender),
    installation: { id: installation.id, node_id: nodeId("Installation", installation.id) },
  };
  checkPayload(world, happening, payload);
  return world.hooks.deliver({
    event,
    action,
    payload,
    installationId: installation.id,
    repositoryId: repo.id,
  });
}

function checkPayload(world: World, { event, action }: Happening, payload: Json): void {
  const operation = [event, ...(action === null ? [] : [action])].join("-").replaceAll("_", "-");
  const problems = world.contract.checkWebhook(operation, payload);
  if (problems.length > 0) world.violations.push({ kind: "webhook", operation, problems });
}

export async function emitIssue(
  world: World,
  at: Occasion,
  what: { action: string; issue: Issue; extra?: Json },
) {
  const issue = issuePayload(viewOf(world, at.repo), what.issue);
  return emit(world, at, { event: "issues", action: what.action, details: { issue, ...what.extra } });
}

export async function emitComment(
  world: World,
  at: Occasion,
  what: { action: string; issue: Issue; comment: Comment; extra?: Json },
) {
  const view = viewOf(world, at.repo);
  const details = {
    issue: issuePayload(view, what.issue),
    comment: commentPayload(view, what.issue, what.comment),
    ...what.extra,
  };
  return emit(world, at, { event: "issue_comment", action: what.action, details });
}

export async function emitPull(
  world: World,
  at: Occasion,
  what: { action: string; issue: PullIssue; extra?: Json },
) {
  const pull = await pullPayload(viewOf(world, at.repo), what.issue);
  const webhookOnly = { allow_auto_merge: false, allow_update_branch: false, delete_branch_on_merge: false };
  const details = { number: what.issue.number, pull_request: { ...pull, ...webhookOnly }, ...what.extra };
  return emit(world, at, { event: "pull_request", action: what.action, details });
}

export async function emitCheckRun(
  world: World,
  at: Occasion,
  what: { action: string; run: CheckRun; suite: CheckSuite; extra?: Json },
) {
  const run = checkRunEventPayload(viewOf(world, at.repo), what.run, what.suite);
  return emit(world, at, {
    event: "check_run",
    action: what.action,
    details: { check_run: run, ...what.extra },
  });
}

export async function emitCheckSuite(
  world: World,
  at: Occasion,
  what: { action: string; suite: CheckSuite },
) {
  const head = await readCommit(at.repo.gitDir, what.suite.headSha);
  const suite = checkSuitePayload(viewOf(world, at.repo), what.suite, head);
  return emit(world, at, {
    event: "check_suite",
    action: what.action,
    details: { check_suite: suite },
  });
}

export interface Push {
  ref: string;
  before: string;
  after: string;
  forced: boolean;
  commits: PushedCommit[];
}

const NO_COMMIT = /^0+$/u;

export async function emitPush(world: World, at: Occasion, push: Push): Promise<Delivery | null> {
  const { repo, sender } = at;
  const links = linksOf(world.url);
  const commits = push.commits.map((commit) => pushedCommitPayload(links, repo, commit));
  const details = {
    ref: push.ref,
    before: push.before,
    after: push.after,
    base_ref: null,
    created: NO_COMMIT.test(push.before),
    deleted: NO_COMMIT.test(push.after),
    forced: push.forced,
    compare: `${links.web}/${fullName(repo)}/compare/${push.before.slice(0, 12)}...${push.after.slice(0, 12)}`,
    commits,
    head_commit: commits.at(-1) ?? null,
    pusher: { name: sender.login, email: `${sender.login}@users.noreply.forge.invalid` },
  };
  return emit(world, at, { event: "push", action: null, details });
}

/** Events of the installation itself go to the App whatever it subscribes to. */
export async function emitInstallation(
  world: World,
  installation: Installation,
  what: { action: string; repositories: Repository[] },
) {
  const links = linksOf(world.url);
  const { app } = world.state;
  const repositories = what.repositories.map((repo) => ({
    id: repo.id,
    node_id: nodeId("Repository", repo.id),
    name: repo.name,
    full_name: fullName(repo),
    private: repo.private,
  }));
  const payload: Json = {
    action: what.action,
    installation: installationPayload(links, app, installation),
    repositories,
    requester: null,
    sender: userPayload(links, installation.account),
  };
  checkPayload(world, { event: "installation", action: what.action, details: {} }, payload);
  const ids = { installationId: installation.id, repositoryId: null };
  return world.hooks.deliver({ event: "installation", action: what.action, payload, ...ids });
}
