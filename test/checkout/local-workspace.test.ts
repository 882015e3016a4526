import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { atSpot } from "../../src/checkout/confined-path.ts";
import { openWorkspace } from "../../src/checkout/open-workspace.ts";
import { gitIn, repositoryWith, scratchFolder, type Scratch } from "./scratch.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = scratchFolder();
  scratch.write("secret", "secret");
  scratch.write("tree/a.txt", "a");
  scratch.write("tree/dir/b.txt", "b");
});
afterEach(() => scratch.remove());

const open = () => openWorkspace(scratch.path("tree"));
const refused = { code: "PATH_REFUSED" };
const bytes = (text: string) => Buffer.from(text);

test.each([
  "../secret",
  "dir/../../secret",
  "/etc/passwd",
  ".git/config",
  ".GIT/config",
  "dir/.Git/hooks/x",
  ".git ",
  ".git.",
  ".g\u200cit/config",
  "git~1/config",
  "a\0b",
])("%j is refused for reading and writing", async (path) => {
  await expect(open().readFile(path)).rejects.toMatchObject(refused);
  await expect(open().writeFile(path, bytes("x"))).rejects.toMatchObject(refused);
  await expect(open().deleteFile(path)).rejects.toMatchObject(refused);
  expect(readFileSync(scratch.path("secret"), "utf8")).toBe("secret");
});

test("names that only look like .git are fine", async () => {
  await open().writeFile(".gitignore", bytes("x"));
  await open().writeFile(".github/workflows/ci.yml", bytes("x"));
  expect(await open().readFile(".github/workflows/ci.yml")).toEqual(bytes("x"));
});

test.each([
  ["an absolute link", () => symlinkSync(scratch.path("secret"), scratch.path("tree/link"))],
  ["a relative link", () => symlinkSync("../secret", scratch.path("tree/link"))],
  [
    "a chain of links",
    () => {
      symlinkSync("dir/second", scratch.path("tree/link"));
      symlinkSync("../../secret", scratch.path("tree/dir/second"));
    },
  ],
  ["a link to itself", () => symlinkSync("link", scratch.path("tree/link"))],
])("%s out of the tree is refused", async (_name, plant) => {
  plant();
  await expect(open().readFile("link")).rejects.toMatchObject(refused);
  await expect(open().stat("link")).rejects.toMatchObject(refused);
  await expect(open().writeFile("link", bytes("x"))).rejects.toMatchObject(refused);
  expect(readFileSync(scratch.path("secret"), "utf8")).toBe("secret");
});

test("a link in the middle of a path does not lead out", async () => {
  symlinkSync("..", scratch.path("tree/up"));
  await expect(open().readFile("up/secret")).rejects.toMatchObject(refused);
  await expect(open().writeFile("up/new", bytes("x"))).rejects.toMatchObject(refused);
  await expect(open().deleteFile("up/secret")).rejects.toMatchObject(refused);
});

test("a link to git's own folder is refused", async () => {
  mkdirSync(scratch.path("tree/.git"));
  scratch.write("tree/.git/config", "x");
  symlinkSync(".git", scratch.path("tree/alias"));
  await expect(open().readFile("alias/config")).rejects.toMatchObject(refused);
});

test("a link that stays inside is read through, but not written through", async () => {
  symlinkSync("dir", scratch.path("tree/alias"));
  expect(await open().readFile("alias/b.txt")).toEqual(bytes("b"));
  await expect(open().writeFile("alias/b.txt", bytes("x"))).rejects.toMatchObject(refused);
  await expect(open().deleteFile("alias/b.txt")).rejects.toMatchObject(refused);
});

test("a folder swapped for a link between check and use does not lead out", () => {
  scratch.write("outside/b.txt", "outside");
  const content = atSpot(scratch.path("tree"), "dir/b.txt", { links: "refuse" }, ({ path }) => {
    renameSync(scratch.path("tree/dir"), scratch.path("tree/old"));
    symlinkSync(scratch.path("outside"), scratch.path("tree/dir"));
    return readFileSync(path, "utf8");
  });
  expect(content).toBe("b");
});

test("a pipe and a device are refused without waiting for them", async () => {
  const program = "mkfifo";
  execFileSync(program, [scratch.path("tree/pipe")]);
  await expect(open().readFile("pipe")).rejects.toMatchObject(refused);
  await expect(open().writeFile("pipe", bytes("x"))).rejects.toMatchObject(refused);
  expect(await open().stat("pipe")).toMatchObject({ kind: "other" });
});

test("a huge sparse file is refused", async () => {
  scratch.write("tree/huge", "");
  truncateSync(scratch.path("tree/huge"), 2 ** 40);
  await expect(open().readFile("huge")).rejects.toMatchObject(refused);
});

test("a missing file is null, also below a file or a missing folder", async () => {
  expect(await open().readFile("none")).toBeNull();
  expect(await open().readFile("none/none")).toBeNull();
  expect(await open().readFile("a.txt/none")).toBeNull();
  expect(await open().stat("none")).toBeNull();
});

