import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { REPO, WHERE, openBench, openReceiver } from "./forge-fixture.ts";
import type { Bench, Received, Receiver } from "./forge-fixture.ts";

const SECRET = "a secret of this test";
let bench: Bench;
let receiver: Receiver;

beforeEach(async () => {
  receiver = await openReceiver();
  bench = await openBench({ webhook: { url: receiver.url, secret: SECRET } });
  await bench.forge.settle();
  receiver.received.length = 0;
});
afterEach(async () => {
  await bench.forge.settle();
  const { violations } = bench.forge;
  await bench.close();
  await receiver.close();
  expect(violations).toEqual([]);
});

function isGenuine({ headers, raw }: Received): boolean {
  return (
    headers["x-hub-signature-256"] === `sha256=${createHmac("sha256", SECRET).update(raw).digest("hex")}`
  );
}

test("a comment is told once, signed over the exact bytes, with GitHub's headers", async () => {
  const { issue } = await bench.forge.openIssue(REPO, { title: "Größe", body: "ünïcode ✓", user: "mona" });
  const { delivery, comment } = await bench.forge.comment(REPO, issue.number, {
    body: "please look",
    user: "mona",
  });
  expect(receiver.events()).toEqual(["issues.opened", "issue_comment.created"]);
  const told = receiver.received[1]!;
  expect(isGenuine(told)).toBe(true);
  expect(told.headers).toMatchObject({
    "x-github-event": "issue_comment",
    "x-github-delivery": expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u),
    "x-github-hook-installation-target-id": String(bench.forge.app.id),
    "x-github-hook-installation-target-type": "integration",
    "user-agent": expect.stringMatching(/^GitHub-Hookshot\//u),
  });
  expect(told.payload).toMatchObject({
    comment: { id: comment.id, body: "please look", author_association: "COLLABORATOR" },
    issue: { number: issue.number, body: "ünïcode ✓" },
    sender: { login: "mona", type: "User" },
    installation: { id: expect.any(Number) },
  });
  expect(delivery).toMatchObject({ status: "OK", statusCode: 202, guid: told.headers["x-github-delivery"] });
});

test("the App hears of its own acts, as a bot", async () => {
  const { issue } = await bench.forge.openIssue(REPO, { title: "t", user: "mona" });
  await bench.octokit.rest.issues.createComment({
    ...WHERE,
    issue_number: issue.number,
    body: "from the App",
  });
  const sha = await bench.forge.commitFiles(REPO, {
    branch: "b",
    files: { "b.txt": "b\n" },
    message: "b",
    user: "mona",
  });
  await bench.octokit.rest.pulls.create({ ...WHERE, title: "t", head: "b", base: "main" });
  await bench.octokit.rest.checks.create({ ...WHERE, name: "c", head_sha: sha, conclusion: "success" });
  await bench.forge.settle();
  expect([...receiver.events()].sort()).toEqual(
    ["issues.opened", "issue_comment.created", "push", "check_suite.requested", "pull_request.opened"]
      .concat(["check_run.created", "check_run.completed", "check_suite.completed"])
      .sort(),
  );
  const own = receiver.received.find(({ payload }) => payload.comment !== undefined);
  expect(own?.payload.sender).toMatchObject({ type: "Bot", login: bench.forge.app.botLogin });
});

test("a failure is kept and not repeated; redelivery keeps the GUID and the bytes", async () => {
  receiver.answerWith(500);
  const { issue } = await bench.forge.openIssue(REPO, { title: "t", user: "mona" });
  const { delivery } = await bench.forge.comment(REPO, issue.number, { body: "lost", user: "mona" });
  expect(delivery?.statusCode).toBe(500);
  expect(receiver.received).toHaveLength(2);
  receiver.answerWith(202);
  const { data: list } = await bench.app.rest.apps.listWebhookDeliveries();
  expect(list[0]).toMatchObject({ guid: delivery?.guid, status_code: 500, redelivery: false });
  await bench.app.rest.apps.redeliverWebhookDelivery({ delivery_id: list[0]!.id });
  await bench.forge.settle();
  const [first, second] = receiver.received.slice(-2);
  expect(second?.raw).toBe(first?.raw);
  expect(second?.headers["x-github-delivery"]).toBe(first?.headers["x-github-delivery"]);
  const { data: again } = await bench.app.rest.apps.listWebhookDeliveries();
  const { data: read } = await bench.app.rest.apps.getWebhookDelivery({ delivery_id: again[0]!.id });
  expect(read).toMatchObject({ guid: delivery?.guid, redelivery: true, status_code: 202 });
  expect(read.request.headers).toMatchObject({ "x-github-event": "issue_comment" });
});

