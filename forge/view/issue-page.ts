import { html } from "hono/html";
import { closedByPull } from "../acts/pull-acts.ts";
import { isPull } from "../payload/pull.ts";
import { associationOf } from "../payload/user.ts";
import { fullName } from "../state.ts";
import type { Comment, Issue, Repository, TimelineEvent, User } from "../state.ts";
import type { World } from "../world.ts";
import { composeForm } from "./form.ts";
import { ICONS } from "./icons.ts";
import { portrait, labelPill, markdown, nameOf, page, statePill, titleOf, when } from "./layout.ts";
import type { Html, Page } from "./layout.ts";
import { reactionRow } from "./reactions.ts";

export function issueListPage(world: World, repo: Repository, kind: "issues" | "pulls"): Page {
  const all = [...repo.issues.values()]
    .reverse()
    .filter((issue) => (issue.pull !== null) === (kind === "pulls"));
  const open = all.filter((issue) => issue.state === "open").length;
  const rows = all.map((issue) => listRow(repo, issue));
  const content = html`<div class="list">
    <div class="row head">
      <strong>${open} Open</strong><span class="muted">${ICONS.success} ${all.length - open} Closed</span>
    </div>
    ${rows.length === 0 ? html`<div class="row muted">Nothing here yet.</div>` : rows}
  </div>`;
  return page(
    {
      title: `${kind === "issues" ? "Issues" : "Pull requests"} · ${fullName(repo)}`,
      world,
      repo,
      tab: kind,
    },
    content,
  );
}

function listRow(repo: Repository, issue: Issue): Html {
  const icon =
    issue.pull === null
      ? issue.state === "open"
        ? ICONS.issue
        : ICONS.closed
      : issue.pull.mergedAt === null
        ? ICONS.pull
        : ICONS.merge;
  const href = `/${fullName(repo)}/${issue.pull === null ? "issues" : "pull"}/${issue.number}`;
  return html`<div class="row is-${issue.state}">
    ${icon}
    <div class="what">
      <a class="big" href="${href}">${titleOf(issue.title)}</a> ${issue.labels.map(labelPill)}
      <div class="muted">#${issue.number} opened ${when(issue.createdAt)} by ${issue.user.login}</div>
    </div>
    <span class="muted">${ICONS.comment} ${issue.comments.length}</span>
  </div>`;
}

export function issuePage(
  world: World,
  repo: Repository,
  { issue, refresh }: { issue: Issue; refresh: number | undefined },
): Page {
  const content = html`
    <h1 class="title">${titleOf(issue.title)} <span class="number">#${issue.number}</span></h1>
    <div class="headline">
      ${statePill(issue)}
      <span
        >${nameOf(issue.user)} opened this issue ${when(issue.createdAt)} ·
        ${countOf(issue.comments.length, "comment")}</span
      >
    </div>
    <hr class="rule" />
    <div class="columns">
      <div class="wide">${timeline(repo, issue)} ${composeForm(world, repo, issue)}</div>
      ${sideBar(repo, issue)}
    </div>
  `;
  return page(
    {
      title: `${issue.title} · Issue #${issue.number} · ${fullName(repo)}`,
      world,
      repo,
      tab: "issues",
      refresh,
    },
    content,
  );
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The opening text, then comments and events as they came. */
export function timeline(repo: Repository, issue: Issue): Html {
  const comments = issue.comments.map((comment) => ({
    at: comment.createdAt,
    show: () => commentEntry(repo, comment),
  }));
  const events = issue.events.map((event) => ({ at: event.at, show: () => eventEntry(event) }));
  const entries = [...comments, ...events].sort((a, b) => a.at.getTime() - b.at.getTime());
  return html`<div class="timeline">
    ${openingEntry(repo, issue)} ${entries.map((entry) => entry.show())}
  </div>`;
}

function openingEntry(repo: Repository, issue: Issue): Html {
  return entryBox(repo, {
    id: "opening",
    user: issue.user,
    at: issue.createdAt,
    body: issue.body,
    reactions: reactionRow(issue.reactions),
  });
}

function commentEntry(repo: Repository, comment: Comment): Html {
  const { user, createdAt, body, reactions } = comment;
  const edited = comment.updatedAt > createdAt;
  return entryBox(repo, {
    id: `issuecomment-${comment.id}`,
    user,
    at: createdAt,
    body,
    reactions: reactionRow(reactions),
    edited,
  });
}

interface Entry {
  id: string;
  user: User;
  at: Date;
  body: string | null;
  reactions: Html | "";
  edited?: boolean;
}

function entryBox(repo: Repository, { id, user, at, body, reactions, edited = false }: Entry): Html {
  const association = associationOf(repo, user);
  const role =
    user.type === "Bot" || association === "NONE"
      ? ""
      : html`<span class="badge">${association.charAt(0) + association.slice(1).toLowerCase()}</span>`;
  return html`<div class="entry ${user.type === "User" ? "mine" : ""}" id="${id}">
    ${portrait(user)}
    <div class="box">
      <header>
        ${nameOf(user)}
        <span>commented <a class="muted" href="#${id}">${when(at)}</a>${edited ? " · edited" : ""}</span>
        <span class="spacer"></span>${role}
      </header>
      <div class="body">${markdown(repo, body)}</div>
      ${reactions}
    </div>
  </div>`;
}

function eventEntry({ kind, user, text, at }: TimelineEvent): Html {
  const dots: Record<TimelineEvent["kind"], Html> = {
    closed: html`<span class="dot purple">${ICONS.closed}</span>`,
    reopened: html`<span class="dot green">${ICONS.issue}</span>`,
    merged: html`<span class="dot purple">${ICONS.merge}</span>`,
    labeled: html`<span class="dot">${ICONS.tag}</span>`,
    referenced: html`<span class="dot">${ICONS.pull}</span>`,
    pushed: html`<span class="dot">${ICONS.commit}</span>`,
  };
  const words = kind === "labeled" ? html`added the label <strong>${text}</strong>` : html`${text}`;
  return html`<div class="rail">
    <div class="event">
      ${dots[kind]} ${portrait(user, 20)} ${nameOf(user)} <span>${words} ${when(at)}</span>
    </div>
  </div>`;
}

export function sideBar(repo: Repository, issue: Issue): Html {
  const links = isPull(issue)
    ? closedByPull(repo, issue)
    : [...repo.issues.values()].filter((other) => isPull(other) && closedByPull(repo, other).includes(issue));
  const none = html`<span class="muted">None yet</span>`;
  const assignees = issue.assignees.map((user) => html`<div>${user.login}</div>`);
  const path = (other: Issue) =>
    `/${fullName(repo)}/${other.pull === null ? "issues" : "pull"}/${other.number}`;
  const linked = links.map(
    (other) =>
      html`<a href="${path(other)}"
        >${other.pull === null ? ICONS.issue : ICONS.pull} ${titleOf(other.title)} #${other.number}</a
      >`,
  );
  return html`<aside class="side">
    <section>
      <h4>Assignees</h4>
      ${assignees.length === 0 ? html`<span class="muted">No one assigned</span>` : assignees}
    </section>
    <section>
      <h4>Labels</h4>
      ${issue.labels.length === 0 ? none : issue.labels.map(labelPill)}
    </section>
    <section>
      <h4>Development</h4>
      ${linked.length === 0 ? none : linked}
    </section>
  </aside>`;
}
