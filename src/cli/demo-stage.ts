import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { Forge } from "../../forge/forge.ts";
import { describeRepository } from "../checkout/local-repository.ts";
import { readIssueFile } from "./issue-file.ts";
import { localFolder } from "./local-folder.ts";

export interface Stage {
  issue: { number: number; url: string };
  /** The maintainer's comment on the issue; resolves when the webhook was answered. */
  comment(body: string): Promise<void>;
}

const OWNER = "example";
const MAINTAINER = "maintainer";

/** A repository on the forge with the App installed, a person who may write, and an open issue. */
export async function setStage(
  forge: Forge,
  options: { repo?: string; issue?: string },
  root: string,
): Promise<Stage> {
  const { title, body } = await readIssueFile(options.issue ?? join(root, "demo/issue.md"));
  const repo = await createRepository(
    forge,
    options.repo ?? join(root, "demo/repository"),
    options.repo === undefined,
  );
  forge.setPermission(repo, MAINTAINER, "write");
  await forge.install(repo);
  const { issue } = await forge.openIssue(repo, { title, body, user: MAINTAINER });
  return {
    issue: { number: issue.number, url: `${forge.url}/${repo}/issues/${issue.number}` },
    comment: async (text) => {
      await forge.comment(repo, issue.number, { body: text, user: MAINTAINER });
    },
  };
}

async function createRepository(forge: Forge, path: string, isExample: boolean): Promise<string> {
  const dir = await localFolder(path);
  const name = isExample ? "short-durations" : basename(dir).replaceAll(/[^A-Za-z0-9._-]+/g, "-");
  const local = existsSync(join(dir, ".git")) ? await describeRepository(dir) : null;
  if (local === null) await forge.createRepository({ owner: OWNER, name, fromDirectory: dir });
  else {
    const defaultBranch = local.branch ?? local.defaultBranch ?? "main";
    await forge.createRepository({ owner: OWNER, name, fromGit: dir, defaultBranch });
  }
  return `${OWNER}/${name}`;
}
