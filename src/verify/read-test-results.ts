import type { PlannedCheck } from "../domain/plan.ts";
import type { CommandOutcome } from "../domain/ports/command-runner.ts";
import type { FreshTree } from "../domain/ports/checkouts.ts";
import type { TestCount } from "../domain/test-count.ts";
import { sumUp } from "./count-tests.ts";

/** Build tools that keep their count to files. */
const KEEPS_TO_FILES = /\b(?:gradlew?|mvnw?|sbt|ant)\b|^BUILD SUCCESS/mu;
const PLACES = ["*/build/test-results/*", "*/target/surefire-reports/*", "*/target/failsafe-reports/*"];
const MINUTE = 60_000;

/** The count from the JUnit files that the check wrote into its tree; null where it wrote none. */
export async function readTestResults(
  check: PlannedCheck,
  tree: FreshTree,
  { output, outcome }: { output: string; outcome: CommandOutcome },
): Promise<TestCount | null> {
  if (!KEEPS_TO_FILES.test(`${check.command}\n${output}`)) return null;
  // files that lay there before the check began say nothing of it
  const minutes = Math.ceil(outcome.durationMs / MINUTE) + 1;
  const places = PLACES.map((place) => `-path '${place}'`).join(" -o ");
  const suites = await tree.commands.run({
    command: {
      kind: "line",
      line: `find . \\( ${places} \\) -name '*.xml' -mmin -${minutes} -exec grep -ho '<testsuite [^>]*>' {} +`,
      shell: "bash",
    },
    cwd: ".",
    env: {},
    timeoutMs: MINUTE,
    network: "none",
  });
  return countSuites(suites.output);
}

/** Sums up the opening tags of JUnit's test suites. */
export function countSuites(tags: string): TestCount | null {
  const reports = [...tags.matchAll(/<testsuite (?<attributes>[^>]*)>/gu)].map(({ groups }) => {
    const count = (name: string) =>
      Number(new RegExp(String.raw`\b${name}="(\d+)"`, "u").exec(groups?.["attributes"] ?? "")?.[1] ?? 0);
    const failed = count("failures") + count("errors");
    const skipped = count("skipped");
    return { passed: count("tests") - failed - skipped, failed, skipped };
  });
  return reports.length === 0 ? null : sumUp("JUnit files", reports);
}
