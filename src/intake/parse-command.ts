import { Verb } from "../domain/job.ts";
import { markdownLines } from "./markdown-lines.ts";

export type ParsedCommand =
  | { kind: "command"; verb: Verb; text: string }
  /** Addressed to avatar, with a word that is no verb. Empty when nothing followed. */
  | { kind: "unknown"; word: string }
  | { kind: "none" };

// Invisible characters in front of the slash are not seen by the writer, who typed a command.
const COMMAND = /^\p{DI}* {0,3}\p{DI}*\/avatar(?=\s|$)(.*)$/isu;
const VERB = /^\s*(\S+)(.*)$/s;

/**
 * Finds the first line that starts with `/avatar`, outside quotations, code and what is hidden. What follows the verb, on
 * that line and on those below it up to the next command, is the text of the command.
 */
export function parseCommand(body: string): ParsedCommand {
  const lines = markdownLines(body);
  const isCommand = (index: number): boolean => {
    const line = lines[index];
    return (line?.place === "prose" || line?.place === "html") && COMMAND.test(line.text);
  };
  const first = lines.findIndex((_, index) => isCommand(index));
  if (first === -1) return { kind: "none" };
  const next = lines.findIndex((_, index) => index > first && isCommand(index));
  const own = lines.slice(first, next === -1 ? undefined : next).map((line) => line.text);
  const after = COMMAND.exec(own[0] ?? "")?.[1] ?? "";
  return readVerb([after, ...own.slice(1)]);
}

function readVerb([first = "", ...below]: string[]): ParsedCommand {
  const [, word = "", rest = ""] = VERB.exec(first) ?? [];
  // People write "/avatar fix: the sum" and "/avatar Fix!".
  const verb = Verb.safeParse(word.toLowerCase().replace(/[.,:;!?]+$/u, ""));
  if (!verb.success) return { kind: "unknown", word };
  return { kind: "command", verb: verb.data, text: [rest, ...below].join("\n").trim() };
}
