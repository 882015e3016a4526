import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { REPO, WHERE, openBench, refusalOf, tokenClient } from "./forge-fixture.ts";
import type { Bench } from "./forge-fixture.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench.close();
});
afterEach(async () => {
  await bench.forge.settle();
  expect(bench.forge.violations).toEqual([]);
});

async function openIssue(title = "Total is wrong"): Promise<number> {
  const { issue } = await bench.forge.openIssue(REPO, { title, body: "It says 2.", user: "mona" });
  return issue.number;
}

async function branchWithCommit(branch: string): Promise<string> {
  return bench.forge.commitFiles(REPO, {
    branch,
    files: { "src/total.js": `export const total = "${branch}";\n`, "docs/new.md": "new\n" },
    message: `Change on ${branch}`,
    user: "mona",
  });
}

test("an App reads itself and its installations", async () => {
  const { data: app } = await bench.app.rest.apps.getAuthenticated();
  expect(app).toMatchObject({ id: bench.forge.app.id, slug: "local-app" });
  const { data: installations } = await bench.app.rest.apps.listInstallations();
  expect(installations).toHaveLength(1);
  const { data: one } = await bench.app.rest.apps.getInstallation({ installation_id: installations[0]!.id });
  expect(one.permissions).toMatchObject({ checks: "write" });
  const { data: accessible } = await bench.octokit.rest.apps.listReposAccessibleToInstallation();
  expect(accessible.repositories.map((repo) => repo.full_name)).toEqual([REPO]);
});

test("root, rate limit and users answer by GitHub's schemas", async () => {
  const root = await bench.octokit.rest.meta.root();
  expect(root.data.rate_limit_url).toBe(`${bench.forge.apiUrl}/rate_limit`);
  const { data } = await bench.octokit.rest.rateLimit.get();
  expect(data.rate.remaining).toBe(data.rate.limit - data.rate.used);
  const bot = await bench.octokit.rest.users.getByUsername({ username: bench.forge.app.botLogin });
  expect(bot.data).toMatchObject({ login: "local-app[bot]", type: "Bot" });
  expect((await refusalOf(bench.octokit.rest.users.getByUsername({ username: "nobody" }))).status).toBe(404);
});

test("the repository, its branch, its files and its commits can be read", async () => {
  const { data: repo } = await bench.octokit.rest.repos.get(WHERE);
  expect(repo).toMatchObject({ default_branch: "main", clone_url: `${bench.forge.url}/${REPO}.git` });
  const { data: branch } = await bench.octokit.rest.repos.getBranch({ ...WHERE, branch: "main" });
  expect(branch.protected).toBe(false);
  const { data: file } = await bench.octokit.rest.repos.getContent({ ...WHERE, path: "src/total.js" });
  expect(Buffer.from((file as { content: string }).content, "base64").toString()).toBe(
    "export const total = 1;\n",
  );
  const { data: root } = await bench.octokit.rest.repos.getContent({ ...WHERE, path: "" });
  expect((root as { name: string; type: string }[]).map(({ name, type }) => `${type} ${name}`)).toEqual([
    "file README.md",
    "dir src",
  ]);
  const raw = await bench.octokit.rest.repos.getContent({
    ...WHERE,
    path: "README.md",
    mediaType: { format: "raw" },
  });
  expect(raw.data).toBe("# Shop\n");
  const { data: commit } = await bench.octokit.rest.repos.getCommit({ ...WHERE, ref: "main" });
  expect(commit.files?.map((changed) => changed.filename)).toEqual(["README.md", "src/total.js"]);
  const { data: bare } = await bench.octokit.rest.git.getCommit({ ...WHERE, commit_sha: commit.sha });
  expect(bare.message).toBe("Initial commit");
  expect((await refusalOf(bench.octokit.rest.repos.getContent({ ...WHERE, path: "no/such" }))).status).toBe(
    404,
  );
});

test("roles map to the old four permissions", async () => {
  const levels: Record<string, [string, string]> = {
    admin: ["admin", "admin"],
    maintain: ["write", "maintain"],
    write: ["write", "write"],
    triage: ["read", "triage"],
    read: ["read", "read"],
    none: ["none", "none"],
  };
  for (const [role, [permission, roleName]] of Object.entries(levels)) {
    bench.forge.setPermission(REPO, "changing", role as "admin");
    const { data } = await bench.octokit.rest.repos.getCollaboratorPermissionLevel({
      ...WHERE,
      username: "changing",
    });
    expect([data.permission, data.role_name]).toEqual([permission, roleName]);
  }
});

