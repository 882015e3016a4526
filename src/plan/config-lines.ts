import type { Artefacts } from "./artefacts.ts";
import { atLine } from "./at-line.ts";
import { yamlLines } from "./workflow/read-yaml.ts";

const FILE = ".github/avatar.yml";

/** What the repository's configuration declares, with the line on which it does. */
export async function withConfigLines<Item extends { provenance: string }>(
  artefacts: Artefacts,
  items: readonly Item[],
): Promise<Item[]> {
  const own = `config:${FILE}#`;
  if (!items.some((item) => item.provenance.startsWith(own))) return [...items];
  const lineOf = await yamlLines(artefacts, FILE);
  const seen = new Map<string, number>();
  return items.map((item) => {
    if (!item.provenance.startsWith(own)) return item;
    const index = seen.get(item.provenance) ?? 0;
    seen.set(item.provenance, index + 1);
    const place = item.provenance.slice(own.length).split(".");
    return { ...item, ...atLine(lineOf([...place, index]) ?? lineOf(place)) };
  });
}
