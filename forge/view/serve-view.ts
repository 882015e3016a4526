import { readFileSync } from "node:fs";
import { ApiError } from "../api-error.ts";
import { send } from "../exchange.ts";
import type { Exchange } from "../exchange.ts";
import { isPull } from "../payload/pull.ts";
import { resolveRevision } from "../repository-git.ts";
import { findRepository } from "../state.ts";
import type { Repository } from "../state.ts";
import type { World } from "../world.ts";
import { portraitSvg } from "./portrait.ts";
import { checkRunPage, commitPage } from "./check-page.ts";
import { deliveriesPage, deliveryPage } from "./deliveries-page.ts";
import { issueListPage, issuePage } from "./issue-page.ts";
import { notFoundPage } from "./layout.ts";
import type { Page } from "./layout.ts";
import { performForm } from "./perform-form.ts";
import { pullPage } from "./pull-page.ts";
import type { PullTab } from "./pull-page.ts";
import { blobPage, homePage, rawFile, treePage } from "./repository-page.ts";

// the pages hold no script, and foreign text must not bring one in
const POLICY =
  "default-src 'none'; img-src 'self'; style-src 'self' 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Answers a browser. */
export async function serveView(world: World, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange;
  response.setHeader("content-security-policy", POLICY);
  response.setHeader("x-content-type-options", "nosniff");
  if (request.method === "POST") {
    await answerForm(world, exchange);
    return;
  }
  if (await serveAsset(world, exchange)) return;
  const found = (await findPage(world, url)) ?? notFoundPage(world);
  send(response, found.status, { type: "text/html; charset=utf-8", body: String(await found.html) });
}

async function answerForm(world: World, exchange: Exchange): Promise<void> {
  try {
    exchange.response.writeHead(303, { location: await performForm(world, exchange) }).end();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    send(exchange.response, error.status, { type: "text/plain; charset=utf-8", body: error.message });
  }
}

async function serveAsset(world: World, { response, url }: Exchange): Promise<boolean> {
  const asset = styleAsset(url) ?? portraitAsset(world, url) ?? (await rawAsset(world, url));
  if (asset !== null) send(response, 200, asset);
  return asset !== null;
}

interface Asset {
  type: string;
  body: string | Buffer;
}

function styleAsset(url: URL): Asset | null {
  if (url.pathname !== "/_forge/style.css") return null;
  return { type: "text/css; charset=utf-8", body: readFileSync(new URL("style.css", import.meta.url)) };
}

function portraitAsset(world: World, url: URL): Asset | null {
  const id = /^\/portraits\/(?<id>\d+)\.svg$/u.exec(url.pathname)?.groups?.["id"];
  const user = [...world.state.users.values()].find((candidate) => candidate.id === Number(id));
  return user === undefined ? null : { type: "image/svg+xml", body: portraitSvg(user) };
}

/** Always as plain text: a file of a repository is never a page of ours. */
async function rawAsset(world: World, url: URL): Promise<Asset | null> {
  const groups = /^\/(?<owner>[^/]+)\/(?<name>[^/]+)\/raw\/(?<rest>.+)$/u.exec(url.pathname)?.groups ?? {};
  const { owner = "", name = "", rest = "" } = groups;
  const repo = findRepository(world.state, owner, name);
  const content = repo === undefined ? null : await rawFile(repo, decodePath(rest));
  return content === null ? null : { type: "text/plain; charset=utf-8", body: content };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function findPage(world: World, url: URL): Promise<Page | null> {
  const segments = decodePath(url.pathname)
    .split("/")
    .filter((segment) => segment !== "");
  const [first = "", second = ""] = segments;
  if (first === "") return homePage(world);
  if (first === "settings" || first === "apps") return findAppPage(world, segments);
  const repo = findRepository(world.state, first, second);
  return repo === undefined ? null : findRepositoryPage(world, repo, { segments: segments.slice(2), url });
}

function findAppPage(world: World, segments: string[]): Page | null {
  const id = segments.length > 4 ? Number(segments.at(-1)) : null;
  if (id === null) return deliveriesPage(world);
  const delivery = world.hooks.deliveries.find((candidate) => candidate.id === id);
  return delivery === undefined ? null : deliveryPage(world, delivery);
}

interface RepositoryPath {
  segments: string[];
  url: URL;
}

function findRepositoryPage(
  world: World,
  repo: Repository,
  { segments, url }: RepositoryPath,
): Promise<Page | null> | Page | null {
  const [kind = "tree", ...rest] = segments;
  switch (kind) {
    case "tree":
      return treePage(world, repo, rest.join("/"));
    case "blob":
      return blobPage(world, repo, rest.join("/"));
    case "pulls":
      return issueListPage(world, repo, "pulls");
    case "issues":
      return rest.length === 0
        ? issueListPage(world, repo, "issues")
        : findIssuePage(world, repo, { segments: rest, url });
    case "pull":
      return findIssuePage(world, repo, { segments: rest, url });
    case "commit":
      return findCommitPage(world, repo, rest[0] ?? "");
    case "runs": {
      const run = repo.checkRuns.find((candidate) => candidate.id === Number(rest[0]));
      return run === undefined ? null : checkRunPage(world, repo, run);
    }
    default:
      return null;
  }
}

async function findCommitPage(world: World, repo: Repository, name: string): Promise<Page | null> {
  const sha = await resolveRevision(repo.gitDir, name);
  return sha === null ? null : commitPage(world, repo, sha);
}

const TABS: Record<string, PullTab> = { commits: "commits", checks: "checks", files: "files" };

async function findIssuePage(
  world: World,
  repo: Repository,
  { segments, url }: RepositoryPath,
): Promise<Page | null> {
  const [number, tab = ""] = segments;
  const issue = repo.issues.get(Number(number));
  if (issue === undefined) return null;
  const refresh = url.searchParams.has("live") ? 3 : undefined;
  if (!isPull(issue)) return issuePage(world, repo, { issue, refresh });
  const runId = Number(url.searchParams.get("check_run_id") ?? Number.NaN);
  return pullPage(world, repo, { issue, tab: TABS[tab] ?? "conversation", runId, refresh });
}
