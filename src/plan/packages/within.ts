import { posix } from "node:path";
import type { Artefacts } from "../artefacts.ts";

/** A folder of the repository as if it were the root of one; warnings and what is read once are shared. */
export function within(artefacts: Artefacts, folder: string): Artefacts {
  const prefix = `${folder}/`;
  const paths = artefacts
    .paths()
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length));
  return {
    warnings: artefacts.warnings,
    paths: () => paths,
    has: (path) => artefacts.has(posix.join(folder, path)),
    text: (path) => artefacts.text(posix.join(folder, path)),
    once: (key, make) => artefacts.once(`${prefix}\n${key}`, make),
  };
}
