import { isAlias, isMap, isScalar, isSeq } from "yaml";
import type { Alias, Document, LineCounter, Pair, YAMLMap } from "yaml";

/** Keys and indexes from the root of a document to a value in it. */
export type YamlPlace = readonly (string | number)[];

const MOST_MERGES = 20;

/** Tells on which line, from 1, a value stands: that of its key, or of its place in a list. */
export function yamlPlaces(
  document: Document,
  counter: LineCounter,
): (place: YamlPlace) => number | undefined {
  const resolved = new Map<Alias, unknown>();
  const found = new Map<string, number | undefined>();
  const target = (node: unknown): unknown => {
    if (!isAlias(node)) return node;
    if (!resolved.has(node)) resolved.set(node, node.resolve(document));
    return resolved.get(node);
  };
  const search = (place: YamlPlace): number | undefined => {
    let node: unknown = target(document.contents);
    let offset: number | undefined;
    for (const key of place) {
      if (isMap(node)) {
        const pair = pairOf(node, String(key), target, MOST_MERGES);
        if (pair === null) return undefined;
        offset = startOf(pair.key) ?? offset;
        node = target(pair.value);
      } else if (isSeq(node)) {
        const item = target(node.items[Number(key)]);
        offset = startOf(item) ?? offset;
        node = item;
      } else return undefined;
    }
    return offset === undefined ? undefined : counter.linePos(offset).line || undefined;
  };
  return (place) => {
    const key = JSON.stringify(place);
    if (!found.has(key)) found.set(key, search(place));
    return found.get(key);
  };
}

/** The last pair of a name wins, and what a mapping says itself wins over what it merges in. */
function pairOf(map: YAMLMap, name: string, target: (node: unknown) => unknown, merges: number): Pair | null {
  const own = map.items.findLast((pair) => keyText(pair) === name);
  if (own !== undefined) return own;
  for (const pair of merges === 0 ? [] : map.items.filter((one) => keyText(one) === "<<")) {
    const merged = target(pair.value);
    for (const one of isSeq(merged) ? merged.items.map(target) : [merged]) {
      const found = isMap(one) ? pairOf(one, name, target, merges - 1) : null;
      if (found !== null) return found;
    }
  }
  return null;
}

function keyText({ key }: Pair): string {
  if (!isScalar(key)) return "";
  return typeof key.value === "symbol" ? (key.value.description ?? "") : String(key.value);
}

function startOf(node: unknown): number | undefined {
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range)
    ? (node.range[0] as number)
    : undefined;
}
