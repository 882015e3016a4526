interface Named {
  name: string;
  command: string;
  cwd: string;
}

const LONGEST = 60;

/**
 * Names that people read on check runs: `test` when there is one, else `test (npm run test:unit)`, with the
 * folder or a number where that is still not enough.
 */
export function nameUniquely<Item extends Named>(items: readonly Item[]): Item[] {
  const counts = countBy(items.map((item) => item.name));
  const first = items.map((item) =>
    counts.get(item.name) === 1 ? item.name : `${item.name} (${shorten(item.command)})`,
  );
  const repeated = countBy(first);
  const second = items.map((item, index) => {
    const name = first[index] ?? item.name;
    return repeated.get(name) === 1 || item.cwd === "." ? name : `${name} in ${item.cwd}`;
  });
  const used = new Map<string, number>();
  return items.map((item, index) => {
    const name = second[index] ?? item.name;
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return { ...item, name: count === 1 ? name : `${name} #${count}` };
  });
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function shorten(command: string): string {
  const line = command.replaceAll(/\\\n/g, " ").replaceAll(/\s+/g, " ").trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}
