// Colours, cursor movements and links of terminals, by their shape (ECMA-48).
// oxlint-disable-next-line no-control-regex -- these are control sequences
const SEQUENCES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-Z\\^_])/gu;
// oxlint-disable-next-line no-control-regex -- what no text for people holds
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/gu;

/** Where the sandbox shows every tree. */
const INSIDE = "/workspace";

/**
 * What a command printed, as a person would read it: no colours, a progress line only in its last state, and
 * paths as seen from the root of the repository, so that the same run in another folder reads the same.
 */
export function cleanOutput(output: string, root: string): string {
  const plain = output.replaceAll(SEQUENCES, "").replaceAll(/\r+\n/gu, "\n");
  const settled = plain.includes("\r") ? plain.split("\n").map(lastState).join("\n") : plain;
  return fromRoot(fromRoot(settled, root), INSIDE).replaceAll(CONTROLS, "").trimEnd();
}

function fromRoot(text: string, root: string): string {
  const literal = root.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  const place = new RegExp(String.raw`(?<![\w.-])(?:file://)?${literal}(?:/|(?![\w.-]))`, "gu");
  return text.replaceAll(place, (found) => (found.endsWith("/") ? "" : "."));
}

function lastState(line: string): string {
  return line.split("\r").findLast((state) => state !== "") ?? "";
}
