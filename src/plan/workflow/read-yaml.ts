import { LineCounter, parseDocument } from "yaml";
import type { Artefacts } from "../artefacts.ts";
import { yamlPlaces } from "./yaml-places.ts";
import type { YamlPlace } from "./yaml-places.ts";
import { yamlStrain } from "./yaml-strain.ts";

const MOST_ALIASES = 200;
const DEEPEST = 60;
const MOST_NODES = 100_000;

interface Parsed {
  value: unknown;
  lineOf: (place: YamlPlace) => number | undefined;
}

const NOTHING: Parsed = { value: null, lineOf: () => undefined };

/** A YAML artefact as plain data, null when absent or unfit; unfit is said in the warnings. */
export async function readYaml(artefacts: Artefacts, path: string): Promise<unknown> {
  return (await parsed(artefacts, path)).value;
}

/** On which line of a YAML artefact a value stands. */
export async function yamlLines(artefacts: Artefacts, path: string): Promise<Parsed["lineOf"]> {
  return (await parsed(artefacts, path)).lineOf;
}

function parsed(artefacts: Artefacts, path: string): Promise<Parsed> {
  return artefacts.once(`yaml:${path}`, () => parseArtefact(artefacts, path));
}

async function parseArtefact(artefacts: Artefacts, path: string): Promise<Parsed> {
  const text = await artefacts.text(path);
  if (text === null) return NOTHING;
  const strain = yamlStrain(text);
  if (strain !== null) {
    artefacts.warnings.push(`${path} was skipped: ${strain}.`);
    return NOTHING;
  }
  try {
    const lineCounter = new LineCounter();
    const document = parseDocument(text, {
      uniqueKeys: false,
      logLevel: "silent",
      merge: true,
      keepSourceTokens: false,
      lineCounter,
      prettyErrors: false,
    });
    const [error] = document.errors;
    if (error !== undefined) {
      const { line } = lineCounter.linePos(error.pos[0]);
      artefacts.warnings.push(
        `${path} was skipped: ${error.message.split("\n")[0] ?? "not YAML"} at line ${line}`,
      );
      return NOTHING;
    }
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    measure(value);
    return { value, lineOf: yamlPlaces(document, lineCounter) };
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : "unreadable";
    artefacts.warnings.push(`${path} was skipped: ${why}`);
    return NOTHING;
  }
}

/** Aliases can unfold into more than memory holds, and nesting into more than the stack does. */
function measure(root: unknown): void {
  let nodes = 0;
  const visit = (value: unknown, depth: number): void => {
    nodes += 1;
    if (depth > DEEPEST) throw new Error("nested too deeply");
    if (nodes > MOST_NODES) throw new Error("too many values");
    if (typeof value !== "object" || value === null) return;
    for (const one of Object.values(value)) visit(one, depth + 1);
  };
  visit(root, 0);
}
