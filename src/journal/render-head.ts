import { askedOf, costWords, shortId, TITLE } from "./ledger-words.ts";
import type { Ledger } from "./ledger.ts";
import { code, commit, foldedProse, linked, prose, repositoryPage } from "./render-parts.ts";

/** What a reviewer wants to know in the first ten seconds. */
export function renderHead(ledger: Ledger): string {
  const { run, starts } = ledger;
  const asked = run === null ? null : askedOf(run.goal);
  const items: [string, string | null][] = [
    ["Asked", asked && prose(asked.title, TITLE)],
    ["Outcome", outcome(ledger.end)],
    ["Verdict", verdict(ledger.verdicts)],
    ["Cost", costWords(ledger.spent)],
    ["Change", change(ledger)],
    ["Run", run && about(run, ledger.startedAt)],
    ["Starts", starts > 1 ? `${starts}; the last one is shown, all are counted` : null],
  ];
  const list = items
    .flatMap(([name, value]) => (value === null ? [] : [`- **${name}:** ${value || "–"}`]))
    .join("\n");
  const whole = asked?.whole ?? null;
  return whole === null ? list : `${list}\n\n${foldedProse("All that was asked", whole)}`;
}

function outcome(end: Ledger["end"]): string {
  if (end === null) return "none yet";
  return end.reason === null ? end.outcome : `${end.outcome}. ${prose(end.reason, 600)}`;
}

function verdict(verdicts: Ledger["verdicts"]): string {
  const last = verdicts.at(-1);
  if (last === undefined) return "none";
  const attempt = verdicts.length > 1 ? ` (attempt ${last.attempt})` : "";
  return `${prose(last.verdict.summary, 600)}${attempt}`;
}

function change(ledger: Ledger): string | null {
  const { base, candidate, effects } = ledger;
  const page = repositoryPage(ledger);
  const from = base && `base ${commit(base.sha, page)} of ${code(base.ref)}`;
  const made =
    candidate && `commit ${commit(candidate.commitSha, page)} (tree ${code(shortId(candidate.treeSha))})`;
  const pull = effects.find(({ effect, url }) => effect === "pull request" && url !== null);
  const proposed = pull && `pull request ${linked(numberOf(pull.url), pull.url, page)}`;
  const parts = [made, from, proposed].filter((part) => typeof part === "string");
  return parts.length === 0 ? null : parts.join(" · ");
}

function numberOf(url: string | null): string {
  return /\/pull\/(?<number>\d+)$/u.exec(url ?? "")?.groups?.["number"] ?? "page";
}

function about(run: NonNullable<Ledger["run"]>, startedAt: string | null): string {
  const parts = [
    `${run.taskKind} in ${code(run.repository)}`,
    run.requester === null ? "" : `asked by ${prose(run.requester)}`,
    `model ${code(run.model)}${run.recordedModel ? " (recorded: a script answered)" : ""}`,
    startedAt === null ? "" : `started ${startedAt.slice(0, 19).replace("T", " ")} UTC`,
  ];
  return parts.filter((part) => part !== "").join(" · ");
}
