import type { Forge } from "../../src/domain/ports/forge.ts";

export interface FakeForge extends Forge {
  /** What was asked of it, in order: verb and what it was about. */
  readonly calls: string[];
  readonly branches: Map<string, string>;
  readonly pulls: Map<string, { title: string; body: string; draft: boolean; base: string }>;
  readonly checks: Map<string, { conclusion: string; detailsUrl: string | null }>;
  readonly comments: Map<string, string>;
  readonly published: Map<string, string>;
  /** Makes a verb fail, once for each error. */
  failNext(verb: keyof Forge, error: Error): void;
}

/** The port Forge with a repository in memory. */
export function fakeForge(): FakeForge {
  const url = "https://github.example/o/r";
  const calls: string[] = [];
  const failures = new Map<string, Error[]>();
  const branches = new Map<string, string>();
  const pulls: FakeForge["pulls"] = new Map();
  const checks: FakeForge["checks"] = new Map();
  const comments = new Map<string, string>();
  const published = new Map<string, string>();
  const enter = (verb: keyof Forge, about = ""): void => {
    calls.push(`${verb} ${about}`.trim());
    const error = failures.get(verb)?.shift();
    if (error !== undefined) throw error;
  };
  return {
    calls,
    branches,
    pulls,
    checks,
    comments,
    published,
    repository: { owner: "o", name: "r" },
    failNext: (verb, error) => void failures.set(verb, [...(failures.get(verb) ?? []), error]),
    async facts() {
      return {
        defaultBranch: "main",
        cloneUrl: `${url}.git`,
        htmlUrl: url,
        isPrivate: false,
        isArchived: false,
      };
    },
    async accessOf() {
      return "write";
    },
    async react(commentId, reaction) {
      enter("react", `${commentId} ${reaction}`);
    },
    async upsertComment({ issue, marker, body }) {
      enter("upsertComment", marker);
      comments.set(marker, body);
      return { id: comments.size, url: `${url}/issues/${issue}#c${comments.size}` };
    },
    async upsertCheckRun({ name, externalId, conclusion, detailsUrl }) {
      enter("upsertCheckRun", name);
      checks.set(externalId, { conclusion, detailsUrl });
      return { name, conclusion, url: `${url}/runs/${checks.size}` };
    },
    async upsertPullRequest({ branch, ...rest }) {
      enter("upsertPullRequest", branch);
      pulls.set(branch, rest);
      return { number: 20, url: `${url}/pull/20`, headSha: branches.get(branch) ?? "", branch };
    },
    async branchHead(branch) {
      return branches.get(branch) ?? null;
    },
    async deleteBranch(branch) {
      enter("deleteBranch", branch);
      branches.delete(branch);
    },
    async publishFiles({ branch, files }) {
      enter("publishFiles", branch);
      for (const { path, content } of files) published.set(path, content);
      return Object.fromEntries(files.map(({ path }) => [path, `${url}/blob/${"f".repeat(40)}/${path}`]));
    },
    async gitToken() {
      enter("gitToken");
      return "fake-token";
    },
  };
}
