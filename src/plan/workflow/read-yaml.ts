import { parseDocument } from "yaml";
import type { Artefacts } from "../artefacts.ts";

const MOST_ALIASES = 200;
const DEEPEST = 60;
const MOST_NODES = 100_000;

/** A YAML artefact as plain data, null when absent or unfit; unfit is said in the warnings. */
export function readYaml(artefacts: Artefacts, path: string): Promise<unknown> {
  return artefacts.once(`yaml:${path}`, () => parseArtefact(artefacts, path));
}

async function parseArtefact(artefacts: Artefacts, path: string): Promise<unknown> {
  const text = await artefacts.text(path);
  if (text === null) return null;
  try {
    const document = parseDocument(text, {
      uniqueKeys: false,
      logLevel: "silent",
      merge: true,
      keepSourceTokens: false,
    });
    if (document.errors.length > 0) {
      artefacts.warnings.push(
        `${path} was skipped: ${(document.errors[0]?.message ?? "not YAML").split("\n")[0]}`,
      );
      return null;
    }
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    measure(value);
    return value;
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : "unreadable";
    artefacts.warnings.push(`${path} was skipped: ${why}`);
    return null;
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
