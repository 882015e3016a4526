import { describe, expect, test } from "@jest/globals";
import { acceptComment, type Arrival } from "../../src/intake/accept-comment.ts";
import { commentPayload } from "./comment-payload.ts";

const arrival: Arrival = {
  deliveryId: "d-1",
  runId: "run-1",
  acceptedAt: new Date("2026-01-02T03:04:05Z"),
  ownId: 42,
};

test("a command becomes a job with everything frozen as it was", () => {
  expect(acceptComment(commentPayload({ body: "Hi\n\n/avatar fix the sum" }), arrival)).toEqual({
    kind: "job",
    job: {
      runId: "run-1",
      deliveryId: "d-1",
      installationId: 7,
      repository: { owner: "octo", name: "calculator" },
      issue: {
        number: 3,
        title: "Sums are wrong",
        body: "2 + 2 gives 5",
        isPullRequest: false,
        url: "https://forge.example/octo/calculator/issues/3",
      },
      comment: {
        id: 99,
        body: "Hi\n\n/avatar fix the sum",
        url: "https://forge.example/octo/calculator/issues/3#issuecomment-99",
      },
      requester: { id: 5, login: "mona" },
      verb: "fix",
      text: "the sum",
      acceptedAt: "2026-01-02T03:04:05.000Z",
    },
  });
});

test("an issue without text and a comment on a pull request are understood", () => {
  const acceptance = acceptComment(commentPayload({ issueBody: null, onPullRequest: true }), arrival);
  expect(acceptance).toMatchObject({ kind: "job", job: { issue: { body: "", isPullRequest: true } } });
});

test("a word that is no verb asks for help with that word", () => {
  expect(acceptComment(commentPayload({ body: "/avatar fxi this" }), arrival)).toMatchObject({
    kind: "job",
    job: { verb: "help", text: "fxi" },
  });
});

describe("ignored, before a word of the text is read", () => {
  test.each([
    ["a bot", { senderType: "Bot", login: "helper[bot]" }, "not a person"],
    ["an organisation", { senderType: "Organization" }, "not a person"],
    ["a placeholder of an import", { senderType: "Mannequin" }, "not a person"],
    ["a bot's comment, whoever sends it", { authorType: "Bot" }, "not a person"],
    ["the App itself", { senderId: 42 }, "own comment"],
    ["what the App wrote, whoever sends it", { authorId: 42 }, "own comment"],
    ["a repository's own hook", { installation: null }, "no installation"],
    ["a comment without a command", { body: "Nice." }, "no command"],
    ["a quoted command", { body: "> /avatar fix this" }, "no command"],
  ])("%s", (_, changes, reason) => {
    expect(acceptComment(commentPayload(changes), arrival)).toMatchObject({ kind: "ignored", reason });
  });

  test("a login that looks like a bot's does not make a person one, nor the reverse", () => {
    expect(acceptComment(commentPayload({ login: "mona-bot" }), arrival)).toMatchObject({ kind: "job" });
    expect(acceptComment(commentPayload({ login: "mona", senderType: "Bot" }), arrival)).toMatchObject({
      kind: "ignored",
    });
  });

  test.each([[null], ["text"], [{}], [{ ...commentPayload(), sender: null }]])(
    "a payload that cannot be read (%#) says what is missing",
    (payload) => {
      const acceptance = acceptComment(payload, arrival);
      expect(acceptance).toMatchObject({ kind: "ignored", reason: "unreadable" });
      expect(acceptance).toHaveProperty("detail", expect.stringMatching(/\S/));
    },
  );
});
