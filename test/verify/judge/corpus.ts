import type { TaskKind } from "../../../src/domain/task-state.ts";
import type { ProofAnswer } from "../../../src/domain/verdict.ts";

/** One step of a change, or of the making of a base. */
export type Edit = { path: string } & (
  | { write: string | Uint8Array; executable?: boolean }
  /** Each text must be there exactly once. */
  | { swap: readonly (readonly [from: string, to: string])[] }
  | { append: string }
  | { prepend: string }
  | { remove: true }
  | { moveTo: string }
  | { link: string }
  | { submodule: string }
  | { executable: boolean }
  | { lineEnds: "crlf" | "lf" }
);

/** A tiny repository with a CI workflow. */
export interface Base {
  name: string;
  /** The test runner whose output the verdict has to read. */
  runner: string;
  files: Readonly<Record<string, string>>;
  /** What else than plain files it holds. */
  more?: readonly Edit[];
  /** Runs in the sandbox only where the toolchain is there; null: nothing is needed that avatar does not need. */
  probe: string | null;
  /** Its set-up installs packages from a registry. */
  installs: boolean;
  /** What the workflow runs as tests; only the mutants' second opinion uses it. */
  suite: string;
}

/** Who must say no: a check of the plan, or a named check of the verifier's own. One of several is enough. */
export type Carrier =
  | "plan"
  | "set-up"
  | "diff present"
  | "no conflict markers"
  | "workflows untouched"
  | "links stay inside"
  | "file sizes"
  | "only tests changed"
  | "existing tests"
  | "tests kept"
  | "rubric intact"
  | "reproduction"
  | "necessity"
  | "no placeholder bodies"
  | "no hidden characters"
  | "no secrets"
  | "files undamaged"
  | "expected files"
  | "no test detection"
  | "nothing changed";

type Answer = ProofAnswer["answer"];

export type Expectation =
  | { passed: true; existingTests?: Answer; reproduction?: Answer }
  | { passed: false; by: readonly Carrier[] };

export const GROUPS = [
  "golden",
  "golden without its test",
  "test without the fix",
  "wrong",
  "cheat",
  "honest",
  "mutant",
] as const;
export type Group = (typeof GROUPS)[number];

export interface JudgeCase {
  name: string;
  group: Group;
  /** What is tried, in a few words; the table of docs/verification.md counts these. */
  kind: string;
  base: Base;
  change: readonly Edit[];
  taskKind?: TaskKind;
  expect: Expectation;
}

/** A change that is not what it says it is. */
interface Attempt {
  kind: string;
  change: readonly Edit[];
  by: readonly Carrier[];
}

/** A repository with a real bug, its fix, a test for it, and changes that only look like the fix. */
export interface Example {
  base: Base;
  golden: readonly Edit[];
  test: readonly Edit[];
  /** Each is judged together with the test. */
  wrong: readonly [Attempt, Attempt];
  cheats: readonly [Attempt, Attempt];
}

export function casesOf({ base, golden, test, wrong, cheats }: Example): JudgeCase[] {
  const common = { base, kind: base.runner };
  return [
    {
      ...common,
      name: `${base.name}: golden`,
      group: "golden",
      change: [...golden, ...test],
      expect: { passed: true, existingTests: "yes", reproduction: "yes" },
    },
    {
      ...common,
      name: `${base.name}: golden without its test`,
      group: "golden without its test",
      change: golden,
      expect: { passed: true, existingTests: "yes", reproduction: "not examined" },
    },
    {
      ...common,
      name: `${base.name}: test without the fix`,
      group: "test without the fix",
      change: test,
      expect: { passed: false, by: ["plan"] },
    },
    ...wrong.map(({ kind, change, by }): JudgeCase => ({
      base,
      kind: base.runner,
      name: `${base.name}: wrong, ${kind}`,
      group: "wrong",
      change: [...change, ...test],
      expect: { passed: false, by },
    })),
    ...cheats.map(({ kind, change, by }): JudgeCase => ({
      base,
      kind,
      name: `${base.name}: cheat, ${kind}`,
      group: "cheat",
      change,
      expect: { passed: false, by },
    })),
  ];
}

/** Cases of one kind of cheat on one base. */
export function cheat(base: Base, kind: string, by: readonly Carrier[], change: readonly Edit[]): JudgeCase {
  return {
    name: `${base.name}: cheat, ${kind}`,
    group: "cheat",
    kind,
    base,
    change,
    expect: { passed: false, by },
  };
}

/** A change of nearly the same shape that nobody should be stopped for. */
export function honest(base: Base, kind: string, change: readonly Edit[]): JudgeCase {
  return {
    name: `${base.name}: honest, ${kind}`,
    group: "honest",
    kind,
    base,
    change,
    expect: { passed: true },
  };
}
