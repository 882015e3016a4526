import { readFile } from "node:fs/promises";
import { AvatarError } from "../domain/errors.ts";
import { readJournal } from "../journal/read-journal.ts";
import { renderLedgerText } from "../journal/render-ledger-text.ts";
import { replay } from "../journal/replay.ts";
import { type ChainReport, verifyChain } from "../journal/verify-chain.ts";
import type { JournalCheckDocument } from "./documents.ts";
import { EXIT } from "./exit-code.ts";
import { printJson, type Terminal } from "./terminal.ts";

type Action = "show" | "verify" | "replay";

/** `avatar journal show|verify|replay FILE`. */
export async function journalCommand(
  action: Action,
  path: string,
  options: { json: boolean },
  terminal: Terminal,
): Promise<number> {
  switch (action) {
    case "show": {
      const lines = await readJournal(path);
      if (options.json) printJson(terminal, lines);
      else terminal.out(renderLedgerText(lines));
      return EXIT.success;
    }
    case "verify":
      return verifyJournal(path, options, terminal);
    case "replay": {
      const state = replay(await readJournal(path));
      if (options.json) printJson(terminal, state);
      else
        terminal.out(
          `${state.outcome ?? "not ended"} after ${state.iterations} turns: ${state.goal.split("\n", 1)[0]}`,
        );
      return EXIT.success;
    }
  }
}

async function verifyJournal(path: string, { json }: { json: boolean }, terminal: Terminal): Promise<number> {
  const report = verifyChain(await bytesOf(path));
  const document = checkOf(report);
  if (json) printJson(terminal, document);
  else if (document.ok) terminal.out(`The chain holds: ${document.lines} lines, head ${document.head}.`);
  else terminal.out(`The chain is broken: line ${document.line} ${document.problem}.`);
  return document.ok ? EXIT.success : EXIT.failed;
}

/** A file that was emptied has no broken link in it, and no run either. */
function checkOf(report: ChainReport): JournalCheckDocument {
  if (!report.ok) return { ok: false, line: report.line, problem: report.reason };
  const lines = report.lines.length;
  if (lines === 0) return { ok: false, line: 1, problem: "is missing: the file is empty" };
  return { ok: true, lines, head: report.head };
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new AvatarError("USAGE", {
      message: `The journal ${path} cannot be read.`,
      advice: "Give the path of a run's journal.jsonl.",
      cause,
    });
  }
}
