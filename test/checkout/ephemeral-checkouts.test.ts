import { afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { lookup } from "node:dns/promises";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createCheckouts } from "../../src/checkout/ephemeral-checkouts.ts";
import { defaultHosts } from "../../src/checkout/registry/default-hosts.ts";
import { chooseSandbox } from "../../src/checkout/sandbox/choose-sandbox.ts";
import type { Sandbox } from "../../src/checkout/sandbox/sandbox.ts";
import type { PlannedStep } from "../../src/domain/plan.ts";
import type { Candidate, Checkout, Checkouts } from "../../src/domain/ports/checkouts.ts";
import type { CommandOutcome, CommandRunner } from "../../src/domain/ports/command-runner.ts";
import { gitIn, repositoryWith, scratchFolder, type Scratch } from "./scratch.ts";

const signal = new AbortController().signal;
let sandbox: Sandbox;
let scratch: Scratch;
let checkouts: Checkouts;

beforeAll(async () => {
  sandbox = await chooseSandbox({ name: "auto", toolPaths: [] });
});
beforeEach(() => {
  scratch = scratchFolder();
  checkouts = createCheckouts({ dir: scratch.path("runs"), sandbox: async () => sandbox, allowedHosts: [] });
});
afterEach(() => scratch.remove());

function open(url: string, ref: string | null = null): Promise<Checkout> {
  return checkouts.open({ runId: "run-1", source: { url, ref, token: null }, signal });
}

function step(command: string): PlannedStep {
  return { name: command, command, cwd: ".", env: {}, shell: "bash", provenance: "test" };
}

function run(commands: CommandRunner, line: string): Promise<CommandOutcome> {
  const command = { kind: "line", line, shell: "bash" } as const;
  return commands.run({ command, cwd: ".", env: {}, timeoutMs: 60_000, network: "none" });
}

const write = (checkout: Pick<Checkout, "workspace">, path: string, text: string) =>
  checkout.workspace.writeFile(path, Buffer.from(text));
const read = async (checkout: Pick<Checkout, "workspace">, path: string) => {
  const bytes = await checkout.workspace.readFile(path);
  return bytes === null ? null : Buffer.from(bytes).toString();
};
const paths = (candidate: Candidate) => candidate.files.map((file) => `${file.status} ${file.path}`);

const files = { "a.txt": "a\n", "lib/b.txt": "b\n", "package.json": "{}\n", ".gitignore": "ignored\n" };

test("opens the default branch at its head, depth one, without history", async () => {
  const repository = repositoryWith(scratch, "origin", files);
  scratch.write("origin/a.txt", "second\n");
  gitIn(repository, "commit", "--quiet", "--all", "--message=second");
  const checkout = await open(repository);
  expect(checkout).toMatchObject({ baseSha: gitIn(repository, "rev-parse", "HEAD"), ref: "main" });
  expect(await read(checkout, "a.txt")).toBe("second\n");
  expect(
    (
      await run(
        checkout.commands,
        "git log --oneline | wc -l; git status --porcelain; git branch --show-current",
      )
    ).output,
  ).toBe("1\nmain\n");
});

test("python is found where the machine has python3 only", async () => {
  const { commands } = await open(repositoryWith(scratch, "origin", files));
  const { exitCode, output } = await run(commands, "python -c 'import sys; print(sys.version_info.major)'");
  expect({ exitCode, output }).toEqual({ exitCode: 0, output: "3\n" });
});

test("opens a branch, a tag, a commit and, in place, an expression", async () => {
  const repository = repositoryWith(scratch, "origin", files);
  const first = gitIn(repository, "rev-parse", "HEAD");
  gitIn(repository, "tag", "--annotate", "--message=v1", "v1");
  gitIn(repository, "branch", "side/one");
  gitIn(repository, "commit", "--quiet", "--allow-empty", "--message=second");
  for (const ref of ["v1", "side/one", first, "HEAD~1", first.slice(0, 9)]) {
    const checkout = await open(repository, ref);
    expect(checkout).toMatchObject({ baseSha: first, ref });
    await checkout.dispose();
  }
});

