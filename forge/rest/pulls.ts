import { changeState } from "../acts/issue-acts.ts";
import { editIssue, openPull } from "../acts/pull-acts.ts";
import { notFound } from "../api-error.ts";
import { viewOf } from "../events.ts";
import { git } from "../git-command.ts";
import { commitPayload } from "../payload/commit.ts";
import {
  filePayload,
  forkPoint,
  isPull,
  pullFiles,
  pullPayload,
  simplePullPayload,
} from "../payload/pull.ts";
import type { PullIssue } from "../payload/pull.ts";
import { listCommits } from "../repository-git.ts";
import { created, issueOf, listed, occasionOf, ok } from "./handler.ts";
import type { Handlers, RestRequest, RestResponse } from "./handler.ts";

export const pullHandlers: Handlers = {
  "pulls/create": createPull,
  "pulls/get": getPull,
  "pulls/list": listPulls,
  "pulls/update": updatePull,
  "pulls/list-files": listFiles,
  "pulls/list-commits": listPullCommits,
};

function pullOf(request: RestRequest): PullIssue {
  const issue = issueOf(request, "pull_number");
  if (!isPull(issue)) throw notFound();
  return issue;
}

interface PullBody {
  title?: string;
  body?: string | null;
  head?: string;
  base?: string;
  draft?: boolean;
  state?: "open" | "closed";
  maintainer_can_modify?: boolean;
}

async function createPull(request: RestRequest): Promise<RestResponse> {
  const { world, repo } = request;
  const asked = request.body as PullBody;
  const { issue, told } = await openPull(world, occasionOf(request), {
    title: asked.title ?? "",
    body: asked.body ?? null,
    head: asked.head ?? "",
    base: asked.base ?? "",
    draft: asked.draft ?? false,
    maintainerCanModify: asked.maintainer_can_modify ?? false,
  });
  world.tell(told);
  const payload = await pullPayload(viewOf(world, repo), issue);
  return { ...created(payload), headers: { location: String(payload["url"]) } };
}

async function getPull(request: RestRequest): Promise<RestResponse> {
  const { world, repo, headers } = request;
  const issue = pullOf(request);
  if (headers.accept?.includes(".diff") === true) {
    const diff = await git(repo.gitDir, [
      "diff",
      "--no-color",
      "--find-renames",
      await forkPoint(repo, issue.pull),
      issue.pull.headSha,
    ]);
    return {
      status: 200,
      body: diff === "" ? "" : `${diff}\n`,
      type: "application/vnd.github.diff; charset=utf-8",
    };
  }
  return ok(await pullPayload(viewOf(world, repo), issue));
}

function listPulls({ world, repo, query }: RestRequest): RestResponse {
  const state = query.get("state") ?? "open";
  const head = query.get("head");
  const base = query.get("base");
  const pulls = [...repo.issues.values()].filter(isPull).filter((issue) => {
    const { pull } = issue;
    const heads = [`${repo.owner.login}:${pull.head}`.toLowerCase()];
    return (
      (state === "all" || issue.state === state) &&
      // as on GitHub, `head` without an owner filters nothing
      (head === null || !head.includes(":") || heads.includes(head.toLowerCase())) &&
      (base === null || pull.base === base)
    );
  });
  const newestFirst = query.get("direction") === "asc" ? pulls : pulls.reverse();
  return listed(newestFirst.map((issue) => simplePullPayload(viewOf(world, repo), issue)));
}

async function updatePull(request: RestRequest): Promise<RestResponse> {
  const { world, repo } = request;
  const issue = pullOf(request);
  const at = occasionOf(request);
  const { title, body, state, base } = (request.body ?? {}) as PullBody;
  editIssue(world, at, issue, { title, body });
  if (base !== undefined && base !== issue.pull.base) {
    const baseSha = repo.refs.get(`refs/heads/${base}`);
    if (baseSha === undefined) throw notFound();
    Object.assign(issue.pull, { base, baseSha });
  }
  if (state !== undefined) world.tell(changeState(world, at, { issue, state, reason: null }).told);
  return ok(await pullPayload(viewOf(world, repo), issue));
}

async function listFiles(request: RestRequest): Promise<RestResponse> {
  const { world, repo } = request;
  const { pull } = pullOf(request);
  const files = await pullFiles(repo, pull);
  return listed(files.map((file) => filePayload(viewOf(world, repo), pull.headSha, file)));
}

async function listPullCommits(request: RestRequest): Promise<RestResponse> {
  const { repo, links } = request;
  const { pull } = pullOf(request);
  const commits = await listCommits(repo.gitDir, [`${await forkPoint(repo, pull)}..${pull.headSha}`]);
  return listed(commits.reverse().map((commit) => commitPayload(links, repo, commit)));
}
