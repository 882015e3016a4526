import { createSign } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { REPO, WHERE, openBench, refusalOf, tokenClient } from "./forge-fixture.ts";
import type { Bench } from "./forge-fixture.ts";

let bench: Bench;
let clock = new Date("2026-05-01T12:00:00Z");

beforeAll(async () => {
  clock = new Date();
  bench = await openBench({ now: () => clock });
  await bench.forge.createRepository({ owner: "octo-org", name: "hidden", private: true });
});
afterAll(async () => {
  await bench.close();
});

interface Jwt {
  iss?: number | string;
  iat?: number;
  exp?: number;
  alg?: string;
}

function jwt({ iss = bench.forge.app.id, iat = -30, exp = 570, alg = "RS256" }: Jwt = {}): string {
  const now = Math.floor(clock.getTime() / 1000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg, typ: "JWT" })}.${encode({ iss, iat: now + iat, exp: now + exp })}`;
  const signature = createSign("RSA-SHA256").update(signed).sign(bench.forge.app.privateKeyPem, "base64url");
  return `${signed}.${signature}`;
}

async function getApp(authorization: string): Promise<{ status: number; message: string }> {
  const answer = await fetch(`${bench.forge.apiUrl}/app`, { headers: { authorization } });
  const { message = "" } = (await answer.json()) as { message?: string };
  return { status: answer.status, message };
}

test("the App's key opens, by number and by client id", async () => {
  expect(await getApp(`Bearer ${jwt()}`)).toMatchObject({ status: 200 });
  expect(await getApp(`bearer ${jwt({ iss: bench.forge.app.clientId })}`)).toMatchObject({ status: 200 });
});

test.each<[string, Jwt, RegExp]>([
  ["has ended", { exp: -1 }, /'exp'.*future time/u],
  ["lives too long", { exp: 700 }, /'exp'.*too far in the future/u],
  ["comes from the future", { iat: 60 }, /'iat'/u],
  ["names another App", { iss: 7 }, /'iss'/u],
  ["claims no signature", { alg: "none" }, /could not be decoded/u],
])("a JSON web token that %s is refused", async (_, claims, message) => {
  const answer = await getApp(`Bearer ${jwt(claims)}`);
  expect(answer.status).toBe(401);
  expect(answer.message).toMatch(message);
});

test("a changed claim breaks the signature", async () => {
  const [header, , signature] = jwt().split(".");
  const [, foreign] = jwt({ iss: bench.forge.app.clientId }).split(".");
  expect(await getApp(`Bearer ${header}.${foreign}.${signature}`)).toMatchObject({ status: 401 });
});

test("an installation token may not act as the App, nor the App as an installation", async () => {
  expect(await getApp(`token ${bench.forge.installationToken(REPO)}`)).toMatchObject({ status: 401 });
  const asApp = await fetch(`${bench.forge.apiUrl}/repos/${REPO}`, {
    headers: { authorization: `bearer ${jwt()}` },
  });
  expect(asApp.status).toBe(403);
  expect((await fetch(`${bench.forge.apiUrl}/repos/${REPO}`)).status).toBe(401);
});

test("a token does what it was given for and nothing else", async () => {
  const { data: installation } = await bench.app.rest.apps.getRepoInstallation(WHERE);
  const minting = {
    installation_id: installation.id,
    permissions: { issues: "write", contents: "read" } as const,
  };
  const { data: token } = await bench.app.rest.apps.createInstallationAccessToken(minting);
  expect(token.permissions).toEqual({ issues: "write", contents: "read" });
  const narrow = tokenClient(bench.forge, token.token);
  const { issue } = await bench.forge.openIssue(REPO, { title: "t", user: "mona" });
  await narrow.rest.issues.createComment({ ...WHERE, issue_number: issue.number, body: "allowed" });
  const { main = "" } = bench.forge.branches(REPO);
  const refused = await refusalOf(narrow.rest.checks.create({ ...WHERE, name: "c", head_sha: main }));
  expect(refused).toMatchObject({
    status: 403,
    message: expect.stringMatching(/Resource not accessible by integration/u),
  });
  expect(refused.response?.headers["x-accepted-github-permissions"]).toBe("checks=write");
});

test("a token cannot be widened beyond the installation", async () => {
  const { data: installation } = await bench.app.rest.apps.getRepoInstallation(WHERE);
  const mint = (extra: object) =>
    bench.app.rest.apps.createInstallationAccessToken({ installation_id: installation.id, ...extra });
  expect((await refusalOf(mint({ permissions: { administration: "write" } }))).status).toBe(422);
  expect((await refusalOf(mint({ repositories: ["hidden"] }))).status).toBe(422);
  const { data } = await mint({ repositories: ["shop"] });
  expect(data.repositories?.map((repo) => repo.full_name)).toEqual([REPO]);
});

test("a private repository outside the installation does not exist, a public one can only be read", async () => {
  const hidden = { owner: "octo-org", repo: "hidden" };
  expect((await refusalOf(bench.octokit.rest.repos.get(hidden))).status).toBe(404);
  await bench.forge.createRepository({ owner: "octo-org", name: "open" });
  const open = { owner: "octo-org", repo: "open" };
  expect((await bench.octokit.rest.repos.get(open)).status).toBe(200);
  await bench.forge.openIssue("octo-org/open", { title: "t", user: "mona" });
  const comment = bench.octokit.rest.issues.createComment({ ...open, issue_number: 1, body: "no" });
  expect((await refusalOf(comment)).status).toBe(403);
});

test("a token ends after its hour, at once when revoked, and with its installation", async () => {
  const client = tokenClient(bench.forge, bench.forge.installationToken(REPO));
  const read = () => client.rest.repos.get(WHERE);
  expect((await read()).status).toBe(200);
  clock = new Date(clock.getTime() + 3_600_001);
  expect(await refusalOf(read())).toMatchObject({
    status: 401,
    message: expect.stringMatching(/Bad credentials/u),
  });
  const revoked = tokenClient(bench.forge, bench.forge.installationToken(REPO));
  await revoked.rest.apps.revokeInstallationAccessToken();
  expect((await refusalOf(revoked.rest.repos.get(WHERE))).status).toBe(401);
  const last = tokenClient(bench.forge, bench.forge.installationToken(REPO));
  bench.forge.setSuspended(REPO, true);
  expect((await refusalOf(last.rest.repos.get(WHERE))).status).toBe(403);
  bench.forge.setSuspended(REPO, false);
  bench.forge.uninstall(REPO);
  expect((await refusalOf(last.rest.repos.get(WHERE))).status).toBe(401);
});
