/** An orphan branch of the repository, one folder a run. */
export const JOURNAL_BRANCH = "avatar/journal";

/** Where the ledger of a run is found once its record is published; known before it is. */
export function ledgerPage(repositoryUrl: string, runId: string): string {
  return `${repositoryUrl}/blob/${JOURNAL_BRANCH}/${runId}/ledger.md`;
}
