import { afterEach, expect, test } from "@jest/globals";
import type { RunDeps } from "../../../src/domain/ports/run-deps.ts";
import type { ToolResult } from "../../../src/domain/tool.ts";
import { deleteFileTool } from "../../../src/loop/tools/delete-file.ts";
import { gitDiffTool, gitStatusTool } from "../../../src/loop/tools/git-tools.ts";
import { listFilesTool } from "../../../src/loop/tools/list-files.ts";
import { readFileTool } from "../../../src/loop/tools/read-file.ts";
import { searchRepoTool } from "../../../src/loop/tools/search-repo.ts";
import { strReplaceTool } from "../../../src/loop/tools/str-replace.ts";
import type { Tool } from "../../../src/loop/tools/tool.ts";
import { writeFileTool } from "../../../src/loop/tools/write-file.ts";
import { gitWorkspace } from "../../support/git-workspace.ts";
import { processCommands } from "../../support/process-commands.ts";

const opened: { remove(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((workspace) => workspace.remove()));
});

async function treeOf(files: Record<string, string | Uint8Array>) {
  const workspace = await gitWorkspace(files);
  opened.push(workspace);
  const deps: RunDeps = {
    workspace,
    commands: processCommands(workspace.root),
    plan: null,
    signal: new AbortController().signal,
  };
  return {
    async use(tool: Tool, args: Record<string, unknown>): Promise<ToolResult> {
      const reading = tool.read(args);
      if (!reading.ok) throw new Error(reading.problem);
      return reading.execute(deps);
    },
    async text(path: string): Promise<string | null> {
      const content = await workspace.readFile(path);
      return content === null ? null : Buffer.from(content).toString();
    },
  };
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`).join("\n");

test("a file is read with numbered lines, whole or by range", async () => {
  const tree = await treeOf({ "a.txt": `${numbered(20)}\n` });
  expect(await tree.use(readFileTool, { path: "a.txt", lineRange: "3-4" })).toMatchObject({
    ok: true,
    content: "3\tline 3\n4\tline 4",
    summary: "lines 3-4 of 20",
    filesRead: ["a.txt"],
  });
  expect((await tree.use(readFileTool, { path: "a.txt" })).summary).toBe("lines 1-20 of 20");
  expect((await tree.use(readFileTool, { path: "a.txt", lineRange: "19-" })).content).toContain(
    "20\tline 20",
  );
  expect((await tree.use(readFileTool, { path: "a.txt", lineRange: "18-99" })).summary).toBe(
    "lines 18-20 of 20",
  );
});

test("a range outside the file is answered with its length", async () => {
  const tree = await treeOf({ "a.txt": "one\n" });
  const result = await tree.use(readFileTool, { path: "a.txt", lineRange: "5-9" });
  expect(result).toMatchObject({ ok: false, content: "a.txt has only 1 lines." });
});

test("a long file is shown up to its budget, with the way to go on", async () => {
  const tree = await treeOf({ "a.txt": numbered(5_000) });
  const result = await tree.use(readFileTool, { path: "a.txt" });
  expect(result.summary).toBe("lines 1-600 of 5000; go on with lineRange 601-");
  expect(result.content.length).toBeLessThan(16_000);
});

test("long lines are cut, so that a minified file does not fill the prompt", async () => {
  const tree = await treeOf({ "a.js": `${"x".repeat(3_000_000)}\nend\n` });
  const result = await tree.use(readFileTool, { path: "a.js" });
  expect(result.content.length).toBeLessThan(700);
  expect(result.content).toContain("2\tend");
});

test("binary, huge and missing files are refused kindly", async () => {
  const tree = await treeOf({
    "image.png": Buffer.from([137, 80, 78, 71, 0, 0, 1]),
    "huge.txt": "x".repeat(5_000_000),
    "src/deep/thing.js": "x",
  });
  expect((await tree.use(readFileTool, { path: "image.png" })).content).toContain("binary file of 7 bytes");
  expect((await tree.use(readFileTool, { path: "huge.txt" })).content).toContain("5.0 MB, too large");
  expect((await tree.use(readFileTool, { path: "thing.js" })).content).toContain(
    "There is: src/deep/thing.js",
  );
  expect((await tree.use(readFileTool, { path: "src" })).content).toContain("is a folder");
});

test("an empty file reads as empty", async () => {
  const tree = await treeOf({ "a.txt": "" });
  expect(await tree.use(readFileTool, { path: "a.txt" })).toMatchObject({
    ok: true,
    summary: "a.txt is empty",
  });
});

test("files are listed, and counted by folder when there are many", async () => {
  const many = Object.fromEntries(Array.from({ length: 160 }, (_, i) => [`src/part${i % 3}/f${i}.js`, "x"]));
  const tree = await treeOf({ ...many, "README.md": "x" });
  expect((await tree.use(listFilesTool, { glob: "*.md" })).content).toBe("README.md");
  const all = await tree.use(listFilesTool, {});
  expect(all.content.split("\n")).toContain("src/part0/ (54 files)");
  expect(all.content.split("\n")).toContain("README.md");
  expect((await tree.use(listFilesTool, { glob: "*.py" })).content).toContain("no file matches");
});

test("a search groups its lines by file and says when there is more", async () => {
  const tree = await treeOf({ "a.js": "needle one\nhay\nneedle two\n", "b.js": "needle\n".repeat(200) });
  const result = await tree.use(searchRepoTool, { query: "needle (one|two)" });
  expect(result).toMatchObject({ ok: true, content: "a.js\n1\tneedle one\n3\tneedle two" });
  expect((await tree.use(searchRepoTool, { query: "needle" })).summary).toContain("more than these 80");
  expect((await tree.use(searchRepoTool, { query: "absent" })).content).toContain("no line matches");
  expect((await tree.use(searchRepoTool, { query: "(" })).content).toContain("no valid regular expression");
});

test("a search does not show lines of files that hold secrets", async () => {
  const tree = await treeOf({ ".env": "TOKEN=abc\n", "a.js": "TOKEN\n" });
  expect((await tree.use(searchRepoTool, { query: "TOKEN" })).content).toBe("a.js\n1\tTOKEN");
});

test("an edit answers with what the place reads now", async () => {
  const tree = await treeOf({ "a.txt": `${numbered(9)}\n` });
  const result = await tree.use(strReplaceTool, {
    path: "a.txt",
    oldString: "line 5",
    newString: "line five",
  });
  expect(result).toMatchObject({ ok: true, filesModified: ["a.txt"] });
  expect(result.content).toContain("5\tline five\n6\tline 6");
  expect(await tree.text("a.txt")).toContain("line 4\nline five\nline 6");
});

test("a miss changes nothing and shows the nearest place, or how often the text occurs", async () => {
  const tree = await treeOf({ "a.js": "function add(a, b) {\n\treturn a + b;\n}\nfoo\nfoo\n" });
  const near = await tree.use(strReplaceTool, {
    path: "a.js",
    oldString: "function add(a, b) {\n  return a + b;\n}",
    newString: "x",
  });
  expect(near.ok).toBe(false);
  expect(near.summary).toContain("only white space differs from line 1");
  expect(near.content).toContain("2\t\treturn a + b;");
  const twice = await tree.use(strReplaceTool, { path: "a.js", oldString: "foo", newString: "x" });
  expect(twice.content).toContain("occurs 2 times in a.js (lines 4, 5)");
  expect(await tree.text("a.js")).toContain("foo\nfoo\n");
});

test("writing over a file is asked for by name, and keeps its line ends and its byte order mark", async () => {
  const tree = await treeOf({ "a.txt": "\uFEFFone\r\ntwo\r\n" });
  expect((await tree.use(writeFileTool, { path: "a.txt", content: "x\n" })).content).toContain(
    "a.txt exists",
  );
  await tree.use(writeFileTool, { path: "a.txt", content: "1\n2\n", overwrite: true });
  expect(await tree.text("a.txt")).toBe("\uFEFF1\r\n2\r\n");
  await tree.use(writeFileTool, { path: "new/b.txt", content: "x\n" });
  expect(await tree.text("new/b.txt")).toBe("x\n");
});

test("a file is deleted, a folder is not", async () => {
  const tree = await treeOf({ "src/a.js": "x" });
  expect((await tree.use(deleteFileTool, { path: "src" })).ok).toBe(false);
  expect(await tree.use(deleteFileTool, { path: "src/a.js" })).toMatchObject({ ok: true });
  expect(await tree.text("src/a.js")).toBeNull();
  expect((await tree.use(deleteFileTool, { path: "src/a.js" })).content).toContain("does not exist");
});

test("status and diff come from the harness's own git", async () => {
  const tree = await treeOf({ "a.txt": "one\n" });
  expect((await tree.use(gitStatusTool, {})).summary).toBe("nothing differs from the base");
  await tree.use(strReplaceTool, { path: "a.txt", oldString: "one", newString: "two" });
  expect((await tree.use(gitStatusTool, {})).content).toBe("modified a.txt +1 -1");
  expect((await tree.use(gitDiffTool, { path: "a.txt" })).content).toContain("-one\n+two");
});
