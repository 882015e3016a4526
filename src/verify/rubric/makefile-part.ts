import { wordsOf } from "./words-of.ts";

const RULE = /^(?<targets>[^\s#:=][^:=]*?)\s*::?(?!=)(?<needs>.*)$/u;
const VARIABLE = /^\s*(?:export\s+|override\s+)*(?<name>[\w.-]+)\s*(?:[+?!]|:{1,3})?=(?<value>.*)$/u;
const ALWAYS = /^(?:-?s?include\b|SHELL\b|\.SHELLFLAGS\b|MAKEFLAGS\b|\.(?:IGNORE|ONESHELL|SILENT)\b)/u;
/** A list of what is built grows with the program. */
const BUILT = /(?<=^|\s)[\w./$()-]+\.(?:o|c|cc|cxx|cpp|h|hh|hpp|rs|go)(?=\s|$)/gu;

interface Makefile {
  rules: Map<string, { needs: string; recipe: string[] }>;
  variables: Map<string, string[]>;
  always: string[];
}

/** The recipes of the targets that the plan reaches, and the variables in them. */
export function makefilePart(text: string, words: ReadonlySet<string>): string {
  const { rules, variables, always } = read(text);
  const kept: string[] = [...always];
  const queue = [...rules.keys()].filter((target) => words.has(target));
  const seen = new Set(queue);
  for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
    const { needs = "", recipe = [] } = rules.get(target) ?? {};
    const targets = wordsOf(needs).filter((need) => rules.has(need) && !need.includes("."));
    kept.push(`${target}: ${targets.join(" ")}`);
    for (const line of recipe) kept.push(line);
    for (const next of [...targets, ...wordsOf(recipe.join(" "))]) {
      if (!rules.has(next) || seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return [...kept, ...usedVariables(kept.join("\n"), variables)].join("\n");
}

function usedVariables(text: string, variables: Makefile["variables"]): string[] {
  const used = new Set<string>();
  const queue = [text];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const [, name = ""] of next.matchAll(/\$[({](?<name>[\w.-]+)/gu)) {
      if (used.has(name) || !variables.has(name)) continue;
      used.add(name);
      for (const value of variables.get(name) ?? []) queue.push(value);
    }
  }
  return [...used]
    .sort()
    .map(
      (name) =>
        `${name} = ${(variables.get(name) ?? []).join(" ").replaceAll(BUILT, "").replaceAll(/\s+/gu, " ").trim()}`,
    );
}

function read(text: string): Makefile {
  const makefile: Makefile = { rules: new Map(), variables: new Map(), always: [] };
  let current: string[] = [];
  for (const line of text.replaceAll(/\\\n\s*/gu, " ").split("\n")) {
    if (line.startsWith("\t")) {
      for (const target of current) makefile.rules.get(target)?.recipe.push(line.trim());
      continue;
    }
    if (ALWAYS.test(line)) makefile.always.push(line.trim());
    const variable = VARIABLE.exec(line)?.groups;
    const rule = RULE.exec(line)?.groups;
    if (variable !== undefined)
      addTo(makefile.variables, variable["name"] ?? "", (variable["value"] ?? "").trim());
    else if (rule !== undefined) current = addRule(makefile, rule);
  }
  return makefile;
}

function addRule({ rules }: Makefile, rule: Record<string, string>): string[] {
  const targets = wordsOf(rule["targets"] ?? "");
  const [needs = "", inline = ""] = (rule["needs"] ?? "").split(/;(?<rest>.*)/u);
  for (const target of targets) {
    const known = rules.get(target) ?? { needs: "", recipe: [] };
    const recipe = inline.trim() === "" ? known.recipe : [...known.recipe, inline.trim()];
    rules.set(target, { needs: `${known.needs} ${needs}`, recipe });
  }
  return targets;
}

function addTo(map: Map<string, string[]>, key: string, value: string): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}
