import { expect, test } from "@jest/globals";
import { checksOf, planOfWorkflow, reasonFor } from "./repository.ts";

function job(id: string, steps: string): string {
  return `on: pull_request\njobs:\n  ${id}:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`;
}

test("a task that nobody knows is what its job is for, where nothing else checks", async () => {
  const plan = await planOfWorkflow(job("lint-ruby", "      - run: bundle exec rake internal_review\n"));
  expect(checksOf(plan)).toEqual(["lint bundle exec rake internal_review"]);
});

test("a task that nobody knows before a check is there for the check", async () => {
  const plan = await planOfWorkflow(job("test", "      - run: make protos\n      - run: go test ./...\n"));
  expect(checksOf(plan)).toEqual(["test go test ./..."]);
  expect(plan.setup.map((step) => step.command)).toContain("make protos");
});

test("the title of a step says what an unknown task is for, also before another check", async () => {
  const plan = await planOfWorkflow(
    job("ci", "      - name: Run tests\n        run: just everything\n      - run: npx eslint .\n"),
  );
  expect(checksOf(plan)).toEqual(["test just everything", "lint npx eslint ."]);
});

test("an unknown task and the comparison right behind it are one check", async () => {
  const plan = await planOfWorkflow(
    job("test", "      - run: make stubs\n      - run: git diff --exit-code\n"),
  );
  expect(checksOf(plan)).toEqual(["lint make stubs\ngit diff --exit-code"]);
});

test("a diff that is only shown after a failure does not make a comparison of the check", async () => {
  const plan = await planOfWorkflow(
    job("style", "      - run: npm run format:check || (git diff; exit 1)\n"),
  );
  expect(checksOf(plan)).toEqual(["lint npm run format:check || (git diff; exit 1)"]);
});

test("a formatter does not spoil the tree for the linters behind it, an edit does", async () => {
  const kept = await planOfWorkflow(
    job("lint", "      - run: go run mvdan.cc/gofumpt -l -w .\n      - run: go vet ./...\n") +
      "  other:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npx eslint .\n",
  );
  expect(checksOf(kept)).toEqual(["lint go vet ./...", "lint npx eslint ."]);
  const spoilt = await planOfWorkflow(
    job("lint", "      - run: sed -i s/a/b/ go.mod\n      - run: go vet ./...\n") +
      "  other:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npx eslint .\n",
  );
  expect(reasonFor(spoilt, "go vet ./...")).toBe("its job edits the tree before it");
});

test("steps that run side by side are steps", async () => {
  const plan = await planOfWorkflow(
    job("checks", "      - parallel:\n          - run: npx vitest run\n          - run: npx eslint .\n"),
  );
  expect(checksOf(plan)).toEqual(["test npx vitest run", "lint npx eslint ."]);
});

test("the same script is read anew for other arguments", async () => {
  const plan = await planOfWorkflow(
    job("lint", "      - run: pnpm run lint --fix\n      - run: pnpm run lint\n"),
    { "package.json": '{"scripts":{"lint":"eslint ."}}' },
  );
  expect(checksOf(plan)).toEqual(["lint pnpm run lint"]);
  expect(reasonFor(plan, "pnpm run lint --fix")).toBe("rewrites sources");
});

test("a linter does not need the root that CI runs it with, tests may", async () => {
  const plan = await planOfWorkflow(
    job("lint", "      - run: sudo make lint\n      - run: sudo make test\n"),
  );
  expect(checksOf(plan)).toEqual(["lint make lint"]);
  expect(reasonFor(plan, "sudo make test")).toBe("needs to be root");
});

test("a script that wants the pull request's text is no check of the tree", async () => {
  const plan = await planOfWorkflow(
    job(
      "title",
      '      - run: node scripts/check-title.js "$PR_TITLE"\n        env:\n          PR_TITLE: ${{ github.event.pull_request.title }}\n',
    ),
  );
  expect(checksOf(plan)).toEqual([]);
  expect(plan.excluded[0]?.reason).toBe("needs PR_TITLE, which only CI knows");
});

test("a repository fetched into a folder of its own is not this one", async () => {
  const plan = await planOfWorkflow(
    job(
      "test-downstream",
      "      - run: git init ./other\n      - run: git -C ./other fetch --depth 1 https://example.invalid/x.git\n      - run: npm test\n        working-directory: ./other\n",
    ),
  );
  expect(reasonFor(plan, "npm test")).toBe("runs in another repository");
});

test("a script for an interpreter is handed to it as one line", async () => {
  const plan = await planOfWorkflow(
    job("check", "      - run: rcmdcheck::rcmdcheck(args = '--as-cran')\n        shell: Rscript {0}\n"),
  );
  expect(checksOf(plan)).toEqual([
    String.raw`test Rscript -e 'rcmdcheck::rcmdcheck(args = '\''--as-cran'\'')'`,
  ]);
});

test("a build in a step that deploys belongs to the deployment", async () => {
  const plan = await planOfWorkflow(
    job("docs", "      - name: Build and deploy docs\n        run: julia --project=docs docs/make.jl\n"),
  );
  expect(checksOf(plan)).toEqual([]);
});

test("numbers in a condition decide", async () => {
  const plan = await planOfWorkflow(
    job("test", '      - run: |\n          if [[ "12" -ge 20 ]]; then ./ci/prepare.sh; else npx jest; fi\n'),
  );
  expect(checksOf(plan)).toEqual(["test npx jest"]);
});

test.each([
  ["pnpm run test:release:browsers", "test"],
  ["make check-release", "lint"],
  ["npm run publish:check", "lint"],
  ["npm run release:tests", "test"],
])("%s is a check", async (command, kind) => {
  expect(checksOf(await planOfWorkflow(job("ci", `      - run: ${command}\n`)))).toEqual([
    `${kind} ${command}`,
  ]);
});

test.each([
  "make test-and-release",
  "npm run deploy:test",
  "npm run release",
  "npm run test:upload",
  "./docs.sh publish",
])("%s is none", async (command) => {
  expect(checksOf(await planOfWorkflow(job("ci", `      - run: ${command}\n`)))).toEqual([]);
});

test("the title of a step that does several things names none of its tasks", async () => {
  const plan = await planOfWorkflow(
    job("ci", "      - name: Run tests\n        run: |\n          make gadgets\n          make test\n"),
  );
  expect(checksOf(plan)).toEqual(["test make test"]);
});

test("scripts around another one are no checks of their own", async () => {
  const plan = await planOfWorkflow(job("ci", "      - run: echo hi\n"), {
    "package.json": '{"scripts":{"lint":"eslint .","postlint":"tsc --noEmit","preview-check":"eslint x"}}',
  });
  expect(checksOf(plan)).toEqual(["lint npm run lint", "lint npm run preview-check"]);
});
