import { changeState, addLabels } from "../acts/issue-acts.ts";
import { editIssue } from "../acts/pull-acts.ts";
import { ApiError, notFound } from "../api-error.ts";
import { viewOf } from "../events.ts";
import { issuePayload, labelPayload } from "../payload/issue.ts";
import { findUser } from "../state.ts";
import type { Issue } from "../state.ts";
import { issueOf, listed, occasionOf, ok, textParam } from "./handler.ts";
import type { Handlers, RestRequest, RestResponse } from "./handler.ts";

export const issueHandlers: Handlers = {
  "issues/get": (request) => ok(toPayload(request, issueOf(request))),
  "issues/list-for-repo": listIssues,
  "issues/update": updateIssue,
  "issues/add-labels": addIssueLabels,
  "issues/remove-label": removeLabel,
};

function toPayload({ world, repo }: RestRequest, issue: Issue) {
  return issuePayload(viewOf(world, repo), issue);
}

function listIssues(request: RestRequest): RestResponse {
  const { repo, query } = request;
  const state = query.get("state") ?? "open";
  const labels = (query.get("labels") ?? "").split(",").filter((name) => name !== "");
  const issues = [...repo.issues.values()].filter((issue) => {
    const named = issue.labels.map((label) => label.name);
    return (state === "all" || issue.state === state) && labels.every((label) => named.includes(label));
  });
  return listed(issues.reverse().map((issue) => toPayload(request, issue)));
}

interface IssueBody {
  title?: string | number | null;
  body?: string | null;
  state?: "open" | "closed";
  state_reason?: string | null;
  labels?: (string | { name?: string })[];
  assignees?: string[];
}

function updateIssue(request: RestRequest): RestResponse {
  const { world, repo } = request;
  const issue = issueOf(request);
  const at = occasionOf(request);
  const { title, body, state, state_reason: reason, labels, assignees } = (request.body ?? {}) as IssueBody;
  const newTitle = title === undefined || title === null ? undefined : String(title);
  editIssue(world, at, issue, { title: newTitle, body });
  if (labels !== undefined) {
    const names = labelNames(labels);
    issue.labels = issue.labels.filter((label) => names.includes(label.name));
    addLabels(world, at, { issue, names });
  }
  if (assignees !== undefined)
    issue.assignees = assignees.flatMap((login) => findUser(world.state, login) ?? []);
  if (state !== undefined) world.tell(changeState(world, at, { issue, state, reason: reason ?? null }).told);
  return ok(issuePayload(viewOf(world, repo), issue));
}

function labelNames(labels: (string | { name?: string | null })[]): string[] {
  return labels
    .map((label) => (typeof label === "string" ? label : (label.name ?? "")))
    .filter((name) => name !== "");
}

type LabelsBody = string | (string | { name?: string })[] | { labels?: (string | { name?: string })[] };

function addIssueLabels(request: RestRequest): RestResponse {
  const { world, repo } = request;
  const issue = issueOf(request);
  const body = (request.body ?? []) as LabelsBody;
  const labels = typeof body === "string" ? [body] : Array.isArray(body) ? body : (body.labels ?? []);
  addLabels(world, occasionOf(request), { issue, names: labelNames(labels) });
  return listed(issue.labels.map((label) => labelPayload(viewOf(world, repo), label)));
}

function removeLabel(request: RestRequest): RestResponse {
  const { world, repo } = request;
  const issue = issueOf(request);
  const name = textParam(request, "name").toLowerCase();
  if (!issue.labels.some((label) => label.name.toLowerCase() === name)) {
    throw repo.labels.has(name) ? new ApiError(404, "Label does not exist") : notFound();
  }
  issue.labels = issue.labels.filter((label) => label.name.toLowerCase() !== name);
  return listed(issue.labels.map((label) => labelPayload(viewOf(world, repo), label)));
}
