import { html } from "hono/html";
import { forkPoint } from "../payload/pull.ts";
import type { PullIssue } from "../payload/pull.ts";
import { diffFiles, listCommits, mergesCleanly } from "../repository-git.ts";
import type { CommitInfo, FileChange } from "../repository-git.ts";
import { fullName } from "../state.ts";
import type { CheckRun, Repository } from "../state.ts";
import type { World } from "../world.ts";
import { latestRuns, runsPanel } from "./check-page.ts";
import { fileDiff } from "./diff.ts";
import { composeForm } from "./form.ts";
import { ICONS } from "./icons.ts";
import { countOf, sideBar, timeline } from "./issue-page.ts";
import { mergeBox } from "./merge-box.ts";
import { nameOf, page, statePill, titleOf, when } from "./layout.ts";
import type { Content, Html, Page } from "./layout.ts";

export type PullTab = "conversation" | "commits" | "checks" | "files";

interface PullData {
  repo: Repository;
  issue: PullIssue;
  files: FileChange[];
  commits: CommitInfo[];
  runs: CheckRun[];
  clean: boolean;
}

export interface PullRequestPage {
  issue: PullIssue;
  tab: PullTab;
  runId: number | null;
  refresh: number | undefined;
}

export async function pullPage(
  world: World,
  repo: Repository,
  { issue, tab, runId, refresh }: PullRequestPage,
): Promise<Page> {
  const { pull } = issue;
  const start = await forkPoint(repo, pull);
  const files = await diffFiles(repo.gitDir, start, pull.headSha);
  const commits = (await listCommits(repo.gitDir, [`${start}..${pull.headSha}`])).reverse();
  const clean = await mergesCleanly(repo.gitDir, pull.baseSha, pull.headSha);
  const data: PullData = { repo, issue, files, commits, runs: latestRuns(repo, pull.headSha), clean };
  const content = html`
    <h1 class="title">${titleOf(issue.title)} <span class="number">#${issue.number}</span></h1>
    <div class="headline">
      ${statePill(issue)}
      <span>
        ${nameOf(issue.user)} ${pull.mergedAt === null ? "wants to merge" : "merged"}
        ${countOf(commits.length, "commit")} into
        <span class="branch">${pull.base}</span> from <span class="branch">${pull.head}</span>
      </span>
    </div>
    ${tabRow(data, tab)} ${await tabContent(world, data, { tab, runId })}
  `;
  return page(
    {
      title: `${issue.title} · Pull Request #${issue.number} · ${fullName(repo)}`,
      world,
      repo,
      tab: "pulls",
      refresh,
    },
    content,
  );
}

function tabRow({ repo, issue, files, commits, runs }: PullData, current: PullTab): Html {
  const base = `/${fullName(repo)}/pull/${issue.number}`;
  const tab = (key: PullTab, href: string, content: Html) =>
    html`<a class="tab ${key === current ? "current" : ""}" href="${base}${href}">${content}</a>`;
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  return html`<nav class="subtabs">
    ${tab("conversation", "", html`${ICONS.comment} Conversation <span class="counter">${issue.comments.length}</span>`)}
    ${tab("commits", "/commits", html`${ICONS.commit} Commits <span class="counter">${commits.length}</span>`)}
    ${tab("checks", "/checks", html`${ICONS.closed} Checks <span class="counter">${runs.length}</span>`)}
    ${tab("files", "/files", html`${ICONS.file} Files changed <span class="counter">${files.length}</span>`)}
    <span class="spacer"></span
    ><span><span class="stat-add">+${additions}</span> <span class="stat-del">−${deletions}</span></span>
  </nav>`;
}

function tabContent(
  world: World,
  data: PullData,
  { tab, runId }: { tab: PullTab; runId: number | null },
): Content {
  const { repo, issue, runs, files } = data;
  switch (tab) {
    case "conversation":
      return html`<div class="columns">
        <div class="wide">
          ${timeline(repo, issue)} ${commitRail(data)} ${mergeBox(world, repo, data)}
          ${composeForm(world, repo, issue)}
        </div>
        ${sideBar(repo, issue)}
      </div>`;
    case "commits":
      return commitList(data);
    case "checks":
      return runsPanel(world, repo, {
        runs,
        current: runs.find((run) => run.id === runId) ?? runs[0] ?? null,
      });
    case "files": {
      const annotations = runs.flatMap((run) => run.annotations.map((annotation) => ({ run, annotation })));
      return files.map((file) => fileDiff(file, annotations));
    }
  }
}

function commitLink(repo: Repository, commit: CommitInfo): Html {
  const [subject = ""] = commit.message.split("\n");
  const href = `/${fullName(repo)}/commit/${commit.sha}`;
  return html`<a class="what muted" href="${href}">${subject}</a>
    <a class="mono muted" href="${href}">${commit.sha.slice(0, 7)}</a>`;
}

function commitRail({ repo, commits }: PullData): Html {
  return html`<div class="rail">
    ${commits.map((commit) => html`<div class="event"><span class="dot">${ICONS.commit}</span> ${commit.author.name} · ${commitLink(repo, commit)}</div>`)}
  </div>`;
}

function commitList({ repo, commits }: PullData): Html {
  const row = (commit: CommitInfo) =>
    html`<div class="row">
      <div class="what">
        ${commitLink(repo, commit)}
        <div class="muted">${commit.author.name} committed ${when(new Date(commit.author.date))}</div>
      </div>
    </div>`;
  return html`<div class="list">${commits.map(row)}</div>`;
}
