import { asAvatarError, type AvatarError } from "../domain/errors.ts";
import type { CommentRef, Forge } from "../domain/ports/forge.ts";
import { JOURNAL_BRANCH } from "./journal-place.ts";
import type { PublishedChange } from "./publish-change.ts";
import { renderPrBody } from "./render-pr-body.ts";
import { splitLedger } from "./split-ledger.ts";

export interface RecordRequest {
  forge: Pick<Forge, "publishFiles" | "upsertComment" | "upsertPullRequest">;
  runId: string;
  change: PublishedChange;
  ledger: string;
  /** The run's files for the journal branch, `journal.jsonl` among them. */
  artefacts: readonly { name: string; content: string }[];
}

export interface PublishedRecord {
  ledger: CommentRef | null;
  /** `url` names a commit, so it shows these bytes for ever. */
  journal: { path: string; url: string } | null;
  /** What did not work. The verified change stands all the same. */
  problems: readonly AvatarError[];
}

/**
 * Shows the finished record of a run: its files on the journal branch, the ledger below the pull request, and
 * the journal's link in the pull request's body. Never throws: the change itself is out already.
 */
export async function publishRecord(request: RecordRequest): Promise<PublishedRecord> {
  const problems: AvatarError[] = [];
  const attempt = async <T>(doing: string, act: () => Promise<T>): Promise<T | null> => {
    try {
      return await act();
    } catch (error) {
      problems.push(asAvatarError(error, doing));
      return null;
    }
  };
  const journal = await attempt("publishing the journal", () => publishJournal(request));
  const ledger = await attempt("writing the ledger comment", () => publishLedger(request));
  if (journal !== null) await attempt("linking the journal", () => linkJournal(request, journal.url));
  return { ledger, journal, problems };
}

async function publishJournal({
  forge,
  runId,
  artefacts,
}: RecordRequest): Promise<{ path: string; url: string }> {
  const files = artefacts.map(({ name, content }) => ({ path: `${runId}/${name}`, content }));
  const message = `Journal of run ${runId}`;
  const links = await forge.publishFiles({ branch: JOURNAL_BRANCH, message, files });
  const path = `${runId}/journal.jsonl`;
  return { path, url: links[path] ?? "" };
}

async function publishLedger({ forge, ledger, runId, change }: RecordRequest): Promise<CommentRef | null> {
  let first: CommentRef | null = null;
  for (const [index, body] of splitLedger(ledger).entries()) {
    const marker = `avatar:ledger:${runId}:${index + 1}`;
    const comment = await forge.upsertComment({ issue: change.pullRequest.number, marker, body });
    first ??= comment;
  }
  return first;
}

async function linkJournal({ forge, change }: RecordRequest, journalUrl: string): Promise<void> {
  await forge.upsertPullRequest({ ...change.opened, body: renderPrBody({ ...change.body, journalUrl }) });
}
