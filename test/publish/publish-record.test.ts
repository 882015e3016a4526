import { expect, test } from "@jest/globals";
import { AvatarError } from "../../src/domain/errors.ts";
import { parsePrBody } from "../../src/publish/parse-pr-body.ts";
import { publishRecord, type RecordRequest } from "../../src/publish/publish-record.ts";
import { renderPrBody } from "../../src/publish/render-pr-body.ts";
import { fakeForge, type FakeForge } from "../support/fake-forge.ts";
import { pullRequestBody } from "../support/published-run.ts";

const BRANCH = "avatar/issue-12-add";
const JOURNAL = `https://github.example/o/r/blob/${"f".repeat(40)}/run-1/journal.jsonl`;

function request(forge: FakeForge, changes: Partial<RecordRequest> = {}): RecordRequest {
  const body = pullRequestBody();
  return {
    forge,
    runId: "run-1",
    change: {
      pullRequest: {
        number: 20,
        url: "https://github.example/o/r/pull/20",
        headSha: "c".repeat(40),
        branch: BRANCH,
      },
      checkRuns: [],
      opened: { branch: BRANCH, base: "main", title: "add", body: renderPrBody(body), draft: false },
      body,
    },
    ledger: "# Ledger",
    artefacts: [
      { name: "result.json", content: "{}" },
      { name: "journal.jsonl", content: "{}\n" },
    ],
    ...changes,
  };
}

test("the record goes into a folder of its own, and the pull request links its permanent place", async () => {
  const forge = fakeForge();
  const published = await publishRecord(request(forge));
  expect([...forge.published.keys()]).toEqual(["run-1/result.json", "run-1/journal.jsonl"]);
  expect(published).toMatchObject({ journal: { path: "run-1/journal.jsonl", url: JOURNAL }, problems: [] });
  expect(parsePrBody(forge.pulls.get(BRANCH)?.body ?? "")).toEqual(pullRequestBody({ journalUrl: JOURNAL }));
  expect(forge.comments.get("avatar:ledger:run-1:1")).toBe("# Ledger");
});

test("a long ledger becomes several comments, each found again by its own marker", async () => {
  const forge = fakeForge();
  const ledger = `${"x".repeat(900)}\n`.repeat(200);
  await publishRecord(request(forge, { ledger }));
  await publishRecord(request(forge, { ledger }));
  expect([...forge.comments.keys()]).toEqual(["1", "2", "3"].map((part) => `avatar:ledger:run-1:${part}`));
});

test("what does not work is told and stops nothing else", async () => {
  const refused = () => new AvatarError("FORGE_REJECTED", { message: "Refused.", advice: "Mend it." });
  const noJournal = fakeForge();
  noJournal.failNext("publishFiles", refused());
  const first = await publishRecord(request(noJournal));
  expect(first).toMatchObject({ journal: null, problems: [{ code: "FORGE_REJECTED" }] });
  expect(first.ledger).not.toBeNull();
  expect(noJournal.pulls.size).toBe(0);

  const noLedger = fakeForge();
  noLedger.failNext("upsertComment", refused());
  const second = await publishRecord(request(noLedger));
  expect(second).toMatchObject({
    ledger: null,
    journal: { url: JOURNAL },
    problems: [{ code: "FORGE_REJECTED" }],
  });
});
