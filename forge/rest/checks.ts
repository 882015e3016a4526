import { createCheckRun, findCheckRun, rerequestRun, updateCheckRun } from "../acts/check-acts.ts";
import type { CheckFields } from "../acts/check-acts.ts";
import { ApiError } from "../api-error.ts";
import { viewOf } from "../events.ts";
import { annotationPayload, checkRunPayload } from "../payload/check.ts";
import { resolveRevision } from "../repository-git.ts";
import type { CheckRun } from "../state.ts";
import { created, listed, numberParam, occasionOf, ok, textParam } from "./handler.ts";
import type { Handlers, RestRequest, RestResponse } from "./handler.ts";

export const checkHandlers: Handlers = {
  "checks/create": async (request) => {
    const run = await createCheckRun(request.world, occasionOf(request), request.body as CheckFields);
    return created(toPayload(request, run));
  },
  "checks/update": (request) => {
    const run = runOf(request);
    updateCheckRun(request.world, occasionOf(request), { run, fields: request.body ?? {} });
    return ok(toPayload(request, run));
  },
  "checks/get": (request) => ok(toPayload(request, runOf(request))),
  "checks/list-for-ref": listForRef,
  "checks/list-annotations": listAnnotations,
  "checks/rerequest-run": (request) => {
    request.world.tell(rerequestRun(request.world, occasionOf(request), runOf(request)).told);
    return created({});
  },
};

function toPayload({ world, repo }: RestRequest, run: CheckRun) {
  return checkRunPayload(viewOf(world, repo), run);
}

function runOf(request: RestRequest): CheckRun {
  return findCheckRun(request.repo, numberParam(request, "check_run_id"));
}

async function listForRef(request: RestRequest): Promise<RestResponse> {
  const { repo, query } = request;
  const ref = textParam(request, "ref");
  const sha = await resolveRevision(repo.gitDir, ref);
  if (sha === null) throw new ApiError(422, `No commit found for SHA: ${ref}`);
  const runs = repo.checkRuns.filter((run) => run.headSha === sha && isWanted(run, query));
  const shown = query.get("filter") === "all" ? runs : latestOfEachName(runs);
  return listed(
    [...shown].reverse().map((run) => toPayload(request, run)),
    "check_runs",
  );
}

function isWanted(run: CheckRun, query: URLSearchParams): boolean {
  const name = query.get("check_name");
  const status = query.get("status");
  return (name === null || run.name === name) && (status === null || run.status === status);
}

/** `filter=latest`, the default, shows one run of a name. */
function latestOfEachName(runs: CheckRun[]): CheckRun[] {
  return [...new Map(runs.map((run) => [run.name, run])).values()];
}

function listAnnotations(request: RestRequest): RestResponse {
  const { world, repo } = request;
  const run = runOf(request);
  return listed(run.annotations.map((annotation) => annotationPayload(viewOf(world, repo), run, annotation)));
}
