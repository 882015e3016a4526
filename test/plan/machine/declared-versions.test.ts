import { expect, test } from "@jest/globals";
import { openArtefacts } from "../../../src/plan/artefacts.ts";
import { declaredVersion } from "../../../src/plan/machine/declared-versions.ts";
import { readWorkflows } from "../../../src/plan/workflow/read-workflows.ts";
import { repository } from "../repository.ts";
import type { Files } from "../repository.ts";

const CI = ".github/workflows/ci.yml";

async function declaredBy(key: string, steps: string, files: Files = {}): Promise<string | null> {
  const workflow = `on: pull_request\njobs: { t: { runs-on: ubuntu-latest, strategy: { matrix: { node: ["20", "22"] } }, steps: ${steps} } }`;
  const artefacts = await openArtefacts(repository({ ...files, [CI]: workflow }));
  const { jobs } = await readWorkflows(artefacts, "main");
  const found = await declaredVersion(artefacts, key, jobs[0] ?? null);
  return found === null ? null : `${found.version} ${found.from}`;
}

test.each([
  ["node", '[{ uses: actions/setup-node@v4, with: { node-version: "${{ matrix.node }}" } }]', "22"],
  ["python", '[{ uses: actions/setup-python@v5, with: { python-version: "3.12" } }]', "3.12"],
  ["rust", "[{ uses: dtolnay/rust-toolchain@1.80 }]", "1.80"],
  ["rust", "[{ uses: dtolnay/rust-toolchain@master, with: { toolchain: nightly } }]", "nightly"],
  ["elixir", '[{ uses: erlef/setup-beam@v1, with: { elixir-version: "1.17" } }]', "1.17"],
])("the version of %s is what the job's action is given: %s", async (key, steps, version) => {
  expect(await declaredBy(key, steps, { ".tool-versions": "nodejs 1\npython 1\nrust 1\nelixir 1\n" })).toBe(
    `${version} ${CI}#t`,
  );
});

test.each([
  ["node", "actions/setup-node@v4", "node-version-file: .nvmrc", ".nvmrc", "v20.1\n", "v20.1"],
  ["go", "actions/setup-go@v5", "go-version-file: go.mod", "go.mod", "module x\n\ngo 1.22\n", "1.22"],
  [
    "go",
    "actions/setup-go@v5",
    "go-version-file: a/go.mod",
    "a/go.mod",
    "go 1.21\ntoolchain go1.24.1\n",
    "1.24.1",
  ],
  [
    "python",
    "actions/setup-python@v5",
    "python-version-file: pyproject.toml",
    "pyproject.toml",
    '[project]\nrequires-python = ">=3.9"\n',
    ">=3.9",
  ],
])("the file that the action of %s names is read: %s %s", async (...row) => {
  const [key, uses, given, file, text, version] = row;
  expect(await declaredBy(key, `[{ uses: ${uses}, with: { ${given} } }]`, { [file]: text })).toBe(
    `${version} ${file}`,
  );
});

test.each([
  ["node", ".nvmrc", "lts/iron\n", "lts/iron"],
  ["node", "package.json", '{"engines":{"node":">=20"}}', ">=20"],
  ["pnpm", "package.json", '{"packageManager":"pnpm@9.1.0+sha512.abc"}', "9.1.0"],
  ["ruby", ".ruby-version", "3.4.1\n", "3.4.1"],
  ["ruby", "Gemfile", 'source "x"\nruby "~> 3.3"\n', "~> 3.3"],
  ["rust", "rust-toolchain.toml", '[toolchain]\nchannel = "1.81"\n', "1.81"],
  ["rust", "rust-toolchain", "nightly-2024-01-01\n", "nightly-2024-01-01"],
  ["java", ".sdkmanrc", "java=21.0.2-tem\n", "21.0.2-tem"],
  ["dotnet", "global.json", '{"sdk":{"version":"8.0.100"}}', "8.0.100"],
  ["php", "composer.json", '{"require":{"php":"^8.2"}}', "^8.2"],
  ["deno", ".tool-versions", "nodejs 20\ndeno 2.4.5\n", "2.4.5"],
  ["zig", "mise.toml", '[tools]\nzig = "0.13"\n', "0.13"],
])("without an action %s is wanted as %s says", async (key, file, text, version) => {
  expect(await declaredBy(key, "[{ run: make }]", { [file]: text })).toBe(`${version} ${file}`);
});

test("files that do not read declare nothing", async () => {
  const files = {
    "package.json": "{",
    "pyproject.toml": "[[[",
    "global.json": "3",
    ".nvmrc": "\n\n",
    "go.mod": "",
  };
  for (const key of ["node", "python", "dotnet", "go", "constructor"])
    expect(await declaredBy(key, "[{ run: make }]", files)).toBeNull();
});
