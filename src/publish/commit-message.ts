import { plainLine } from "./plain-line.ts";

export interface CommitMessageParts {
  title: string;
  /** What was changed and why, in the words of the answer. */
  answer: string;
  issue: number | null;
  runId: string;
}

const SUBJECT = 72;
const WIDTH = 72;
const PARAGRAPHS = 6;

/** A subject, the answer wrapped to 72 columns, and where the work came from. */
export function commitMessage({ title, answer, issue, runId }: CommitMessageParts): string {
  const subject = plainLine(title, SUBJECT) || "Change made by avatar";
  const paragraphs = answer
    .split(/\n{2,}/u)
    .map((text) => wrap(plainLine(text, 600)))
    .filter((text) => text !== "")
    .slice(0, PARAGRAPHS);
  const origin = issue === null ? `Run ${runId}` : `For #${issue}, run ${runId}`;
  return `${[subject, ...paragraphs, origin].join("\n\n")}\n`;
}

function wrap(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}
