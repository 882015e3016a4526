import { clickAction, findCheckRun, rerequestRun, rerequestSuite, suiteOf } from "./acts/check-acts.ts";
import {
  addComment,
  addLabels,
  changeState,
  deleteComment,
  editComment,
  openIssue,
} from "./acts/issue-acts.ts";
import { mergePull } from "./acts/pull-acts.ts";
import { git } from "./git-command.ts";
import type { Delivery } from "./hooks.ts";
import { theIssue, theOccasion, thePull, theRepository } from "./lookup.ts";
import { afterPush } from "./push.ts";
import { resolveCommit, writeCommit } from "./repository-git.ts";
import type { Comment, Issue } from "./state.ts";
import type { World } from "./world.ts";

interface FileCommit {
  branch: string;
  /** content by path; null removes the file */
  files: Record<string, string | null>;
  message: string;
  user: string;
}

/**
 * What people do on the pages. Each act resolves once the webhook that it causes has been answered; `delivery` is
 * null where the App is not told.
 */
export interface People {
  openIssue(
    repo: string,
    issue: { title: string; body?: string; user: string; labels?: string[] },
  ): Promise<{ issue: Issue; delivery: Delivery | null }>;
  comment(
    repo: string,
    number: number,
    comment: { body: string; user: string },
  ): Promise<{ comment: Comment; delivery: Delivery | null }>;
  editComment(
    repo: string,
    commentId: number,
    edit: { body: string; user: string },
  ): Promise<Delivery | null>;
  deleteComment(repo: string, commentId: number, user: string): Promise<Delivery | null>;
  addLabel(repo: string, number: number, label: { name: string; user: string }): void;
  closeIssue(repo: string, number: number, user: string): Promise<Delivery | null>;
  reopenIssue(repo: string, number: number, user: string): Promise<Delivery | null>;
  lockIssue(repo: string, number: number): void;
  mergePull(repo: string, number: number, user: string): Promise<Delivery | null>;
  clickAction(
    repo: string,
    checkRunId: number,
    click: { identifier: string; user: string },
  ): Promise<Delivery | null>;
  rerequestCheckRun(repo: string, checkRunId: number, user: string): Promise<Delivery | null>;
  rerequestCheckSuite(repo: string, sha: string, user: string): Promise<Delivery | null>;
  /** pushes a commit; resolves to its SHA */
  commitFiles(repo: string, commit: FileCommit): Promise<string>;
}

export function createPeople(world: World): People {
  return { ...createWriters(world), ...createDeciders(world), ...createCheckers(world) };
}

type Writers = Pick<People, "openIssue" | "comment" | "editComment" | "deleteComment" | "commitFiles">;

function createWriters(world: World): Writers {
  function findComment(repo: string, id: number): { issue: Issue; comment: Comment } {
    for (const issue of theRepository(world, repo).issues.values()) {
      const comment = issue.comments.find((candidate) => candidate.id === id);
      if (comment !== undefined) return { issue, comment };
    }
    throw new Error(`${repo} has no comment ${id}`);
  }

  return {
    openIssue: async (repo, { title, body, user, labels }) => {
      const at = theOccasion(world, repo, user);
      const { issue, told } = openIssue(world, at, { title, body: body ?? null });
      const delivery = await told;
      addLabels(world, at, { issue, names: labels ?? [] });
      return { issue, delivery };
    },
    comment: async (repo, number, { body, user }) => {
      const issue = theIssue(world, repo, number);
      const { comment, told } = addComment(world, theOccasion(world, repo, user), { issue, body });
      return { comment, delivery: await told };
    },
    editComment: async (repo, commentId, { body, user }) => {
      const found = findComment(repo, commentId);
      return editComment(world, theOccasion(world, repo, user), { ...found, body }).told;
    },
    deleteComment: async (repo, commentId, user) => {
      return deleteComment(world, theOccasion(world, repo, user), findComment(repo, commentId)).told;
    },
    commitFiles: async (repo, commit) => commitFiles(world, repo, commit),
  };
}

async function commitFiles(
  world: World,
  name: string,
  { branch, files, message, user }: FileCommit,
): Promise<string> {
  const { repo, sender } = theOccasion(world, name, user);
  const ref = `refs/heads/${branch}`;
  const head = await resolveCommit(repo.gitDir, ref);
  const parent = head ?? (await resolveCommit(repo.gitDir, `refs/heads/${repo.defaultBranch}`));
  const author = {
    name: sender.login,
    email: `${sender.login}@users.noreply.forge.invalid`,
    at: world.now(),
  };
  const sha = await writeCommit(repo.gitDir, { parent, files, message, author });
  await git(repo.gitDir, ["update-ref", ref, sha, head ?? "0".repeat(40)]);
  await afterPush(world, repo, sender);
  return sha;
}

type Deciders = Pick<People, "addLabel" | "closeIssue" | "reopenIssue" | "lockIssue" | "mergePull">;

function createDeciders(world: World): Deciders {
  return {
    addLabel: (repo, number, { name, user }) => {
      addLabels(world, theOccasion(world, repo, user), {
        issue: theIssue(world, repo, number),
        names: [name],
      });
    },
    closeIssue: async (repo, number, user) => {
      const issue = theIssue(world, repo, number);
      return changeState(world, theOccasion(world, repo, user), { issue, state: "closed" }).told;
    },
    reopenIssue: async (repo, number, user) => {
      const issue = theIssue(world, repo, number);
      return changeState(world, theOccasion(world, repo, user), { issue, state: "open" }).told;
    },
    lockIssue: (repo, number) => {
      theIssue(world, repo, number).locked = true;
    },
    mergePull: async (repo, number, user) => {
      const { told } = await mergePull(world, theOccasion(world, repo, user), thePull(world, repo, number));
      return told;
    },
  };
}

type Checkers = Pick<People, "clickAction" | "rerequestCheckRun" | "rerequestCheckSuite">;

function createCheckers(world: World): Checkers {
  return {
    clickAction: async (repo, id, { identifier, user }) => {
      const run = findCheckRun(theRepository(world, repo), id);
      return clickAction(world, theOccasion(world, repo, user), { run, identifier }).told;
    },
    rerequestCheckRun: async (repo, id, user) => {
      return rerequestRun(world, theOccasion(world, repo, user), findCheckRun(theRepository(world, repo), id))
        .told;
    },
    rerequestCheckSuite: async (repo, sha, user) => {
      const at = theOccasion(world, repo, user);
      const run = at.repo.checkRuns.find((candidate) => candidate.headSha === sha);
      if (run === undefined) throw new Error(`${repo} has no check run at ${sha}`);
      return rerequestSuite(world, at, suiteOf(at.repo, run)).told;
    },
  };
}
