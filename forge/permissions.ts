import { ApiError, notFound } from "./api-error.ts";
import type { Actor } from "./auth.ts";
import { canWrite, roleOf } from "./state.ts";
import type { AccessLevel, Permissions, Repository } from "./state.ts";

/** Operations that only the App itself, by its JSON web token, may call. */
const APP_OPERATIONS = new Set([
  "apps/get-authenticated",
  "apps/list-installations",
  "apps/get-installation",
  "apps/get-repo-installation",
  "apps/create-installation-access-token",
  "apps/list-webhook-deliveries",
  "apps/get-webhook-delivery",
  "apps/redeliver-webhook-delivery",
]);

const PUBLIC_OPERATIONS = new Set([
  "meta/root",
  "meta/get",
  "rate-limit/get",
  "users/get-by-username",
  "apps/get-by-slug",
]);
const INSTALLATION_OPERATIONS = new Set([
  "apps/revoke-installation-access-token",
  "apps/list-repos-accessible-to-installation",
]);

const EITHER_WRITE = "issues=write; pull_requests=write";
const EITHER_READ = "issues=read; pull_requests=read";

// in the syntax of `x-accepted-github-permissions`: `;` separates alternatives
const ACCEPTED: Record<string, string> = {
  "repos/get": "metadata=read",
  "repos/get-branch": "contents=read",
  "repos/get-content": "contents=read",
  "repos/get-collaborator-permission-level": "metadata=read",
  "repos/get-commit": "contents=read",
  "repos/list-commits": "contents=read",
  "issues/get": EITHER_READ,
  "issues/list-for-repo": EITHER_READ,
  "issues/list-comments": EITHER_READ,
  "issues/get-comment": EITHER_READ,
  "issues/update": EITHER_WRITE,
  "issues/create-comment": EITHER_WRITE,
  "issues/update-comment": EITHER_WRITE,
  "issues/delete-comment": EITHER_WRITE,
  "issues/add-labels": EITHER_WRITE,
  "issues/remove-label": EITHER_WRITE,
  "reactions/create-for-issue-comment": EITHER_WRITE,
  "reactions/list-for-issue-comment": EITHER_READ,
  "reactions/delete-for-issue-comment": EITHER_WRITE,
  "reactions/create-for-issue": EITHER_WRITE,
  "reactions/list-for-issue": EITHER_READ,
  "pulls/create": "pull_requests=write",
  "pulls/get": "pull_requests=read",
  "pulls/list": "pull_requests=read",
  "pulls/update": "pull_requests=write",
  "pulls/list-files": "pull_requests=read",
  "pulls/list-commits": "pull_requests=read",
  "pulls/request-reviewers": "pull_requests=write",
  "checks/create": "checks=write",
  "checks/update": "checks=write",
  "checks/get": "checks=read",
  "checks/list-for-ref": "checks=read",
  "checks/list-annotations": "checks=read",
  "checks/rerequest-run": "checks=write",
  "git/get-ref": "contents=read",
  "git/list-matching-refs": "contents=read",
  "git/create-ref": "contents=write",
  "git/update-ref": "contents=write",
  "git/delete-ref": "contents=write",
  "git/get-commit": "contents=read",
  "git/create-tree": "contents=write",
  "git/create-commit": "contents=write",
};

/** Throws what GitHub answers when the actor may not call the operation at all, whatever the repository. */
export function requireCredential(operation: string, actor: Actor): void {
  if (PUBLIC_OPERATIONS.has(operation)) return;
  if (APP_OPERATIONS.has(operation)) {
    if (actor.kind !== "app") throw new ApiError(401, "A JSON web token could not be decoded");
    return;
  }
  if (actor.kind === "anonymous") throw new ApiError(401, "Requires authentication");
  if (actor.kind === "app") throw new ApiError(403, "Resource not accessible by integration");
  if (INSTALLATION_OPERATIONS.has(operation) && actor.kind !== "installation") {
    throw new ApiError(403, "You must authenticate with an installation access token");
  }
}

/** Throws what GitHub answers when the actor may not do this to the repository. */
export function requireRepositoryAccess(operation: string, actor: Actor, repo: Repository): void {
  const accepted = ACCEPTED[operation] ?? "metadata=read";
  const reads = accepted.split("; ").every((alternative) => alternative.endsWith("=read"));
  if (!mayAccess(accepted, reads, { actor, repo })) {
    if (repo.private && !mayAccess("metadata=read", true, { actor, repo })) throw notFound();
    const headers = { "x-accepted-github-permissions": accepted };
    throw new ApiError(403, "Resource not accessible by integration", { headers });
  }
}

interface Access {
  actor: Actor;
  repo: Repository;
}

function mayAccess(accepted: string, reads: boolean, { actor, repo }: Access): boolean {
  switch (actor.kind) {
    case "app":
      return true;
    case "anonymous":
      return false;
    case "user": {
      const role = roleOf(repo, actor.user.login);
      return role !== "none" && (reads || canWrite(role) || accepted === EITHER_WRITE);
    }
    case "installation":
      // the repository's public face is open to every token, as on GitHub
      if (!covers(actor, repo)) return reads && !repo.private;
      return accepted.split("; ").some((alternative) => grants(actor.token.permissions, alternative));
  }
}

export function covers(actor: Actor & { kind: "installation" }, repo: Repository): boolean {
  const { installation, token } = actor;
  return installation.repositoryIds.has(repo.id) && (token.repositoryIds?.has(repo.id) ?? true);
}

const ORDER: Record<AccessLevel, number> = { read: 1, write: 2, admin: 3 };

export function grants(granted: Permissions, wanted: string): boolean {
  const [name = "", level = "read"] = wanted.split("=");
  const held = name === "metadata" ? (granted[name] ?? "read") : granted[name];
  return held !== undefined && ORDER[held] >= ORDER[level as AccessLevel];
}

/** True when `asked` goes nowhere beyond `granted`. */
export function isWithin(asked: Permissions, granted: Permissions): boolean {
  return Object.entries(asked).every(([name, level]) => grants(granted, `${name}=${level}`));
}
