import type { Candidate } from "../candidate.ts";
import { ownValue } from "../own-value.ts";
import type { DeclaredNeed } from "./declared-versions.ts";
import type { KnownMachine } from "./known-machine.ts";

interface Provision {
  /** What must be there for it. */
  by: string;
  /** `{version}` is what npm wants of it, where a version is declared. */
  command: string;
}

/**
 * Tools that CI has from an action or from its image, and that a package manager the machine has can bring. Adding
 * one is adding a row.
 */
const PROVISIONS: Readonly<Record<string, Provision>> = {
  pnpm: { by: "npm", command: "npm install --global pnpm{version}" },
  yarn: { by: "npm", command: "npm install --global corepack && corepack enable yarn" },
  corepack: { by: "npm", command: "npm install --global corepack" },
  bun: { by: "npm", command: "npm install --global bun{version}" },
  deno: { by: "npm", command: "npm install --global deno{version}" },
  uv: { by: "pip3", command: "python3 -m pip install uv" },
  poetry: { by: "pip3", command: "python3 -m pip install poetry" },
  pdm: { by: "pip3", command: "python3 -m pip install pdm" },
  hatch: { by: "pip3", command: "python3 -m pip install hatch" },
  pipx: { by: "pip3", command: "python3 -m pip install pipx" },
  pipenv: { by: "pip3", command: "python3 -m pip install pipenv" },
  cmake: { by: "pip3", command: "python3 -m pip install cmake" },
  ninja: { by: "pip3", command: "python3 -m pip install ninja" },
  meson: { by: "pip3", command: "python3 -m pip install meson" },
  bundle: { by: "gem", command: "gem install bundler" },
};

export interface NeedingCandidate {
  candidate: Candidate;
  needed: readonly DeclaredNeed[];
}

/** Set-up steps for what is missing and can be brought, each in the job of a command that needs it. */
export async function provisions(
  examined: readonly NeedingCandidate[],
  machine: KnownMachine,
): Promise<Candidate[]> {
  const wanted = examined.flatMap(({ candidate, needed }) =>
    needed.flatMap((need) =>
      need.programs.flatMap((program) => {
        const provision = machine.has(program) ? undefined : ownValue(PROVISIONS, program);
        return provision === undefined ? [] : [{ candidate, need, provision }];
      }),
    ),
  );
  await machine.learn(wanted.map(({ provision }) => ({ program: provision.by, version: null })));
  return wanted.flatMap(({ candidate, need, provision }) =>
    machine.has(provision.by)
      ? [step(candidate, provision.command.replace("{version}", npmRange(need)))]
      : [],
  );
}

function step(candidate: Candidate, command: string): Candidate {
  return { ...candidate, command, role: "setup", cwd: ".", env: {}, shell: "bash", chain: null };
}

/** `v2.x` is any 2; what is no plain version is left to the newest. */
function npmRange({ declared }: DeclaredNeed): string {
  const version = /^v?(\d+(?:\.\d+)*)(?:\.[x*])?$/.exec(declared?.version ?? "")?.[1];
  return version === undefined ? "" : `@${version}`;
}
