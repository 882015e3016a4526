import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { ApiError } from "./api-error.ts";
import { actorOfToken, userOf } from "./auth.ts";
import type { Actor } from "./auth.ts";
import { send } from "./exchange.ts";
import type { Exchange } from "./exchange.ts";
import { gitEnvironment } from "./git-command.ts";
import { misbehave } from "./misbehave.ts";
import { covers, grants } from "./permissions.ts";
import { afterPush } from "./push.ts";
import { pushRuleEnvironment } from "./push-rules.ts";
import { canWrite, findRepository, fullName, roleOf } from "./state.ts";
import type { Repository } from "./state.ts";
import type { World } from "./world.ts";

const GIT_PATH =
  /^\/(?<owner>[^/]+)\/(?<name>[^/]+?)(?:\.git)?\/(?<rest>info\/refs|git-upload-pack|git-receive-pack)$/u;

interface GitRequest {
  owner: string;
  name: string;
  rest: string;
  pushes: boolean;
  fault: string;
}

export function parseGitRequest(url: URL): GitRequest | null {
  const groups = GIT_PATH.exec(url.pathname)?.groups;
  if (groups === undefined) return null;
  const { owner = "", name = "", rest = "" } = groups;
  const service = rest === "info/refs" ? url.searchParams.get("service") : rest;
  const pushes = service === "git-receive-pack";
  const fault = `git:${pushes ? "push" : "fetch"}${rest === "info/refs" ? "-refs" : ""}`;
  return { owner, name, rest, pushes, fault };
}

/** Serves clone, fetch and push by `git http-backend`. */
export async function serveGit(world: World, exchange: Exchange, wanted: GitRequest): Promise<void> {
  const fault = world.faults.takeForRequest(wanted.fault);
  if (fault !== null && fault.when !== "after" && (await misbehave(exchange, fault))) return;
  const admitted = admit(world, exchange, wanted);
  if (admitted === null) return;
  const { actor, repo } = admitted;
  const replacement = fault?.when === "after" ? fault : null;
  await runBackend({
    exchange,
    wanted,
    repo,
    environment: rulesFor(actor, repo),
    mute: replacement !== null,
  });
  if (wanted.pushes && wanted.rest !== "info/refs") {
    await afterPush(world, repo, userOf(world.state, actor));
  }
  if (replacement === null) exchange.response.end();
  else await misbehave(exchange, replacement);
}

