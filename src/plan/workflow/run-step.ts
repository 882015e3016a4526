/** One script as CI runs it, with everything around it resolved for Linux. */
export interface RunStep {
  script: string;
  shell: string;
  /** Absolute, beneath `WORKSPACE_ROOT`; null when it cannot be known. */
  folder: string | null;
  env: Readonly<Record<string, string>>;
  /** Names of variables whose value only CI knows. */
  unknownEnv: readonly string[];
  provenance: string;
  /** Where it stands in the file of the provenance. */
  line: number | undefined;
  /** The step's name and the job's, as hints to what an unknown script is for. */
  hints: readonly string[];
  /** CI goes on when it fails. */
  soft: boolean;
  /** True when every line is a check by its place (Travis `script`), whatever the program. */
  checksByPlace: boolean;
}

/** Where the checkout stands in for reading; never shown to people. */
export const WORKSPACE_ROOT = "/__w/repo/repo";

/** Stands in a script for `${{ … }}` that only CI can fill in. */
export const UNKNOWN_MARK = /\$\{UNKNOWN_EXPRESSION_(\d+)\}/;

export function unknownMark(index: number): string {
  return `\${UNKNOWN_EXPRESSION_${index}}`;
}
