import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { VERSION_FILES } from "../../../src/plan/machine/version-file.ts";
import { planOf } from "../repository.ts";

const CHECKS =
  "npx jest\npytest\ngo test ./...\ncargo test\nmvn verify\nbundle exec rake\nvendor/bin/phpunit\ndotnet test\nmix test\ndeno test\nbun test\nzig build test";
const WORKFLOW = ".github/workflows/ci.yml";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.json(),
  fc.constantFrom(
    '{"engines":3}',
    '{"sdk":[]}',
    "[project]\nrequires-python = 3",
    "go \n",
    "[tools]\nnode = {}",
    "nodejs",
  ),
);
const given = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.constantFrom("9; id", "$(id)", "x\ny", "${{ secrets.X }}"),
);

test("no version file, no input of an action and no answer of a machine makes the planner throw or gets into a command", async () => {
  const files = fc.dictionary(fc.constantFrom(...Object.values(VERSION_FILES).flat()), text, { maxKeys: 6 });
  await fc.assert(
    fc.asyncProperty(files, given, fc.string(), fc.boolean(), async (others, version, printed, has) => {
      const steps = [
        { uses: "actions/setup-node@v4", with: { "node-version": version, "node-version-file": version } },
        { uses: "oven-sh/setup-bun@v2", with: { "bun-version": version } },
        { uses: `dtolnay/rust-toolchain@${String(version)}` },
        { run: CHECKS },
      ];
      const workflow = JSON.stringify({ on: "push", jobs: { t: { "runs-on": "ubuntu-latest", steps } } });
      const plan = await planOf(
        { ...others, [WORKFLOW]: workflow },
        {
          machine: (questions) =>
            Promise.resolve(
              new Map(
                questions.map(({ program }) => [
                  program,
                  has || /^(npm|node)$/.test(program) ? printed : null,
                ]),
              ),
            ),
        },
      );
      for (const { command } of plan.setup.filter((step) => step.command.includes("--global bun")))
        expect(command).toMatch(/^npm install --global bun(@\d+(\.\d+)*)?$/);
    }),
    { numRuns: 150 },
  );
});
