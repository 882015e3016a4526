import type { JudgeCase } from "../judge/corpus.ts";
import { HONEST } from "./honest.ts";
import { ON_FILES } from "./on-files.ts";
import { ON_TESTS } from "./on-tests.ts";
import { ON_THE_RUBRIC } from "./on-the-rubric.ts";
import { ON_THE_RUN } from "./on-the-run.ts";

/** Cheats, and honest changes that look like them. */
export const CHEATS: readonly JudgeCase[] = [
  ...ON_TESTS,
  ...ON_THE_RUN,
  ...ON_THE_RUBRIC,
  ...ON_FILES,
  ...HONEST,
];