test("comments are made, read, changed and deleted, by the App's own bot", async () => {
  const number = await openIssue();
  const { data: made, headers } = await bench.octokit.rest.issues.createComment({
    ...WHERE,
    issue_number: number,
    body: "hello",
  });
  expect(made.user).toMatchObject({ type: "Bot", login: "local-app[bot]" });
  expect(made.performed_via_github_app).toMatchObject({ slug: "local-app" });
  expect(headers["x-github-request-id"]).toMatch(/^[0-9A-F]{16}$/u);
  await bench.octokit.rest.issues.updateComment({ ...WHERE, comment_id: made.id, body: "hello again" });
  const { data: read } = await bench.octokit.rest.issues.getComment({ ...WHERE, comment_id: made.id });
  expect(read.body).toBe("hello again");
  const { data: issue } = await bench.octokit.rest.issues.get({ ...WHERE, issue_number: number });
  expect(issue.comments).toBe(1);
  await bench.octokit.rest.issues.deleteComment({ ...WHERE, comment_id: made.id });
  expect(bench.forge.issue(REPO, number).comments).toEqual([]);
});

test("a body of 65536 characters is taken, one more is not", async () => {
  const number = await openIssue();
  const longest = "x".repeat(65_536);
  await bench.octokit.rest.issues.createComment({ ...WHERE, issue_number: number, body: longest });
  const refused = await refusalOf(
    bench.octokit.rest.issues.createComment({ ...WHERE, issue_number: number, body: `${longest}x` }),
  );
  expect(refused.status).toBe(422);
  expect(bench.forge.issue(REPO, number).comments).toHaveLength(1);
});

test("a locked issue takes no comment", async () => {
  const number = await openIssue();
  bench.forge.lockIssue(REPO, number);
  const refused = await refusalOf(
    bench.octokit.rest.issues.createComment({ ...WHERE, issue_number: number, body: "no" }),
  );
  expect(refused.status).toBe(403);
});

test("lists come in pages that `Link` joins", async () => {
  const number = await openIssue();
  for (let i = 1; i <= 7; i += 1)
    await bench.forge.comment(REPO, number, { body: `comment ${i}`, user: "mona" });
  const where = { ...WHERE, issue_number: number, per_page: 3 };
  const page = await bench.octokit.rest.issues.listComments({ ...where, page: 2 });
  expect(page.data.map((comment) => comment.body)).toEqual(["comment 4", "comment 5", "comment 6"]);
  expect(page.headers.link).toMatch(/page=1>; rel="prev".*page=3>; rel="next"/u);
  const all = await bench.octokit.paginate(bench.octokit.rest.issues.listComments, where);
  expect(all).toHaveLength(7);
});

test("an unchanged answer is 304 to who knows its ETag", async () => {
  const number = await openIssue();
  const first = await bench.octokit.rest.issues.get({ ...WHERE, issue_number: number });
  const again = bench.octokit.rest.issues.get({
    ...WHERE,
    issue_number: number,
    headers: { "if-none-match": first.headers.etag },
  });
  expect((await refusalOf(again)).status).toBe(304);
});

test("a reaction is made once, listed, and taken back", async () => {
  const number = await openIssue();
  const { comment } = await bench.forge.comment(REPO, number, { body: "look", user: "mona" });
  const where = { ...WHERE, comment_id: comment.id };
  const first = await bench.octokit.rest.reactions.createForIssueComment({ ...where, content: "eyes" });
  const second = await bench.octokit.rest.reactions.createForIssueComment({ ...where, content: "eyes" });
  expect([first.status, second.status]).toEqual([201, 200]);
  const { data: listed } = await bench.octokit.rest.reactions.listForIssueComment(where);
  expect(listed.map(({ content, user }) => `${user?.login} ${content}`)).toEqual(["local-app[bot] eyes"]);
  await bench.octokit.rest.reactions.deleteForIssueComment({ ...where, reaction_id: first.data.id });
  expect(comment.reactions).toEqual([]);
  const onIssue = await bench.octokit.rest.reactions.createForIssue({
    ...WHERE,
    issue_number: number,
    content: "rocket",
  });
  expect(onIssue.status).toBe(201);
});

