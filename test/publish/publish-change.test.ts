import { describe, expect, test } from "@jest/globals";
import { AvatarError, type ErrorCode } from "../../src/domain/errors.ts";
import type { PushRequest } from "../../src/domain/ports/checkouts.ts";
import { parsePrBody } from "../../src/publish/parse-pr-body.ts";
import { publishChange, type PublishRequest } from "../../src/publish/publish-change.ts";
import { fakeForge, type FakeForge } from "../support/fake-forge.ts";
import { passedVerdict, pullRequestBody } from "../support/published-run.ts";

const COMMIT = "c".repeat(40);
const BRANCH = "avatar/issue-12-add-subtracts";

function scene(forge: FakeForge = fakeForge(), changes: Partial<PublishRequest> = {}) {
  const effects: string[] = [];
  const pushes: PushRequest[] = [];
  const request: PublishRequest = {
    forge,
    checkout: {
      async push(push) {
        pushes.push(push);
        forge.calls.push(`push ${push.branch}`);
        forge.branches.set(push.branch, push.commitSha);
      },
    },
    async effect(name, key, run) {
      effects.push(`intended ${name} ${key}`);
      const done = await run();
      effects.push(`done ${name} ${key}`);
      return done;
    },
    runId: "run-1",
    issue: { number: 12, title: "add() subtracts" },
    commitSha: COMMIT,
    base: "main",
    verdict: passedVerdict(),
    body: pullRequestBody(),
    draft: false,
    completedAt: new Date("2026-01-02T03:04:05Z"),
    ...changes,
  };
  return { forge, request, effects, pushes };
}

function error(code: ErrorCode): AvatarError {
  return new AvatarError(code, { message: "Refused.", advice: "Mend it." });
}

describe("publishing a verified change", () => {
  test("the pull request comes last, when its proof is already there", async () => {
    const { forge, request, pushes } = scene();
    const published = await publishChange(request);
    expect(forge.calls).toEqual([
      "gitToken",
      `push ${BRANCH}`,
      "upsertCheckRun avatar / diff present",
      "upsertCheckRun avatar / unit tests",
      "upsertCheckRun avatar / verdict",
      `upsertPullRequest ${BRANCH}`,
    ]);
    expect(pushes[0]).toMatchObject({
      commitSha: COMMIT,
      expectedHead: null,
      source: { token: "fake-token" },
    });
    expect(published.pullRequest).toMatchObject({ number: 20, headSha: COMMIT });
    expect(published.checkRuns.map((run) => run.conclusion)).toEqual(["success", "success", "success"]);
  });

  test("the body parses back, and the checks lead to the ledger of the run", async () => {
    const { forge, request } = scene();
    await publishChange(request);
    expect(parsePrBody(forge.pulls.get(BRANCH)?.body ?? "")).toEqual(pullRequestBody());
    const page = "https://github.example/o/r/blob/avatar/journal/run-1/ledger.md";
    expect(forge.checks.get("run-1:verdict")?.detailsUrl).toBe(page);
  });

  test("every effect is announced before it is made and confirmed after", async () => {
    const { request, effects } = scene();
    await publishChange(request);
    expect(effects[0]).toBe(`intended push ${BRANCH}`);
    expect(effects.filter((line) => line.startsWith("intended"))).toHaveLength(5);
    for (const [i, line] of effects.entries()) {
      if (line.startsWith("intended")) expect(effects[i + 1]).toBe(line.replace("intended", "done"));
    }
  });

  test("a change that did not pass is never published", async () => {
    const { forge, request } = scene(fakeForge(), { verdict: passedVerdict({ passed: false }) });
    await expect(publishChange(request)).rejects.toMatchObject({ code: "STATE_FORBIDDEN" });
    expect(forge.calls).toEqual([]);
  });
});

describe("branches that are there already", () => {
  test("a branch of a person is left alone and the next free name is taken", async () => {
    const forge = fakeForge();
    forge.branches.set(BRANCH, "1".repeat(40));
    forge.branches.set(`${BRANCH}-2`, "2".repeat(40));
    const { request, pushes } = scene(forge);
    expect((await publishChange(request)).pullRequest.branch).toBe(`${BRANCH}-3`);
    expect(pushes.map((push) => push.branch)).toEqual([`${BRANCH}-3`]);
    expect(forge.branches.get(BRANCH)).toBe("1".repeat(40));
  });

  test("what an earlier try of the same run pushed is used, not pushed again", async () => {
    const forge = fakeForge();
    forge.branches.set(BRANCH, COMMIT);
    const { request, pushes } = scene(forge);
    expect((await publishChange(request)).pullRequest.branch).toBe(BRANCH);
    expect(pushes).toEqual([]);
  });

  test("a push whose answer was lost counts as pushed", async () => {
    const { forge, request } = scene();
    request.checkout.push = async ({ branch, commitSha }) => {
      forge.branches.set(branch, commitSha);
      throw error("CHECKOUT_FAILED");
    };
    expect((await publishChange(request)).pullRequest.branch).toBe(BRANCH);
  });

  test("a branch made between look and push is left alone too", async () => {
    const { forge, request } = scene();
    request.checkout.push = async ({ branch, commitSha }) => {
      if (branch !== BRANCH) return void forge.branches.set(branch, commitSha);
      forge.branches.set(branch, "3".repeat(40));
      throw error("PUSH_REFUSED");
    };
    expect((await publishChange(request)).pullRequest.branch).toBe(`${BRANCH}-2`);
    expect(forge.branches.get(BRANCH)).toBe("3".repeat(40));
  });
});

describe("when a step is refused", () => {
  test("a refused push leaves nothing behind", async () => {
    const { forge, request } = scene();
    request.checkout.push = async () => Promise.reject(error("PUSH_REFUSED"));
    await expect(publishChange(request)).rejects.toMatchObject({ code: "PUSH_REFUSED" });
    expect([...forge.branches, ...forge.pulls, ...forge.checks]).toEqual([]);
  });

  test("a refused pull request takes the branch back", async () => {
    const { forge, request } = scene();
    forge.failNext("upsertPullRequest", error("FORGE_REJECTED"));
    await expect(publishChange(request)).rejects.toMatchObject({ code: "FORGE_REJECTED" });
    expect(forge.branches.has(BRANCH)).toBe(false);
  });

  test("a refused check run takes the branch back and opens no pull request", async () => {
    const { forge, request } = scene();
    forge.failNext("upsertCheckRun", error("FORGE_DENIED"));
    await expect(publishChange(request)).rejects.toMatchObject({ code: "FORGE_DENIED" });
    expect(forge.branches.has(BRANCH)).toBe(false);
    expect(forge.pulls.size).toBe(0);
  });

  test("a branch that somebody moved meanwhile is not taken back", async () => {
    const { forge, request } = scene();
    const { upsertPullRequest } = forge;
    forge.upsertPullRequest = async (pull) => {
      forge.branches.set(pull.branch, "9".repeat(40));
      forge.failNext("upsertPullRequest", error("FORGE_REJECTED"));
      return upsertPullRequest(pull);
    };
    await expect(publishChange(request)).rejects.toMatchObject({ code: "FORGE_REJECTED" });
    expect(forge.branches.get(BRANCH)).toBe("9".repeat(40));
  });
});
