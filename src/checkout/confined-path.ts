import { closeSync, constants, lstatSync, mkdirSync, openSync, readlinkSync, type Stats } from "node:fs";
import path from "node:path";
import { AvatarError } from "../domain/errors.ts";

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;
const maxLinks = 40;

export function pathRefused(
  path: string,
  why: string,
  advice = "Name a file inside the repository.",
): AvatarError {
  return new AvatarError("PATH_REFUSED", { message: `"${path.slice(0, 200)}" ${why}.`, advice });
}

/**
 * The names of a path inside the tree, without `.` and `..`.
 * @throws PATH_REFUSED for a path that leaves the tree or goes into a `.git`, however it is spelt.
 */
function segmentsOf(given: string): string[] {
  if (given.includes("\0")) throw pathRefused(given, "holds a NUL byte");
  if (path.posix.isAbsolute(given))
    throw pathRefused(given, "is absolute", "Give the path relative to the root.");
  const segments: string[] = [];
  for (const name of given.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") segments.push(name);
    else if (segments.pop() === undefined) throw pathRefused(given, "leaves the repository");
  }
  if (segments.some(isGitFolder))
    throw pathRefused(given, "belongs to git", "Use git_status and git_diff instead.");
  return segments;
}

/** `.git` as any file system might read it: other case, trailing dots and spaces, invisible characters, short names. */
function isGitFolder(name: string): boolean {
  const folded = name
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Cc}]/gu, "")
    .toLowerCase()
    .replace(/[. ]+$/, "");
  return folded === ".git" || /^git~\d+$/.test(folded) || folded.startsWith(".git:");
}

/** An open folder of the tree and a name in it: a place nobody can swap for another by planting a link. */
export interface Spot {
  /** Names from the root, after links inside the tree were followed. */
  segments: readonly string[];
  /** Reaches the entry by the open folder; only good while the spot is open. */
  path: string;
  /** Null when nothing is there. */
  stats: Stats | null;
}

export interface SpotOptions {
  /** Links inside the tree are followed for reading; for writing they are refused, so that the name says what changes. */
  links: "follow" | "refuse";
  /** Makes missing folders on the way. */
  creates?: boolean;
}

/**
 * Walks to an entry one folder at a time, each opened by its parent's descriptor without following links, and hands
 * the spot to `use`. Missing folders on the way give null.
 * @throws PATH_REFUSED
 */
export function atSpot<T>(
  root: string,
  given: string,
  options: SpotOptions,
  use: (spot: Spot) => T,
): T | null {
  let segments = segmentsOf(given);
  for (let links = 0; links < maxLinks; links += 1) {
    const walk = new Walk(root, given, options);
    try {
      const walked = walk.to(segments);
      if (walked.kind === "spot") return use(walked.spot);
      if (walked.kind === "missing") return null;
      segments = walked.segments;
    } catch (error) {
      throw isRace(error) ? pathRefused(given, "changed while it was being opened") : error;
    } finally {
      walk.close();
    }
  }
  throw pathRefused(given, "goes through too many links");
}

type Walked = { kind: "spot"; spot: Spot } | { kind: "link"; segments: string[] } | { kind: "missing" };

/** One way down from the root. It holds every folder it came through open, for `/proc/self/fd` stands in for openat. */
class Walk {
  readonly #given: string;
  readonly #options: SpotOptions;
  readonly #opened: number[];

  constructor(root: string, given: string, options: SpotOptions) {
    this.#given = given;
    this.#options = options;
    this.#opened = [openSync(root, O_RDONLY | O_DIRECTORY)];
  }

  to(segments: readonly string[]): Walked {
    for (const [depth, name] of segments.entries()) {
      const entry = this.#entry(name);
      const stats = lstatSync(entry, { throwIfNoEntry: false }) ?? null;
      if (stats?.isSymbolicLink() === true) return this.#link(segments, depth, entry);
      if (depth === segments.length - 1) return { kind: "spot", spot: { segments, path: entry, stats } };
      if (!this.#enter(entry, stats)) return { kind: "missing" };
    }
    const own = this.#entry(".");
    return { kind: "spot", spot: { segments, path: own, stats: lstatSync(own) } };
  }

  close(): void {
    this.#opened.forEach((fd) => closeSync(fd));
  }

  #entry(name: string): string {
    return `/proc/self/fd/${this.#opened.at(-1)}/${name}`;
  }

  #enter(folder: string, stats: Stats | null): boolean {
    const creates = this.#options.creates === true;
    if (stats === null && !creates) return false;
    if (stats === null) mkdirSync(folder);
    else if (!stats.isDirectory() && creates)
      throw pathRefused(this.#given, "lies under a file, not a folder");
    else if (!stats.isDirectory()) return false;
    this.#opened.push(openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
    return true;
  }

  #link(segments: readonly string[], depth: number, entry: string): Walked {
    if (this.#options.links === "refuse") throw linkRefused(this.#given, entry);
    return { kind: "link", segments: followed(this.#given, segments, { depth, entry }) };
  }
}

function followed(
  given: string,
  segments: readonly string[],
  { depth, entry }: { depth: number; entry: string },
): string[] {
  const target = readlinkSync(entry);
  if (path.isAbsolute(target)) throw pathRefused(given, "is a link that leaves the repository");
  return segmentsOf([...segments.slice(0, depth), target, ...segments.slice(depth + 1)].join("/"));
}

function linkRefused(given: string, entry: string): AvatarError {
  const target = readlinkSync(entry);
  return pathRefused(
    given,
    `goes through a link to "${target.slice(0, 200)}"`,
    "Name the file the link stands for.",
  );
}

function isRace(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ELOOP" || error.code === "ENOTDIR");
}
