import { afterEach, describe, expect, test } from "@jest/globals";
import type { CheckResult } from "../../src/domain/verdict.ts";
import { guardChange, guardTree } from "../../src/verify/guards.ts";
import { parsePatch } from "../../src/verify/patch-file.ts";
import { isTestFile } from "../../src/verify/test-file.ts";
import { type Files, localCheckout, type LocalCheckout } from "../support/local-checkout.ts";

const opened: LocalCheckout[] = [];
afterEach(async () => {
  for (const checkout of opened.splice(0)) await checkout.remove();
});

async function checkoutOf(base: Files): Promise<LocalCheckout> {
  const checkout = await localCheckout(base);
  opened.push(checkout);
  return checkout;
}

async function guards(base: Files, files: Files): Promise<Map<string, CheckResult>> {
  const checkout = await checkoutOf(base);
  const candidate = await checkout.change(files);
  const tree = await checkout.freshTree(candidate, new AbortController().signal);
  const results = [...guardChange(candidate, "edit"), ...(await guardTree(candidate, tree.workspace))];
  await tree.dispose();
  return new Map(results.map((result) => [result.name, result]));
}

const BASE: Files = { "a.txt": "one\n", "dir/b.txt": "two\n" };

describe("guards on a change", () => {
  test("an ordinary change meets them all", async () => {
    const results = await guards(BASE, {
      "a.txt": "two\n",
      "dir/link": { link: "../a.txt" },
      "dir/b.txt": null,
    });
    expect([...results.values()].filter((result) => result.status !== "pass")).toEqual([]);
    expect([...results.values()].every((result) => result.kind === "required")).toBe(true);
  });

  test("conflict markers are found with their line, also in a name that git quotes", async () => {
    const text = "ok\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n";
    const results = await guards(BASE, { 'dir/ünï "q".txt': text });
    expect(results.get("no conflict markers")).toMatchObject({ status: "fail" });
    expect(results.get("no conflict markers")?.evidence).toContain('dir/ünï "q".txt:2: <<<<<<< ours');
  });

  test("an underline of equal signs is no conflict", async () => {
    const results = await guards(BASE, { "doc.rst": "Title\n=======\n" });
    expect(results.get("no conflict markers")?.status).toBe("pass");
  });

  test.each([
    ["an absolute link", { l: { link: "/etc/passwd" } }],
    ["a link upwards", { "dir/l": { link: "../../x" } }],
    ["a link into git's own folder", { l: { link: ".git/config" } }],
    [
      "a link that leaves by way of another",
      { "p/q/r/keep": "x", s: { link: "p/q/r" }, l: { link: "s/../../../../../etc/hosts" } },
    ],
  ] as [string, Files][])("%s is refused", async (_name, files) => {
    expect((await guards(BASE, files)).get("links stay inside")?.status).toBe("fail");
  });

  test("a file that becomes a link out of the tree is refused", async () => {
    expect((await guards(BASE, { "a.txt": { link: "/etc" } })).get("links stay inside")?.status).toBe("fail");
  });

  test("a workflow may not be touched: not changed, not removed, not moved away", async () => {
    const base = { ...BASE, ".github/workflows/ci.yml": "on: push\njobs: {}\n# a line\n# b line\n" };
    for (const files of [
      { ".github/workflows/ci.yml": "on: pull_request\n" },
      { ".github/workflows/new.yml": "on: push\n" },
      { ".github/workflows/ci.yml": null },
      { ".github/workflows/ci.yml": null, "old-ci.yml": base[".github/workflows/ci.yml"] },
    ]) {
      const results = await guards(base, files);
      expect(results.get("workflows untouched")?.status).toBe("fail");
    }
  });

  test("a new file of many megabytes is refused, an old one may stay", async () => {
    const big = new Uint8Array(6 * 1024 * 1024).fill(65);
    const results = await guards(BASE, { "big.bin": big });
    expect(results.get("file sizes")?.evidence).toBe("big.bin: 6 MiB, the limit is 5 MiB");
    const kept = await guards({ ...BASE, "big.bin": big }, { "big.bin": new Uint8Array([...big, 66]) });
    expect(kept.get("file sizes")?.status).toBe("pass");
  });
});

