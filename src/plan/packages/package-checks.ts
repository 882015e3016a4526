import type { Artefacts } from "../artefacts.ts";
import type { Candidate } from "../candidate.ts";
import { findPackages } from "./find-packages.ts";
import { within } from "./within.ts";

const MOST_PACKAGES = 20;
/** Whoever writes a task at the root means the whole. */
const TASK_FILE = /^((GNUm|M|m)akefile|\.?[Jj]ustfile|Taskfile\.ya?ml)$/;

interface PackageRequest {
  artefacts: Artefacts;
  /** CI declares nothing at all. */
  whole: boolean;
  /** What the root declares for the slot. */
  root: readonly Candidate[];
  /** The checks of a folder as if it were the root. */
  read: (folder: Artefacts) => Promise<Candidate[]>;
}

/** Checks of packages, for those that no check of the root goes through. */
export async function packageChecks({ artefacts, whole, root, read }: PackageRequest): Promise<Candidate[]> {
  const sources = root.map((one) => one.provenance.split(":")[0] ?? "");
  if (sources.some((source) => TASK_FILE.test(source))) return [];
  const packages = await artefacts.once(`packages:${whole}`, () => findPackages(artefacts, whole));
  const open = packages
    .filter(({ covering }) => !sources.some((source) => covering.test(source)))
    .flatMap(({ folders }) => folders);
  const folders = [...new Set(open)].sort();
  const found: Candidate[] = [];
  for (const folder of folders.slice(0, MOST_PACKAGES)) {
    const own = await read(within(artefacts, folder));
    found.push(...own.map((one) => inFolder(one, folder)));
  }
  if (folders.length > MOST_PACKAGES) warn(artefacts, folders.length);
  return found;
}

function inFolder(candidate: Candidate, folder: string): Candidate {
  return { ...candidate, cwd: folder, provenance: `${folder}/${candidate.provenance}` };
}

function warn(artefacts: Artefacts, count: number): void {
  const warning = `Only the first ${MOST_PACKAGES} of ${count} packages were read for checks of their own.`;
  if (!artefacts.warnings.includes(warning)) artefacts.warnings.push(warning);
}
