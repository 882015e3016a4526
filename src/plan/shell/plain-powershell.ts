import { UNKNOWN_MARK } from "../workflow/run-step.ts";

const MARKS = new RegExp(UNKNOWN_MARK.source, "g");
/** Variables, escapes, blocks, expressions, pipes, redirections, here-strings, splats, jobs. */
const OWN_SYNTAX = /[$`{}()<>\\[\]]|(?<!\|)\|(?!\|)|(?<!&)&(?!&)|(^|\s)@|@["']|["']@|''|""/;
const CMDLET = /(^|&&|\|\||;)\s*[A-Z][A-Za-z]*-[A-Z]\w+/;
const KEYWORD =
  /^\s*(if|elseif|else|for|foreach|while|do|switch|function|filter|param|try|catch|finally|throw|return|exit|using|class|begin|process|end)\b/i;
const COMPARISON =
  /\s-i?(eq|ne|gt|ge|lt|le|not|and|or|match|notmatch|like|notlike|contains|in|replace|join|split)\s/i;

/**
 * A PowerShell script that is nothing but plain commands, as a POSIX shell would write the same; null for any other,
 * which is not read as something that it is not.
 */
export function plainPowershell(script: string): string | null {
  const lines: string[] = [];
  for (const line of script.split(/\r?\n/)) {
    if (/^\s*(#|$)/.test(line)) continue;
    const plain = line.replace(/^\s*&\s+/, "").replaceAll(/(?<=^|\s)\.\\(?=\w)/g, "./");
    const text = plain.replaceAll(MARKS, "x");
    if ([OWN_SYNTAX, CMDLET, KEYWORD, COMPARISON].some((pattern) => pattern.test(text))) return null;
    lines.push(plain);
  }
  return lines.join("\n");
}
