import type { PathFilter } from "../domain/plan.ts";
import type { Role } from "./ecosystems/ecosystem.ts";

/** A command found in an artefact, resolved and read, before the plan decides on it. */
export interface Candidate {
  command: string;
  role: Role | null;
  provenance: string;
  /** Where it stands in the file of the provenance. */
  line: number | undefined;
  /** The files for which CI runs it, undefined for any. */
  paths: PathFilter | undefined;
  /** Relative to the root. */
  cwd: string;
  env: Readonly<Record<string, string>>;
  shell: string;
  job: string | null;
  chain: string | null;
  required: boolean;
  /** Why it is left out whatever its role says, null when nothing speaks against it. */
  refusal: string | null;
  /** A script or task of the repository itself. */
  own: boolean;
  /** A task that some runner knows, by a name of the repository's own. */
  task: boolean;
  /** Something changed tracked files before it ran. */
  tainted: boolean;
}
