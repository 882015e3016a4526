import type { AskMachine, MachineAnswers, ProgramQuestion } from "./machine.ts";

/** Puts questions together and never asks one twice. */
export interface KnownMachine {
  learn(questions: readonly ProgramQuestion[]): Promise<void>;
  has(program: string): boolean;
  /** What it printed for its version; empty when it said nothing. */
  printed(program: string): string;
}

export function knownMachine(ask: AskMachine): KnownMachine {
  const answers = new Map<string, string | null>();
  const asked = new Set<string>();
  return {
    async learn(questions) {
      const open = questions.filter(({ program, version }) =>
        version === null ? !answers.has(program) : !asked.has(program),
      );
      const merged = new Map<string, ProgramQuestion>();
      for (const one of open)
        if (one.version !== null || !merged.has(one.program)) merged.set(one.program, one);
      if (merged.size === 0) return;
      const learned: MachineAnswers = await ask([...merged.values()]);
      for (const { program, version } of merged.values()) {
        answers.set(program, learned.get(program) ?? null);
        if (version !== null) asked.add(program);
      }
    },
    has: (program) => typeof answers.get(program) === "string",
    printed: (program) => answers.get(program) ?? "",
  };
}
