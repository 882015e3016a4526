/** Names are looked up by the reader, so a circle of prerequisites ends there. */
interface Wanted {
  name: string;
  /** A justfile: dependencies may take arguments and `@` may lead the name. */
  just: boolean;
}

/** The recipe lines of a target and calls of its prerequisites. Null when the file has no such target. */
export function makeRecipes(text: string, wanted: Wanted): string[] | null {
  const variables = wanted.just ? {} : simpleVariables(text);
  const lines = text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/);
  const found: string[] = [];
  let inside = false;
  let seen = false;
  for (const line of lines) {
    const header = targetHeader(line, wanted.just);
    if (header !== null) {
      inside = header.names.includes(wanted.name);
      seen ||= inside;
      if (inside) found.push(...header.needs.map((one) => `${wanted.just ? "just" : "make"} ${one}`));
      if (inside && header.inline !== "") found.push(header.inline);
    } else if (inside && /^\s+\S/.test(line)) found.push(line.trim());
    else if (/^\S/.test(line) && !/^(#|\[|ifn?(def|eq)|else|endif)/.test(line)) inside = false;
  }
  return seen
    ? found.map((line) => plainLine(line, variables, wanted.just)).filter((line) => line !== "")
    : null;
}

function targetHeader(
  line: string,
  just: boolean,
): { names: string[]; needs: string[]; inline: string } | null {
  if (line.length > 2000) return null;
  const match = just
    ? /^@?([\w-]+)([^:=]*):(?!=)([^#]*)/.exec(line)
    : /^([^\s:#=][^:#=]*)(::?)(?!=)([^#=]*)$/.exec(line);
  if (match?.[1] === undefined || /:=/.test(line)) return null;
  const [needs = "", inline = ""] = (match[3] ?? "").split(";");
  const names = just ? [match[1]] : match[1].trim().split(/\s+/);
  const words = needs
    .replaceAll(/\([^)]*\)/g, "")
    .trim()
    .split(/\s+/);
  return {
    names,
    needs: words.filter((one) => /^[\w.-]+$/.test(one) && !/\.\w+$/.test(one)),
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

function plainLine(line: string, variables: Readonly<Record<string, string>>, just: boolean): string {
  let text = line.replace(/^[@+-]+\s*/, "");
  if (just) return text.replaceAll(/\{\{[^}]*\}\}/g, "X");
  for (let turn = 0; turn < 4 && text.length < 4000; turn += 1) {
    text = text.replaceAll(/\$[({](\w+)[)}]/g, (whole, name: string) =>
      name === "MAKE" ? "make" : (variables[name] ?? whole),
    );
  }
  return text.replaceAll("$$", "$").replaceAll(/\$\(([^()]*)\)/g, "X");
}
