/** A command that a file other than CI's declares. */
export interface Declared {
  slot: "test" | "lint" | "build";
  command: string;
  provenance: string;
}
