import type { Job, Verb } from "../domain/job.ts";

const UNDERSTOOD: readonly [string, string][] = [
  ["fix …", "change the code; a pull request when the repository's own checks prove it"],
  ["approve …", "the same, and the run may amend the checks it declared itself"],
  ["test …", "write tests and touch nothing else"],
  ["explain …", "answer a question about the code; changes nothing"],
  ["plan", "show what would be run to prove a change"],
  ["help", "show this"],
];

/** One line on what went wrong, if anything did, and what avatar understands. */
export function helpText({ verb, text }: Pick<Job, "verb" | "text">): string {
  const rows = UNDERSTOOD.map(([command, does]) => `| <code>&#47;avatar ${command}</code> | ${does} |`);
  return [lead(verb, text), "", "| command | does |", "|---|---|", ...rows].join("\n");
}

function lead(verb: Verb, text: string): string {
  if (verb !== "help") return `avatar cannot do \`${verb}\` yet. It understands:`;
  const word = text.replaceAll(/[^\p{L}\p{N}-]/gu, "").slice(0, 40);
  return word === "" ? "avatar understands:" : `avatar does not know \`${word}\`. It understands:`;
}
