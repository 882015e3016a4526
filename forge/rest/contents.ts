import { notFound } from "../api-error.ts";
import type { Json } from "../contract/prune.ts";
import { repositoryApi } from "../payload/user.ts";
import { listTree, readBlob, resolveRevision } from "../repository-git.ts";
import type { TreeEntry } from "../repository-git.ts";
import { fullName } from "../state.ts";
import { ok, textParam } from "./handler.ts";
import type { Handlers, RestRequest, RestResponse } from "./handler.ts";

export const contentHandlers: Handlers = { "repos/get-content": getContent };

const LARGEST_INLINE = 1024 * 1024;

async function getContent(request: RestRequest): Promise<RestResponse> {
  const { repo, query, headers } = request;
  const ref = query.get("ref") ?? repo.defaultBranch;
  const sha = await resolveRevision(repo.gitDir, ref);
  if (sha === null) throw notFound();
  const path = textParam(request, "path").replaceAll(/^\/+|\/+$/gu, "");
  const listing = await listTree(repo.gitDir, sha, path);
  if (listing !== null) return ok(listing.map((entry) => entryPayload(request, entry, ref)));
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  const siblings = (await listTree(repo.gitDir, sha, folder)) ?? [];
  const entry = siblings.find((candidate) => candidate.path === path);
  const content = await readBlob(repo.gitDir, sha, path);
  if (entry === undefined || content === null) throw notFound();
  if (headers.accept?.includes(".raw") === true) {
    return { status: 200, body: content, type: "application/vnd.github.raw; charset=utf-8" };
  }
  const inline = content.length <= LARGEST_INLINE;
  return ok({
    ...entryPayload(request, entry, ref),
    type: "file",
    content: inline ? wrapped(content.toString("base64")) : "",
    encoding: inline ? "base64" : "none",
  });
}

// GitHub breaks base64 into lines
function wrapped(base64: string): string {
  return base64.replaceAll(/.{60}/gu, "$&\n").replace(/\n?$/u, "\n");
}

function entryPayload({ links, repo }: RestRequest, entry: TreeEntry, ref: string): Json {
  const encoded = entry.path.split("/").map(encodeURIComponent).join("/");
  const api = repositoryApi(links, repo);
  const url = `${api}/contents/${encoded}?ref=${encodeURIComponent(ref)}`;
  const gitUrl = `${api}/git/${entry.type === "tree" ? "trees" : "blobs"}/${entry.sha}`;
  const page = `${links.web}/${fullName(repo)}`;
  const isFile = entry.type === "blob";
  const html = `${page}/${isFile ? "blob" : "tree"}/${encodeRef(ref)}/${encoded}`;
  return {
    type: isFile
      ? entry.mode === "120000"
        ? "symlink"
        : "file"
      : entry.type === "tree"
        ? "dir"
        : "submodule",
    name: entry.path.slice(entry.path.lastIndexOf("/") + 1),
    path: entry.path,
    sha: entry.sha,
    size: entry.size,
    url,
    git_url: gitUrl,
    html_url: html,
    download_url: isFile ? `${page}/raw/${encodeRef(ref)}/${encoded}` : null,
    _links: { self: url, git: gitUrl, html },
  };
}

function encodeRef(ref: string): string {
  return ref.split("/").map(encodeURIComponent).join("/");
}
