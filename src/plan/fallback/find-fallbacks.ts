import type { Artefacts } from "../artefacts.ts";
import type { Candidate } from "../candidate.ts";
import { classifyText } from "../classify/classify-node.ts";
import { isCheckRole } from "../classify/reading.ts";
import type { Role } from "../ecosystems/ecosystem.ts";
import { CONVENTIONS } from "./convention.ts";
import type { Declared } from "./declared.ts";
import { packageChecks } from "../packages/package-checks.ts";
import { packageScriptChecks } from "./package-script-checks.ts";
import { pythonTests } from "./python-tests.ts";
import { rootFile } from "./root-files.ts";
import { taskFileChecks } from "./task-file-checks.ts";

export interface Silence {
  /** Slots in which CI declares nothing. */
  test: boolean;
  lint: boolean;
  /** CI declares nothing at all: then what is merely configured counts as well. */
  whole: boolean;
}

/**
 * Checks that the repository's own files declare, for the slots that CI leaves empty: those of the root, and those of
 * packages that no check of the root goes through.
 */
export async function findFallbacks(artefacts: Artefacts, silence: Silence): Promise<Candidate[]> {
  const { whole } = silence;
  const declared = await declaredIn(artefacts, artefacts, silence);
  const readTests = async (folder: Artefacts): Promise<Candidate[]> =>
    testChecks(folder, await declaredIn(folder, artefacts, silence), silence);
  const readLint = async (folder: Artefacts): Promise<Candidate[]> =>
    lintChecks(folder, await declaredIn(folder, artefacts, silence), silence);
  const test = silence.test ? await firstSource(artefacts, declared, "test") : [];
  if (silence.test) test.push(...(await packageChecks({ artefacts, whole, root: test, read: readTests })));
  // Test files alone say the least: only where neither the root nor a package declares anything.
  if (whole && test.length === 0) test.push(...(await judged(artefacts, await pythonTests(artefacts))));
  const lint = silence.lint ? await lintChecks(artefacts, declared, silence) : [];
  if (whole) lint.push(...(await packageChecks({ artefacts, whole, root: lint, read: readLint })));
  if (test.length + lint.length > 0 || !whole) return [...test, ...lint];
  return firstSource(artefacts, declared, "build");
}

async function declaredIn(folder: Artefacts, root: Artefacts, silence: Silence): Promise<Declared[]> {
  return [
    ...(await packageScriptChecks(folder, root)),
    ...(await taskFileChecks(folder)),
    ...(await preCommit(folder)),
    ...(silence.whole || silence.test ? await conventions(folder) : []),
  ];
}

async function testChecks(
  artefacts: Artefacts,
  declared: readonly Declared[],
  { whole }: Silence,
): Promise<Candidate[]> {
  const test = await firstSource(artefacts, declared, "test");
  return test.length > 0 || !whole ? test : judged(artefacts, await pythonTests(artefacts));
}

/** The first file that speaks for the slot: what people wrote as a task stands before what is only configured. */
async function firstSource(
  artefacts: Artefacts,
  declared: readonly Declared[],
  slot: Declared["slot"],
): Promise<Candidate[]> {
  const usable = await judged(
    artefacts,
    declared.filter((one) => one.slot === slot),
  );
  const source = usable[0]?.provenance.split(":")[0];
  return usable.filter((one) => one.provenance.split(":")[0] === source);
}

async function lintChecks(
  artefacts: Artefacts,
  declared: readonly Declared[],
  silence: Silence,
): Promise<Candidate[]> {
  const named = declared.filter((one) => one.slot === "lint");
  return silence.whole ? judged(artefacts, named) : firstSource(artefacts, named, "lint");
}

async function judged(artefacts: Artefacts, declared: readonly Declared[]): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const one of declared) {
    const scope = { artefacts, folder: ".", variables: {}, opened: [] };
    const reading = await classifyText(one.means ?? one.command, scope);
    if (fits(reading.role, one.slot) && !(reading.rewrites && one.slot === "lint"))
      candidates.push(candidate(one, reading.role));
  }
  return candidates;
}

function fits(role: Role | null, slot: Declared["slot"]): boolean {
  if (slot === "test") return role === "test";
  return slot === "build" ? role === "build" : isCheckRole(role) && role !== "test";
}

function candidate(declared: Declared, role: Role | null): Candidate {
  return {
    command: declared.command,
    role,
    provenance: declared.provenance,
    line: declared.line,
    paths: undefined,
    cwd: ".",
    env: {},
    shell: "bash",
    job: null,
    chain: null,
    required: true,
    refusal: null,
    own: true,
    task: false,
    tainted: false,
  };
}

async function preCommit(artefacts: Artefacts): Promise<Declared[]> {
  const found = await rootFile(artefacts, { file: /^\.pre-commit-config\.ya?ml$/ });
  if (found === null) return [];
  const { file: provenance, line } = found;
  return [{ slot: "lint", command: "pre-commit run --all-files", provenance, line }];
}

async function conventions(artefacts: Artefacts): Promise<Declared[]> {
  const found: Declared[] = [];
  for (const rows of CONVENTIONS) {
    const taken = new Set<string>();
    for (const row of rows) {
      const there = taken.has(row.slot) ? null : await rootFile(artefacts, row);
      if (there === null) continue;
      if (row.slot === "test") taken.add(row.slot);
      found.push({ slot: row.slot, command: row.command, provenance: there.file, line: there.line });
    }
  }
  return found;
}
