import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { git } from "./git-command.ts";

// An `update` hook refuses ref by ref, as GitHub does; its words reach the client as `remote: …` lines.
const UPDATE_HOOK = `#!/bin/sh
ref=$1; old=$2; new=$3
for branch in $FORGE_PROTECTED_BRANCHES; do
  if [ "$ref" = "refs/heads/$branch" ]; then
    echo "error: GH006: Protected branch update failed for $ref." >&2
    echo "error: Changes must be made through a pull request." >&2
    exit 1
  fi
done
case "$new" in *[!0]*) ;; *) exit 0 ;; esac
if [ "$FORGE_MAY_CHANGE_WORKFLOWS" != 1 ]; then
  file=$(git log --format= --name-only "$new" --not --all -- .github/workflows | head -n 1)
  if [ -n "$file" ]; then
    echo "refusing to allow a GitHub App to create or update workflow \\\`$file\\\` without \\\`workflows\\\` permission" >&2
    exit 1
  fi
fi
exit 0
`;

/** A bare repository that takes pushes over HTTP and keeps this forge's rules. */
export async function createBareRepository(
  gitDir: string,
  source: { defaultBranch: string; cloneFrom?: string },
): Promise<void> {
  mkdirSync(path.dirname(gitDir), { recursive: true });
  if (source.cloneFrom === undefined) {
    await git(null, ["init", "--quiet", "--bare", `--initial-branch=${source.defaultBranch}`, gitDir]);
  } else {
    await git(null, ["clone", "--quiet", "--bare", "--no-hardlinks", source.cloneFrom, gitDir]);
    await git(gitDir, ["symbolic-ref", "HEAD", `refs/heads/${source.defaultBranch}`]);
  }
  const settings = [
    "http.receivepack=true",
    "uploadpack.allowFilter=true",
    "uploadpack.allowAnySHA1InWant=true",
    "gc.auto=0",
  ];
  for (const setting of settings)
    await git(gitDir, ["config", ...(setting.split("=", 2) as [string, string])]);
  const hook = path.join(gitDir, "hooks", "update");
  mkdirSync(path.dirname(hook), { recursive: true });
  writeFileSync(hook, UPDATE_HOOK);
  chmodSync(hook, 0o755);
}

/** What the hook reads: the rules as they are for this pusher. */
export function pushRuleEnvironment(rules: {
  protectedBranches: Iterable<string>;
  mayChangeWorkflows: boolean;
}) {
  return {
    FORGE_PROTECTED_BRANCHES: [...rules.protectedBranches].join(" "),
    FORGE_MAY_CHANGE_WORKFLOWS: rules.mayChangeWorkflows ? "1" : "0",
  };
}
