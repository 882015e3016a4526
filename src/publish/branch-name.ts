const SLUG_LIMIT = 40;

/** `avatar/issue-<n>-<slug>`: a valid ref whatever the title holds. */
export function branchName(issue: number, title: string, attempt = 1): string {
  const slug = title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .slice(0, SLUG_LIMIT)
    .replaceAll(/^-+|-+$/gu, "");
  const parts = [`avatar/issue-${issue}`, slug, attempt > 1 ? String(attempt) : ""];
  return parts.filter((part) => part !== "").join("-");
}
