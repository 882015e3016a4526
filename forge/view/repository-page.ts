import { html } from "hono/html";
import { listTree, readBlob, readCommit, resolveRevision } from "../repository-git.ts";
import type { TreeEntry } from "../repository-git.ts";
import { fullName } from "../state.ts";
import type { Repository } from "../state.ts";
import type { World } from "../world.ts";
import { ICONS } from "./icons.ts";
import { markdown, page, pathHref, when } from "./layout.ts";
import type { Html, Page } from "./layout.ts";

export function homePage(world: World): Page {
  const rows = world.state.repositories.map(
    (repo) =>
      html`<div class="row">
        <div class="what">
          ${ICONS.repo} <a class="big" href="/${fullName(repo)}">${fullName(repo)}</a>
          <span class="badge">${repo.private ? "Private" : "Public"}</span>
          <div class="muted">${repo.description ?? ""}</div>
        </div>
        <span class="muted">${when(repo.pushedAt)}</span>
      </div>`,
  );
  const content = html`<h2>Repositories</h2>
    <div class="list">${rows.length === 0 ? html`<div class="row muted">None yet.</div>` : rows}</div>`;
  return page({ title: "Local forge", world }, content);
}

/** A ref may hold slashes: the longest one that exists wins. */
async function splitRef(
  repo: Repository,
  rest: string,
): Promise<{ ref: string; sha: string; path: string } | null> {
  const segments = rest.split("/");
  for (let count = segments.length; count > 0; count -= 1) {
    const ref = segments.slice(0, count).join("/");
    const sha = await resolveRevision(repo.gitDir, ref);
    if (sha !== null) return { ref, sha, path: segments.slice(count).join("/") };
  }
  return null;
}

export async function treePage(world: World, repo: Repository, rest: string): Promise<Page | null> {
  const found = await splitRef(repo, rest === "" ? repo.defaultBranch : rest);
  if (found === null)
    return rest === ""
      ? page({ title: fullName(repo), world, repo }, html`<p class="muted">This repository is empty.</p>`)
      : null;
  const { ref, sha, path } = found;
  const entries = await listTree(repo.gitDir, sha, path);
  if (entries === null) return null;
  const commit = await readCommit(repo.gitDir, sha);
  const sorted = [...entries].sort(
    (a, b) => Number(b.type === "tree") - Number(a.type === "tree") || a.path.localeCompare(b.path),
  );
  const readme = entries.find((entry) => /^readme\.md$/iu.test(nameOfEntry(entry)));
  const text = readme === undefined ? null : await readBlob(repo.gitDir, sha, readme.path);
  const content = html`
    <p>${branchMenu(repo, ref)} ${breadcrumb(repo, ref, path)}</p>
    <div class="list">
      <div class="row head">
        <strong>${commit.author.name}</strong>
        <a class="what muted" href="/${fullName(repo)}/commit/${sha}">${commit.message.split("\n")[0]}</a>
        <a class="mono muted" href="/${fullName(repo)}/commit/${sha}">${sha.slice(0, 7)}</a>
        <span class="muted">${when(new Date(commit.committer.date))}</span>
      </div>
      ${sorted.map((entry) => entryRow(repo, ref, entry))}
    </div>
    ${
      text === null
        ? ""
        : html`<div class="box" style="margin-top:16px">
            <header class="strong">README</header>
            <div class="body">${markdown(repo, text.toString("utf8"))}</div>
          </div>`
    }
  `;
  return page({ title: fullName(repo), world, repo, tab: "code" }, content);
}

function nameOfEntry(entry: TreeEntry): string {
  return entry.path.slice(entry.path.lastIndexOf("/") + 1);
}

function entryRow(repo: Repository, ref: string, entry: TreeEntry): Html {
  const isTree = entry.type === "tree";
  const href = `/${fullName(repo)}/${isTree ? "tree" : "blob"}/${pathHref(ref)}/${pathHref(entry.path)}`;
  return html`<div class="row">
    ${isTree ? ICONS.folder : ICONS.file} <a href="${href}">${nameOfEntry(entry)}</a>
  </div>`;
}

function branchMenu(repo: Repository, current: string): Html {
  const names = [...repo.refs.keys()].map((ref) => ref.replace("refs/heads/", ""));
  const items = names.map(
    (name) => html`<a class="branch" href="/${fullName(repo)}/tree/${pathHref(name)}">${name}</a> `,
  );
  return html`<details style="display:inline-block">
    <summary class="button small">${ICONS.branch} ${current}</summary>
    ${items}
  </details>`;
}

function breadcrumb(repo: Repository, ref: string, path: string): Html {
  const base = `/${fullName(repo)}/tree/${pathHref(ref)}`;
  const segments = path.split("/").filter((segment) => segment !== "");
  const links = segments.map(
    (segment, i) => html` / <a href="${base}/${pathHref(segments.slice(0, i + 1).join("/"))}">${segment}</a>`,
  );
  return html`<span><a class="strong" href="${base}">${repo.name}</a>${links}</span>`;
}

export async function blobPage(world: World, repo: Repository, rest: string): Promise<Page | null> {
  const found = await splitRef(repo, rest);
  const content = found === null ? null : await readBlob(repo.gitDir, found.sha, found.path);
  if (found === null || content === null) return null;
  const { ref, path } = found;
  const rawHref = `/${fullName(repo)}/raw/${pathHref(ref)}/${pathHref(path)}`;
  const lines = content.toString("utf8").split("\n");
  if (lines.at(-1) === "") lines.pop();
  const body = content.includes(0)
    ? html`<div class="body muted">Binary file, ${content.length} bytes.</div>`
    : path.endsWith(".md")
      ? html`<div class="body">${markdown(repo, content.toString("utf8"))}</div>`
      : html`<table class="code">
          ${lines.map(
            (line, i) =>
              html`<tr id="L${i + 1}">
                <td class="line">${i + 1}</td>
                <td class="text">${line}</td>
              </tr>`,
          )}
        </table>`;
  const shown = html`
    <p>${branchMenu(repo, ref)} ${breadcrumb(repo, ref, path)}</p>
    <div class="box">
      <header>
        <span class="mono">${lines.length} lines · ${content.length} bytes</span><span class="spacer"></span
        ><a class="button small" href="${rawHref}">Raw</a>
      </header>
      ${body}
    </div>
  `;
  return page({ title: `${path} · ${fullName(repo)}`, world, repo, tab: "code" }, shown);
}

export async function rawFile(repo: Repository, rest: string): Promise<Buffer | null> {
  const found = await splitRef(repo, rest);
  return found === null ? null : readBlob(repo.gitDir, found.sha, found.path);
}
