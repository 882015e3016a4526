/** A command that a file other than CI's declares. */
export interface Declared {
  slot: "test" | "lint" | "build";
  command: string;
  provenance: string;
  line: number | undefined;
  /** What the command comes down to, when its own words do not say it. */
  means?: string;
}
