import { expect, test } from "@jest/globals";
import { isCommitId, isSafeRef } from "../../src/checkout/ref-name.ts";

test.each(["main", "avatar/issue-7-fix", "release/1.2", "v1.0.0", "feature_x", "dependabot/npm/a@b"])(
  "%s is a usable ref",
  (name) => expect(isSafeRef(name)).toBe(true),
);

test.each([
  "",
  "-x",
  "--upload-pack=evil",
  "a..b",
  "a//b",
  "a/",
  "a.lock",
  "x/.hidden",
  "a b",
  "a\nb",
  "a~1",
  "a:b",
  "a^",
  "@",
  "HEAD",
  "a@{1}",
  "$(id)",
  "a;b",
  "é",
  "a".repeat(300),
])("%j is no usable ref", (name) => expect(isSafeRef(name)).toBe(false));

test("only a full id counts as a commit", () => {
  expect(isCommitId("0".repeat(40))).toBe(true);
  expect(isCommitId("0".repeat(39))).toBe(false);
  expect(isCommitId("z".repeat(40))).toBe(false);
});
