import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { REPO, WHERE, openBench } from "./forge-fixture.ts";
import type { Bench } from "./forge-fixture.ts";

const EVIL = '<script>alert("x")</script>';
let bench: Bench;
let pull = 0;
let run = 0;
let sha = "";

beforeAll(async () => {
  bench = await openBench();
  const { forge, octokit } = bench;
  await forge.openIssue(REPO, { title: `Title ${EVIL}`, body: `Body ${EVIL}`, user: "mona", labels: [EVIL] });
  await forge.comment(REPO, 1, { body: `Comment ${EVIL}`, user: "mona" });
  const files = {
    "src/total.js": `// ${EVIL}\n`,
    "docs/journal.jsonl": '{"seq":0}\n',
    "README.md": `# ${EVIL}\n`,
  };
  sha = await forge.commitFiles(REPO, {
    branch: "journal/run/1",
    files,
    message: `Message ${EVIL}`,
    user: "mona",
  });
  const made = await octokit.rest.pulls.create({
    ...WHERE,
    title: `Pull ${EVIL}`,
    head: "journal/run/1",
    base: "main",
    body: `Fixes #1 ${EVIL}`,
  });
  pull = made.data.number;
  const annotation = {
    path: "src/total.js",
    start_line: 1,
    end_line: 1,
    annotation_level: "warning",
    message: EVIL,
    title: EVIL,
    raw_details: EVIL,
  } as const;
  const actions = [{ label: "Fix <it>", description: "Fix it", identifier: "fix" }];
  const output = { title: EVIL, summary: EVIL, text: EVIL, annotations: [annotation] };
  const check = await octokit.rest.checks.create({
    ...WHERE,
    name: `check ${EVIL}`,
    head_sha: sha,
    conclusion: "failure",
    output,
    actions,
  });
  run = check.data.id;
  await forge.settle();
});
afterAll(async () => {
  expect(bench.forge.violations).toEqual([]);
  await bench.close();
});

async function open(path: string): Promise<{ status: number; html: string; headers: Headers }> {
  const answer = await fetch(`${bench.forge.url}${path}`, { headers: { accept: "text/html" } });
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
}

test("every page shows foreign text as text", async () => {
  const repository = `/${REPO}`;
  const { deliveries } = bench.forge;
  const paths = `
    /issues /issues/1 /pulls /pull/${pull} /pull/${pull}/commits /pull/${pull}/checks /pull/${pull}/files
    /commit/${sha} /runs/${run} /tree/journal/run/1 /blob/journal/run/1/src/total.js /blob/${sha}/README.md`;
  const settings = "/settings/apps/local-app/advanced";
  const pages = [
    "/",
    repository,
    ...paths
      .trim()
      .split(/\s+/u)
      .map((path) => `${repository}${path}`),
    settings,
    ...deliveries.map(({ id }) => `${settings}/deliveries/${id}`),
  ];
  const withEvil: string[] = [];
  for (const path of pages) {
    const { status, html, headers } = await open(path);
    expect([path, status]).toEqual([path, 200]);
    expect(html.includes("<script")).toBe(false);
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'/u);
    if (html.includes("&lt;script&gt;")) withEvil.push(path);
  }
  expect(withEvil.length).toBeGreaterThan(10);
});

test("an issue shows its comments, events and the pull request that closes it", async () => {
  const { html } = await open(`/${REPO}/issues/1`);
  for (const words of [
    "Comment &lt;script&gt;",
    "added the label",
    "linked a pull request",
    `href="/${REPO}/pull/${pull}"`,
  ])
    expect(html).toContain(words);
});

test("a pull request shows its diff, its checks and their annotations", async () => {
  const files = await open(`/${REPO}/pull/${pull}/files`);
  expect(files.html).toMatch(/<tr class="add">/u);
  expect(files.html).toMatch(/class="annotation warning"/u);
  const conversation = await open(`/${REPO}/pull/${pull}`);
  expect(conversation.html).toContain("Some checks were not successful");
});

test("a permanent link to a file on a branch with slashes resolves, as a page and raw", async () => {
  expect((await open(`/${REPO}/blob/journal/run/1/docs/journal.jsonl`)).html).toContain(
    "{&quot;seq&quot;:0}",
  );
  const raw = await open(`/${REPO}/raw/${sha}/docs/journal.jsonl`);
  expect([raw.html, raw.headers.get("content-type")]).toEqual(['{"seq":0}\n', "text/plain; charset=utf-8"]);
  expect((await open(`/${REPO}/blob/${sha}/no-such`)).status).toBe(404);
  expect((await open("/nobody/nothing")).status).toBe(404);
});

async function press(page: string, button: string): Promise<Response> {
  const { html } = await open(page);
  const form = html.split("<form").find((part) => part.includes(button)) ?? "";
  const action = /action="([^"]*)"/u.exec(form)?.[1] ?? "";
  const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/gu)].map(
    ([, name = "", value = ""]) => [name, value] as [string, string],
  );
  return fetch(`${bench.forge.url}${action}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    headers: { accept: "text/html" },
  });
}

test("the buttons of a check run work", async () => {
  const answer = await press(`/${REPO}/runs/${run}`, "Fix &lt;it&gt;");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `/${REPO}/runs/${run}`]);
  await press(`/${REPO}/runs/${run}`, "Re-run");
  await bench.forge.settle();
  expect(bench.forge.deliveries.slice(-2).map(({ action }) => action)).toEqual([
    "requested_action",
    "rerequested",
  ]);
});

test("a delivery is redelivered from its page", async () => {
  const before = bench.forge.deliveries.length;
  await press("/settings/apps/local-app/advanced", "Redeliver");
  await bench.forge.settle();
  expect(bench.forge.deliveries.slice(before)).toMatchObject([{ redelivery: true }]);
});

test("a comment can be written on the page, but not by a page of another site", async () => {
  const { html } = await open(`/${REPO}/issues/1`);
  const token = /name="token" value="([^"]*)"/u.exec(html)?.[1] ?? "";
  const say = (fields: Record<string, string>) => {
    const body = new URLSearchParams({ repo: REPO, number: "1", user: "mona", body: "by hand", ...fields });
    return fetch(`${bench.forge.url}/_forge/comment`, {
      method: "POST",
      body,
      redirect: "manual",
      headers: { accept: "text/html" },
    });
  };
  expect((await say({ token: "guess" })).status).toBe(403);
  const answer = await say({ token, back: "//elsewhere.example" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
  const bodies = bench.forge.issue(REPO, 1).comments.map(({ body }) => body);
  expect(bodies.filter((body) => body === "by hand")).toHaveLength(1);
});
