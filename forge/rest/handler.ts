import type { IncomingHttpHeaders } from "node:http";
import { notFound } from "../api-error.ts";
import { userOf } from "../auth.ts";
import type { Actor } from "../auth.ts";
import type { Occasion } from "../events.ts";
import type { Links } from "../payload/user.ts";
import type { Issue, Repository } from "../state.ts";
import type { World } from "../world.ts";

/** A request that has passed authentication, permission and GitHub's own schema. */
export interface RestRequest {
  world: World;
  actor: Actor;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  headers: IncomingHttpHeaders;
  links: Links;
  /** the repository of the path; a handler of another kind of path must not ask for it */
  repo: Repository;
}

export interface RestResponse {
  status: number;
  /** undefined: no body */
  body?: unknown;
  headers?: Record<string, string>;
  /** the body is text of this type, not JSON */
  type?: string;
  /** the body is the whole list: cut it into pages; `key` names the list inside an object with `total_count` */
  paged?: { key?: string };
}

type Handler = (request: RestRequest) => RestResponse | Promise<RestResponse>;
export type Handlers = Record<string, Handler>;

export function ok(body: unknown): RestResponse {
  return { status: 200, body };
}

export function created(body: unknown): RestResponse {
  return { status: 201, body };
}

export function noContent(): RestResponse {
  return { status: 204 };
}

export function listed(items: unknown[], key?: string): RestResponse {
  return { status: 200, body: items, paged: key === undefined ? {} : { key } };
}

/** The number in the path; anything else is no such thing. */
export function numberParam({ params }: RestRequest, name: string): number {
  const number = Number(params[name]);
  if (!Number.isSafeInteger(number)) throw notFound();
  return number;
}

export function textParam({ params }: RestRequest, name: string): string {
  return params[name] ?? "";
}

export function issueOf(request: RestRequest, name = "issue_number"): Issue {
  const issue = request.repo.issues.get(numberParam(request, name));
  if (issue === undefined) throw notFound();
  return issue;
}

export function occasionOf({ world, actor, repo }: RestRequest): Occasion {
  return { repo, sender: userOf(world.state, actor) };
}
