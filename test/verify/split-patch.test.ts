import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { joinPatch, splitPatch } from "../../src/verify/split-patch.ts";
import { linesOnBase } from "../../src/verify/text-on-base.ts";
import { type Files, localCheckout, type LocalCheckout } from "../support/local-checkout.ts";

const rows = (...changed: number[]): string =>
  Array.from({ length: 60 }, (_, at) => `row ${changed.includes(at) ? "new" : "old"} ${at}\n`).join("");
const BASE: Files = {
  "rows.txt": rows(),
  "gone.txt": "a\nb\n",
  "moved.txt": rows(),
  "end.txt": "no newline",
  "odd.sql": "-- a/x\nkeep\n",
};
const CHANGE: Files = {
  "rows.txt": `head\n${rows(20, 50)}`,
  "gone.txt": null,
  "moved.txt": null,
  "to.txt": rows(30),
  "end.txt": "no newline either",
  "odd.sql": "keep\n@@ -1 +1 @@\ndiff --git a/x b/x\n",
  "new.bin": new Uint8Array([0, 1, 2, 0]),
  "new.txt": "a\n",
};

let checkout: LocalCheckout;
beforeAll(async () => {
  checkout = await localCheckout(BASE);
});
afterAll(async () => checkout.remove());

test("a patch that was taken apart and put together gives the same tree", async () => {
  const whole = await checkout.change(CHANGE);
  const files = splitPatch(whole.patch);
  expect((await checkout.candidateFromPatch(joinPatch(files))).treeSha).toBe(whole.treeSha);
  expect(files.find(({ file }) => file.path === "rows.txt")?.hunks).toHaveLength(3);
});

test.each([0, 1, 2])("without hunk %d the others stay where they belong", async (left) => {
  const { patch } = await checkout.change(CHANGE);
  const files = splitPatch(patch).map((file) =>
    file.file.path === "rows.txt" ? { ...file, hunks: file.hunks.filter((_hunk, at) => at !== left) } : file,
  );
  const wanted = `${left === 0 ? "" : "head\n"}${rows(...[20, 50].filter((_row, at) => at + 1 !== left))}`;
  const expected = await checkout.change({ ...CHANGE, "rows.txt": wanted });
  expect((await checkout.candidateFromPatch(joinPatch(files))).treeSha).toBe(expected.treeSha);
});

test("a file of hundreds of thousands of lines is read like any other", () => {
  const count = 300_000;
  const head = "diff --git a/a.csv b/a.csv\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n";
  const patch = `${head}+++ b/a.csv\n@@ -0,0 +1,${count} @@\n${"+2024-01-01,19\n".repeat(count)}`;
  const [file] = splitPatch(patch);
  expect(file?.file.added).toHaveLength(count);
  expect(joinPatch(splitPatch(patch))).toBe(patch);
});

test("what a file was before the change is known from what it is after it", async () => {
  const { patch } = await checkout.change(CHANGE);
  const before = (path: string, now: string) =>
    splitPatch(patch)
      .filter(({ file }) => file.path === path)
      .map((file) => linesOnBase(file, now)?.join("\n"));
  expect(before("rows.txt", `head\n${rows(20, 50)}`)).toEqual([rows().trimEnd()]);
  expect(before("end.txt", "no newline either")).toEqual([undefined]);
});