test("says what is wrong with a source, and leaves nothing behind", async () => {
  const repository = repositoryWith(scratch, "origin", files);
  mkdirSync(scratch.path("empty"));
  gitIn(scratch.path("empty"), "init", "--quiet");
  mkdirSync(scratch.path("plain"));
  await expect(open(scratch.path("empty"))).rejects.toMatchObject({ code: "REPOSITORY_EMPTY" });
  await expect(open(repository, "nope")).rejects.toMatchObject({ code: "REF_NOT_FOUND" });
  await expect(open(repository, "--upload-pack=touch x")).rejects.toMatchObject({ code: "REF_NOT_FOUND" });
  await expect(open(repository, "0".repeat(40))).rejects.toMatchObject({ code: "REF_NOT_FOUND" });
  await expect(open(scratch.path("plain"))).rejects.toMatchObject({ code: "CHECKOUT_FAILED" });
  await expect(open("ext::sh -c 'touch x'")).rejects.toMatchObject({ code: "CHECKOUT_FAILED" });
  await expect(open("ssh://host/x")).rejects.toMatchObject({ code: "CHECKOUT_FAILED" });
  await expect(open("https://user:secret@localhost/x")).rejects.toMatchObject({ code: "CHECKOUT_FAILED" });
  expect(readdirSync(scratch.path("runs"))).toEqual([]);
});

test("a stopped run does not open", async () => {
  const repository = repositoryWith(scratch, "origin", files);
  const source = { url: repository, ref: null, token: null };
  const opening = checkouts.open({ runId: "run-1", source, signal: AbortSignal.abort() });
  await expect(opening).rejects.toMatchObject({ code: "CANCELLED" });
});

test("a candidate is the working tree without ignored and installed files, and its patch makes it", async () => {
  const repository = repositoryWith(scratch, "origin", files);
  const checkout = await open(repository);
  await write(checkout, "a.txt", "changed\n");
  await write(checkout, "new/file.txt", "new\n");
  await write(checkout, "ignored", "x");
  await write(checkout, "node_modules/x/index.js", "x");
  await checkout.workspace.deleteFile("lib/b.txt");
  const candidate = await checkout.candidate();
  expect(paths(candidate)).toEqual(["modified a.txt", "deleted lib/b.txt", "added new/file.txt"]);
  expect(await checkout.workspace.changedFiles()).toEqual(candidate.files);
  expect(await checkout.workspace.diff()).toContain("+changed");
  expect(await checkout.candidateFromPatch(candidate.patch)).toEqual(candidate);
  expect((await checkout.workspace.listFiles()).paths).toEqual([
    ".gitignore",
    "a.txt",
    "new/file.txt",
    "package.json",
  ]);
});

test("modes, links, binary files, other encodings, odd names and renames survive the patch", async () => {
  const latin = Buffer.from("caf\xe9\n".repeat(20), "latin1");
  const repository = repositoryWith(scratch, "origin", {
    ...files,
    "latin.txt": latin,
    "long.txt": "line\n".repeat(50),
  });
  const checkout = await open(repository);
  await checkout.workspace.writeFile("latin.txt", Buffer.concat([latin, Buffer.from([0xe8, 10])]));
  await checkout.workspace.writeFile("image.bin", Buffer.from([0, 1, 2, 255]));
  await write(checkout, 'odd "name\té.txt', "odd\n");
  await write(checkout, "crlf.txt", "one\r\ntwo");
  const tree = checkout.workspace.root;
  chmodSync(`${tree}/a.txt`, 0o755);
  symlinkSync("a.txt", `${tree}/link`);
  await run(checkout.commands, "mv long.txt moved.txt");
  const candidate = await checkout.candidate();
  expect(paths(candidate)).toContain("renamed moved.txt");
  expect(candidate.files.find((file) => file.path === "image.bin")).toMatchObject({ binary: true });
  expect((await checkout.candidateFromPatch(candidate.patch)).treeSha).toBe(candidate.treeSha);
  scratch.write("change.patch", candidate.patch);
  gitIn(repository, "apply", "--index", scratch.path("change.patch"));
  expect(gitIn(repository, "write-tree")).toBe(candidate.treeSha);
});

