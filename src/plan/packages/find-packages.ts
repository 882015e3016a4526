import type { Artefacts } from "../artefacts.ts";
import { declaredMembers } from "./declared-members.ts";
import type { Members } from "./declared-members.ts";

/** Their own checks prove something else than that a change of this repository is right. */
const NOT_OURS =
  /(^|\/)(\..*|examples?|samples?|demos?|fixtures?|test-?data|__tests__|tests?|specs?|templates?|skeletons?|playgrounds?|vendor|third[-_]?party|node_modules|docs?|dist|build|target|out)(\/|$)/i;
const MANIFEST =
  /^((package|deno|composer)\.json|pyproject\.toml|setup\.(py|cfg)|tox\.ini|Cargo\.toml|go\.(mod|work)|pom\.xml|(build|settings)\.gradle(\.kts)?|build\.sbt|Gemfile|Rakefile|mix\.exs|[^/]+\.slnx?|pubspec\.yaml|Package\.swift|CMakeLists\.txt|meson\.build|build\.zig|stack\.yaml|dune-project|(GNUm|M|m)akefile|[Jj]ustfile|Taskfile\.ya?ml)$/;
const DEEPEST_LOOSE = 2;
const MOST_LOOSE = 8;
const ALL = /^$/;

/** Folders with checks of their own: what workspaces name, else, where the root holds no project, the projects below it. */
export async function findPackages(artefacts: Artefacts, whole: boolean): Promise<Members[]> {
  const declared = await declaredMembers(artefacts);
  const loose = declared.length === 0 && whole ? looseProjects(artefacts) : [];
  return [...declared, { folders: loose, covering: ALL }]
    .map(({ folders, covering }) => ({ folders: folders.filter((one) => !NOT_OURS.test(one)), covering }))
    .filter(({ folders }) => folders.length > 0);
}

function looseProjects(artefacts: Artefacts): string[] {
  const holders = new Set<string>();
  for (const path of artefacts.paths()) {
    const cut = path.lastIndexOf("/");
    if (!MANIFEST.test(path.slice(cut + 1))) continue;
    if (cut === -1) return [];
    if (path.split("/").length <= DEEPEST_LOOSE + 1) holders.add(path.slice(0, cut));
  }
  const outer = [...holders].filter((folder) => !holders.has(folder.slice(0, folder.indexOf("/"))));
  const ours = outer.filter((folder) => !NOT_OURS.test(folder));
  if (ours.length <= MOST_LOOSE) return ours;
  artefacts.warnings.push(
    `${ours.length} folders hold projects and nothing at the root says what proves them together; ` +
      "name a check in .github/avatar.yml under `verify.test`.",
  );
  return [];
}
