import type { DeclaredNeed } from "./declared-versions.ts";
import { fitsVersion, printedVersion } from "./fits-version.ts";
import type { KnownMachine } from "./known-machine.ts";

/** Where the machine's version is another than the declared one, once for each. */
export function versionWarnings(needs: readonly DeclaredNeed[], machine: KnownMachine): string[] {
  return [...new Set(needs.flatMap((need) => versionWarning(need, machine) ?? []))];
}

function versionWarning({ toolchain, declared }: DeclaredNeed, machine: KnownMachine): string | null {
  const { title, main, version: rule } = toolchain;
  if (declared === null || rule === undefined || !machine.has(main)) return null;
  const wants = `${declared.from} asks for ${title} ${declared.version.replaceAll("\n", ", ")}`;
  const found = printedVersion(machine.printed(main), rule);
  if (found === null) return `${wants}; ${main} does not tell its version on this machine.`;
  return fitsVersion(declared.version, found, rule) === false ? `${wants}; this machine has ${found}.` : null;
}