test("a patch that does not apply is rejected and touches nothing", async () => {
  const checkout = await open(repositoryWith(scratch, "origin", files));
  const patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-other\n+x\n";
  await expect(checkout.candidateFromPatch(patch)).rejects.toMatchObject({ code: "PATCH_REJECTED" });
  await expect(checkout.candidateFromPatch("nonsense")).rejects.toMatchObject({ code: "PATCH_REJECTED" });
  const hook = "--- /dev/null\n+++ b/.git/hooks/x\n@@ -0,0 +1 @@\n+x\n";
  await expect(checkout.candidateFromPatch(hook)).rejects.toMatchObject({ code: "PATCH_REJECTED" });
  expect(await checkout.workspace.changedFiles()).toEqual([]);
  expect((await checkout.candidateFromPatch("")).files).toEqual([]);
});

test("recombining puts paths back as the base has them and leaves the rest of the candidate", async () => {
  const checkout = await open(repositoryWith(scratch, "origin", files));
  await write(checkout, "a.txt", "changed\n");
  await write(checkout, "new.txt", "new\n");
  await write(checkout, "package.json", "{ }\n");
  await run(checkout.commands, "rm lib/b.txt && rmdir lib && echo file > lib");
  const candidate = await checkout.candidate();
  const restored = await checkout.recombine(candidate, {
    restore: ["a.txt", "new.txt", "lib/b.txt", "none"],
  });
  expect(paths(restored)).toEqual(["modified package.json"]);
  const fresh = await checkout.freshTree(restored, signal);
  expect(await read(fresh, "a.txt")).toBe("a\n");
  expect(await read(fresh, "lib/b.txt")).toBe("b\n");
  expect(await read(fresh, "package.json")).toBe("{ }\n");
  expect(await read(fresh, "new.txt")).toBeNull();
  await fresh.dispose();
  expect(await checkout.recombine(candidate, { restore: [] })).toEqual(candidate);
  const all = await checkout.recombine(candidate, {
    restore: ["a.txt", "new.txt", "package.json", "lib", "lib/b.txt"],
  });
  expect(all.files).toEqual([]);
  expect(await checkout.candidate()).toEqual(candidate);
});

test("what set-up changed is not the model's change, until the model changes it too", async () => {
  const checkout = await open(repositoryWith(scratch, "origin", files));
  const report = await checkout.prepare(
    [step("echo gen > generated.txt; echo '{ }' > package.json")],
    signal,
  );
  expect(report.ok).toBe(true);
  expect((await checkout.candidate()).files).toEqual([]);
  await write(checkout, "generated.txt", "mine\n");
  expect(paths(await checkout.candidate())).toEqual(["added generated.txt"]);
});

test("set-up stops at the first step that fails", async () => {
  const checkout = await open(repositoryWith(scratch, "origin", files));
  const report = await checkout.prepare([step("true"), step("exit 3"), step("touch never")], signal);
  expect(report).toMatchObject({
    ok: false,
    steps: [{ outcome: { exitCode: 0 } }, { outcome: { exitCode: 3 } }],
  });
  expect(await read(checkout, "never")).toBeNull();
});

test("a fresh tree sees nothing that was planted in the tree the model worked in", async () => {
  const checkout = await open(repositoryWith(scratch, "origin", files));
  await checkout.prepare(
    [step("mkdir node_modules; echo honest > node_modules/x; echo honest > ~/x")],
    signal,
  );
  await run(
    checkout.commands,
    "echo evil > node_modules/x; echo evil > ~/x; echo evil > ignored; echo evil > ~/.bashrc; echo evil > ~/.stand-ins/python; mkdir -p __pycache__; touch __pycache__/x.pyc",
  );
  await write(checkout, "a.txt", "changed\n");
  const fresh = await checkout.freshTree(await checkout.candidate(), signal);
  const seen = await run(
    fresh.commands,
    "cat a.txt node_modules/x ~/x; grep evil ~/.stand-ins/python || true; ls -A; ls -A ~; git status --porcelain",
  );
  expect(seen.output).not.toContain("evil");
  expect(seen.output).toBe(
    "changed\nhonest\nhonest\n.git\n.gitignore\na.txt\nlib\nnode_modules\npackage.json\n.stand-ins\nx\n",
  );
  expect(paths({ ...(await checkout.candidate()), files: await fresh.workspace.changedFiles() })).toEqual([
    "modified a.txt",
  ]);
  const root = fresh.workspace.root;
  await fresh.dispose();
  expect(existsSync(root)).toBe(false);
});

