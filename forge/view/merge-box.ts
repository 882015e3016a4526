import { html } from "hono/html";
import type { PullIssue } from "../payload/pull.ts";
import { fullName } from "../state.ts";
import type { CheckRun, Repository } from "../state.ts";
import type { World } from "../world.ts";
import { actionButton } from "./form.ts";
import { ICONS, checkIcon } from "./icons.ts";
import type { Html } from "./layout.ts";

export interface Mergeability {
  issue: PullIssue;
  runs: CheckRun[];
  /** merges without a conflict */
  clean: boolean;
}

/** How the checks stand, and the button that merges. */
export function mergeBox(world: World, repo: Repository, { issue, runs, clean }: Mergeability): Html {
  if (issue.state !== "open") return html``;
  const { heading, icon, good } = standingOf(runs);
  const merge = {
    act: "merge",
    fields: { number: issue.number, back: `/${fullName(repo)}/pull/${issue.number}` },
    label: "Merge pull request",
    style: "primary",
  };
  const rows = html`<div class="checks">${runs.map((run) => checkRow(repo, issue, run))}</div>`;
  const conflicts = clean
    ? "This branch has no conflicts with the base branch"
    : "This branch has conflicts that must be resolved";
  return html`<div class="merge-box ${good ? "good" : ""}">
    <div class="row heading">
      ${icon}
      <div>
        <h3>${heading}</h3>
        <span class="muted">${summaryOf(runs)}</span>
      </div>
    </div>
    ${runs.length === 0 ? "" : rows}
    <div class="row">
      ${clean ? ICONS.successFilled : ICONS.failureFilled}
      <div class="what">${conflicts}</div>
    </div>
    ${clean ? html`<div class="row">${actionButton(world, repo, merge)}</div>` : ""}
  </div>`;
}

function standingOf(runs: CheckRun[]) {
  if (runs.length === 0) return { heading: "No checks have been reported", icon: ICONS.neutral, good: false };
  if (runs.some((run) => run.status === "completed" && checkIcon(run.conclusion) === ICONS.failure)) {
    return { heading: "Some checks were not successful", icon: ICONS.failureFilled, good: false };
  }
  if (runs.some((run) => run.status !== "completed")) {
    return { heading: "Some checks have not completed yet", icon: ICONS.pending, good: false };
  }
  return { heading: "All checks have passed", icon: ICONS.successFilled, good: true };
}

function summaryOf(runs: CheckRun[]): string {
  const counts = new Map<string, number>();
  for (const run of runs) {
    const name = run.conclusion ?? run.status.replace("_", " ");
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const words: Record<string, string> = { success: "successful", failure: "failing" };
  const parts = [...counts].map(([name, count]) => `${count} ${words[name] ?? name}`);
  return parts.length === 0 ? "" : `${parts.join(", ")} ${runs.length === 1 ? "check" : "checks"}`;
}

function checkRow(repo: Repository, issue: PullIssue, run: CheckRun): Html {
  const href = `/${fullName(repo)}/pull/${issue.number}/checks?check_run_id=${run.id}`;
  return html`<div class="row">
    ${checkIcon(run.conclusion)}
    <span class="what"
      ><a class="strong login" href="${href}">${run.name}</a>
      <span class="muted">${run.title === null ? "" : `— ${run.title}`}</span></span
    >
    <a href="${href}">Details</a>
  </div>`;
}
