import type { Occasion } from "./events.ts";
import { isPull } from "./payload/pull.ts";
import type { PullIssue } from "./payload/pull.ts";
import { findRepository, findUser } from "./state.ts";
import type { Issue, Repository, User } from "./state.ts";
import type { World } from "./world.ts";

// For callers in the same process: what is not there is their mistake.

/** `repo` is `owner/name`. */
export function theRepository({ state }: World, repo: string): Repository {
  const [owner = "", name = ""] = repo.split("/");
  const found = findRepository(state, owner, name);
  if (found === undefined) throw new Error(`the forge has no repository ${repo}`);
  return found;
}

export function theUser({ state }: World, login: string): User {
  const found = findUser(state, login);
  if (found === undefined) throw new Error(`the forge has no user ${login}`);
  return found;
}

export function theIssue(world: World, repo: string, number: number): Issue {
  const found = theRepository(world, repo).issues.get(number);
  if (found === undefined) throw new Error(`${repo} has no issue ${number}`);
  return found;
}

export function thePull(world: World, repo: string, number: number): PullIssue {
  const issue = theIssue(world, repo, number);
  if (!isPull(issue)) throw new Error(`${repo}#${number} is no pull request`);
  return issue;
}

export function theOccasion(world: World, repo: string, login: string): Occasion {
  return { repo: theRepository(world, repo), sender: theUser(world, login) };
}
