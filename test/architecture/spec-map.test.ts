import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const ROOT = join(import.meta.dirname, "..", "..");
const SPECIFICATION = join(ROOT, "..", "shared", "spec");

interface Row {
  item: string;
  heldBy: string;
  shownBy: string;
}

const rows: Row[] = readFileSync(join(ROOT, "docs/spec-map.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\| item \||^\|---/.test(line))
  .map((line) => {
    const [, item = "", heldBy = "", shownBy = "", ...rest] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    if (rest.join("") !== "" || rest.length !== 1) throw new Error(`Not three cells: ${line}`);
    return { item, heldBy, shownBy };
  });

/** The entries of a cell, each a file and what is named in it. */
function entriesOf(cell: string, entry: RegExp): { path: string; name: string }[] {
  return cell.split("<br>").map((text) => {
    const [, path = "", name = ""] = entry.exec(text) ?? [];
    return { path, name };
  });
}

function textOf(path: string): string {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : "";
}

/** An exported declaration, up to the next; empty when the file exports nothing of that name. */
function declarationOf(text: string, name: string): string {
  const start = new RegExp(`^export (?:async )?(?:const|function|class|interface|type) ${name}\\b`, "m").exec(
    text,
  );
  if (start === null) return "";
  const [first = "", ...rest] = text.slice(start.index).split(/^(?=export )/m);
  // A schema and its type share one name.
  return first + rest.filter((other) => other.startsWith(`export type ${name} `)).join("");
}

function isHeld({ path, name }: { path: string; name: string }): boolean {
  const text = textOf(path);
  if (!path.endsWith(".ts")) return name !== "" && text.includes(`"${name}"`);
  const [symbol = "", ...members] = name.split(".");
  const declaration = declarationOf(text, symbol);
  return declaration !== "" && members.every((member) => new RegExp(`\\b${member}\\b`).test(declaration));
}

test("no cell is empty", () => {
  expect(rows.length).toBeGreaterThan(150);
  expect(rows.filter((row) => Object.values(row).includes(""))).toEqual([]);
});

test("each item stands once", () => {
  const items = rows.map(({ item }) => item);
  expect(items.filter((item, at) => items.indexOf(item) !== at)).toEqual([]);
});

test("each symbol is exported by its file, and a member is in its declaration", () => {
  const lost = rows.flatMap(({ item, heldBy }) =>
    entriesOf(heldBy, /^`([^`]+)` `([^`]+)`$/)
      .filter((entry) => !isHeld(entry))
      .map((entry) => ({ item, ...entry })),
  );
  expect(lost).toEqual([]);
});

test("each test is in its file under its title, to the letter", () => {
  const lost = rows.flatMap(({ item, shownBy }) =>
    entriesOf(shownBy, /^`([^`]+\.test\.ts)` "(.+)"$/)
      .filter(({ path, name }) => name === "" || !isTitle(textOf(path), name))
      .map((entry) => ({ item, ...entry })),
  );
  expect(lost).toEqual([]);
});

/** Where a test or a table of cases gets its name: `test("…"`, `])("…"`, `test.each(cases)("…"`. */
function isTitle(text: string, title: string): boolean {
  const calls = [`test("${title}", `, `)("${title}", `, `)(\n  "${title}",\n`];
  return calls.some((call) => text.includes(call)) || text.includes(`test(\n  "${title}",\n`);
}

interface Parameter {
  name: string;
  type: string;
  fallback: string | null;
}

/** The parameters of `Name(*, a: T, b: U = d) -> None`. */
function parametersOf(signature: string): Parameter[] {
  const parts: string[] = [];
  let depth = 0;
  for (const piece of signature.split(/(?=[[\](),])/)) {
    if (/^[[(]/.test(piece)) depth += 1;
    if (/^[\])]/.test(piece)) depth -= 1;
    if (piece.startsWith(",") && depth === 0) parts.push(piece.slice(1));
    else parts.push((parts.pop() ?? "") + piece);
  }
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "*")
    .map((part) => {
      const [, name = "", type = "", fallback = null] = /^(\w+): (.+?)(?: = (.+))?$/.exec(part) ?? [];
      return { name, type, fallback };
    });
}

/** The items that the specification's own tables, signatures and lists name. */
function specifiedItems(): string[] {
  const [state = "", context = "", invariants = ""] = ["state", "context", "invariants"].map((name) =>
    readFileSync(join(SPECIFICATION, `${name}.md`), "utf8"),
  );
  const steps = [...invariants.matchAll(/<Step title="(.+)">/g)].map(([, title]) => `${title}: `);
  const axes = [...invariants.matchAll(/^\| `(\w+)` +\|/gm)].map(([, axis]) => `Axis \`${axis}\`: `);
  const types = `${state}\n${context}`.split(/^(?=### `)/m).flatMap(itemsOfType);
  return [...types, ...steps, ...axes];
}

/** A type by its section: itself, what its signature and its table name, its methods and what they raise. */
function itemsOfType(section: string): string[] {
  const [, type] = /^### `(\w+)`/.exec(section) ?? [];
  if (type === undefined) return [];
  const [, signature = ""] = new RegExp(`^${type}\\((.*)\\) -> None$`, "m").exec(section) ?? [];
  const parameters = parametersOf(signature).map(({ name, type: kind, fallback }) => {
    const end = fallback === null ? "required" : `default \`${fallback}\``;
    return `\`${type}.${name}: ${kind.replaceAll(" | ", " or ")}\` ${end}`;
  });
  const fields = [...section.matchAll(/^\| `(\w+)` /gm)].map(([, field]) => `\`${type}.${field}: `);
  const methods = [...section.matchAll(/^#### `(\w+\.\w+)([^#]*)/gm)].flatMap(([, method, body = ""]) =>
    body.includes("Raises:") ? [`\`${method}`, `\`${method} raises`] : [`\`${method}`],
  );
  return [`\`${type}\``, ...parameters, ...fields, ...methods];
}

const FUNCTIONS = [
  "effective_invocation",
  "vacuous_declared_check",
  "check_covers_content",
  "classify_change_paths",
  "config_override_checks",
];

function isMapped(wanted: string): boolean {
  const [method, raises] = wanted.split(" raises");
  return rows.some(({ item }) =>
    raises === undefined
      ? item.startsWith(wanted)
      : item.startsWith(`${method}\``) && item.includes("raises `RuntimeError`"),
  );
}

// The specification lies beside the repository where avatar is developed, and is not part of it.
const whereSpecified = existsSync(SPECIFICATION) ? test : test.skip;

whereSpecified(
  "every type, field, default, mutation and error that the specification lists is on the map",
  () => {
    const wanted = specifiedItems();
    expect(wanted.length).toBeGreaterThan(150);
    expect(wanted.filter((item) => !isMapped(item))).toEqual([]);
  },
);

test("the five functions of the planner that judge a declared contract are on the map", () => {
  expect(FUNCTIONS.filter((name) => !rows.some(({ item }) => item.startsWith(`\`${name}(`)))).toEqual([]);
});
