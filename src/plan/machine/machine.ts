/** A program that a plan needs. `version` is the line that makes it print its version, null where none is declared. */
export interface ProgramQuestion {
  program: string;
  version: string | null;
}

/**
 * What a machine has: null for a program that it lacks, else what the program printed for its version, which is
 * empty where nobody asked or nothing was answered.
 */
export type MachineAnswers = ReadonlyMap<string, string | null>;

/** Asks the machine that the checks will run on. The planner starts nothing itself; without this it plans as CI runs. */
export type AskMachine = (questions: readonly ProgramQuestion[]) => Promise<MachineAnswers>;