test("a patch is read by its counts: content that looks like a header is content", async () => {
  const checkout = await checkoutOf({ "a.sql": "-- a/old\nkeep\n" });
  const { patch } = await checkout.change({ "a.sql": "keep\n++ b/x\n@@ -1 +1 @@\ndiff --git a/x b/x\n" });
  const files = parsePatch(patch);
  expect(files.map((file) => file.path)).toEqual(["a.sql"]);
  expect(files[0]?.added).toEqual([
    { line: 2, text: "++ b/x" },
    { line: 3, text: "@@ -1 +1 @@" },
    { line: 4, text: "diff --git a/x b/x" },
  ]);
});

test("a renamed file is known by both names", async () => {
  const text = "line\n".repeat(20);
  const checkout = await checkoutOf({ "old name.txt": text });
  const { patch } = await checkout.change({ "old name.txt": null, "new name.txt": `${text}more\n` });
  expect(parsePatch(patch)).toMatchObject([{ oldPath: "old name.txt", path: "new name.txt" }]);
});

test.each([
  ["test/add.test.js", true],
  ["src/add.spec.ts", true],
  ["pkg/a_test.go", true],
  ["tests/conftest.py", true],
  ["test_a.py", true],
  ["src/test/java/a/AddTest.java", true],
  ["Example.Tests/AddTests.cs", true],
  ["spec/add_spec.rb", true],
  ["src/__tests__/x.js", true],
  ["test_hex.c", true],
  ["src/hex_test.cpp", true],
  ["lib/test-strv.c", true],
  ["base/files_unittest.cc", true],
  ["src/tst_view.cpp", true],
  ["src/HexTest.cpp", true],
  ["t/size.t", true],
  ["t/lib/Fake.pm", true],
  ["cpan/Size/t/more.pl", true],
  ["xt/author.t", true],
  ["slug.bats", true],
  ["spec/slug_spec.lua", true],
  ["test/runtests.jl", true],
  ["tests/testthat/test-sizes.R", true],
  ["inst/tinytest/test_sizes.R", true],
  ["apps/a/test/a_test.exs", true],
  ["Tests/Unit/BasketTest.php", true],
  ["tests/basket.phpt", true],
  ["src/integrationTest/kotlin/Shop.kt", true],
  ["src/testFixtures/java/Fake.java", true],
  ["MyAppTests/Fake.swift", true],
  ["Tests/AppTests/Fake.swift", true],
  ["Example.UnitTests/Fake.cs", true],
  ["integration_test/app.dart", true],
  ["test/Spec.hs", true],
  ["src/Data/SizeSpec.hs", true],
  ["tests/decoding.rs", true],
  ["src/tests.rs", true],
  ["test/size_test.clj", true],
  ["src/size_SUITE.erl", true],
  ["lib/test_size.rb", true],
  ["app/speed-spec.js", true],
  ["tests/test_size.ml", true],
  ["src/hex.c", false],
  ["src/latest.c", false],
  ["include/attest.h", false],
  ["src/main/java/a/test/Probe.java", false],
  ["src/main/java/a/SecretKeySpec.java", false],
  ["lib/a/SecretKeySpec.java", false],
  ["lib/COMMIT.java", false],
  ["Sources/Testable.swift", false],
  ["src/t/index.ts", false],
  ["lib/Size.pm", false],
  ["R/sizes.R", false],
  ["src/contests/list.rb", false],
  ["src/protest.cpp", false],
  ["src/add.js", false],
  ["src/latest/index.js", false],
  ["src/contest.py", false],
  ["package.json", false],
])("whether %s is a test: %s", (path, expected) => {
  expect(isTestFile(path)).toBe(expected);
});
