import { describeNumbers } from "../domain/test-count.ts";
import type { ProofAnswer } from "../domain/verdict.ts";
import { clipEnd } from "../domain/text/clip.ts";
import { codeSpan, escapeInline, escapeMarkdown } from "../domain/text/escape-markdown.ts";
import { provenanceLink } from "./provenance.ts";
import type { PullRequestBody } from "./pull-request-body.ts";

/** GitHub takes 65,536 characters; some room is left for what others append. */
const LIMIT = 60_000;

/** The order of the headings; `parsePrBody` reads them back. */
export const SECTIONS = {
  asked: "### What was asked",
  changed: "### What changed",
  proof: "### Proof",
  plan: "### Plan",
  notRun: "### Not run",
  cost: "### Cost",
} as const;

export const QUESTIONS = {
  existingTests: "Do the tests pass as they stood before?",
  reproduction: "Do the new tests fail without the change?",
  necessity: "Is every part of the change needed by a check?",
} as const;

/** Between names of one row; no escaped name can hold it. */
export const SHARED = ",<!-- --> ";

export const STATUS_WORDS = { pass: "passed", fail: "**failed**", skip: "not run" } as const;

/** The body of a pull request. What does not fit is shortened, never the proof's first sentence. */
export function renderPrBody(body: PullRequestBody): string {
  for (const shorter of SHORTER) {
    const text = render(shorter(body));
    if (text.length <= LIMIT) return text;
  }
  return render({ ...brief(body), plan: [], checks: [] });
}

function brief(body: PullRequestBody): PullRequestBody {
  const { asked, answer } = body;
  return { ...body, asked: clipEnd(asked, 500), answer: clipEnd(answer, 800), files: [], notRun: [] };
}

const SHORTER: readonly ((body: PullRequestBody) => PullRequestBody)[] = [
  (body) => body,
  (body) => ({ ...body, files: body.files.slice(0, 100) }),
  (body) => ({ ...body, files: body.files.slice(0, 20), notRun: body.notRun.slice(0, 20) }),
  brief,
];

function render(body: PullRequestBody): string {
  const blocks = [
    `<!-- avatar:pull-request run=${encodeURIComponent(body.runId.toWellFormed())} -->`,
    body.issue === null ? "" : `Fixes #${body.issue}`,
    SECTIONS.asked,
    escapeMarkdown(body.asked),
    SECTIONS.changed,
    escapeMarkdown(body.answer),
    table(["File", "Change"], body.files.map(fileRow)),
    SECTIONS.proof,
    proofSentence(body),
    table(["Check", "Result", "Tests", "Time"], checkRows(body.checks)),
    table(["Question", "Answer"], questionRows(body.proof)),
    SECTIONS.plan,
    `Frozen before the first edit. SHA-256 of the plan: <code>${body.proof.planDigest}</code>.`,
    table(
      ["Check", "Command", "From"],
      body.plan.map((check) => planRow(body, check)),
    ),
    body.notRun.length === 0 ? "" : SECTIONS.notRun,
    table(
      ["Command", "Why not"],
      body.notRun.map((left) => [codeSpan(left.command), escapeInline(left.reason)]),
    ),
    SECTIONS.cost,
    costLine(body),
    body.journalUrl === null ? "" : `[Journal of the run](${body.journalUrl})`,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function fileRow({ path, status, addedLines, removedLines }: PullRequestBody["files"][number]): string[] {
  return [codeSpan(path), `${escapeInline(status)}, +${addedLines} −${removedLines}`];
}

function proofSentence({ checks, proof, repositoryUrl }: PullRequestBody): string {
  const required = checks.filter((check) => check.kind === "required");
  const passed = required.filter((check) => check.status === "pass");
  const base = `<code>${proof.baseSha}</code>`;
  const linked = repositoryUrl === null ? base : `[${base}](${repositoryUrl}/commit/${proof.baseSha})`;
  return (
    `**${passed.length} of ${required.length} required checks passed** in a fresh copy of tree ` +
    `<code>${proof.treeSha}</code>, made from base ${linked}. The verdict is not a model's opinion.`
  );
}

type Check = PullRequestBody["checks"][number];

/** What ran has a row of its own. Looks that found nothing share one, so that the table is read in seconds. */
function checkRows(checks: readonly Check[]): string[][] {
  const groups: Check[][] = [];
  for (const check of checks) {
    const last = groups.at(-1);
    if (isQuiet(check) && last?.every(isQuiet)) last.push(check);
    else groups.push([check]);
  }
  return groups.flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const [, ...facts] = checkRow(first);
    return [[[first, ...others].map(({ name }) => escapeInline(name)).join(SHARED), ...facts]];
  });
}

function isQuiet({ kind, status, tests, durationMs, flaky, skipReason }: Check): boolean {
  const told = tests !== null || durationMs !== null || skipReason !== null;
  return kind === "required" && status === "pass" && !told && !flaky;
}

function checkRow(check: PullRequestBody["checks"][number]): string[] {
  const optional = check.kind === "optional" ? " (optional)" : "";
  const flaky = check.flaky ? " (flaky)" : "";
  const tests = check.tests === null ? "–" : describeNumbers(check.tests);
  const reason = check.skipReason === null ? "" : `: ${escapeInline(check.skipReason)}`;
  const time = check.durationMs === null ? "–" : `${(check.durationMs / 1000).toFixed(3)} s`;
  return [escapeInline(check.name), `${STATUS_WORDS[check.status]}${optional}${flaky}${reason}`, tests, time];
}

function questionRows({ existingTests, reproduction, necessity }: PullRequestBody["proof"]): string[][] {
  const row = (question: string, { answer, note }: ProofAnswer) => [
    question,
    `${answer}: ${escapeInline(note)}`,
  ];
  return [
    row(QUESTIONS.existingTests, existingTests),
    row(QUESTIONS.reproduction, reproduction),
    row(QUESTIONS.necessity, necessity),
  ];
}

function planRow(body: PullRequestBody, check: PullRequestBody["plan"][number]): string[] {
  const { repositoryUrl, proof } = body;
  const from = provenanceLink(check, { repositoryUrl, baseSha: proof.baseSha });
  return [escapeInline(check.name), codeSpan(check.command), from];
}

function costLine({ cost, tokens, model, recordedModel }: PullRequestBody): string {
  const spent = `$${cost.toFixed(4)} · ${tokens.read} tokens read, ${tokens.written} written · model ${codeSpan(model)}`;
  return recordedModel ? `${spent}\n\n${RECORDED}` : spent;
}

export const RECORDED = "**Recorded model:** a script answered in the place of a model.";
