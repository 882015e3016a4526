import { ownValue } from "../own-value.ts";

/** A circle of prerequisites ends with the reader, who remembers what is being opened. */
interface Wanted {
  name: string;
  /** A justfile: dependencies may take arguments and `@` may lead the name. */
  just: boolean;
}

interface Header {
  names: readonly string[];
  needs: readonly string[];
  inline: string;
}

/** The recipe lines of a target and calls of its prerequisites. Null when the file has no such target. */
export function makeRecipes(text: string, wanted: Wanted): string[] | null {
  const runner = wanted.just ? "just" : "make";
  const found: string[] = [];
  let inside = false;
  let seen = false;
  for (const line of joinedLines(text)) {
    const header = targetHeader(line, wanted.just);
    if (header === null) {
      if (inside && /^\s+\S/.test(line)) found.push(line.trim());
      else if (endsRecipe(line)) inside = false;
      continue;
    }
    inside = header.names.includes(wanted.name);
    seen ||= inside;
    if (inside) found.push(...header.needs.map((one) => `${runner} ${one}`), header.inline);
  }
  if (!seen) return null;
  const variables = wanted.just ? {} : simpleVariables(text);
  return found.map((line) => plainLine(line, variables, wanted.just)).filter((line) => line !== "");
}

/** The targets that a file defines, in order, internal ones left out. */
export function makeTargets(text: string, just: boolean): string[] {
  const names = joinedLines(text).flatMap((line) => targetHeader(line, just)?.names ?? []);
  return [...new Set(names.filter((name) => /^[A-Za-z][\w-]*$/.test(name)))];
}

function joinedLines(text: string): string[] {
  return text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/);
}

/** A line at the margin ends a recipe, unless it only guards lines of it. */
function endsRecipe(line: string): boolean {
  return /^\S/.test(line) && !/^(#|\[|ifn?(def|eq)|else|endif)/.test(line);
}

function targetHeader(line: string, just: boolean): Header | null {
  if (line.length > 2000 || /^\s|:=/.test(line)) return null;
  const match = just
    ? /^@?([\w-]+)([^:=]*):([^#]*)/.exec(line)
    : /^([^\s:#=][^:#=]*)(::?)([^#=]*)$/.exec(line);
  if (match === null) return null;
  const [, title = "", , rest = ""] = match;
  const [needs = "", inline = ""] = rest.split(";");
  const words = needs
    .replaceAll(/\([^)]*\)/g, "")
    .trim()
    .split(/\s+/);
  return {
    names: title.trim().split(/\s+/),
    needs: words.filter((one) => /^[\w-]+$/.test(one)),
    inline: inline.trim(),
  };
}

function simpleVariables(text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const match = /^([A-Za-z_]\w*)\s*[:?]?=\s*([^#]*)/.exec(line);
    if (match?.[1] !== undefined) variables[match[1]] = (match[2] ?? "").trim();
  }
  return variables;
}

/** What make itself knows these by. */
const IMPLICIT: Readonly<Record<string, string>> = { MAKE: "make", CC: "cc", CXX: "c++" };

function plainLine(line: string, variables: Readonly<Record<string, string>>, just: boolean): string {
  let text = line.replace(/^[@+-]+\s*/, "");
  if (just) return text.replaceAll(/\{\{[^}]*\}\}/g, "X");
  for (let turn = 0; turn < 4 && text.length < 4000; turn += 1) {
    text = text.replaceAll(
      /\$[({](\w+)[)}]/g,
      (whole, name: string) => ownValue(variables, name) ?? ownValue(IMPLICIT, name) ?? whole,
    );
  }
  return text.replaceAll("$$", "$").replaceAll(/\$\(([^()]*)\)/g, "X");
}
