import { posix } from "node:path";
import { parse as parseToml } from "smol-toml";
import type { Artefacts } from "../artefacts.ts";
import { ownValue } from "../own-value.ts";

/** How `.tool-versions` and `mise.toml` call what this table calls otherwise. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  node: ["nodejs", "node"],
  go: ["golang", "go"],
  dotnet: ["dotnet", "dotnet-core"],
};

/** Files at the root that say which version a toolchain has to have, the most exact first. */
export const VERSION_FILES: Readonly<Record<string, readonly string[]>> = {
  node: [".nvmrc", ".node-version", ".tool-versions", "mise.toml", "package.json"],
  python: [".python-version", ".tool-versions", "mise.toml", "pyproject.toml"],
  go: [".go-version", ".tool-versions", "mise.toml", "go.mod"],
  rust: ["rust-toolchain.toml", "rust-toolchain", ".tool-versions", "Cargo.toml"],
  ruby: [".ruby-version", ".tool-versions", "mise.toml", "Gemfile"],
  java: [".java-version", ".sdkmanrc", ".tool-versions", "mise.toml"],
  php: [".php-version", ".tool-versions", "composer.json"],
  dotnet: ["global.json", ".tool-versions"],
  elixir: [".tool-versions", "mise.toml"],
  pnpm: ["package.json"],
  deno: [".dvmrc", ".tool-versions", "mise.toml"],
  bun: [".bun-version", ".tool-versions", "mise.toml", "package.json"],
  zig: [".zigversion", ".tool-versions", "mise.toml"],
  swift: [".swift-version"],
};

/** The version that a file declares for a toolchain, null when it declares none or does not read. */
export async function versionInFile(artefacts: Artefacts, path: string, key: string): Promise<string | null> {
  const text = await artefacts.text(path);
  if (text === null) return null;
  const version = readVersion(posix.basename(path), text, key);
  return version === null || version.length > 100 || version.trim() === "" ? null : version.trim();
}

function readVersion(name: string, text: string, key: string): string | null {
  return (ownValue(READERS, name) ?? plainVersion)(text, key);
}

const READERS: Readonly<Record<string, (text: string, key: string) => string | null>> = {
  ".tool-versions": toolVersions,
  "mise.toml": (text, key) => miseVersion(toml(text), key),
  "package.json": (text, key) => packageVersion(json(text), key),
  "composer.json": (text) =>
    asText(at(json(text), "config", "platform", "php")) ?? asText(at(json(text), "require", "php")),
  "global.json": (text) => asText(at(json(text), "sdk", "version")),
  "pyproject.toml": (text) => asText(at(toml(text), "project", "requires-python")),
  "Cargo.toml": (text) => asText(at(toml(text), "package", "rust-version")),
  "rust-toolchain.toml": (text) => asText(at(toml(text), "toolchain", "channel")),
  "rust-toolchain": (text) => asText(at(toml(text), "toolchain", "channel")) ?? plainVersion(text),
  "go.mod": (text) => /^toolchain\s+go(\S+)/m.exec(text)?.[1] ?? /^go\s+(\S+)/m.exec(text)?.[1] ?? null,
  Gemfile: (text) => /^ruby\s+["']([^"']+)["']/m.exec(text)?.[1] ?? null,
  ".sdkmanrc": (text) => /^java=(\S+)/m.exec(text)?.[1] ?? null,
};

/** `"packageManager": "pnpm@9.1.0+sha512…"`, `volta`, `engines`. */
function packageVersion(manifest: unknown, key: string): string | null {
  const [manager = "", version = ""] = (asText(at(manifest, "packageManager")) ?? "").split(/[@+]/);
  if (manager === key && version !== "") return version;
  return asText(at(manifest, "volta", key)) ?? asText(at(manifest, "engines", key));
}

/** A file that holds nothing but the version. */
function plainVersion(text: string): string | null {
  const line = text.split("\n").find((one) => one.trim() !== "" && !one.startsWith("#"));
  return line !== undefined && /^[\w.*/+^~><= -]+$/.test(line.trim()) ? line.trim() : null;
}

function toolVersions(text: string, key: string): string | null {
  const wanted = OTHER_NAMES[key] ?? [key];
  for (const line of text.split("\n")) {
    const [name = "", version] = line.trim().split(/\s+/);
    if (wanted.includes(name) && version !== undefined) return version;
  }
  return null;
}

function miseVersion(config: unknown, key: string): string | null {
  for (const name of OTHER_NAMES[key] ?? [key]) {
    const tool = at(config, "tools", name);
    const version = asText(tool) ?? asText(at(tool, "version"));
    if (version !== null) return version;
  }
  return null;
}

function at(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = ownValue(current as Record<string, unknown>, key);
  }
  return current;
}

function asText(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function toml(text: string): unknown {
  try {
    return parseToml(text);
  } catch {
    return null;
  }
}
