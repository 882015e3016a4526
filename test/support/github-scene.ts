import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Forge as LocalForge, startForge } from "../../forge/forge.ts";
import type { Delivery } from "../../forge/hooks.ts";
import type { Forge, Forges } from "../../src/domain/ports/forge.ts";
import { createForges } from "../../src/github/create-forges.ts";

/** A local GitHub for all tests of a file, and a folder for its repositories. */
export interface LocalGitHub {
  local: LocalForge;
  close(): Promise<void>;
}

export async function localGitHub(): Promise<LocalGitHub> {
  const dir = await mkdtemp(join(tmpdir(), "avatar-github-"));
  const local = await startForge({ dir });
  local.createUser({ login: "ada" });
  return {
    local,
    close: async () => {
      await local.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export interface GitHubScene {
  /** `owner/name` of a repository that is this scene's own. */
  repo: string;
  forges: Forges;
  forge: Forge;
  issue: number;
  /** Waits that would have been made, in milliseconds. */
  pauses: number[];
  /** Requests made, as Octokit logs them. */
  log: string[];
  /** Another client for the same repository, as after a restart. */
  reopen(): Forge;
}

/** A repository with one commit and one issue, the App installed, and a client for it. */
export async function githubScene(
  local: LocalForge,
  privateKey = local.app.privateKeyPem,
): Promise<GitHubScene> {
  const name = `calc-${randomUUID().slice(0, 8)}`;
  const repo = `ada/${name}`;
  await local.createRepository({ owner: "ada", name });
  await local.commitFiles(repo, { branch: "main", files: { "a.txt": "a\n" }, message: "base", user: "ada" });
  const installationId = installationIn(await local.install(repo));
  const { issue } = await local.openIssue(repo, { title: "add() subtracts", user: "ada" });
  const pauses: number[] = [];
  const log: string[] = [];
  const newForges = () =>
    createForges({
      appId: local.app.id,
      privateKey,
      baseUrl: local.apiUrl,
      pause: async (ms) => void pauses.push(ms),
      log: (line) => void log.push(line),
    });
  const forges = newForges();
  const open = (from: Forges) => from.open(installationId, { owner: "ada", name });
  return {
    repo,
    forges,
    forge: open(forges),
    issue: issue.number,
    pauses,
    log,
    reopen: () => open(newForges()),
  };
}

export function installationIn({ request }: Delivery): number {
  return (request.payload as { installation: { id: number } }).installation.id;
}
