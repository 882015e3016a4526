import type { ExcludedCommand, PlannedCheck } from "../domain/plan.ts";
import type { PlanProposal, PlanProposer, PlanSlot } from "../domain/ports/plan-proposer.ts";
import type { Artefacts } from "./artefacts.ts";
import { atLine, lineAt } from "./at-line.ts";
import { classifyText } from "./classify/classify-node.ts";
import { isCheckRole } from "./classify/reading.ts";
import { moduleCommand } from "./module-command.ts";
import { vacuousDeclaredCheck } from "./vacuous-declared-check.ts";

export interface CitedTier {
  checks: PlannedCheck[];
  /** Proposals that did not stand up, with the reason. */
  excluded: ExcludedCommand[];
}

const NOTHING: CitedTier = { checks: [], excluded: [] };

/** What people write for people about how their project is tested. */
const TEXTS =
  /^(?:(?:\.github|docs?)\/)?(?:contributing|readme|agents|development|hacking|testing|building)[^/]*$/i;
const MOST_TEXTS = 8;
const LONGEST_TEXT = 16_000;

/**
 * Tier 3: commands for empty slots, taken from the repository's prose by a model and accepted only on evidence. A
 * proposal counts when its text was shown, the quote stands in it to the letter and holds the command, and the
 * command is read as what the slot asks for.
 */
export async function citedProposals(
  artefacts: Artefacts,
  slots: readonly PlanSlot[],
  proposer: PlanProposer,
  signal: AbortSignal,
): Promise<CitedTier> {
  const texts = slots.length === 0 ? [] : await readTexts(artefacts);
  if (texts.length === 0) return NOTHING;
  const found: CitedTier = { checks: [], excluded: [] };
  for (const proposal of await proposer.propose({ slots, texts, signal })) {
    const provenance = `llm:${proposal.path}`;
    const line = quoteLine(proposal, texts);
    const objection = await objectionTo(proposal, { artefacts, slots, texts });
    if (objection === null) found.checks.push({ ...toCheck(proposal, provenance), ...atLine(line) });
    else found.excluded.push({ command: proposal.command, provenance, reason: objection, ...atLine(line) });
  }
  return found;
}

async function readTexts(artefacts: Artefacts): Promise<{ path: string; text: string }[]> {
  const texts: { path: string; text: string }[] = [];
  for (const path of artefacts.paths().filter((one) => TEXTS.test(one))) {
    const text = texts.length < MOST_TEXTS ? await artefacts.text(path) : null;
    if (text !== null) texts.push({ path, text: text.slice(0, LONGEST_TEXT) });
  }
  return texts;
}

/** Where the command stands in its quote, where that stands in the text. */
function quoteLine({ path, quote, command }: PlanProposal, texts: Grounds["texts"]): number | undefined {
  const text = texts.find((one) => one.path === path)?.text ?? "";
  const at = quote.trim() === "" ? -1 : text.indexOf(quote);
  return at === -1 ? undefined : lineAt(text, at + Math.max(quote.indexOf(command), 0));
}

interface Grounds {
  artefacts: Artefacts;
  slots: readonly PlanSlot[];
  texts: readonly { path: string; text: string }[];
}

async function objectionTo(
  proposal: PlanProposal,
  { artefacts, slots, texts }: Grounds,
): Promise<string | null> {
  const { slot, command, path, quote } = proposal;
  const cited = texts.find((text) => text.path === path);
  if (cited === undefined) return "a model proposed it and cites a file that it was not shown";
  if (quote.trim() === "" || !cited.text.includes(quote))
    return "a model proposed it and its quote is not in the file";
  if (command.trim() === "" || !squeeze(quote).includes(squeeze(command))) {
    return "a model proposed it and the words it quotes do not hold the command";
  }
  if (!slots.includes(slot)) return "a model proposed it for a slot that is filled already";
  if (vacuousDeclaredCheck(command)) return "a model proposed it and it proves nothing";
  const { role, rewrites } = await classifyText(command, {
    artefacts,
    folder: ".",
    variables: {},
    opened: [],
  });
  const fits = slot === "test" ? role === "test" : isCheckRole(role) && role !== "test" && !rewrites;
  return fits ? null : `a model proposed it as ${slot} and it does not read as one`;
}

function toCheck({ slot, command }: PlanProposal, provenance: string): PlannedCheck {
  return {
    name: slot,
    command: moduleCommand(command.trim()),
    kind: slot,
    provenance,
    chain: null,
    cwd: ".",
    env: {},
    shell: "bash",
    required: true,
    job: null,
  };
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