test("a fresh tree drops deleted files and can turn a file into a folder and back", async () => {
  const checkout = await open(repositoryWith(scratch, "origin", files));
  await checkout.prepare([step("true")], signal);
  await run(checkout.commands, "rm -r lib a.txt; echo file > lib; mkdir a.txt; echo inside > a.txt/b");
  const fresh = await checkout.freshTree(await checkout.candidate(), signal);
  expect((await run(fresh.commands, "cat lib a.txt/b; git status --porcelain")).output).toBe(
    "file\ninside\n",
  );
});

test("two fresh trees at once do not see each other", async () => {
  const checkout = await open(repositoryWith(scratch, "origin", files));
  const candidate = await checkout.candidate();
  const [one, two] = await Promise.all([
    checkout.freshTree(candidate, signal),
    checkout.freshTree(candidate, signal),
  ]);
  await run(one.commands, "echo one > a.txt; echo one > ~/x");
  expect((await run(two.commands, "cat a.txt; ls ~")).output).toBe("a\n");
});

test("set-up runs again in a fresh tree when a manifest changed, and only then", async () => {
  const checkout = await open(repositoryWith(scratch, "origin", files));
  await checkout.prepare([step("cat package.json >> ignored")], signal);
  await write(checkout, "a.txt", "changed\n");
  const same = await checkout.freshTree(await checkout.candidate(), signal);
  expect(await read(same, "ignored")).toBe("{}\n");
  await write(checkout, "package.json", "{ }\n");
  const again = await checkout.freshTree(await checkout.candidate(), signal);
  expect(await read(again, "ignored")).toBe("{}\n{ }\n");
});

test("a set-up that fails with the change applied says so", async () => {
  const checkout = await open(repositoryWith(scratch, "origin", files));
  await checkout.prepare([step("grep -q '{}' package.json")], signal);
  await write(checkout, "package.json", "broken\n");
  const fresh = checkout.freshTree(await checkout.candidate(), signal);
  await expect(fresh).rejects.toMatchObject({ code: "SETUP_FAILED" });
});

test("a link that set-up planted does not lead a removal out of the fresh tree", async () => {
  scratch.write("precious/b.txt", "precious");
  const checkout = await open(repositoryWith(scratch, "origin", files));
  await checkout.prepare([step(`rm -r lib; ln -s ${scratch.path("precious")} lib`)], signal);
  await run(checkout.commands, "rm lib");
  const candidate = await checkout.candidate();
  await (await checkout.freshTree(candidate, signal)).dispose();
  await (await checkout.freshTree(await checkout.candidateFromPatch(""), signal)).dispose();
  expect(readFileSync(scratch.path("precious/b.txt"), "utf8")).toBe("precious");
});

test("commands can read git and cannot change it", async () => {
  const checkout = await open(repositoryWith(scratch, "origin", files));
  const listed = await run(checkout.commands, "git ls-files; git rev-parse HEAD");
  expect(listed.output).toBe(`.gitignore\na.txt\nlib/b.txt\npackage.json\n${checkout.baseSha}\n`);
  for (const line of [
    "echo x > .git/config",
    "git config user.name evil",
    "mkdir -p .git/hooks",
    "rm -rf .git/index",
    "mv .git elsewhere",
    "git commit --allow-empty -m x",
  ]) {
    expect((await run(checkout.commands, line)).exitCode).not.toBe(0);
  }
});

