import type { Artefacts } from "../artefacts.ts";
import type { Variables } from "../shell/expand-word.ts";

/** Where a command stands when it is read. */
export interface ClassifyScope {
  artefacts: Artefacts;
  /** Relative to the root. */
  folder: string;
  variables: Variables;
  /** Tasks that are being opened, so that a circle ends. */
  opened: readonly string[];
}
