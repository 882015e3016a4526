import type { ScriptInput } from "../src/model/scripted/script.ts";
import { modulePath } from "./scenario-repository.ts";

export interface Scenario {
  name: "fix" | "long";
  goal: string;
  kind: "edit" | "investigate";
  script: ScriptInput;
}

const TEST = "node --test test/discount.test.js";

/** Search, read, run the test, edit, run the test, answer. */
const fix: Scenario = {
  name: "fix",
  goal: "An order of exactly 100 gets no discount. Find out why and fix it.",
  kind: "edit",
  script: {
    steps: [
      step("search_repo", { query: "discountRate" }, "I look for the function that computes the rate."),
      step("read_file", { path: "src/discount.js" }, "I read the file to see the comparison."),
      step("run_command", { command: TEST }, "I run the test to see it fail."),
      step(
        "str_replace",
        {
          path: "src/discount.js",
          oldString: "  if (total > 100) return 0.1;",
          newString: "  if (total >= 100) return 0.1;",
        },
        "The comparison should include 100.",
      ),
      step("run_command", { command: TEST }, "I run the test again."),
      {
        say: "",
        calls: [
          {
            tool: "final_answer",
            arguments: { answer: "src/discount.js now includes 100 in the discount." },
          },
        ],
      },
    ],
  },
};

const READS = 39;

/** Reads of about 8 KB, one after the other, then an answer. */
const long: Scenario = {
  name: "long",
  goal: "Say what the generated modules under src/ have in common.",
  kind: "investigate",
  script: {
    steps: [
      ...Array.from({ length: READS }, (_, n) =>
        step("read_file", { path: modulePath(n) }, "Next I read this file to see its contents."),
      ),
      {
        say: "",
        calls: [
          {
            tool: "final_answer",
            arguments: { answer: "src/mod00.js and the files after it hold functions of one shape." },
          },
        ],
      },
    ],
  },
};

export const SCENARIOS: readonly Scenario[] = [fix, long];

function step(tool: string, args: Record<string, unknown>, rationale: string) {
  return { say: "", calls: [{ tool, arguments: { ...args, rationale } }] };
}