test("nothing a repository or a command plants makes the harness's git run it", async () => {
  const repository = repositoryWith(scratch, "origin", {
    ...files,
    ".gitattributes": "* filter=evil diff=evil\n",
  });
  const checkout = await open(repository);
  const evil = "printf '#!/bin/sh\\ntouch /tmp/avatar-evil-ran ~/ran\\n' > evil.sh; chmod +x evil.sh; ";
  const nested =
    "mkdir sub; cd sub; git init -q .; git config core.fsmonitor ../evil.sh; git config filter.evil.clean ../evil.sh; touch x";
  expect((await run(checkout.commands, evil + nested)).exitCode).toBe(0);
  expect(paths(await checkout.candidate())).toEqual(["added evil.sh"]);
  expect(existsSync("/tmp/avatar-evil-ran")).toBe(false);
});

test("a repository inside the tree does not become a submodule", async () => {
  const checkout = await open(repositoryWith(scratch, "origin", files));
  const line = "git init -q sub && cd sub && git -c user.name=x -c user.email=x commit -q --allow-empty -m x";
  expect((await run(checkout.commands, line)).exitCode).toBe(0);
  expect((await checkout.candidate()).files).toEqual([]);
});

test("a file that git cannot hold is named, not passed over", async () => {
  const checkout = await open(repositoryWith(scratch, "origin", files));
  await run(checkout.commands, "mkdir .GIT; touch .GIT/config");
  await expect(checkout.candidate()).rejects.toMatchObject({ code: "PATH_REFUSED" });
});

test("a commit has the candidate's tree, the base as parent and the author and time it is given", async () => {
  const repository = repositoryWith(scratch, "origin", files);
  const checkout = await open(repository);
  await write(checkout, "a.txt", "changed\n");
  const candidate = await checkout.candidate();
  const author = { name: "avatar[bot]", email: "1+avatar[bot]@users.noreply.example.com" };
  const at = new Date("2026-01-02T03:04:05Z");
  const sha = await checkout.commit({ candidate, message: "Fix a\n\nBody -- with = signs", author, at });
  const source = { url: repository, ref: null, token: null };
  await checkout.push({ commitSha: sha, branch: "avatar/issue-1-a", source, expectedHead: null });
  const shown = gitIn(
    repository,
    "show",
    "--no-patch",
    "--format=%T %P %an <%ae> %aI %B",
    "avatar/issue-1-a",
  );
  expect(shown).toBe(
    `${candidate.treeSha} ${checkout.baseSha} ${author.name} <${author.email}> 2026-01-02T03:04:05+00:00 Fix a\n\nBody -- with = signs`,
  );
});

async function committed(repository: string): Promise<{ checkout: Checkout; sha: string }> {
  const checkout = await open(repository);
  await write(checkout, "a.txt", "changed\n");
  const author = { name: "a", email: "a@example.com" };
  const candidate = await checkout.candidate();
  return { checkout, sha: await checkout.commit({ candidate, message: "x", author, at: new Date(0) }) };
}

test("a branch that somebody moved is not pushed to, and keeps what it had", async () => {
  const repository = repositoryWith(scratch, "origin", files);
  const { checkout, sha } = await committed(repository);
  gitIn(repository, "checkout", "--quiet", "-b", "avatar/x");
  gitIn(repository, "commit", "--quiet", "--allow-empty", "--message=a person's");
  const theirs = gitIn(repository, "rev-parse", "avatar/x");
  const source = { url: repository, ref: null, token: null };
  const request = { commitSha: sha, branch: "avatar/x", source };
  await expect(checkout.push({ ...request, expectedHead: null })).rejects.toMatchObject({
    code: "PUSH_REFUSED",
  });
  await expect(checkout.push({ ...request, expectedHead: checkout.baseSha })).rejects.toMatchObject({
    code: "PUSH_REFUSED",
  });
  // Even when told to expect it: what is no fast-forward would have to be forced.
  await expect(checkout.push({ ...request, expectedHead: theirs })).rejects.toMatchObject({
    code: "PUSH_REFUSED",
  });
  expect(gitIn(repository, "rev-parse", "avatar/x")).toBe(theirs);
});

