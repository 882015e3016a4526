import { expect, test } from "@jest/globals";
import { checksOf, planOfWorkflow, reasonFor } from "./repository.ts";

async function planOfRun(
  run: string,
  others: Record<string, string> = {},
): ReturnType<typeof planOfWorkflow> {
  const lines = run
    .split("\n")
    .map((line) => `          ${line}`)
    .join("\n");
  return planOfWorkflow(
    `on: pull_request\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: |\n${lines}\n`,
    others,
  );
}

test.each([
  ["npm publish", "publishes, deploys or talks to a service"],
  ["gh release create v1", "publishes, deploys or talks to a service"],
  ["git push origin main", "publishes, deploys or talks to a service"],
  ["twine upload dist/*", "publishes, deploys or talks to a service"],
  ["npx eslint . --fix", "rewrites sources"],
  ["npx prettier --write .", "rewrites sources"],
  ["black .", "rewrites sources"],
  ["cargo fmt", "rewrites sources"],
  ["ruff check --fix .", "rewrites sources"],
  ["npx jest --watch", "does not end by itself"],
  ["npx vite", "does not end by itself"],
  ["sudo apt-get install -y jq", "needs to be root"],
  ["sudo make check", "needs to be root"],
  ["docker build .", "needs a container engine"],
  ["cargo check --target wasm32-unknown-unknown", "builds for another platform"],
  ["npx jest || true", "cannot fail"],
  ["npx karma start karma.sauce.js", "needs an account of a service"],
])("%s is left out: %s", async (command, reason) => {
  const plan = await planOfRun(command);
  expect(checksOf(plan)).toEqual([]);
  expect(reasonFor(plan, command)).toBe(reason);
});

test("a script that only rewrites is no check, whatever runs it", async () => {
  const plan = await planOfRun("npm run lint", { "package.json": `{"scripts":{"lint":"eslint --fix ."}}` });
  expect(checksOf(plan)).toEqual([]);
  expect(reasonFor(plan, "npm run lint")).toBe("rewrites sources");
});

test("a harmless name does not hide publishing inside", async () => {
  const plan = await planOfRun("npm run verify\nmake check", {
    "package.json": `{"scripts":{"verify":"npm test && npm publish","test":"jest"}}`,
    Makefile: "check:\n\tgo test ./...\n\tgit push\n",
  });
  expect(reasonFor(plan, "npm run verify")).toBe("publishes, deploys or talks to a service");
  expect(reasonFor(plan, "make check")).toBe("publishes, deploys or talks to a service");
});

test("what only CI can fill in is reported with the expression, never guessed", async () => {
  const plan = await planOfRun("npx jest --shard ${{ secrets.SHARD }}\nnpx eslint .");
  expect(checksOf(plan)).toEqual(["lint npx eslint ."]);
  expect(plan.excluded.map(({ command, reason }) => [command, reason])).toEqual([
    ["npx jest --shard ${{ secrets.SHARD }}", "needs ${{ secrets.SHARD }}, which only CI knows"],
  ]);
});

test("a formatter and the comparison behind it are one check; a comparison alone is none", async () => {
  const together = await planOfRun("gofmt -w .\ngit diff --exit-code");
  expect(checksOf(together)).toEqual(["lint gofmt -w .\ngit diff --exit-code"]);
  for (const line of ["git diff --exit-code", "if ! git diff --exit-code dist/; then exit 1; fi"]) {
    expect(checksOf(await planOfRun(line))).toEqual([]);
  }
});

test("checks behind an edit of the tree stand back where others prove the same slot", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  old: { runs-on: ubuntu-latest, steps: [{ run: "sed -i s/a/b/ src/x.ts" }, { run: npx jest --ci }] }
  new: { runs-on: ubuntu-latest, steps: [{ run: npx jest }] }
`);
  expect(checksOf(plan)).toEqual(["test npx jest"]);
  expect(reasonFor(plan, "npx jest --ci")).toBe("its job edits the tree before it");
});

test("builds of a site that a push deploys are no checks", async () => {
  const plan = await planOfWorkflow(`
on: { push: { branches: [main] } }
jobs:
  site:
    runs-on: ubuntu-latest
    steps: [{ run: npx docusaurus build }, { uses: actions/upload-pages-artifact@v3 }]
`);
  expect(checksOf(plan)).toEqual([]);
  expect(reasonFor(plan, "npx docusaurus build")).toBe("builds what is deployed");
});

test("needed services are a warning", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  test:
    runs-on: ubuntu-latest
    services: { redis: { image: redis } }
    steps: [{ run: bundle exec rspec }]
`);
  expect(plan.warnings).toEqual(["The job test of .github/workflows/ci.yml needs services: redis."]);
});

test("a check that CI gives secrets to stays, and what it runs without is said once for its job", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
env: { REGION: eu, GITHUB_TOKEN: "\${{ secrets.GITHUB_TOKEN }}" }
jobs:
  test:
    runs-on: ubuntu-latest
    env: { API_KEY: "\${{ secrets.API_KEY }}" }
    steps:
      - { run: npm publish, env: { NPM: "\${{ secrets.NPM }}" } }
      - { run: npx jest, env: { BUCKET: "\${{ vars.BUCKET }}" } }
      - { run: npx eslint . }
`);
  expect(plan.checks.map((check) => check.env)).toEqual([{ REGION: "eu" }, { REGION: "eu" }]);
  expect(plan.warnings).toEqual([
    "The job test of .github/workflows/ci.yml has values that only CI knows; its checks run without: API_KEY, BUCKET.",
  ]);
});

test("what runs in a clone of another repository is not this repository's", async () => {
  const plan = await planOfRun(
    "git clone https://example.com/a/dep.git\ncd dep\nmake test\ncd ..\nmake check",
  );
  expect(checksOf(plan)).toEqual(["test make check"]);
  expect(reasonFor(plan, "make test")).toBe("runs in another repository");
});

test("an unknown script of the repository before a check prepares for it, one behind it is left out", async () => {
  const plan = await planOfRun("make cythonize\npytest\nmake frobnicate\n/opt/tool x");
  expect(plan.setup.map((step) => step.command)).toEqual(["make cythonize"]);
  expect(reasonFor(plan, "make frobnicate")).toBe("is not recognised as a check");
});

test("what a generator of types is called makes it no type check", async () => {
  expect(checksOf(await planOfRun("node scripts/generate-types.js\nnpx jest"))).toEqual(["test npx jest"]);
});

test("an edit outside the tree does not put checks in doubt", async () => {
  const plan = await planOfRun("sed -i s/a/b/ /etc/hosts\nnpx jest");
  expect(checksOf(plan)).toEqual(["test npx jest"]);
});

test("builds that only feed an analysis service are no checks", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  scan: { runs-on: ubuntu-latest, steps: [{ uses: github/codeql-action/init@v3 }, { run: mvn compile }] }
`);
  expect(checksOf(plan)).toEqual([]);
  expect(reasonFor(plan, "mvn compile")).toBe("feeds an analysis service");
});
