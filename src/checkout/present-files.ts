import { lstatSync } from "node:fs";

/** The paths of a NUL-separated listing that are files or links: no submodules, nothing deleted, nothing twice. */
export function presentFiles(root: string, listing: string): string[] {
  const names = new Set(listing.split("\0").filter((name) => name !== "" && !name.endsWith("/")));
  return [...names].filter((name) => {
    const stats = lstatSync(`${root}/${name}`, { throwIfNoEntry: false });
    return stats !== undefined && (stats.isFile() || stats.isSymbolicLink());
  });
}
