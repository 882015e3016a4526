// Colours, cursor movements and links of terminals, by their shape (ECMA-48).
// oxlint-disable-next-line no-control-regex -- these are control sequences
const SEQUENCES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-Z\\^_])/gu;
// oxlint-disable-next-line no-control-regex -- what no text for people holds
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/gu;

/**
 * What a command printed, as a person would read it: no colours, a progress line only in its last state, and
 * paths as seen from the root of the repository, so that the same run in another folder reads the same.
 */
export function cleanOutput(output: string, root: string): string {
  const plain = output.replaceAll(SEQUENCES, "").replaceAll(/\r+\n/gu, "\n");
  const settled = plain.includes("\r") ? plain.split("\n").map(lastState).join("\n") : plain;
  const relative = [`file://${root}/`, `${root}/`, root].reduce(
    (text, prefix) => (root.length > 1 ? text.replaceAll(prefix, prefix === root ? "." : "") : text),
    settled,
  );
  return relative.replaceAll(CONTROLS, "").trimEnd();
}

function lastState(line: string): string {
  return line.split("\r").findLast((state) => state !== "") ?? "";
}
