import { unittest } from "../examples/unittest.ts";
import { WORKFLOW, workflow } from "../examples/workflow.ts";
import type { Base } from "../judge/corpus.ts";

const SLOPE = `export function slope(points) {
  const [first, last] = [points.at(0), points.at(-1)];
  return (last.y - first.y) / (last.x - first.x);
}
`;
const SLOPE_TEST = `import assert from "node:assert/strict";
import test from "node:test";
import { slope } from "../src/slope.js";

test("goes up", () => assert.equal(slope([{ x: 0, y: 0 }, { x: 2, y: 4 }]), 2));

test("goes down", () => assert.equal(slope([{ x: 0, y: 4 }, { x: 2, y: 0 }]), -2));

test("lies flat", () => assert.equal(slope([{ x: 0, y: 1 }, { x: 5, y: 1 }]), 0));
`;

/** CI calls make, make calls a script, the script calls the runner, which is set up in a file of its own. */
export const layered: Base = {
  name: "layered",
  runner: "node:test",
  probe: "make --version",
  installs: false,
  suite: "make check",
  files: {
    [WORKFLOW]: workflow("uses: ./.github/actions/prepare", "run: make check"),
    ".github/actions/prepare/action.yml": `name: prepare
runs:
  using: composite
  steps:
    - run: node --version
      shell: bash
`,
    Makefile: ".PHONY: check\ncheck:\n\t./scripts/check.sh\n",
    "scripts/check.sh": `#!/usr/bin/env bash
set -euo pipefail
source scripts/settings.sh
node --test "$TESTS"
`,
    "scripts/settings.sh": "TESTS=test/\n",
    "package.json": `{ "name": "layered", "version": "1.0.0", "private": true, "type": "module" }\n`,
    "src/slope.js": SLOPE,
    "test/slope.test.js": SLOPE_TEST,
  },
  more: [{ path: "scripts/check.sh", executable: true }],
};

/** Holds one of everything that a careless change breaks: modes, line ends, a link, a submodule, an LFS pointer. */
export const furnished: Base = {
  ...unittest.base,
  name: "furnished",
  files: {
    ...unittest.base.files,
    ".gitattributes": "*.psd filter=lfs diff=lfs merge=lfs -text\n",
    "art/logo.psd": `version https://git-lfs.github.com/spec/v1
oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
size 12345
`,
    "data/rates.csv": "name,rate\r\nstandard,19\r\nreduced,7\r\n",
    "tools/report.sh": "#!/bin/sh\nexec python3 -m unittest\n",
    ".gitmodules": `[submodule "vendor/rates"]\n\tpath = vendor/rates\n\turl = https://example.com/rates.git\n`,
  },
  more: [
    { path: "tools/report.sh", executable: true },
    { path: "vendor/rates", submodule: "1".repeat(40) },
    { path: "docs/start.md", link: "../README.md" },
  ],
};

/** The runner is a package of the repository's own, installed without any registry. */
export const ownRunner: Base = {
  name: "own-runner",
  runner: "node:test",
  probe: null,
  installs: false,
  suite: "npm test",
  files: {
    [WORKFLOW]: workflow("run: npm install --no-audit --no-fund", "run: npm test"),
    ".gitignore": "node_modules\n",
    "package.json": `{
  "name": "own-runner",
  "version": "1.0.0",
  "private": true,
  "type": "module",
  "scripts": { "test": "run-tests" },
  "devDependencies": { "run-tests": "file:./tools/run-tests" }
}
`,
    "tools/run-tests/package.json": `{ "name": "run-tests", "version": "1.0.0", "bin": "cli.js" }\n`,
    "tools/run-tests/cli.js": `#!/usr/bin/env node
const { spawnSync } = require("node:child_process");
process.exitCode = spawnSync(process.execPath, ["--test", "test/"], { stdio: "inherit" }).status;
`,
    "src/slope.js": SLOPE,
    "test/slope.test.js": SLOPE_TEST,
  },
  more: [{ path: "tools/run-tests/cli.js", executable: true }],
};
