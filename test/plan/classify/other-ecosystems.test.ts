import { expect, test } from "@jest/globals";
import { openArtefacts } from "../../../src/plan/artefacts.ts";
import { classifyText } from "../../../src/plan/classify/classify-node.ts";
import { repository } from "../repository.ts";
import type { Files } from "../repository.ts";

async function roleOf(command: string, files: Files = {}): Promise<string | null> {
  const artefacts = await openArtefacts(repository(files));
  return (await classifyText(command, { artefacts, folder: ".", variables: {}, opened: [] })).role;
}

test.each([
  ["sbt test", "test"],
  ["sbt clean coverage test", "test"],
  ['sbt "++3.3.1; core/Test/compile"', "build"],
  ["sbt 'project jvm' '++ 3' headerCheckAll scalafmtCheckAll 'project /' scalafmtSbtCheck", "lint"],
  ["sbt +update", "setup"],
  ["sbt ci-release", "publish"],
  ["sbt docs/docusaurusPublishGhpages", "publish"],
  ["sbt scalafmtAll", "write"],
  ["./mill __.test", "test"],
  ["lein test", "test"],
  ["lein with-profile +1.11 test", "test"],
  ["lein sub test-all", "test"],
  ["lein cljfmt check", "lint"],
  ["lein cljfmt fix", "write"],
  ["lein deploy clojars", "publish"],
  ["clojure -X:test", "test"],
  ["clojure -M:dev:test:runner", "test"],
  ["clj -T:build ci", "test"],
  ["clojure -T:build deploy", "publish"],
  ["clojure -P -M:test", "setup"],
  ["clj-kondo --lint src", "lint"],
  ["bb test:unit", "test"],
  ["julia --project -e 'using Pkg; Pkg.test()'", "test"],
  ["julia --project=docs -e 'using Pkg; Pkg.instantiate()'", "setup"],
  ["Rscript -e 'rcmdcheck::rcmdcheck(args = \"--no-manual\")'", "test"],
  ["Rscript -e 'lintr::lint_package()'", "lint"],
  ["Rscript -e 'install.packages(\"x\")'", "setup"],
  ["Rscript -e 'covr::codecov()'", "publish"],
  ["R CMD check --no-manual pkg.tar.gz", "test"],
  ["xmake", "build"],
  ["xmake test", "test"],
  ["xmake f -m debug", "setup"],
  ["bundle exec fastlane unit_tests", "test"],
  ["fastlane beta", null],
  ["ant run-phar-tests", "test"],
  ["ctest -V", "test"],
  ["node -v", "inspect"],
  ["nix develop .#ci -c dune build @runtest", "test"],
  ["nix develop -i -s CI true --command make test", "test"],
  ["mise exec node@22 -- npm test", "test"],
  ["mise x -- npm run lint", "lint"],
  ["mise run test:unit", "test"],
  ["mise install", "setup"],
  ["pdm run test", "test"],
  ["pdm run pytest -q", "test"],
  ["pixi run test", "test"],
  ["pixi run -e dev ruff format .", "write"],
  ["poetry run test", "test"],
  ["hatch run ruff check .", "lint"],
  ["hatch run ruff format .", "write"],
  ["direnv exec . make test", "test"],
  ["moon run :test", "test"],
  ["moon ci", "test"],
])("%s → %s", async (command, role) => {
  expect(await roleOf(command)).toBe(role);
});

const PACKAGE = JSON.stringify({ scripts: { check: "eslint ." } });

test.each([
  ["pnpm turbo --filter ./examples/one test-start", "test"],
  ["pnpm turbo lint -- --fix", "write"],
  ["yarn nx affected -t lint", "lint"],
  ["yarn gulp test", "test"],
  ["pnpm c8 mocha", "test"],
  ["yarn workspace @org/release test", "test"],
  ["npx nx test release-tools", "test"],
  ["pnpm --filter release-tools exec vitest run", "test"],
  ["pnpm check --filter", "lint"],
])("%s in a package → %s", async (command, role) => {
  expect(await roleOf(command, { "package.json": PACKAGE })).toBe(role);
});

test("tasks of mise and pixi are opened, with what they depend on", async () => {
  const files = {
    "mise.toml":
      '[tasks.verify]\nrun = "cargo test"\n[tasks.ship]\ndepends = ["push"]\n[tasks.push]\nrun = ["git push"]\n',
    ".mise/tasks/all": "#!/usr/bin/env bash\ngo vet ./...\n",
    "pixi.toml":
      '[tasks]\nall = { depends-on = ["style"] }\n[feature.dev.tasks]\nstyle = { cmd = ["ruff", "check"] }\n',
  };
  expect(await roleOf("mise run verify", files)).toBe("test");
  expect(await roleOf("mise run ship", files)).toBe("publish");
  expect(await roleOf("mise all", files)).toBe("lint");
  expect(await roleOf("pixi run all", files)).toBe("lint");
});
