import { expect, test } from "@jest/globals";
import { openArtefacts } from "../../../src/plan/artefacts.ts";
import { classifyText } from "../../../src/plan/classify/classify-node.ts";
import { repository } from "../repository.ts";
import type { Files } from "../repository.ts";

async function roleOf(
  command: string,
  files: Files = {},
  variables: Record<string, string> = {},
): Promise<string | null> {
  const artefacts = await openArtefacts(repository(files));
  return (await classifyText(command, { artefacts, folder: ".", variables, opened: [] })).role;
}

test.each([
  ["npx playwright test", "test"],
  ["npx playwright install --with-deps", "setup"],
  ["npx playwright test --ui", "hang"],
  ["deno fmt --check", "lint"],
  ["deno fmt", "write"],
  ["bun test", "test"],
  ["nx run-many -t test lint", "test"],
  ["npx nx format:check", "lint"],
  ["npx turbo run lint", "lint"],
  ["pnpm -r test", "test"],
  ["pnpm --filter app build", "build"],
  ["yarn workspaces foreach -A run test", "test"],
  ["cargo clippy -- -D warnings", "lint"],
  ["cargo +nightly fmt --all -- --check", "lint"],
  ["cargo publish --dry-run", "publish"],
  ["cargo nextest run --workspace", "test"],
  ["go vet ./...", "lint"],
  ["go mod tidy", "write"],
  ["go build ./...", "build"],
  ["gofmt -l .", "lint"],
  ["./mvnw -B verify", "test"],
  ["mvn install -DskipTests", "build"],
  ["mvn deploy", "publish"],
  ["./gradlew :core:test", "test"],
  ["./gradlew spotlessCheck", "lint"],
  ["./gradlew spotlessApply", "write"],
  ["gradle publishToSonatype", "publish"],
  ["bundle exec rubocop -a", "write"],
  ["bundle exec rake", "test"],
  ["bundle exec rake release", "publish"],
  ["vendor/bin/php-cs-fixer fix --dry-run --diff", "lint"],
  ["vendor/bin/php-cs-fixer fix", "write"],
  ["composer validate --strict", "lint"],
  ["dotnet test --no-build", "test"],
  ["dotnet format --verify-no-changes", "lint"],
  ["dotnet nuget push x", "publish"],
  ["mix format --check-formatted", "lint"],
  ["mix deps.get", "setup"],
  ["cabal test all", "test"],
  ["swift test", "test"],
  ["zig build test", "test"],
  ["cmake -S . -B build", "setup"],
  ["cmake --build build --target install", "setup"],
  ["ctest --test-dir build", "test"],
  ["bazel test //...", "test"],
  ["tox -e lint", "lint"],
  ["tox", "test"],
  ["tox -e release", "publish"],
  ["nox -s tests", "test"],
  ["hatch fmt", "write"],
  ["hatch fmt --check", "lint"],
  ["pre-commit run -a", "lint"],
  ["pip install -e .", "setup"],
  ["coverage run -m pytest", "test"],
  ["coverage xml", "inspect"],
  ["python manage.py test", "test"],
  ["shellcheck *.sh", "lint"],
  ["terraform fmt -check", "lint"],
  ["terraform apply", "publish"],
  ["kubectl apply -f x", "publish"],
  ["curl -X POST https://x", "publish"],
  ["sed -i s/a/b/ f", "write"],
  ["git push", "publish"],
  ["echo hi", "inspect"],
  ["mytool --version", "inspect"],
  ["make check", "test"],
  ["make install", "publish"],
  ["scripts/test", "test"],
  ["./bin/lint-all.sh", "lint"],
  ["bash scripts/create-deb.sh", "inspect"],
  ["python tests/integrate.py", "test"],
  ["./frobnicate", null],
])("%s → %s", async (command, role) => expect(await roleOf(command)).toBe(role));

test("variables that are known say which program it is", async () => {
  expect(await roleOf("$BUILD test --locked", {}, { BUILD: "cargo" })).toBe("test");
  expect(await roleOf("${PREFIX}coverage run -m pytest")).toBe("test");
});

test.each<[string, Files, string | null]>([
  [
    "npm run check",
    {
      "package.json": `{"scripts":{"check":"npm run lint && npm run types","lint":"eslint .","types":"tsc"}}`,
    },
    "typecheck",
  ],
  ["npm run a", { "package.json": `{"scripts":{"a":"npm run b","b":"npm run a"}}` }, null],
  ["npm test", { "package.json": `{"scripts":{"test":"jest","posttest":"npm publish"}}` }, "publish"],
  [
    "run-p lint:*",
    { "package.json": `{"scripts":{"lint:js":"eslint .","lint:md":"markdownlint ."}}` },
    "lint",
  ],
  ["npm run test:types", { "package.json": `{"scripts":{"test:types":"tsc --noEmit"}}` }, "typecheck"],
  ["yarn vitest run", { "package.json": `{"scripts":{}}` }, "test"],
  ["make verify", { Makefile: "GO ?= go\nverify: unit\n\t@echo ok\nunit:\n\t$(GO) test ./...\n" }, "test"],
  ["just ci", { justfile: "ci: lint\nlint:\n  cargo clippy\n" }, "lint"],
  ["deno task ok", { "deno.json": `{"tasks":{"ok":"deno lint && deno task t","t":"deno test"}}` }, "test"],
  [
    "composer ci",
    { "composer.json": `{"scripts":{"ci":["@style","@unit"],"style":"phpcs","unit":"phpunit"}}` },
    "test",
  ],
  [
    "hatch run types:check",
    { "pyproject.toml": "[tool.hatch.envs.types.scripts]\ncheck = 'mypy src'\n" },
    "typecheck",
  ],
  ["tox -e docs", { "tox.ini": "[testenv:docs]\ncommands =\n    sphinx-build docs out\n" }, "build"],
  ["./ci.sh", { "ci.sh": "#!/bin/sh\nset -e\ngo vet ./...\ngo test ./...\n" }, "test"],
  ["bash tools/all", { "tools/all": "#!/usr/bin/env bash\nblack .\n" }, "write"],
  ["npm run report", { "package.json": `{"scripts":{"report":"jest --coverage"}}` }, "inspect"],
  ["npm run cov:combine", { "package.json": `{"scripts":{"cov:combine":"coverage combine"}}` }, "inspect"],
])("%s is opened", async (command, files, role) => expect(await roleOf(command, files)).toBe(role));
