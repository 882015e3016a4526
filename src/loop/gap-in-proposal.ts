import type { TaskState } from "../domain/task-state.ts";
import { askForDeclaration } from "./ask-for-declaration.ts";
import type { LoopOptions } from "./loop-options.ts";
import { isContractWanted } from "./situation.ts";

const SHOWN = 10;

/** What a final answer still lacks before it is worth a verification, in words the model can act on; or null. */
export async function findGapInProposal(options: LoopOptions, answer: unknown): Promise<string | null> {
  const { state } = options.recorder;
  const changed = (await options.deps.workspace.changedFiles()).map(({ path }) => path);
  if (state.taskKind !== "investigate") {
    return (
      (await findSmuggledChange(options, changed)) ??
      (await findMissingContract(options, changed)) ??
      findUndeclaredKind(options, changed)
    );
  }
  if (changed.length > 0) {
    const paths = changed.slice(0, SHOWN).join(", ");
    return `An investigation leaves no change behind, but a command changed: ${paths}. Undo that first.`;
  }
  return findMissingCitation(state, typeof answer === "string" ? answer : "");
}

// Commands can write where the edit tools may not, so the gate sees the whole change before it is proposed.
async function findSmuggledChange(
  { recorder, gate }: LoopOptions,
  changed: readonly string[],
): Promise<string | null> {
  const state = { ...recorder.state, filesModified: [...changed] };
  const refused: string[] = [];
  for (const path of changed) {
    const permission = await gate.decide({ tool: "write_file", args: { path }, tier: 1, state });
    if (permission.kind !== "allow") refused.push(`${path} (${permission.reason})`);
  }
  if (refused.length === 0) return null;
  return `The tree holds changes that are not allowed; undo them first: ${refused.slice(0, SHOWN).join("; ")}.`;
}

// A command can make a change too, and then no edit was there to ask at.
async function findMissingContract(options: LoopOptions, changed: readonly string[]): Promise<string | null> {
  const { verificationPlan } = options.recorder.state;
  return changed.length > 0 && isContractWanted(verificationPlan) ? askForDeclaration(options) : null;
}

// A declared contract proves the kinds of change it was declared for, and no other.
function findUndeclaredKind({ recorder, tools }: LoopOptions, changed: readonly string[]): string | null {
  const { declaredChangeKinds } = recorder.state;
  return declaredChangeKinds === null ? null : tools.audit(changed, declaredChangeKinds);
}

// An answer about code that was never opened is a guess.
function findMissingCitation({ filesRead }: TaskState, answer: string): string | null {
  if (filesRead.length === 0) {
    return "Read the files that answer the question first; nothing has been read yet.";
  }
  const cites = filesRead.some((path) => isNamedIn(answer, path.slice(path.lastIndexOf("/") + 1)));
  const shown = filesRead.slice(0, SHOWN).join(", ");
  return cites ? null : `Name in the answer the files it rests on. Read so far: ${shown}.`;
}

// As a word of its own: `run.js` is not named by `prerun.js`, nor by `run.json`.
function isNamedIn(text: string, name: string): boolean {
  const literal = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\w.-])${literal}(?!\\.?[\\w-])`, "u").test(text);
}
