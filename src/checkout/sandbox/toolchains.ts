import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/** What commands need of the machine beyond /usr: folders to show read-only, PATH, and where tools look for their parts. */
export interface Toolchains {
  mounts: readonly string[];
  path: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** Tool managers that live in a home folder, by the part of the path that gives them away. */
interface Manager {
  marker: string;
  /** Folders to show, relative to the folder that holds the marker. Never one that keeps credentials. */
  shows: readonly string[];
  env?: Readonly<Record<string, string>>;
}

const managers: readonly Manager[] = [
  { marker: ".cargo", shows: [".cargo/bin", ".rustup"], env: { RUSTUP_HOME: ".rustup" } },
  { marker: ".pyenv", shows: [".pyenv"], env: { PYENV_ROOT: ".pyenv" } },
  { marker: ".rbenv", shows: [".rbenv"], env: { RBENV_ROOT: ".rbenv" } },
  { marker: ".nvm", shows: [".nvm/versions"] },
  { marker: ".volta", shows: [".volta"], env: { VOLTA_HOME: ".volta" } },
  { marker: ".asdf", shows: [".asdf"], env: { ASDF_DATA_DIR: ".asdf" } },
  { marker: ".sdkman", shows: [".sdkman/candidates"] },
  { marker: ".ghcup", shows: [".ghcup"] },
  { marker: ".bun", shows: [".bun/bin"] },
  { marker: ".deno", shows: [".deno/bin"] },
  { marker: ".dotnet", shows: [".dotnet"], env: { DOTNET_ROOT: ".dotnet" } },
  {
    marker: ".local",
    shows: [
      ".local/bin",
      ".local/share/uv/python",
      ".local/share/uv/tools",
      ".local/share/pipx",
      ".local/share/mise",
    ],
  },
];

const system = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];
const wholeTrees = ["/", "/root", "/home", "/opt", "/var", "/etc", "/tmp", "/run", "/srv", "/mnt", "/media"];

/**
 * Looks the operator's PATH over. Folders under `node_modules` are passed over: they are what npm puts in
 * front for avatar itself, and the repository under test is to see the machine's own tools.
 */
export function findToolchains(toolPaths: readonly string[], nodePath = process.execPath): Toolchains {
  const outside = toolPaths.filter((dir) => isUsable(dir));
  // On most machines /bin is /usr/bin by another name.
  const folders = new Set([...system, ...outside].filter(isFolder).map((dir) => realpathSync.native(dir)));
  const linked = [...folders].flatMap(linkTargets);
  const shown = [...outside, ...linked].map(showing);
  const path = [...outside, ...system.filter(isFolder)];
  const ownNode = path.some((dir) => existsSync(`${dir}/node`)) ? [] : [nodeFolder(nodePath)];
  const mounts = [...shown.flatMap((show) => show.mounts), ...ownNode];
  return {
    mounts: [...new Set(mounts)].filter((mount) => !isSystem(mount) && existsSync(mount)).sort(),
    path: [...new Set([...path, ...ownNode])],
    env: Object.assign({}, ...shown.map((show) => show.env)) as Record<string, string>,
  };
}

function isUsable(dir: string): boolean {
  return path.isAbsolute(dir) && !dir.split("/").includes("node_modules") && !isSystem(dir) && isFolder(dir);
}

function isFolder(dir: string): boolean {
  return statSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isSystem(dir: string): boolean {
  return ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives"].some(
    (root) => dir === root || dir.startsWith(`${root}/`),
  );
}

/** Programs that are links to a place outside /usr, like a browser under /opt. */
function linkTargets(dir: string): string[] {
  const links = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
  const targets = links.flatMap((link) => {
    try {
      return [path.dirname(realpathSync.native(`${dir}/${link.name}`))];
    } catch {
      return [];
    }
  });
  return [...new Set(targets)].filter(isUsable);
}

function showing(dir: string): { mounts: string[]; env: Record<string, string> } {
  const parts = dir.split("/");
  const manager = managers.find(({ marker }) => parts.includes(marker));
  if (manager === undefined) return { mounts: [dir, ...prefixOf(dir)], env: {} };
  const base = parts.slice(0, parts.indexOf(manager.marker)).join("/");
  const env = Object.entries(manager.env ?? {}).map(([name, value]) => [name, `${base}/${value}`]);
  return {
    mounts: manager.shows.map((shown) => `${base}/${shown}`),
    env: Object.fromEntries(env) as Record<string, string>,
  };
}

/** `/opt/jdk/bin` needs `/opt/jdk`; a `bin` in somebody's home must not bring the home along. */
function prefixOf(dir: string): string[] {
  const parent = path.dirname(dir);
  const name = path.basename(dir);
  const isHome = parent === homedir() || path.dirname(parent) === "/home" || wholeTrees.includes(parent);
  const isHidden = path.basename(parent).startsWith(".");
  return (name === "bin" || name === "sbin") && !isHome && !isHidden ? [parent] : [];
}

function nodeFolder(nodePath: string): string {
  return path.dirname(realpathSync(nodePath));
}
