import { expect, test } from "@jest/globals";
import { PlannedCheck, PlannedStep } from "../../src/domain/plan.ts";
import { provenanceUrl } from "../../src/publish/provenance.ts";
import { renderPlanComment } from "../../src/publish/render-plan-comment.ts";

const base = { repositoryUrl: "https://github.example/o/r", baseSha: "a".repeat(40) };
const blob = `${base.repositoryUrl}/blob/${base.baseSha}`;

test("the plan as a comment links every row to its file and line at the base", () => {
  const text = renderPlanComment({
    ...base,
    plan: {
      setup: [
        PlannedStep.parse({ name: "setup", command: "npm ci", provenance: "package-lock.json", line: 1 }),
      ],
      checks: [
        PlannedCheck.parse({
          name: "test",
          kind: "test",
          command: "npm test",
          provenance: "ci:.github/workflows/c i.yml#test/Run",
          line: 12,
        }),
      ],
      excluded: [
        { command: "npm publish", provenance: "ci:.github/workflows/ci.yml#test/2", reason: "publishes" },
      ],
      warnings: [],
    },
  });
  expect(text).toContain(`[<code>package-lock.json</code>](${blob}/package-lock.json#L1), line 1`);
  expect(text).toContain(
    `[<code>ci:.github/workflows/c i.yml&#35;test/Run</code>](${blob}/.github/workflows/c%20i.yml#L12), line 12`,
  );
  expect(text).toContain(
    `[<code>ci:.github/workflows/ci.yml&#35;test/2</code>](${blob}/.github/workflows/ci.yml) |`,
  );
});

test.each<[string, number | undefined, string | null]>([
  ["config:.github/avatar.yml#verify.test", 4, `${blob}/.github/avatar.yml#L4`],
  ["config:AVATAR_TEST_COMMAND", undefined, null],
  ["package.json:scripts.test", 3, `${blob}/package.json#L3`],
  ["llm:CONTRIBUTING.md", 7, `${blob}/CONTRIBUTING.md#L7`],
  ["model-declared", undefined, null],
  ["guard", undefined, null],
  ["../outside:x", 1, null],
  ["ci:/etc/passwd#x", 1, null],
])("%s at line %s links to %s", (provenance, line, url) => {
  expect(provenanceUrl({ provenance, line }, base)).toBe(url);
  expect(provenanceUrl({ provenance, line }, { ...base, repositoryUrl: null })).toBeNull();
});
