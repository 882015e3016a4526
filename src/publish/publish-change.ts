import { AvatarError } from "../domain/errors.ts";
import type { Checkout } from "../domain/ports/checkouts.ts";
import type {
  CheckRunRequest,
  Conclusion,
  Forge,
  PullRequestRef,
  PullRequestRequest,
} from "../domain/ports/forge.ts";
import type { Verdict } from "../domain/verdict.ts";
import { branchName } from "./branch-name.ts";
import { ledgerPage } from "./journal-place.ts";
import { plainLine } from "./plain-line.ts";
import type { PullRequestBody } from "./pull-request-body.ts";
import { renderCheckRuns } from "./render-check-runs.ts";
import { renderPrBody } from "./render-pr-body.ts";

/**
 * Runs one effect on the outside world. The run page journals `effect.intended` before and `effect.done` after
 * it, so that a crash in between is known.
 */
export type Effect = <T extends { url: string | null }>(
  name: string,
  key: string,
  run: () => Promise<T>,
) => Promise<T>;

export interface PublishRequest {
  forge: Forge;
  checkout: Pick<Checkout, "push">;
  effect: Effect;
  runId: string;
  issue: { number: number; title: string };
  /** The commit that was judged: already made, not yet pushed. */
  commitSha: string;
  base: string;
  verdict: Verdict;
  /** Without the journal's link: the journal is complete only when the run has ended. */
  body: PullRequestBody;
  draft: boolean;
  completedAt: Date;
}

export interface PublishedChange {
  pullRequest: PullRequestRef;
  checkRuns: readonly { name: string; conclusion: Conclusion; url: string }[];
  /** As the pull request was opened. */
  opened: PullRequestRequest;
  body: PullRequestBody;
}

const BRANCH_ATTEMPTS = 20;

/**
 * Pushes the judged commit and opens the pull request that carries its proof. Either all of branch, check runs
 * and pull request are there, or none: what was pushed is taken back when a later step is refused.
 * @throws PUSH_REFUSED, FORGE_UNREACHABLE, FORGE_DENIED, FORGE_REJECTED.
 */
export async function publishChange(request: PublishRequest): Promise<PublishedChange> {
  if (!request.verdict.passed) throw notPassed();
  const branch = await pushBranch(request);
  try {
    const checkRuns = await publishCheckRuns(request);
    const opened = toPullRequest(request, branch);
    const pullRequest = await request.effect("pull request", branch, async () =>
      request.forge.upsertPullRequest(opened),
    );
    return { pullRequest, checkRuns, opened, body: request.body };
  } catch (error) {
    await takeBack(request, branch);
    throw error;
  }
}

function notPassed(): AvatarError {
  return new AvatarError("STATE_FORBIDDEN", {
    message: "Only a change whose verdict passed can be published.",
    advice: "This is a defect in avatar: publishing was asked for before the verifier agreed.",
  });
}

/** A branch that a person made or moved is left alone: the next free name is taken. */
async function pushBranch(request: PublishRequest): Promise<string> {
  const { forge, issue, commitSha } = request;
  for (let attempt = 1; attempt <= BRANCH_ATTEMPTS; attempt += 1) {
    const branch = branchName(issue.number, issue.title, attempt);
    const head = await forge.branchHead(branch);
    if (head === commitSha) return branch;
    if (head === null && (await pushed(request, branch))) return branch;
  }
  throw new AvatarError("PUSH_REFUSED", {
    message: `All ${BRANCH_ATTEMPTS} branch names for issue ${issue.number} are taken.`,
    advice: `Delete branches that begin with avatar/issue-${issue.number} and are no longer needed, then retry.`,
  });
}

/** False when somebody made the branch in the meantime. */
async function pushed(request: PublishRequest, branch: string): Promise<boolean> {
  const { forge, checkout, commitSha, effect } = request;
  try {
    await effect("push", branch, async () => {
      const { cloneUrl, htmlUrl } = await forge.facts();
      // minted now: a run may last longer than a token
      const source = { url: cloneUrl, ref: branch, token: await forge.gitToken() };
      await checkout.push({ commitSha, branch, source, expectedHead: null });
      return { url: `${htmlUrl}/tree/${branch}` };
    });
    return true;
  } catch (error) {
    const head = await forge.branchHead(branch).catch(() => null);
    if (head === commitSha) return true;
    if (error instanceof AvatarError && error.code === "PUSH_REFUSED" && head !== null) return false;
    throw error;
  }
}

async function publishCheckRuns(
  request: PublishRequest,
): Promise<{ name: string; conclusion: Conclusion; url: string }[]> {
  const { forge, effect, runId, commitSha, verdict, completedAt, body } = request;
  const { repositoryUrl } = body;
  const detailsUrl = repositoryUrl === null ? null : ledgerPage(repositoryUrl, runId);
  const context = { runId, headSha: commitSha, verdict, completedAt, detailsUrl };
  const sent: { name: string; conclusion: Conclusion; url: string }[] = [];
  for (const run of renderCheckRuns({ ...context, repositoryUrl })) {
    sent.push(await effect("check run", run.externalId, async () => sendCheckRun(forge, run)));
  }
  return sent;
}

async function sendCheckRun(forge: Forge, run: CheckRunRequest) {
  const { name, conclusion, url } = await forge.upsertCheckRun(run);
  return { name, conclusion, url };
}

function toPullRequest({ base, draft, issue, body }: PublishRequest, branch: string): PullRequestRequest {
  const title = plainLine(issue.title, 200) || `Issue ${issue.number}`;
  return { branch, base, title, body: renderPrBody(body), draft };
}

/** Best effort: the error that led here is the one to be told. Check runs are complete when they are made. */
async function takeBack({ forge, effect, commitSha }: PublishRequest, branch: string): Promise<void> {
  try {
    if ((await forge.branchHead(branch)) !== commitSha) return;
    await effect("delete branch", branch, async () => {
      await forge.deleteBranch(branch);
      return { url: null };
    });
  } catch {
    return;
  }
}
