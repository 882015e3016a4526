import type { Artefacts } from "../artefacts.ts";
import { lineAt } from "../at-line.ts";

interface Wanted {
  file: string | RegExp;
  says?: RegExp;
  also?: RegExp;
}

interface FoundFile {
  file: string;
  /** Where it says what it must, else its first. */
  line: number;
}

/** The root file that a row asks for, null when it is not there or does not say what it must. */
export async function rootFile(artefacts: Artefacts, wanted: Wanted): Promise<FoundFile | null> {
  const { file, says, also } = wanted;
  const names = artefacts.paths().filter((path) => !path.includes("/"));
  const found = names.find((name) => (typeof file === "string" ? name === file : file.test(name)));
  if (found === undefined) return null;
  if (also !== undefined && !artefacts.paths().some((path) => also.test(path))) return null;
  if (says === undefined) return { file: found, line: 1 };
  const text = await artefacts.text(found);
  const match = text === null ? null : says.exec(text);
  return text === null || match === null ? null : { file: found, line: lineAt(text, match.index) };
}
