import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { REPO, WHERE, openBench, refusalOf } from "./forge-fixture.ts";
import type { Bench } from "./forge-fixture.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
beforeEach(() => {
  bench.forge.violations.length = 0;
});
afterAll(async () => {
  await bench.close();
});

test("a misspelt property is refused and kept", async () => {
  const { main = "" } = bench.forge.branches(REPO);
  const call = bench.octokit.request("POST /repos/{owner}/{repo}/check-runs", {
    ...WHERE,
    name: "c",
    head_sha: main,
    detailsurl: "x",
  });
  expect((await refusalOf(call)).status).toBe(422);
  expect(bench.forge.violations).toEqual([
    {
      kind: "request",
      operation: "checks/create",
      problems: ["/ must NOT have additional properties: detailsurl"],
    },
  ]);
  expect(bench.forge.checkRuns(REPO)).toEqual([]);
});

test("a value of the wrong kind, and a query parameter that does not exist, are refused and kept", async () => {
  await bench.forge.openIssue(REPO, { title: "t", user: "mona" });
  const wrong = bench.octokit.request("PATCH /repos/{owner}/{repo}/issues/1", {
    ...WHERE,
    state: "resolved",
  });
  expect((await refusalOf(wrong)).status).toBe(422);
  const unknown = bench.octokit.request("GET /repos/{owner}/{repo}/issues/1/comments", {
    ...WHERE,
    perpage: 3,
  });
  expect((await refusalOf(unknown)).status).toBe(422);
  expect(bench.forge.violations.map(({ kind, operation }) => `${kind} ${operation}`)).toEqual([
    "request issues/update",
    "query issues/list-comments",
  ]);
});

test("an unknown route is refused and kept", async () => {
  expect((await refusalOf(bench.octokit.request("GET /repos/{owner}/{repo}/isues/1", WHERE))).status).toBe(
    404,
  );
  expect(bench.forge.violations).toEqual([
    { kind: "unknown-route", operation: `GET /repos/${REPO}/isues/1`, problems: ["no such route"] },
  ]);
});

test("an operation of GitHub's that the forge has not learnt is refused and kept", async () => {
  const call = bench.octokit.rest.issues.listEventsForTimeline({ ...WHERE, issue_number: 1 });
  expect((await refusalOf(call)).status).toBe(501);
  expect(bench.forge.violations.map(({ kind }) => kind)).toEqual(["unsupported-operation"]);
});

test("both prefixes lead to the API, a browser's bare address to the pages", async () => {
  const authorization = `token ${bench.forge.installationToken(REPO)}`;
  for (const base of [bench.forge.url, bench.forge.apiUrl]) {
    const answer = await fetch(`${base}/repos/${REPO}`, { headers: { authorization } });
    expect(((await answer.json()) as { full_name: string }).full_name).toBe(REPO);
  }
  const page = await fetch(bench.forge.url, { headers: { accept: "text/html" } });
  expect(page.headers.get("content-type")).toMatch(/^text\/html/u);
});

test("a body that is no JSON is a 400", async () => {
  const authorization = `token ${bench.forge.installationToken(REPO)}`;
  const answer = await fetch(`${bench.forge.apiUrl}/repos/${REPO}/issues/1/comments`, {
    method: "POST",
    body: "{",
    headers: { authorization },
  });
  expect(answer.status).toBe(400);
});
