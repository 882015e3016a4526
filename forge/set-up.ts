import path from "node:path";
import { mintInstallationToken, mintUserToken } from "./auth.ts";
import { emitInstallation } from "./events.ts";
import type { Delivery } from "./hooks.ts";
import { theRepository, theUser } from "./lookup.ts";
import { createBareRepository } from "./push-rules.ts";
import { importDirectory, listRefs } from "./repository-git.ts";
import { addUser, findUser, fullName, installationOf } from "./state.ts";
import type { Permissions, Repository, Role, User } from "./state.ts";
import type { World } from "./world.ts";

interface NewRepository {
  owner: string;
  name: string;
  description?: string;
  defaultBranch?: string;
  private?: boolean;
  /** the folder's content becomes the first commit */
  fromDirectory?: string;
  /** a local git repository whose branches are taken over */
  fromGit?: string;
}

/** What an owner or an administrator arranges. Repositories are named `owner/name`. */
export interface SetUp {
  createUser(user: { login: string; type?: User["type"] }): User;
  createRepository(repository: NewRepository): Promise<Repository>;
  setPermission(repo: string, login: string, role: Role): void;
  protectBranch(repo: string, branch: string): void;
  /** `permissions` replaces what the App asks for */
  install(repos: string | string[], permissions?: Permissions): Promise<Delivery>;
  setSuspended(repo: string, suspended: boolean): void;
  uninstall(repo: string): void;
  /** a token as the App would get it, for git and API calls of a test */
  installationToken(repo: string, permissions?: Permissions): string;
  userToken(login: string): string;
}

export function createSetUp(world: World, gitRoot: string): SetUp {
  const { state } = world;

  function createUser({ login, type = "User" }: { login: string; type?: User["type"] }): User {
    return findUser(state, login) ?? addUser(state, { login, type, at: world.now() });
  }

  async function createRepository(wanted: NewRepository): Promise<Repository> {
    const owner = createUser({ login: wanted.owner });
    const defaultBranch = wanted.defaultBranch ?? "main";
    const gitDir = path.join(gitRoot, owner.login, `${wanted.name}.git`);
    const cloneFrom = wanted.fromGit;
    await createBareRepository(gitDir, { defaultBranch, ...(cloneFrom === undefined ? {} : { cloneFrom }) });
    const at = world.now();
    if (wanted.fromDirectory !== undefined) {
      const author = { name: owner.login, email: `${owner.login}@users.noreply.forge.invalid`, at };
      await importDirectory(gitDir, wanted.fromDirectory, { branch: defaultBranch, author });
    }
    const repo: Repository = {
      id: state.takeId(),
      owner,
      name: wanted.name,
      description: wanted.description ?? null,
      private: wanted.private ?? false,
      defaultBranch,
      gitDir,
      refs: await listRefs(gitDir),
      createdAt: at,
      pushedAt: at,
      roles: new Map(),
      protectedBranches: new Set(),
      labels: new Map(),
      issues: new Map(),
      checkSuites: [],
      checkRuns: [],
      nextNumber: 1,
    };
    state.repositories.push(repo);
    return repo;
  }

  return {
    createUser,
    createRepository,
    setPermission: (repo, login, role) => {
      createUser({ login });
      theRepository(world, repo).roles.set(login.toLowerCase(), role);
    },
    protectBranch: (repo, branch) => {
      theRepository(world, repo).protectedBranches.add(branch);
    },
    userToken: (login) => mintUserToken(state, theUser(world, login), world.now()).token,
    ...createInstallations(world),
  };
}

type Installations = Pick<SetUp, "install" | "setSuspended" | "uninstall" | "installationToken">;

function createInstallations(world: World): Installations {
  const { state } = world;

  function theInstallation(name: string) {
    const installation = installationOf(state, theRepository(world, name));
    if (installation === undefined) throw new Error(`the App is not installed on ${name}`);
    return installation;
  }

  async function install(names: string | string[], permissions?: Permissions): Promise<Delivery> {
    const repositories = [names].flat().map((name) => theRepository(world, name));
    const [first] = repositories;
    if (first === undefined) throw new Error("an installation needs a repository");
    const foreign = repositories.find((repo) => repo.owner !== first.owner);
    if (foreign !== undefined) throw new Error(`${fullName(foreign)} belongs to another account`);
    const { app } = state;
    const installation = {
      id: state.takeId(),
      account: first.owner,
      repositoryIds: new Set(repositories.map((repo) => repo.id)),
      permissions: permissions ?? app.permissions,
      events: app.events,
      createdAt: world.now(),
      suspendedAt: null,
    };
    state.installations.push(installation);
    return emitInstallation(world, installation, { action: "created", repositories });
  }

  return {
    install,
    setSuspended: (repo, suspended) => {
      theInstallation(repo).suspendedAt = suspended ? world.now() : null;
    },
    uninstall: (repo) => {
      state.installations.splice(state.installations.indexOf(theInstallation(repo)), 1);
    },
    installationToken: (repo, permissions) => {
      const installation = theInstallation(repo);
      const request = {
        permissions: permissions ?? installation.permissions,
        repositoryIds: null,
        now: world.now(),
      };
      return mintInstallationToken(state, installation, request).token;
    },
  };
}
