import { html } from "hono/html";
import { EMPTY_TREE, diffFiles, readCommit } from "../repository-git.ts";
import { fullName } from "../state.ts";
import type { CheckRun, Repository } from "../state.ts";
import type { World } from "../world.ts";
import { annotationBox, fileDiff } from "./diff.ts";
import { actionButton } from "./form.ts";
import { checkIcon } from "./icons.ts";
import { markdown, page, when } from "./layout.ts";
import type { Html, Page } from "./layout.ts";

/** One run of a name, the latest. */
export function latestRuns(repo: Repository, sha: string): CheckRun[] {
  const runs = repo.checkRuns.filter((run) => run.headSha === sha);
  return [...new Map(runs.map((run) => [run.name, run])).values()];
}

export function checkRunPage(world: World, repo: Repository, run: CheckRun): Page {
  const runs = latestRuns(repo, run.headSha);
  const shown = runs.includes(run) ? runs : [...runs, run];
  const content = html`<p class="muted">
      Checks for commit
      <a class="mono" href="/${fullName(repo)}/commit/${run.headSha}">${run.headSha.slice(0, 7)}</a>
    </p>
    ${runsPanel(world, repo, { runs: shown, current: run })}`;
  return page({ title: `${run.name} · ${fullName(repo)}`, world, repo, tab: "pulls" }, content);
}

export function runsPanel(
  world: World,
  repo: Repository,
  { runs, current }: { runs: CheckRun[]; current: CheckRun | null },
): Html {
  if (current === null) return html`<p class="muted">No checks have been reported for this commit.</p>`;
  const app = world.state.app.name;
  const links = runs.map((run) => {
    return html`<a class="${run === current ? "current" : ""}" href="/${fullName(repo)}/runs/${run.id}"
      >${checkIcon(run.conclusion)} ${run.name}</a
    >`;
  });
  return html`<div class="columns">
    <nav class="runs">
      <p class="strong">${app}</p>
      ${links}
    </nav>
    <div class="wide">${runDetails(world, repo, current)}</div>
  </div>`;
}

function runDetails(world: World, repo: Repository, run: CheckRun): Html {
  const back = `/${fullName(repo)}/runs/${run.id}`;
  const buttons = run.status === "completed" ? run.actions : [];
  const actions = buttons.map(({ identifier, label, description }) => {
    return actionButton(world, repo, {
      act: "click",
      fields: { run: run.id, identifier, back },
      label,
      title: description,
    });
  });
  const rerun = actionButton(world, repo, {
    act: "rerequest",
    fields: { run: run.id, back },
    label: "Re-run",
  });
  const ended =
    run.completedAt === null
      ? html`started ${when(run.startedAt)}`
      : html`completed ${when(run.completedAt)}`;
  const notes = run.annotations.map((annotation) => annotationBox({ run, annotation }));
  return html`
    <div class="run-head">
      ${checkIcon(run.conclusion)}
      <div>
        <h2>${run.name}</h2>
        <span class="muted">${run.conclusion ?? run.status.replace("_", " ")} · ${ended}</span>
      </div>
      <span class="spacer"></span>${actions} ${rerun}
    </div>
    <div class="box">
      <header class="strong">${run.title ?? "Details"}</header>
      <div class="body">
        ${run.summary === null ? html`<span class="muted">No summary.</span>` : markdown(repo, run.summary)}
        ${
          notes.length === 0
            ? ""
            : html`<h4>Annotations</h4>
                ${notes}`
        }
        ${run.text === null ? "" : markdown(repo, run.text)}
      </div>
    </div>
  `;
}

export async function commitPage(world: World, repo: Repository, sha: string): Promise<Page> {
  const commit = await readCommit(repo.gitDir, sha);
  const files = await diffFiles(repo.gitDir, commit.parents[0] ?? EMPTY_TREE, sha);
  const [subject = "", ...rest] = commit.message.split("\n");
  const runs = latestRuns(repo, sha);
  const annotations = runs.flatMap((run) => run.annotations.map((annotation) => ({ run, annotation })));
  const content = html`
    <div class="box" style="margin-bottom:16px">
      <header><strong class="login">${subject}</strong></header>
      <div class="body">
        ${rest.join("\n").trim() === "" ? "" : html`<pre class="raw">${rest.join("\n").trim()}</pre>`}
        <span class="muted"
          >${commit.author.name} committed ${when(new Date(commit.author.date))} ·
          <span class="mono">${sha}</span></span
        >
        ${runs.map((run) => html`<div><a href="/${fullName(repo)}/runs/${run.id}">${checkIcon(run.conclusion)} ${run.name}</a></div>`)}
      </div>
    </div>
    ${files.map((file) => fileDiff(file, annotations))}
  `;
  return page({ title: `${subject} · ${fullName(repo)}`, world, repo, tab: "code" }, content);
}
