import { createHash, randomBytes } from "node:crypto";
import { ApiError, notFound } from "../api-error.ts";
import { authenticate } from "../auth.ts";
import type { Actor } from "../auth.ts";
import type { OperationMatch } from "../contract/contract.ts";
import { readBody } from "../exchange.ts";
import type { Exchange } from "../exchange.ts";
import { misbehave } from "../misbehave.ts";
import { linksOf } from "../payload/user.ts";
import { requireCredential, requireRepositoryAccess } from "../permissions.ts";
import { findRepository } from "../state.ts";
import type { Repository } from "../state.ts";
import type { Violation, World } from "../world.ts";
import { appHandlers } from "./apps.ts";
import { checkHandlers } from "./checks.ts";
import { commentHandlers } from "./comments.ts";
import { contentHandlers } from "./contents.ts";
import { deliveryHandlers } from "./deliveries.ts";
import { gitObjectHandlers } from "./git-objects.ts";
import type { Handlers, RestRequest, RestResponse } from "./handler.ts";
import { issueHandlers } from "./issues.ts";
import { metaHandlers } from "./meta.ts";
import { cutIntoPages } from "./page.ts";
import { pullHandlers } from "./pulls.ts";
import { countRequest } from "./rate-limit.ts";
import { reactionHandlers } from "./reactions.ts";
import { refHandlers } from "./refs.ts";
import { repoHandlers } from "./repos.ts";

export const HANDLERS: Handlers = {
  ...metaHandlers,
  ...appHandlers,
  ...deliveryHandlers,
  ...repoHandlers,
  ...contentHandlers,
  ...issueHandlers,
  ...commentHandlers,
  ...reactionHandlers,
  ...pullHandlers,
  ...checkHandlers,
  ...refHandlers,
  ...gitObjectHandlers,
};

/** Answers one call of the REST API; `path` is without the prefix. */
export async function serveRest(world: World, exchange: Exchange, path: string): Promise<void> {
  const raw = await readBody(exchange.request);
  const method = exchange.request.method ?? "GET";
  const match = world.contract.match(method === "HEAD" ? "GET" : method, path);
  const fault = world.faults.takeForRequest(match?.id ?? "unknown");
  if (fault !== null && fault.when !== "after" && (await misbehave(exchange, fault))) return;
  const answer = await answerTo(world, exchange, { match, raw, path });
  if (fault?.when === "after" && (await misbehave(exchange, fault))) return;
  write(exchange, answer);
}

interface Call {
  match: OperationMatch | null;
  raw: Buffer;
  path: string;
}

async function answerTo(world: World, exchange: Exchange, call: Call): Promise<RestResponse> {
  const { request, url } = exchange;
  const id = call.match?.id ?? `${request.method ?? "GET"} ${call.path}`;
  let actor: Actor = { kind: "anonymous" };
  let response: RestResponse;
  try {
    actor = authenticate(world.state, request.headers.authorization, world.now());
    response = cutIntoPages(await perform(world, exchange, { ...call, actor }), url);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    response = { status: error.status, body: error.body(), headers: error.headers };
  }
  if (call.match !== null && response.type === undefined) {
    const problems = world.contract.checkResponse(id, response.status, response.body);
    report(world, { kind: "response", operation: id, problems });
  }
  const common = {
    ...countRequest(world, actor),
    "x-github-request-id": randomBytes(8).toString("hex").toUpperCase(),
    "x-github-media-type": "github.v3; format=json",
  };
  return { ...response, headers: { ...common, ...response.headers } };
}

async function perform(
  world: World,
  { request, url }: Exchange,
  call: Call & { actor: Actor },
): Promise<RestResponse> {
  const { match, raw, path, actor } = call;
  if (match === null) {
    report(world, {
      kind: "unknown-route",
      operation: `${request.method ?? "GET"} ${path}`,
      problems: ["no such route"],
    });
    throw notFound();
  }
  const { id, params } = match;
  requireCredential(id, actor);
  const links = linksOf(world.url);
  const rest = { world, actor, params, query: url.searchParams, headers: request.headers, links };
  const repo = "repo" in params ? repositoryIn(world, params) : null;
  if (repo !== null) requireRepositoryAccess(id, actor, repo);
  const body = parseBody(raw);
  requireValid(world, id, { query: url.searchParams, body });
  const handler = HANDLERS[id];
  if (handler === undefined) {
    report(world, {
      kind: "unsupported-operation",
      operation: id,
      problems: ["this forge does not serve it"],
    });
    throw new ApiError(501, `The forge does not serve ${id}`);
  }
  // a handler asks for the repository only where the path names one
  return handler({ ...rest, body, repo: repo as Repository } satisfies RestRequest);
}

function repositoryIn(world: World, { owner = "", repo = "" }: Record<string, string>): Repository {
  const found = findRepository(world.state, owner, repo);
  if (found === undefined) throw notFound();
  return found;
}

function parseBody(raw: Buffer): unknown {
  if (raw.length === 0) return undefined;
  try {
    return JSON.parse(raw.toString("utf8"));
  } catch {
    throw new ApiError(400, "Problems parsing JSON");
  }
}

function requireValid(
  world: World,
  id: string,
  { query, body }: { query: URLSearchParams; body: unknown },
): void {
  const inQuery = world.contract.checkQuery(id, query);
  const inBody = world.contract.checkRequest(id, body);
  report(world, { kind: "query", operation: id, problems: inQuery });
  report(world, { kind: "request", operation: id, problems: inBody });
  const problems = [...inQuery, ...inBody];
  if (problems.length > 0) throw new ApiError(422, `Invalid request.\n\n${problems.join("\n")}`);
}

function report(world: World, violation: Violation): void {
  if (violation.problems.length > 0) world.violations.push(violation);
}

function write({ request, response }: Exchange, answer: RestResponse): void {
  const headers: Record<string, string> = { ...answer.headers };
  if (answer.body === undefined) {
    response.writeHead(answer.status, headers);
    response.end();
    return;
  }
  const bytes =
    Buffer.isBuffer(answer.body) || typeof answer.body === "string"
      ? answer.body
      : JSON.stringify(answer.body);
  headers["content-type"] = answer.type ?? "application/json; charset=utf-8";
  if (answer.status === 200) headers["etag"] = `W/"${createHash("sha256").update(bytes).digest("hex")}"`;
  if (headers["etag"] !== undefined && request.headers["if-none-match"] === headers["etag"]) {
    response.writeHead(304, headers);
    response.end();
    return;
  }
  headers["content-length"] = String(Buffer.byteLength(bytes));
  response.writeHead(answer.status, headers);
  response.end(request.method === "HEAD" ? undefined : bytes);
}
