import { posix } from "node:path";
import type { Artefacts } from "../artefacts.ts";
import { ownValue } from "../own-value.ts";
import type { GatheredJob } from "../workflow/read-job.ts";
import type { ToolSetup } from "../workflow/known-actions.ts";
import type { NeededProgram } from "./toolchain.ts";
import { VERSION_FILES, versionInFile } from "./version-file.ts";

/** A version that a repository wants of a toolchain, and where it says so. */
export interface DeclaredVersion {
  version: string;
  from: string;
}

/** A toolchain that a command runs on, with the version that is wanted of it; null where nobody says one. */
export interface DeclaredNeed extends NeededProgram {
  declared: DeclaredVersion | null;
}

interface ActionInputs {
  /** The key of the toolchain, where the action's tool is called otherwise. */
  key?: string;
  version: string;
  file?: string;
}

/** Which inputs of the actions that set a tool up name its version. */
const INPUTS: Readonly<Record<string, ActionInputs>> = {
  node: { version: "node-version", file: "node-version-file" },
  python: { version: "python-version", file: "python-version-file" },
  go: { version: "go-version", file: "go-version-file" },
  java: { version: "java-version", file: "java-version-file" },
  dotnet: { version: "dotnet-version", file: "global-json-file" },
  rust: { version: "toolchain" },
  ruby: { version: "ruby-version" },
  php: { version: "php-version", file: "php-version-file" },
  beam: { key: "elixir", version: "elixir-version", file: "version-file" },
  deno: { version: "deno-version", file: "deno-version-file" },
  bun: { version: "bun-version", file: "bun-version-file" },
  pnpm: { version: "version" },
  ghc: { version: "ghc-version" },
  swift: { version: "swift-version" },
  zig: { version: "version" },
};

/** What a job sets up, else what the repository's own files say. Null where nobody says anything. */
export async function declaredVersion(
  artefacts: Artefacts,
  key: string,
  job: GatheredJob | null,
): Promise<DeclaredVersion | null> {
  for (const setup of job?.tools ?? []) {
    const inputs = ownValue(INPUTS, setup.tool);
    if (job === null || inputs === undefined || (inputs.key ?? setup.tool) !== key) continue;
    const said = await versionOfAction(artefacts, setup, { inputs, key, place: `${job.path}#${job.id}` });
    if (said !== null) return said;
  }
  for (const file of ownValue(VERSION_FILES, key) ?? []) {
    const version = await versionInFile(artefacts, file, key);
    if (version !== null) return { version, from: file };
  }
  return null;
}

interface ActionPlace {
  inputs: ActionInputs;
  key: string;
  place: string;
}

async function versionOfAction(
  artefacts: Artefacts,
  setup: ToolSetup,
  { inputs, key, place }: ActionPlace,
): Promise<DeclaredVersion | null> {
  const version = namedVersion(setup, inputs);
  if (version !== "") return { version, from: place };
  const file = ownValue(setup.inputs, inputs.file ?? "")?.trim() ?? "";
  if (file === "") return null;
  const path = posix.normalize(file);
  const read = await versionInFile(artefacts, path, key);
  return read === null ? null : { version: read, from: path };
}

/** What the action is given, or its own ref: `dtolnay/rust-toolchain@1.80`. */
function namedVersion({ tool, uses, inputs: given }: ToolSetup, inputs: ActionInputs): string {
  const version = ownValue(given, inputs.version)?.trim() ?? "";
  const ref = tool === "rust" ? (/@(\d+\.\d.*)/.exec(uses)?.[1] ?? "") : "";
  const named = version === "" ? ref : version;
  return named === "default" || named.length > 100 ? "" : named;
}
