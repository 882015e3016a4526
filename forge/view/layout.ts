import { html, raw } from "hono/html";
import type { Issue, Repository, User } from "../state.ts";
import { fullName } from "../state.ts";
import type { World } from "../world.ts";
import { ICONS } from "./icons.ts";
import { renderMarkdown } from "./markdown.ts";

export type Html = ReturnType<typeof html>;
export type Content = Html | Html[] | string;

export interface Page {
  status: number;
  html: Html;
}

export interface Shell {
  title: string;
  world: World;
  repo?: Repository;
  tab?: "code" | "issues" | "pulls" | "hooks";
  /** reload every so many seconds */
  refresh?: number | undefined;
}

export function page(shell: Shell, content: Content): Page {
  const { title, world, repo, refresh } = shell;
  const reload = refresh === undefined ? "" : html`<meta http-equiv="refresh" content="${refresh}" />`;
  return {
    status: 200,
    html: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          ${reload}
          <title>${title}</title>
          <link rel="stylesheet" href="/_forge/style.css" />
        </head>
        <body>
          <header class="top">
            <a class="logo" href="/">${ICONS.repo}</a>
            ${repo === undefined ? html`<a class="crumb" href="/">Local forge</a>` : crumbs(repo)}
            <span class="spacer"></span>
            <a class="quiet" href="${deliveriesPath(world)}">${ICONS.hook} Webhook deliveries</a>
          </header>
          ${repo === undefined ? "" : tabs(repo, shell.tab ?? "code")}
          <main>${content}</main>
        </body>
      </html>`,
  };
}

export function deliveriesPath({ state }: World): string {
  return `/settings/apps/${state.app.slug}/advanced`;
}

function crumbs(repo: Repository): Html {
  const { login } = repo.owner;
  return html`<span class="crumb"
    ><a href="/">${login}</a><span class="slash">/</span
    ><a class="strong" href="/${fullName(repo)}">${repo.name}</a></span
  >`;
}

function tabs(repo: Repository, current: string): Html {
  const open = [...repo.issues.values()].filter((issue) => issue.state === "open");
  const pulls = open.filter((issue) => issue.pull !== null).length;
  const base = `/${fullName(repo)}`;
  const tab = ({
    key,
    path,
    icon,
    name,
    count,
  }: {
    key: string;
    path: string;
    icon: unknown;
    name: string;
    count: number;
  }) => {
    const counter = count === 0 ? "" : html`<span class="counter">${count}</span>`;
    return html`<a class="tab ${key === current ? "current" : ""}" href="${base}${path}"
      >${icon} ${name} ${counter}</a
    >`;
  };
  return html`<nav class="tabs">
    ${tab({ key: "code", path: "", icon: ICONS.code, name: "Code", count: 0 })}
    ${tab({ key: "issues", path: "/issues", icon: ICONS.issue, name: "Issues", count: open.length - pulls })}
    ${tab({ key: "pulls", path: "/pulls", icon: ICONS.pull, name: "Pull requests", count: pulls })}
  </nav>`;
}

export function notFoundPage(world: World): Page {
  const content = html`<div class="blank">
    <h1>404</h1>
    <p>This is not the page you are looking for.</p>
  </div>`;
  return { ...page({ title: "Not found", world }, content), status: 404 };
}

export function portrait(user: User, size = 40): Html {
  const shape = user.type === "User" ? "round" : "square";
  return html`<img
    class="portrait ${shape}"
    src="/portraits/${user.id}.svg"
    width="${size}"
    height="${size}"
    alt=""
  />`;
}

export function nameOf(user: User): Html {
  const name = user.login.replace(/\[bot\]$/u, "");
  return html`<strong class="login">${name}</strong
    >${user.type === "Bot" ? html` <span class="badge">bot</span>` : ""}`;
}

export function when(date: Date): Html {
  const text = date.toISOString().slice(0, 16).replace("T", " ");
  return html`<time datetime="${date.toISOString()}">${text} UTC</time>`;
}

export function markdown(repo: Repository, source: string | null): Html {
  if (source === null || source.trim() === "")
    return html`<p class="muted"><em>No description provided.</em></p>`;
  return html`<div class="markdown">${raw(renderMarkdown(source, { base: `/${fullName(repo)}` }))}</div>`;
}

/** A title knows code and nothing else. */
export function titleOf(title: string): Html {
  const parts = title.split(/`(?<code>[^`]+)`/u);
  return html`${parts.map((part, i) => (i % 2 === 1 ? html`<code class="in-title">${part}</code>` : html`${part}`))}`;
}

export function statePill(issue: Issue): Html {
  const { pull } = issue;
  if (pull?.mergedAt) return html`<span class="pill merged">${ICONS.merge} Merged</span>`;
  const icon = pull === null ? (issue.state === "open" ? ICONS.issue : ICONS.closed) : ICONS.pull;
  if (issue.state === "open")
    return html`<span class="pill open">${icon} ${pull?.draft === true ? "Draft" : "Open"}</span>`;
  return html`<span class="pill ${pull === null ? "done" : "closed"}">${icon} Closed</span>`;
}

export function labelPill(label: { name: string; color: string }): Html {
  const color = /^[0-9a-f]{6}$/iu.test(label.color) ? label.color : "ededed";
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const ink = r * 0.299 + g * 0.587 + b * 0.114 > 150 ? "#1f2328" : "#ffffff";
  return html`<span class="label" style="background:#${color};color:${ink}">${label.name}</span>`;
}

export function pathHref(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