test("silence beyond the limit counts as a failure", async () => {
  const impatient = await openBench({ webhook: { url: receiver.url, secret: SECRET }, hookLimitMs: 100 });
  receiver.answerWith("silence");
  const { delivery } = await impatient.forge.openIssue(REPO, { title: "t", user: "mona" });
  await impatient.close();
  expect(delivery).toMatchObject({ status: "timed out", statusCode: 0 });
});

test("a webhook can be dropped, doubled or forged", async () => {
  const { issue } = await bench.forge.openIssue(REPO, { title: "t", user: "mona" });
  const say = (body: string) => bench.forge.comment(REPO, issue.number, { body, user: "mona" });
  bench.forge.injectFault({ webhook: "issue_comment.created", action: { kind: "drop" } });
  bench.forge.injectFault({ webhook: "issue_comment", action: { kind: "duplicate", copies: 2 } });
  bench.forge.injectFault({ webhook: "*", action: { kind: "wrong-signature" } });
  receiver.received.length = 0;
  expect((await say("dropped")).delivery?.status).toBe("failed to connect to host");
  await say("doubled");
  await say("forged");
  expect(receiver.received.map(({ payload }) => payload.comment.body)).toEqual([
    "doubled",
    "doubled",
    "forged",
  ]);
  expect(receiver.received.map(isGenuine)).toEqual([true, true, false]);
  expect(receiver.received[0]?.headers["x-github-delivery"]).toBe(
    receiver.received[1]?.headers["x-github-delivery"],
  );
});

test("buttons and re-runs of a check run reach the App", async () => {
  const { main = "" } = bench.forge.branches(REPO);
  const actions = [{ label: "Fix", description: "Fix this", identifier: "fix" }];
  const { data: run } = await bench.octokit.rest.checks.create({
    ...WHERE,
    name: "c",
    head_sha: main,
    conclusion: "failure",
    actions,
  });
  await bench.forge.settle();
  receiver.received.length = 0;
  await bench.forge.clickAction(REPO, run.id, { identifier: "fix", user: "mona" });
  await bench.forge.rerequestCheckRun(REPO, run.id, "mona");
  await bench.forge.rerequestCheckSuite(REPO, main, "mona");
  expect(receiver.events()).toEqual([
    "check_run.requested_action",
    "check_run.rerequested",
    "check_suite.rerequested",
  ]);
  expect(receiver.received[0]?.payload).toMatchObject({
    requested_action: { identifier: "fix" },
    check_run: { id: run.id },
  });
  await expect(bench.forge.clickAction(REPO, run.id, { identifier: "other", user: "mona" })).rejects.toThrow(
    "Not Found",
  );
});

test("edits, deletions, closing and merging are told", async () => {
  const { issue } = await bench.forge.openIssue(REPO, { title: "t", user: "mona", labels: ["bug"] });
  const { comment } = await bench.forge.comment(REPO, issue.number, { body: "before", user: "mona" });
  await bench.forge.editComment(REPO, comment.id, { body: "after", user: "mona" });
  await bench.forge.deleteComment(REPO, comment.id, "mona");
  await bench.forge.closeIssue(REPO, issue.number, "mona");
  await bench.forge.reopenIssue(REPO, issue.number, "mona");
  await bench.forge.settle();
  const edited = receiver.received.find(({ payload }) => payload.action === "edited");
  expect(edited?.payload.changes).toEqual({ body: { from: "before" } });
  expect(receiver.events()).toEqual(
    expect.arrayContaining(["issues.labeled", "issue_comment.deleted", "issues.closed", "issues.reopened"]),
  );
});

test("a suspended App is told nothing", async () => {
  bench.forge.setSuspended(REPO, true);
  const { delivery } = await bench.forge.openIssue(REPO, { title: "t", user: "mona" });
  expect(delivery).toBeNull();
  expect(receiver.received).toEqual([]);
});