test("labels and state of an issue change, and the change has events", async () => {
  const number = await openIssue();
  await bench.octokit.rest.issues.addLabels({ ...WHERE, issue_number: number, labels: ["bug", "bug"] });
  const { data } = await bench.octokit.rest.issues.update({
    ...WHERE,
    issue_number: number,
    state: "closed",
    state_reason: "completed",
    title: "Renamed",
  });
  expect(data).toMatchObject({ state: "closed", title: "Renamed", labels: [{ name: "bug" }] });
  const events = bench.forge.deliveries.map(({ event, action }) => `${event}.${action}`).slice(-3);
  expect(events).toEqual(["issues.labeled", "issues.edited", "issues.closed"]);
});

test("refs with slashes are made, read, moved and deleted", async () => {
  const { main = "" } = bench.forge.branches(REPO);
  await bench.octokit.rest.git.createRef({ ...WHERE, ref: "refs/heads/topic/one/two", sha: main });
  const { data: read } = await bench.octokit.rest.git.getRef({ ...WHERE, ref: "heads/topic/one/two" });
  expect(read.object.sha).toBe(main);
  const twice = bench.octokit.rest.git.createRef({ ...WHERE, ref: "refs/heads/topic/one/two", sha: main });
  expect((await refusalOf(twice)).message).toMatch(/Reference already exists/u);
  const newer = await branchWithCommit("topic/newer");
  await bench.octokit.rest.git.updateRef({ ...WHERE, ref: "heads/topic/one/two", sha: newer });
  const back = bench.octokit.rest.git.updateRef({ ...WHERE, ref: "heads/topic/one/two", sha: main });
  expect((await refusalOf(back)).message).toMatch(/not a fast forward/u);
  await bench.octokit.rest.git.deleteRef({ ...WHERE, ref: "heads/topic/one/two" });
  expect(
    (await refusalOf(bench.octokit.rest.git.getRef({ ...WHERE, ref: "heads/topic/one/two" }))).status,
  ).toBe(404);
});

test("a pull request needs a head that exists, differs and is not taken", async () => {
  const sha = await branchWithCommit("fix/total");
  const fields = { ...WHERE, title: "Fix total", head: "fix/total", base: "main", body: "Fixes it" };
  const { data: made } = await bench.octokit.rest.pulls.create(fields);
  expect(made).toMatchObject({
    head: { sha, ref: "fix/total" },
    changed_files: 2,
    additions: 2,
    deletions: 1,
    commits: 1,
  });
  const missing = await refusalOf(bench.octokit.rest.pulls.create({ ...fields, head: "no-such" }));
  expect(missing.response?.data).toMatchObject({
    errors: [{ resource: "PullRequest", field: "head", code: "invalid" }],
  });
  const same = await refusalOf(bench.octokit.rest.pulls.create({ ...fields, head: "main" }));
  expect(same.message).toMatch(/No commits between main and main/u);
  const taken = await refusalOf(bench.octokit.rest.pulls.create({ ...fields, head: "octo-org:fix/total" }));
  expect(taken.message).toMatch(/A pull request already exists for octo-org:fix\/total/u);
  const { data: found } = await bench.octokit.rest.pulls.list({
    ...WHERE,
    head: "octo-org:fix/total",
    state: "open",
  });
  expect(found.map(({ number }) => number)).toEqual([made.number]);
  const { data: files } = await bench.octokit.rest.pulls.listFiles({ ...WHERE, pull_number: made.number });
  expect(files.map(({ filename, status }) => `${status} ${filename}`)).toEqual([
    "added docs/new.md",
    "modified src/total.js",
  ]);
  expect(files[1]?.patch).toMatch(/^@@ -1 \+1 @@\n-export const total = 1;/u);
  const diff = await bench.octokit.rest.pulls.get({
    ...WHERE,
    pull_number: made.number,
    mediaType: { format: "diff" },
  });
  expect(diff.data).toMatch(/^diff --git a\/docs\/new.md/u);
});

