import { expect, test } from "@jest/globals";
import { effectiveInvocation } from "../../src/plan/effective-invocation.ts";

test.each([
  ["CI=1 pytest -q", "pytest", ["-q"]],
  ["sudo -E make test", "make", ["test"]],
  ["sudo -u ci env A=1 make", "make", []],
  ["uv run --group dev pytest", "pytest", []],
  ["uv run -- pytest -x", "pytest", ["-x"]],
  ["uvx --with tox-uv tox -e py", "tox", ["-e", "py"]],
  ["uv tool run ruff check", "ruff", ["check"]],
  ["npx --yes eslint@9 .", "eslint", ["."]],
  ["pnpm exec vitest run", "vitest", ["run"]],
  ["python -m pytest tests", "pytest", ["tests"]],
  ["python3.12 -W error -m unittest", "unittest", []],
  ["poetry run python -m mypy src", "mypy", ["src"]],
  ["coverage run -m pytest", "pytest", []],
  ["bundle exec rake spec", "rake", ["spec"]],
  ["xvfb-run -a npm test", "npm", ["test"]],
  ["timeout -k 5 60 go test ./...", "go", ["test", "./..."]],
  ["./node_modules/.bin/jest --ci", "jest", ["--ci"]],
  ["vendor/bin/phpunit --no-coverage", "phpunit", ["--no-coverage"]],
  ["go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.1 run", "golangci-lint", ["run"]],
  ["go run honnef.co/go/tools/staticcheck@latest ./...", "staticcheck", ["./..."]],
  ['bash -c "cd x && pytest"', "cd", ["x"]],
  ["bash -euo pipefail -c 'pytest -q'", "pytest", ["-q"]],
  ["clang-format-21 -i a.c", "clang-format", ["-i", "a.c"]],
  ["echo pytest", "echo", ["pytest"]],
  ["cross-env NODE_ENV=test jest", "jest", []],
])("%s executes %s", (command, program, args) => {
  expect(effectiveInvocation(command)).toEqual([program, args]);
});

test("nothing remains of nothing", () => {
  for (const command of ["", "   ", "A=1", "# note"]) expect(effectiveInvocation(command)).toEqual(["", []]);
});
