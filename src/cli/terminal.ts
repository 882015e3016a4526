import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Where a command writes: one document or text on stdout, everything else on stderr. */
export interface Terminal {
  /** The command's result. */
  out(text: string): void;
  /** Progress and remarks. */
  note(text: string): void;
  /** Colours only where a person looks at it. */
  style(style: Style, text: string): string;
  readonly isInteractive: boolean;
  /** How wide a line of the result may be; null where it goes into a file or a pipe. */
  readonly columns: number | null;
}

export function processTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    // A style may go to either stream: one that leads into a file or a pipe takes the colours from both.
    style: (style, text) => {
      const stream = process.stdout.isTTY ? process.stderr : process.stdout;
      return styleText(style, text, { stream, validateStream: true });
    },
    isInteractive: process.stderr.isTTY,
    columns: process.stdout.isTTY ? process.stdout.columns : null,
  };
}

/** `--json` prints one document and nothing else on stdout. */
export function printJson(terminal: Terminal, document: unknown): void {
  terminal.out(JSON.stringify(document, null, 2));
}
