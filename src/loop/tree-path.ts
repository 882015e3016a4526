import { posix } from "node:path";

/**
 * The path as the workspace and the gate know it: relative to the root, forward slashes, no `.` or `..` on the way.
 * Models copy absolute paths out of stack traces; below the root they are taken. What leads out stays as it is, and
 * the workspace refuses it.
 */
export function toTreePath(root: string, path: string): string {
  const slashed = path.trim().replaceAll("\\", "/");
  const inside = slashed.startsWith(`${root}/`) ? slashed.slice(root.length + 1) : slashed;
  const normal = posix.normalize(inside);
  return normal.length > 1 && normal.endsWith("/") ? normal.slice(0, -1) : normal;
}
