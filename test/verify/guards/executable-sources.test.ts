import { expect, test } from "@jest/globals";
import { executableSources } from "../../../src/verify/guards/executable-sources.ts";
import { parsePatch } from "../../../src/verify/patch-file.ts";

async function saysOf(path: string, content: string, from = "100644", to = "100755"): Promise<string> {
  const patch = `diff --git a/${path} b/${path}\nold mode ${from}\nnew mode ${to}\n`;
  const readFile = async () => new TextEncoder().encode(content);
  const [result] = await executableSources(parsePatch(patch), { readFile });
  return result === undefined ? "" : `${result.name}: ${result.evidence}`;
}

test("a source that can be executed now and does not say by what is damaged", async () => {
  expect(await saysOf("prices.py", "def price():\n    pass\n")).toBe(
    "files undamaged: prices.py: it can be executed now, and has no line that says by what",
  );
});

test.each([
  ["manage.py", "#!/usr/bin/env python3\n"],
  ["tools/total.sh", "echo 1\n"],
  ["bin/total", "echo 1\n"],
  ["tools/total.dat", "\u0000ELF"],
])("%s may become executable", async (path, content) => {
  expect(await saysOf(path, content)).toBe("");
});

test("one that was executable before is left alone", async () => {
  expect(await saysOf("prices.py", "x = 1\n", "100755", "100755")).toBe("");
});