test("writing makes folders, keeps the mode and leaves a hard link elsewhere alone", async () => {
  chmodSync(scratch.path("tree/a.txt"), 0o755);
  linkSync(scratch.path("tree/a.txt"), scratch.path("elsewhere"));
  await open().writeFile("a.txt", bytes("new"));
  await open().writeFile("x/y/z.txt", bytes("z"));
  expect(readFileSync(scratch.path("tree/a.txt"), "utf8")).toBe("new");
  expect(statSync(scratch.path("tree/a.txt")).mode & 0o777).toBe(0o755);
  expect(readFileSync(scratch.path("elsewhere"), "utf8")).toBe("a");
  expect(await open().readFile("x/y/z.txt")).toEqual(bytes("z"));
});

test("a folder can be neither read, written nor deleted as a file", async () => {
  await expect(open().readFile("dir")).rejects.toMatchObject(refused);
  await expect(open().writeFile("dir", bytes("x"))).rejects.toMatchObject(refused);
  await expect(open().writeFile("", bytes("x"))).rejects.toMatchObject(refused);
  await expect(open().deleteFile("dir")).rejects.toMatchObject(refused);
  expect(await open().stat("dir")).toMatchObject({ kind: "directory" });
  expect(await open().stat("")).toMatchObject({ kind: "directory" });
});

test("a folder without a repository is walked, installed packages and links left unfollowed", async () => {
  scratch.write("tree/node_modules/x/index.js", "");
  symlinkSync("..", scratch.path("tree/up"));
  expect(await open().listFiles()).toEqual({ paths: ["a.txt", "dir/b.txt", "up"], total: 3 });
  expect(await open().changedFiles()).toEqual([]);
});

test("a repository lists what git does not ignore and is there, narrowed by glob and limit", async () => {
  rmSync(scratch.path("tree"), { recursive: true });
  const dir = repositoryWith(scratch, "tree", {
    "a.js": "",
    "gone.js": "",
    "dir/.b.js": "",
    ".gitignore": "*.log\n",
  });
  scratch.write("tree/new.js", "");
  scratch.write("tree/noise.log", "");
  rmSync(`${dir}/gone.js`);
  const workspace = open();
  expect(await workspace.listFiles()).toEqual({
    paths: [".gitignore", "a.js", "dir/.b.js", "new.js"],
    total: 4,
  });
  expect(await workspace.listFiles({ glob: "**/*.js", limit: 2 })).toEqual({
    paths: ["a.js", "dir/.b.js"],
    total: 3,
  });
});

test("a repository cannot make a listing run its programs", async () => {
  rmSync(scratch.path("tree"), { recursive: true });
  const dir = repositoryWith(scratch, "tree", { "a.js": "" });
  scratch.write("evil", `#!/bin/sh\ntouch ${scratch.path("ran")}\n`);
  chmodSync(scratch.path("evil"), 0o755);
  gitIn(dir, "config", "core.fsmonitor", scratch.path("evil"));
  gitIn(dir, "config", "filter.x.clean", scratch.path("evil"));
  scratch.write("tree/.gitattributes", "* filter=x\n");
  scratch.write("tree/a.js", "changed");
  expect((await open().listFiles()).total).toBe(2);
  expect((await open().changedFiles()).map((file) => file.path)).toEqual([".gitattributes", "a.js"]);
  expect(() => statSync(scratch.path("ran"))).toThrow();
});

test("changes and diff are those against HEAD, new files included, and leave the index alone", async () => {
  rmSync(scratch.path("tree"), { recursive: true });
  const dir = repositoryWith(scratch, "tree", { "a.js": "one\n", "b.js": "b\n" });
  scratch.write("tree/a.js", "two\n");
  scratch.write("tree/c.js", "c\n");
  expect(await open().changedFiles()).toEqual([
    { path: "a.js", status: "modified", addedLines: 1, removedLines: 1, binary: false },
    { path: "c.js", status: "added", addedLines: 1, removedLines: 0, binary: false },
  ]);
  expect(await open().diff(["c.js"])).toMatch(
    /^diff --git a\/c.js b\/c.js\nnew file mode 100644\n[^]*\+c\n$/,
  );
  expect(gitIn(dir, "status", "--porcelain")).toBe("M a.js\n?? c.js");
});

test("search finds lines by expression, in order, and says when there were more", async () => {
  scratch.write("tree/z.txt", "needle 1\nother\nneedle 2\n");
  scratch.write("tree/dir/b.txt", "needle 3\n");
  scratch.write("tree/node_modules/x.txt", "needle 4\n");
  symlinkSync(scratch.path("secret"), scratch.path("tree/link"));
  const found = await open().search({ query: "needle \\d", limit: 10 });
  expect(found).toEqual({
    matches: [
      { path: "dir/b.txt", line: 1, text: "needle 3" },
      { path: "z.txt", line: 1, text: "needle 1" },
      { path: "z.txt", line: 3, text: "needle 2" },
    ],
    truncated: false,
    problem: null,
  });
  expect(await open().search({ query: "needle", limit: 1, glob: "*.txt" })).toMatchObject({
    truncated: true,
  });
  expect((await open().search({ query: "secret", limit: 10 })).matches).toEqual([]);
});

test("a query that is no expression is a problem, not an error, and an option is only text", async () => {
  const broken = await open().search({ query: "(", limit: 10 });
  expect(broken.matches).toEqual([]);
  expect(broken.problem).toContain("unclosed group");
  scratch.write("tree/opt.txt", "--pre=/bin/sh\n");
  expect((await open().search({ query: "--pre=/bin/sh", limit: 10 })).matches).toHaveLength(1);
});
