import type { Artefacts } from "../artefacts.ts";

interface Wanted {
  file: string | RegExp;
  says?: RegExp;
  also?: RegExp;
}

/** The root file that a row asks for, null when it is not there or does not say what it must. */
export async function rootFile(artefacts: Artefacts, wanted: Wanted): Promise<string | null> {
  const { file, says, also } = wanted;
  const names = artefacts.paths().filter((path) => !path.includes("/"));
  const found = names.find((name) => (typeof file === "string" ? name === file : file.test(name)));
  if (found === undefined) return null;
  if (also !== undefined && !artefacts.paths().some((path) => also.test(path))) return null;
  if (says === undefined) return found;
  const text = await artefacts.text(found);
  return text !== null && says.test(text) ? found : null;
}
