import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { excludeRules, type GitStore } from "./git-store.ts";
import { git } from "./git.ts";
import { writeStandIns } from "./stand-ins.ts";

/**
 * One tree with what belongs to it: the HOME its commands share, and a git directory that commands see read-only as
 * `.git`. That one holds HEAD and an index, the objects are the store's; what commands believe of it changes nothing.
 */
export interface Place {
  tree: string;
  home: string;
  view: string;
  index: string;
}

export function placeIn(dir: string): Place {
  const view = path.join(dir, "git");
  return {
    tree: path.join(dir, "tree"),
    home: path.join(dir, "home"),
    view,
    index: path.join(view, "index"),
  };
}

/** Makes the folders of a place that are not there yet. */
export async function createPlace(place: Place): Promise<void> {
  // The empty .git is the mount point of the read-only view.
  await mkdir(path.join(place.tree, ".git"), { recursive: true });
  await mkdir(place.home, { recursive: true });
  await writeStandIns(place.home);
}

/** Lays exactly the files of a commit into the tree, over whatever is there, and lets commands see it as HEAD. */
export async function layCommit(request: {
  store: GitStore;
  place: Place;
  commit: string;
  branch: string | null;
  signal?: AbortSignal;
}): Promise<void> {
  const { store, place, commit, branch, signal } = request;
  await createView(store, place, commit, branch);
  const call = { gitDir: store.gitDir, workTree: place.tree, index: place.index, signal };
  await git({ ...call, args: ["read-tree", commit] });
  await git({ ...call, args: ["checkout-index", "--all", "--force", "--quiet", "--index"] });
}

async function createView(
  store: GitStore,
  place: Place,
  commit: string,
  branch: string | null,
): Promise<void> {
  const write = (name: string, text: string): Promise<void> => writeFile(path.join(place.view, name), text);
  await mkdir(path.join(place.view, "objects"), { recursive: true });
  await mkdir(path.join(place.view, "refs"), { recursive: true });
  await mkdir(path.join(place.view, "info"), { recursive: true });
  const head = branch === null ? commit : `ref: refs/heads/${branch}`;
  const refs = branch === null ? "" : `${commit} refs/heads/${branch}\n`;
  await Promise.all([
    write("config", "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n"),
    write("HEAD", `${head}\n`),
    write("packed-refs", `# pack-refs with: peeled fully-peeled sorted \n${refs}`),
    write("info/exclude", excludeRules()),
    copyFile(path.join(store.gitDir, "shallow"), path.join(place.view, "shallow")).catch(() => {}),
  ]);
}