test("a pull request follows its branch, and merging it closes the issue it fixes", async () => {
  const number = await openIssue("Broken");
  await branchWithCommit("fix/follow");
  const { data: made } = await bench.octokit.rest.pulls.create({
    ...WHERE,
    title: "t",
    head: "fix/follow",
    base: "main",
    body: `Fixes #${number}`,
  });
  const newer = await bench.forge.commitFiles(REPO, {
    branch: "fix/follow",
    files: { "more.txt": "more\n" },
    message: "More",
    user: "mona",
  });
  const { data: moved } = await bench.octokit.rest.pulls.get({ ...WHERE, pull_number: made.number });
  expect(moved).toMatchObject({ head: { sha: newer }, commits: 2 });
  await bench.octokit.rest.pulls.update({ ...WHERE, pull_number: made.number, body: `Now fixes #${number}` });
  await bench.forge.mergePull(REPO, made.number, "mona");
  expect(bench.forge.issue(REPO, number).state).toBe("closed");
  expect(await bench.forge.file(REPO, "main", "more.txt")).toBe("more\n");
});

test("a check run is made, completed once, and its annotations add up", async () => {
  const { main = "" } = bench.forge.branches(REPO);
  const annotation = {
    path: "src/total.js",
    start_line: 1,
    end_line: 1,
    annotation_level: "failure",
    message: "wrong",
  } as const;
  const output = { title: "Tests", summary: "1 failed" };
  const { data: made } = await bench.octokit.rest.checks.create({
    ...WHERE,
    name: "unit",
    head_sha: main,
    status: "in_progress",
    output: { ...output, annotations: [annotation] },
  });
  expect(made).toMatchObject({ status: "in_progress", conclusion: null });
  await bench.octokit.rest.checks.update({
    ...WHERE,
    check_run_id: made.id,
    status: "completed",
    conclusion: "failure",
    output: { ...output, annotations: [annotation] },
  });
  const { data: read } = await bench.octokit.rest.checks.get({ ...WHERE, check_run_id: made.id });
  expect(read).toMatchObject({
    status: "completed",
    conclusion: "failure",
    output: { annotations_count: 2 },
  });
  const { data: annotations } = await bench.octokit.rest.checks.listAnnotations({
    ...WHERE,
    check_run_id: made.id,
  });
  expect(annotations.map(({ message }) => message)).toEqual(["wrong", "wrong"]);
  await bench.octokit.rest.checks.create({ ...WHERE, name: "unit", head_sha: main, conclusion: "success" });
  const { data: listed } = await bench.octokit.rest.checks.listForRef({
    ...WHERE,
    ref: "main",
    check_name: "unit",
  });
  expect(listed.check_runs.map(({ conclusion }) => conclusion)).toEqual(["success"]);
});

test("a check run keeps GitHub's limits", async () => {
  const { main = "" } = bench.forge.branches(REPO);
  const run = { ...WHERE, name: "limits", head_sha: main };
  const annotation = {
    path: "a",
    start_line: 1,
    end_line: 1,
    annotation_level: "notice",
    message: "m",
  } as const;
  const many = { title: "t", summary: "s", annotations: Array.from({ length: 51 }, () => annotation) };
  const refusals = [
    bench.octokit.rest.checks.create({ ...run, status: "completed" }),
    bench.octokit.rest.checks.create({ ...run, output: many }),
    bench.octokit.rest.checks.create({ ...run, output: { title: "t", summary: "x".repeat(65_536) } }),
    bench.octokit.rest.checks.create({ ...run, head_sha: "0".repeat(40) }),
  ];
  for (const refusal of refusals) expect((await refusalOf(refusal)).status).toBe(422);
  // these two break the published schema as well
  expect(bench.forge.violations.flatMap(({ problems }) => problems)).toEqual([
    "/output/annotations must NOT have more than 50 items",
    "/output/summary must NOT have more than 65535 characters",
  ]);
  bench.forge.violations.length = 0;
  expect(bench.forge.checkRuns(REPO).filter(({ name }) => name === "limits")).toEqual([]);
});

test("a person's own token acts as that person", async () => {
  const number = await openIssue();
  const mona = tokenClient(bench.forge, bench.forge.userToken("mona"));
  const { data } = await mona.rest.issues.createComment({
    ...WHERE,
    issue_number: number,
    body: "from mona",
  });
  expect(data.user).toMatchObject({ login: "mona", type: "User" });
});