test("pushing the same commit again is no error", async () => {
  const repository = repositoryWith(scratch, "origin", files);
  const { checkout, sha } = await committed(repository);
  const request = { commitSha: sha, branch: "avatar/x", source: { url: repository, ref: null, token: null } };
  await checkout.push({ ...request, expectedHead: null });
  await checkout.push({ ...request, expectedHead: null });
  expect(gitIn(repository, "rev-parse", "avatar/x")).toBe(sha);
});

test.each([
  ["GH006: Protected branch update failed", /protected/],
  [
    "refusing to allow a GitHub App to create or update workflow `.github/workflows/x.yml` without `workflows` permission",
    /workflow/,
  ],
  ["GH001: Large files detected", /protected|larger/],
])("a refusal by the host is put into words: %s", async (said, words) => {
  const repository = repositoryWith(scratch, "origin", files);
  const { checkout, sha } = await committed(repository);
  scratch.write("origin/.git/hooks/pre-receive", `#!/bin/sh\ncat <<'X' >&2\n${said}\nX\nexit 1\n`);
  chmodSync(scratch.path("origin/.git/hooks/pre-receive"), 0o755);
  const source = { url: repository, ref: null, token: null };
  const push = checkout.push({ commitSha: sha, branch: "avatar/x", source, expectedHead: null });
  await expect(push).rejects.toMatchObject({ code: "PUSH_REFUSED", message: expect.stringMatching(words) });
});

test("an unusable branch name is refused before git sees it", async () => {
  const repository = repositoryWith(scratch, "origin", files);
  const { checkout, sha } = await committed(repository);
  const source = { url: repository, ref: null, token: null };
  for (const branch of ["--force", "a..b", "x y", "HEAD"]) {
    const push = checkout.push({ commitSha: sha, branch, source, expectedHead: null });
    await expect(push).rejects.toMatchObject({ code: "PUSH_REFUSED" });
  }
});

const registry = defaultHosts[0] ?? "";
const isOnline = await lookup(registry).then(
  () => true,
  () => false,
);

(isOnline ? test : test.skip)(
  "npm installs from its registry during set-up, and the fresh tree has it",
  async () => {
    const manifest = { name: "x", version: "1.0.0", dependencies: { "is-number": "7.0.0" } };
    const checkout = await open(
      repositoryWith(scratch, "origin", { "package.json": JSON.stringify(manifest) }),
    );
    const report = await checkout.prepare([step("npm install --no-audit --no-fund"), step("npm ci")], signal);
    expect(report.steps.map(({ outcome }) => outcome.output).join("")).toContain("added 1 package");
    expect(report.steps[0]?.outcome.hosts).toEqual([{ host: registry, allowed: true }]);
    expect((await checkout.candidate()).files).toEqual([]);
    const fresh = await checkout.freshTree(await checkout.candidate(), signal);
    expect((await run(fresh.commands, `node -p "require('is-number')(5)"`)).output).toBe("true\n");
  },
);

test("dispose removes everything, read-only folders too", async () => {
  const checkout = await open(repositoryWith(scratch, "origin", files));
  await run(checkout.commands, "mkdir -p ~/go/pkg; touch ~/go/pkg/x; chmod -R a-w ~/go");
  await checkout.dispose();
  expect(readdirSync(scratch.path("runs"))).toEqual([]);
});

test("stopping takes effect during set-up and during the making of a fresh tree", async () => {
  const checkout = await open(repositoryWith(scratch, "origin", files));
  const controller = new AbortController();
  const preparing = checkout.prepare([step("touch started; sleep 300")], controller.signal);
  while ((await read(checkout, "started")) === null) await new Promise((next) => setTimeout(next, 20));
  controller.abort();
  await expect(preparing).rejects.toMatchObject({ code: "CANCELLED" });
  const fresh = checkout.freshTree(await checkout.candidateFromPatch(""), controller.signal);
  await expect(fresh).rejects.toMatchObject({ code: "CANCELLED" });
});
