import { AvatarError, asAvatarError } from "../domain/errors.ts";
import type { Checkout } from "../domain/ports/checkouts.ts";
import type {
  CheckRunRequest,
  CommentRef,
  Conclusion,
  Forge,
  PullRequestRef,
} from "../domain/ports/forge.ts";
import type { Verdict } from "../domain/verdict.ts";
import { branchName } from "./branch-name.ts";
import { plainLine } from "./plain-line.ts";
import type { PullRequestBody } from "./pull-request-body.ts";
import { renderCheckRuns } from "./render-check-runs.ts";
import { renderPrBody } from "./render-pr-body.ts";
import { splitLedger } from "./split-ledger.ts";

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
  /** Without the journal's link, which is known only here. */
  body: PullRequestBody;
  ledger: string;
  /** The run's files for the journal branch, read at the last moment; null keeps the journal at home. */
  artefacts: (() => Promise<readonly { name: string; content: string }[]>) | null;
  draft: boolean;
  completedAt: Date;
}

export interface Published {
  pullRequest: PullRequestRef;
  checkRuns: readonly { name: string; conclusion: Conclusion; url: string }[];
  ledger: CommentRef | null;
  journal: { path: string; url: string } | null;
  /** What did not work and does not undo the rest. */
  problems: readonly AvatarError[];
}

export const JOURNAL_BRANCH = "avatar/journal";
const BRANCH_ATTEMPTS = 20;

/**
 * Pushes the judged commit and opens the pull request that carries its proof. Either all of branch, check runs
 * and pull request are there, or none: what was pushed is taken back when a later step is refused.
 * @throws PUSH_REFUSED, FORGE_UNREACHABLE, FORGE_DENIED, FORGE_REJECTED.
 */
export async function publishSuccess(request: PublishRequest): Promise<Published> {
  if (!request.verdict.passed) throw notPassed();
  const problems: AvatarError[] = [];
  const branch = await pushBranch(request);
  try {
    const journal = await publishJournal(request, problems);
    const checkRuns = await publishCheckRuns(request, journal?.url ?? null);
    const pullRequest = await openPullRequest(request, branch, journal?.url ?? null);
    const ledger = await publishLedger(request, pullRequest, problems);
    return { pullRequest, checkRuns, ledger, journal, problems };
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

async function publishJournal(
  { forge, effect, runId, artefacts }: PublishRequest,
  problems: AvatarError[],
): Promise<Published["journal"]> {
  if (artefacts === null) return null;
  try {
    return await effect("journal", runId, async () => {
      const own = await artefacts();
      const files = own.map(({ name, content }) => ({ path: `${runId}/${name}`, content }));
      const links = await forge.publishFiles({
        branch: JOURNAL_BRANCH,
        message: `Journal of run ${runId}`,
        files,
      });
      const path = files.find((file) => file.path.endsWith("journal.jsonl"))?.path ?? files[0]?.path ?? runId;
      return { path, url: links[path] ?? "" };
    });
  } catch (error) {
    // the journal also lies with the run's artefacts; a protected branch must not cost the verified work
    problems.push(asAvatarError(error, "publishing the journal"));
    return null;
  }
}

async function publishCheckRuns(
  request: PublishRequest,
  detailsUrl: string | null,
): Promise<{ name: string; conclusion: Conclusion; url: string }[]> {
  const { forge, effect, runId, commitSha, verdict, completedAt, body } = request;
  const context = { runId, headSha: commitSha, verdict, completedAt, detailsUrl };
  const sent: { name: string; conclusion: Conclusion; url: string }[] = [];
  for (const run of renderCheckRuns({ ...context, repositoryUrl: body.repositoryUrl })) {
    sent.push(await effect("check run", run.externalId, async () => sendCheckRun(forge, run)));
  }
  return sent;
}

async function sendCheckRun(forge: Forge, run: CheckRunRequest) {
  const { name, conclusion, url } = await forge.upsertCheckRun(run);
  return { name, conclusion, url };
}

async function openPullRequest(
  { forge, effect, base, draft, issue, body }: PublishRequest,
  branch: string,
  journalUrl: string | null,
): Promise<PullRequestRef> {
  const title = plainLine(issue.title, 200) || `Issue ${issue.number}`;
  const text = renderPrBody({ ...body, journalUrl });
  return effect("pull request", branch, async () =>
    forge.upsertPullRequest({ branch, base, title, body: text, draft }),
  );
}

async function publishLedger(
  { forge, effect, ledger, runId }: PublishRequest,
  pullRequest: PullRequestRef,
  problems: AvatarError[],
): Promise<CommentRef | null> {
  let first: CommentRef | null = null;
  try {
    for (const [index, body] of splitLedger(ledger).entries()) {
      const marker = `avatar:ledger:${runId}:${index + 1}`;
      const comment = await effect("ledger", marker, async () =>
        forge.upsertComment({ issue: pullRequest.number, marker, body }),
      );
      first ??= comment;
    }
  } catch (error) {
    problems.push(asAvatarError(error, "writing the ledger comment"));
  }
  return first;
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
