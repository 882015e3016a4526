import type { Candidate } from "./candidate.ts";

/** Behind `||` it only shows what went wrong. */
const COMPARES = /^(?:(?!\|\|)[\s\S])*\bgit (-\S+ )*(diff|diff-index|diff-files|status)\b/;
const GENERATES = /gen|codegen|tidy|update|fmt|format|sync|schema|docs?\b/i;
const ALONE = "compares the tree with its last commit, which a change under judgement is not part of yet";

/**
 * A formatter or generator that rewrites files and the `git diff --exit-code` behind it are one check, which works
 * only together. A comparison with nothing before it judges the change by its being uncommitted and is left out.
 */
export function mergeRewrites(candidates: readonly Candidate[]): Candidate[] {
  const merged: Candidate[] = [];
  for (const candidate of candidates) {
    if (candidate.role !== "lint" || !COMPARES.test(candidate.command)) {
      merged.push(candidate);
      continue;
    }
    const from = firstOfRewrites(merged, candidate);
    const parts = merged.slice(from);
    const [first] = parts;
    if (first === undefined) {
      merged.push({ ...candidate, refusal: candidate.refusal ?? ALONE });
      continue;
    }
    // A build stays a check of its own as well.
    merged.splice(from, parts.length, ...parts.filter((one) => one.role === "build"));
    const command = [...parts, candidate].map((one) => one.command).join("\n");
    merged.push({ ...candidate, command, provenance: first.provenance, line: first.line, chain: null });
  }
  return merged;
}

function firstOfRewrites(before: readonly Candidate[], check: Candidate): number {
  let from = before.length;
  while (from > 0) {
    const one = before[from - 1];
    if (one === undefined || one.cwd !== check.cwd || !rewrites(one)) break;
    from -= 1;
  }
  return from;
}

function rewrites(candidate: Candidate): boolean {
  if (candidate.refusal !== null) return false;
  if (candidate.role === "write") return !/^\s*git\b/.test(candidate.command);
  // An own task that nothing is known of, with a comparison right behind it, makes what is compared.
  if (candidate.role === null) return candidate.own;
  if (candidate.role === "setup" && /install|\b(apt|apt-get|pip|brew|curl)\b/.test(candidate.command))
    return false;
  return (candidate.role === "setup" || candidate.role === "build") && GENERATES.test(candidate.command);
}
