import type { KeyObject } from "node:crypto";

export type Role = "admin" | "maintain" | "write" | "triage" | "read" | "none";
export type AccessLevel = "read" | "write" | "admin";
export type Permissions = Record<string, AccessLevel>;

export interface User {
  id: number;
  login: string;
  type: "User" | "Bot" | "Organization";
  createdAt: Date;
}

export interface Label {
  id: number;
  name: string;
  color: string;
  description: string | null;
}

export interface Reaction {
  id: number;
  user: User;
  content: string;
  createdAt: Date;
}

export interface Comment {
  id: number;
  body: string;
  user: User;
  viaApp: boolean;
  reactions: Reaction[];
  createdAt: Date;
  updatedAt: Date;
}

export interface PullRequest {
  id: number;
  head: string;
  base: string;
  headSha: string;
  baseSha: string;
  draft: boolean;
  mergedAt: Date | null;
  mergeCommitSha: string | null;
  maintainerCanModify: boolean;
}

/** What the timeline shows between comments. */
export interface TimelineEvent {
  kind: "closed" | "reopened" | "labeled" | "referenced" | "pushed" | "merged";
  user: User;
  text: string;
  at: Date;
}

/** An issue; a pull request is an issue whose `pull` is set, as on GitHub. */
export interface Issue {
  id: number;
  number: number;
  title: string;
  body: string | null;
  user: User;
  viaApp: boolean;
  state: "open" | "closed";
  stateReason: string | null;
  locked: boolean;
  labels: Label[];
  assignees: User[];
  comments: Comment[];
  reactions: Reaction[];
  events: TimelineEvent[];
  createdAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
  closedBy: User | null;
  pull: PullRequest | null;
}

export interface Annotation {
  path: string;
  start_line: number;
  end_line: number;
  start_column?: number;
  end_column?: number;
  annotation_level: "notice" | "warning" | "failure";
  message: string;
  title?: string;
  raw_details?: string;
}

export interface CheckAction {
  label: string;
  description: string;
  identifier: string;
}

export interface CheckRun {
  id: number;
  suiteId: number;
  name: string;
  headSha: string;
  status: string;
  conclusion: string | null;
  startedAt: Date;
  completedAt: Date | null;
  detailsUrl: string | null;
  externalId: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  annotations: Annotation[];
  actions: CheckAction[];
}

export interface CheckSuite {
  id: number;
  headSha: string;
  headBranch: string | null;
  before: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface Repository {
  id: number;
  owner: User;
  name: string;
  description: string | null;
  private: boolean;
  defaultBranch: string;
  gitDir: string;
  /** branches as the events last told them; the truth is in git */
  refs: Map<string, string>;
  createdAt: Date;
  pushedAt: Date;
  roles: Map<string, Role>;
  protectedBranches: Set<string>;
  labels: Map<string, Label>;
  issues: Map<number, Issue>;
  checkSuites: CheckSuite[];
  checkRuns: CheckRun[];
  nextNumber: number;
}

export interface Installation {
  id: number;
  account: User;
  repositoryIds: Set<number>;
  permissions: Permissions;
  events: string[];
  createdAt: Date;
  suspendedAt: Date | null;
}

/** A credential that was handed out: of an installation, or of a person. */
export interface Token {
  token: string;
  holder: { kind: "installation"; installationId: number } | { kind: "user"; user: User };
  permissions: Permissions;
  /** null: every repository of the installation */
  repositoryIds: Set<number> | null;
  expiresAt: Date;
}

export interface App {
  id: number;
  clientId: string;
  slug: string;
  name: string;
  owner: User;
  bot: User;
  permissions: Permissions;
  events: string[];
  publicKey: KeyObject;
  privateKeyPem: string;
  createdAt: Date;
}

export interface State {
  app: App;
  users: Map<string, User>;
  repositories: Repository[];
  installations: Installation[];
  tokens: Map<string, Token>;
  takeId: () => number;
}

export function fullName(repo: Repository): string {
  return `${repo.owner.login}/${repo.name}`;
}

export function findRepository(state: State, owner: string, name: string): Repository | undefined {
  const wanted = `${owner}/${name}`.toLowerCase();
  return state.repositories.find((repo) => fullName(repo).toLowerCase() === wanted);
}

export function findUser(state: State, login: string): User | undefined {
  return state.users.get(login.toLowerCase());
}

export function addUser(
  state: State,
  { login, type, at }: { login: string; type: User["type"]; at: Date },
): User {
  const user: User = { id: state.takeId(), login, type, createdAt: at };
  state.users.set(login.toLowerCase(), user);
  return user;
}

/** The label of that name, made on first use as GitHub does. */
export function labelNamed(state: State, repo: Repository, name: string): Label {
  const known = repo.labels.get(name.toLowerCase());
  if (known !== undefined) return known;
  const label: Label = { id: state.takeId(), name, color: "ededed", description: null };
  repo.labels.set(name.toLowerCase(), label);
  return label;
}

export function roleOf(repo: Repository, login: string): Role {
  const role = repo.roles.get(login.toLowerCase());
  if (role !== undefined) return role;
  if (repo.owner.login.toLowerCase() === login.toLowerCase()) return "admin";
  return repo.private ? "none" : "read";
}

export function canWrite(role: Role): boolean {
  return role === "admin" || role === "maintain" || role === "write";
}

export function installationOf(state: State, repo: Repository): Installation | undefined {
  return state.installations.find((installation) => installation.repositoryIds.has(repo.id));
}

export function repositoriesOf(state: State, installation: Installation): Repository[] {
  return state.repositories.filter((repo) => installation.repositoryIds.has(repo.id));
}
