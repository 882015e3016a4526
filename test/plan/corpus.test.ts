import { expect, test } from "@jest/globals";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { VerificationPlan } from "../../src/domain/plan.ts";
import type { PlanSource } from "../../src/plan/artefacts.ts";
import { resolvePlan } from "../../src/plan/verification-planner.ts";
import { SILENT } from "./repository.ts";
import { Label, newScore, scorePlan } from "./score-plan.ts";

const CORPUS = resolve(import.meta.dirname, "../../../shared/corpus");
const there = existsSync(CORPUS);

function folderSource(folder: string): PlanSource {
  const walk = (place: string): string[] =>
    !existsSync(place)
      ? []
      : readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
          const path = join(place, entry.name);
          return entry.isDirectory() ? walk(path) : [relative(folder, path)];
        });
  const paths = walk(folder).sort();
  return {
    readFile: (path) => Promise.resolve(readFileSync(join(folder, path))),
    stat: (path) => Promise.resolve({ kind: "file", size: statSync(join(folder, path)).size }),
    listFiles: () => Promise.resolve({ paths, total: paths.length }),
  };
}

(there ? test : test.skip)(
  "labelled repositories: every required check, nothing forbidden, nothing invented",
  async () => {
    const score = newScore();
    for (const name of readdirSync(CORPUS)) {
      const labelFile = join(CORPUS, name, "expected.json");
      if (!existsSync(labelFile)) continue;
      const files = join(CORPUS, name, "files");
      const plan = await resolvePlan(folderSource(files), SILENT);
      expect(VerificationPlan.parse(plan)).toEqual(plan);
      expect(new Set(plan.checks.map((check) => check.name)).size).toBe(plan.checks.length);
      scorePlan(score, name, {
        label: Label.parse(JSON.parse(readFileSync(labelFile, "utf8"))),
        plan,
        files,
      });
    }
    process.stdout.write(
      `corpus: required ${score.found}/${score.required}, optional ${score.optionalFound}/${score.optional}, ` +
        `proposals in the labels ${score.known}/${score.proposed}\n`,
    );
    expect(score.faults).toEqual([]);
    expect(score.found).toBe(score.required);
    expect(score.known / score.proposed).toBeGreaterThanOrEqual(0.85);
    expect(score.optionalFound / score.optional).toBeGreaterThanOrEqual(0.7);
  },
);

if (!there) process.stdout.write("corpus: skipped, the labelled repositories are not beside this checkout\n");
