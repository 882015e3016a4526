import type { Json } from "../contract/prune.ts";
import type { CommitInfo } from "../repository-git.ts";
import { fullName } from "../state.ts";
import type { Annotation, CheckRun, CheckSuite, Repository } from "../state.ts";
import { isPull } from "./pull.ts";
import { repositoryPayload } from "./repository.ts";
import { nodeId, stamp, stampOrNull } from "./time.ts";
import { appPayload, repositoryApi } from "./user.ts";
import type { RepoView } from "./user.ts";

export function checkRunPayload(view: RepoView, run: CheckRun): Json {
  const { links, app, repo } = view;
  const api = repositoryApi(links, repo);
  const url = `${api}/check-runs/${run.id}`;
  const page = checkRunPage(view, run);
  return {
    id: run.id,
    node_id: nodeId("CheckRun", run.id),
    name: run.name,
    head_sha: run.headSha,
    external_id: run.externalId ?? "",
    url,
    html_url: page,
    details_url: run.detailsUrl ?? page,
    status: run.status,
    conclusion: run.conclusion,
    started_at: stamp(run.startedAt),
    completed_at: stampOrNull(run.completedAt),
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.suiteId },
    app: appPayload(links, app),
    pull_requests: pullsOfCommit(view, run.headSha),
  };
}

/** The run as events tell it, with its whole suite. */
export function checkRunEventPayload(view: RepoView, run: CheckRun, suite: CheckSuite): Json {
  return { ...checkRunPayload(view, run), check_suite: simpleSuitePayload(view, suite) };
}

function checkRunPage({ links, repo }: RepoView, run: CheckRun): string {
  return `${links.web}/${fullName(repo)}/runs/${run.id}`;
}

function pullsOfCommit({ links, repo }: RepoView, sha: string): Json[] {
  const api = repositoryApi(links, repo);
  const summary = { id: repo.id, name: repo.name, url: api };
  const pulls = [...repo.issues.values()].filter(isPull);
  return pulls
    .filter(({ state, pull }) => state === "open" && pull.headSha === sha)
    .map(({ number, pull }) => ({
      url: `${api}/pulls/${number}`,
      id: pull.id,
      number,
      head: { ref: pull.head, sha: pull.headSha, repo: summary },
      base: { ref: pull.base, sha: pull.baseSha, repo: summary },
    }));
}

// as GitHub: the worst conclusion of the runs is the suite's
const WORST_FIRST = [
  "action_required",
  "timed_out",
  "failure",
  "cancelled",
  "stale",
  "success",
  "skipped",
  "neutral",
];

export function suiteState(
  repo: Repository,
  suite: CheckSuite,
): { status: string; conclusion: string | null } {
  const runs = repo.checkRuns.filter((run) => run.suiteId === suite.id);
  if (runs.length === 0) return { status: "queued", conclusion: null };
  if (runs.some((run) => run.status !== "completed")) return { status: "in_progress", conclusion: null };
  const conclusions = new Set(runs.map((run) => run.conclusion));
  return { status: "completed", conclusion: WORST_FIRST.find((name) => conclusions.has(name)) ?? "neutral" };
}

function suiteFacts(view: RepoView, suite: CheckSuite): Json {
  const { links, app, repo } = view;
  return {
    id: suite.id,
    node_id: nodeId("CheckSuite", suite.id),
    head_branch: suite.headBranch,
    head_sha: suite.headSha,
    ...suiteState(repo, suite),
    url: `${repositoryApi(links, repo)}/check-suites/${suite.id}`,
    before: suite.before,
    after: suite.headSha,
    pull_requests: pullsOfCommit(view, suite.headSha),
    app: appPayload(links, app),
    created_at: stamp(suite.createdAt),
    updated_at: stamp(suite.updatedAt),
  };
}

function simpleSuitePayload(view: RepoView, suite: CheckSuite): Json {
  return { ...suiteFacts(view, suite), repository: repositoryPayload(view.repo, { links: view.links }) };
}

export function checkSuitePayload(view: RepoView, suite: CheckSuite, head: CommitInfo): Json {
  const runs = view.repo.checkRuns.filter((run) => run.suiteId === suite.id);
  return {
    ...suiteFacts(view, suite),
    head_commit: {
      id: head.sha,
      tree_id: head.tree,
      message: head.message,
      timestamp: head.committer.date,
      author: { name: head.author.name, email: head.author.email },
      committer: { name: head.committer.name, email: head.committer.email },
    },
    latest_check_runs_count: runs.length,
    check_runs_url: `${repositoryApi(view.links, view.repo)}/check-suites/${suite.id}/check-runs`,
    rerequestable: true,
    runs_rerequestable: true,
  };
}

export function annotationPayload({ links, repo }: RepoView, run: CheckRun, annotation: Annotation): Json {
  return {
    path: annotation.path,
    blob_href: `${links.web}/${fullName(repo)}/blob/${run.headSha}/${annotation.path.split("/").map(encodeURIComponent).join("/")}`,
    start_line: annotation.start_line,
    end_line: annotation.end_line,
    start_column: annotation.start_column ?? null,
    end_column: annotation.end_column ?? null,
    annotation_level: annotation.annotation_level,
    title: annotation.title ?? null,
    message: annotation.message,
    raw_details: annotation.raw_details ?? null,
  };
}