function admit(
  world: World,
  { request, response }: Exchange,
  wanted: GitRequest,
): { actor: Actor; repo: Repository } | null {
  const repo = findRepository(world.state, wanted.owner, wanted.name);
  const refuse = (status: number, text: string) => {
    response.setHeader("x-github-request-id", "GIT");
    if (status === 401) response.setHeader("www-authenticate", 'Basic realm="GitHub"');
    send(response, status, { type: "text/plain; charset=utf-8", body: text });
    return null;
  };
  try {
    const actor = actorOfBasic(world, request.headers.authorization);
    const access = repo === undefined ? null : accessOf(actor, repo);
    if (repo === undefined || access === null) {
      return actor.kind === "anonymous"
        ? refuse(401, "Repository not found.")
        : refuse(404, "Repository not found.");
    }
    if (!wanted.pushes || access === "write") return { actor, repo };
    if (actor.kind === "anonymous") return refuse(401, "No anonymous write access.");
    return refuse(403, `Permission to ${fullName(repo)}.git denied.`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse(error.status, "Invalid username or token.");
  }
}

/** Only HTTP Basic counts for git: a Bearer header is refused, as measured against GitHub's documentation. */
function actorOfBasic(world: World, header: string | undefined): Actor {
  if (header === undefined) return { kind: "anonymous" };
  const encoded = /^basic (?<encoded>\S+)$/iu.exec(header)?.groups?.["encoded"];
  if (encoded === undefined) throw new ApiError(401, "Bad credentials");
  const decoded = Buffer.from(encoded, "base64").toString("utf8");
  const actor = actorOfToken(world.state, decoded.slice(decoded.indexOf(":") + 1), world.now());
  if (actor.kind === "installation" && !decoded.startsWith("x-access-token:"))
    throw new ApiError(401, "Bad credentials");
  return actor;
}

function accessOf(actor: Actor, repo: Repository): "read" | "write" | null {
  const publicFace = repo.private ? null : "read";
  switch (actor.kind) {
    case "app":
    case "anonymous":
      return publicFace;
    case "user": {
      const role = roleOf(repo, actor.user.login);
      return canWrite(role) ? "write" : role === "none" ? null : "read";
    }
    case "installation":
      if (!covers(actor, repo)) return publicFace;
      if (grants(actor.token.permissions, "contents=write")) return "write";
      return grants(actor.token.permissions, "contents=read") ? "read" : publicFace;
  }
}

function rulesFor(actor: Actor, repo: Repository): Record<string, string> {
  const mayChangeWorkflows =
    actor.kind === "user" ||
    (actor.kind === "installation" && grants(actor.token.permissions, "workflows=write"));
  return pushRuleEnvironment({ protectedBranches: repo.protectedBranches, mayChangeWorkflows });
}

interface BackendRun {
  exchange: Exchange;
  wanted: GitRequest;
  repo: Repository;
  environment: Record<string, string>;
  /** git works, the client hears nothing */
  mute: boolean;
}

async function runBackend({ exchange, wanted, repo, environment, mute }: BackendRun): Promise<void> {
  const { request, response, url } = exchange;
  const { headers } = request;
  const env: Record<string, string> = {
    ...environment,
    GIT_PROJECT_ROOT: path.dirname(repo.gitDir),
    GIT_HTTP_EXPORT_ALL: "1",
    PATH_INFO: `/${path.basename(repo.gitDir)}/${wanted.rest}`,
    REQUEST_METHOD: request.method ?? "GET",
    QUERY_STRING: url.searchParams.toString(),
    REMOTE_USER: "forge",
    REMOTE_ADDR: "127.0.0.1",
    CONTENT_TYPE: headers["content-type"] ?? "",
    HTTP_CONTENT_ENCODING: headers["content-encoding"] ?? "",
    GIT_PROTOCOL: String(headers["git-protocol"] ?? ""),
  };
  // absent when the client sends chunks
  const length = headers["content-length"];
  if (length !== undefined) env["CONTENT_LENGTH"] = length;
  const child = spawn("git", ["http-backend"], { env: gitEnvironment(env) });
  response.on("close", () => child.kill());
  child.stderr.resume();
  child.stdin.on("error", () => {
    // git may close its input early
  });
  request.pipe(child.stdin);
  await relay(child, mute ? null : response);
}

/** CGI answer to HTTP answer, with back-pressure; resolves when git has ended. The caller ends the response. */
async function relay(child: ChildProcessWithoutNullStreams, response: ServerResponse | null): Promise<void> {
  let head: Buffer | null = Buffer.alloc(0);
  child.stdout.on("data", (chunk: Buffer) => {
    if (head === null) {
      if (response?.write(chunk) === false) {
        child.stdout.pause();
        response.once("drain", () => child.stdout.resume());
      }
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\r\n\r\n");
    if (end === -1) return;
    writeCgiHead(response, head.subarray(0, end).toString("latin1"));
    if (end + 4 < head.length) response?.write(head.subarray(end + 4));
    head = null;
  });
  await new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve());
  });
  if (response !== null && head !== null) response.writeHead(500);
}

function writeCgiHead(response: ServerResponse | null, head: string): void {
  let status = 200;
  for (const line of head.split("\r\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim();
    const value = line.slice(colon + 1).trim();
    if (name.toLowerCase() === "status") status = Number.parseInt(value, 10);
    else response?.setHeader(name, value);
  }
  response?.writeHead(status);
}
