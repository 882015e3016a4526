import { unescapeMarkdown } from "../domain/text/escape-markdown.ts";
import { PullRequestBody } from "./pull-request-body.ts";
import { QUESTIONS, RECORDED, SECTIONS, SHARED, STATUS_WORDS } from "./render-pr-body.ts";

type Sections = Record<keyof typeof SECTIONS | "top", string>;

/** Reads what `renderPrBody` wrote; null for a body that is not avatar's or that was edited beyond reading. */
export function parsePrBody(text: string): PullRequestBody | null {
  const sections = splitSections(text.replaceAll("\r\n", "\n").trimEnd());
  const runId = /^<!-- avatar:pull-request run=(?<run>\S+) -->/u.exec(sections.top)?.groups?.["run"];
  if (runId === undefined) return null;
  const issue = /^Fixes #(?<n>\d+)$/mu.exec(sections.top)?.groups?.["n"];
  const parsed = PullRequestBody.safeParse({
    runId: decodeRun(runId),
    issue: issue === undefined ? null : Number(issue),
    repositoryUrl: /\]\((?<url>\S+)\/commit\/[0-9a-f]+\)/u.exec(sections.proof)?.groups?.["url"] ?? null,
    asked: unescapeMarkdown(sections.asked),
    answer: unescapeMarkdown(beforeTable(sections.changed)),
    files: rows(sections.changed).map(readFile),
    checks: rows(sections.proof).filter(isCheck).flatMap(readChecks),
    plan: rows(sections.plan).map(readPlanned),
    notRun: rows(sections.notRun).map(([command = "", reason = ""]) => ({
      command: unescapeMarkdown(command),
      reason: unescapeMarkdown(reason),
    })),
    proof: readProof(sections),
    ...readCost(sections.cost),
  });
  return parsed.success ? parsed.data : null;
}

function splitSections(text: string): Sections {
  const found: Sections = { top: "", asked: "", changed: "", proof: "", plan: "", notRun: "", cost: "" };
  let current: keyof Sections = "top";
  const lines: Record<string, string[]> = {};
  for (const line of text.split("\n")) {
    const next = (Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]).find((key) => SECTIONS[key] === line);
    if (next === undefined) (lines[current] ??= []).push(line);
    else current = next;
  }
  for (const [key, own] of Object.entries(lines)) {
    // one blank line behind the heading and one before the next; others belong to the text
    const inner = key === "top" ? own : own.slice(1, key === current ? undefined : -1);
    found[key as keyof Sections] = inner.join("\n");
  }
  return found;
}

function decodeRun(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function beforeTable(section: string): string {
  return section.replace(/(?:^|\n\n)\| File \| Change \|[\s\S]*$/u, "");
}

/** The cells of every table row but heads and rules. */
function rows(section: string): string[][] {
  const lines = section.split("\n").filter((line) => line.startsWith("| "));
  const body = lines.filter((line, i) => !isRule(line) && !isRule(lines[i + 1] ?? ""));
  return body.map((line) => line.slice(2, -2).split(" | "));
}

function isRule(line: string): boolean {
  return /^\|(?: --- \|)+$/u.test(line);
}

function readFile([path = "", change = ""]: string[]) {
  const groups = /^(?<status>.*), \+(?<added>\d+) −(?<removed>\d+)$/u.exec(change)?.groups ?? {};
  return {
    path: unescapeMarkdown(path),
    status: unescapeMarkdown(groups["status"] ?? ""),
    addedLines: Number(groups["added"]),
    removedLines: Number(groups["removed"]),
  };
}

function isCheck(cells: string[]): boolean {
  return cells.length === 4;
}

function readChecks([names = "", ...facts]: string[]) {
  return names.split(SHARED).map((name) => readCheck([name, ...facts]));
}

function readCheck([name = "", result = "", tests = "", time = ""]: string[]) {
  const word = Object.entries(STATUS_WORDS).find(([, text]) => result.startsWith(text));
  const rest = result.slice(word?.[1].length ?? 0);
  const groups =
    /^(?<optional> \(optional\))?(?<flaky> \(flaky\))?(?:: (?<reason>.*))?$/u.exec(rest)?.groups ?? {};
  const reason = groups["reason"];
  return {
    name: unescapeMarkdown(name),
    kind: groups["optional"] === undefined ? "required" : "optional",
    status: word?.[0],
    skipReason: reason === undefined ? null : unescapeMarkdown(reason),
    flaky: groups["flaky"] !== undefined,
    tests: readTests(tests),
    durationMs: readTime(time),
  };
}

function readTime(text: string): number | null {
  return text === "–" ? null : Math.round(Number(text.replace(/ s$/u, "")) * 1000);
}

function readTests(text: string) {
  if (text === "–") return null;
  const count = (word: string) => Number(new RegExp(String.raw`(\d+) ${word}`, "u").exec(text)?.[1] ?? 0);
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

function readPlanned([name = "", command = "", from = ""]: string[]) {
  const line = /, line (?<line>\d+)$/u.exec(from)?.groups?.["line"];
  const place = line === undefined ? from : from.slice(0, from.lastIndexOf(","));
  const linked = /^\[(?<text><code>.*<\/code>)\]\(\S*\)$/u.exec(place)?.groups?.["text"];
  return {
    name: unescapeMarkdown(name),
    command: unescapeMarkdown(command),
    provenance: unescapeMarkdown(linked ?? place),
    ...(line === undefined ? {} : { line: Number(line) }),
  };
}

function readProof({ proof, plan }: Sections) {
  const answers = rows(proof).filter((cells) => !isCheck(cells));
  const answerTo = (question: string) => {
    const cell = answers.find(([asked]) => asked === question)?.[1] ?? "";
    const at = cell.indexOf(": ");
    return { answer: cell.slice(0, at), note: unescapeMarkdown(cell.slice(at + 2)) };
  };
  return {
    baseSha: /from base \[?<code>(?<sha>[^<]*)<\/code>/u.exec(proof)?.groups?.["sha"],
    treeSha: /of tree <code>(?<sha>[^<]*)<\/code>/u.exec(proof)?.groups?.["sha"],
    planDigest: /of the plan: <code>(?<digest>[^<]*)<\/code>/u.exec(plan)?.groups?.["digest"],
    existingTests: answerTo(QUESTIONS.existingTests),
    reproduction: answerTo(QUESTIONS.reproduction),
    necessity: answerTo(QUESTIONS.necessity),
  };
}

function readCost(section: string) {
  const line =
    /^\$(?<cost>[\d.]+) · (?<read>\d+) tokens read, (?<written>\d+) written · model (?<model><code>.*<\/code>)$/mu;
  const groups = line.exec(section)?.groups ?? {};
  return {
    cost: Number(groups["cost"]),
    tokens: { read: Number(groups["read"]), written: Number(groups["written"]) },
    model: unescapeMarkdown(groups["model"] ?? ""),
    recordedModel: section.includes(RECORDED),
    journalUrl: /^\[Journal of the run\]\((?<url>.*)\)$/mu.exec(section)?.groups?.["url"] ?? null,
  };
}
