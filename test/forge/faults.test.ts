import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { REPO, WHERE, openBench, refusalOf } from "./forge-fixture.ts";
import type { Bench } from "./forge-fixture.ts";

let bench: Bench;
let number = 0;
beforeAll(async () => {
  bench = await openBench();
});
beforeEach(async () => {
  ({
    issue: { number },
  } = await bench.forge.openIssue(REPO, { title: "t", user: "mona" }));
});
afterEach(() => {
  bench.forge.clearFaults();
  expect(bench.forge.violations).toEqual([]);
});
afterAll(async () => {
  await bench.close();
});

function say(body: string, request: object = {}) {
  return bench.octokit.rest.issues.createComment({ ...WHERE, issue_number: number, body, request });
}

function said(): string[] {
  return bench.forge.issue(REPO, number).comments.map((comment) => comment.body);
}

const operation = "issues/create-comment";

test("an answer before the effect leaves nothing behind", async () => {
  const headers = { "retry-after": "7" };
  const body = { message: "You have exceeded a secondary rate limit" };
  bench.forge.injectFault({ operation, action: { kind: "respond", status: 403, body, headers } });
  const refused = await refusalOf(say("one"));
  expect(refused).toMatchObject({ status: 403, message: expect.stringMatching(/secondary rate limit/u) });
  expect(refused.response?.headers["retry-after"]).toBe("7");
  expect(said()).toEqual([]);
  await say("two");
  expect(said()).toEqual(["two"]);
});

test("an answer lost after the effect leaves the effect", async () => {
  bench.forge.injectFault({ operation, when: "after", action: { kind: "respond", status: 502 } });
  expect((await refusalOf(say("made"))).status).toBe(502);
  bench.forge.injectFault({ operation, when: "after", action: { kind: "reset" } });
  expect((await refusalOf(say("made too"))).status).toBe(500);
  expect(said()).toEqual(["made", "made too"]);
});

test("faults count: so many pass, so many fail, the rest is well", async () => {
  bench.forge.injectFault({ operation, skip: 1, times: 2, action: { kind: "respond", status: 503 } });
  const outcomes: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    const outcome = await say(`${i}`).then(
      ({ status }) => status,
      (error: { status: number }) => error.status,
    );
    outcomes.push(outcome);
  }
  expect(outcomes).toEqual([201, 503, 503, 201]);
});

test("other operations are spared, unless the fault is for all", async () => {
  bench.forge.injectFault({ operation: "checks/create", action: { kind: "respond", status: 500 } });
  expect((await say("fine")).status).toBe(201);
  bench.forge.injectFault({ operation: "*", action: { kind: "respond", status: 500 } });
  expect((await refusalOf(say("not fine"))).status).toBe(500);
});

test("a call can hang until its caller gives up, come late, or be cut short", async () => {
  bench.forge.injectFault({ operation, action: { kind: "hang" } });
  const patience = AbortSignal.timeout(150);
  await expect(say("hangs", { signal: patience })).rejects.toThrow();
  bench.forge.injectFault({ operation, action: { kind: "slow", ms: 30 } });
  expect((await say("late")).status).toBe(201);
  bench.forge.injectFault({ operation, when: "after", action: { kind: "truncate" } });
  // Octokit takes a body that breaks off for an empty one: it is looked at without it
  const answer = await fetch(`${bench.forge.apiUrl}/repos/${REPO}/issues/${number}/comments`, {
    method: "POST",
    body: JSON.stringify({ body: "cut" }),
    headers: { authorization: `token ${bench.forge.installationToken(REPO)}` },
  });
  await expect(answer.json()).rejects.toThrow();
  expect(said()).toEqual(["late", "cut"]);
});
