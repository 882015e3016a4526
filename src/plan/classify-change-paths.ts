export type ChangeKind = "code" | "content";

const CONTENT = /\.(md|rst|txt|adoc)$/i;
/** Text by suffix, yet what it says decides how the program is built. */
const MANIFEST =
  /(^|\/)(requirements[^/]*\.txt|requirements\/[^/]+\.txt|constraints[^/]*\.txt|CMakeLists\.txt)$/i;

/** The kinds of change among paths. Everything that is not plainly content is code: the stricter rulebook. */
export function classifyChangePaths(paths: Iterable<string>): Set<ChangeKind> {
  const kinds = new Set<ChangeKind>();
  for (const path of paths) kinds.add(CONTENT.test(path) && !MANIFEST.test(path) ? "content" : "code");
  return kinds;
}
