import type { CheckResult } from "../../domain/verdict.ts";
import type { FilePatch } from "../split-patch.ts";
import { isTestFile } from "../test-file.ts";
import { addedLines, type AddedLine } from "./added-lines.ts";
import { guardResult } from "./guard-result.ts";

/** A scanner that is wired from outside: the names of the rules that each added line breaks. */
type FindSecrets = (
  lines: readonly AddedLine[],
) => Promise<readonly { path: string; line: number; rule: string }[]>;

export interface KnownSecrets {
  /** Values that this process holds; none of them may leave it. */
  values: readonly string[];
  find: FindSecrets | null;
}

/** Credentials that say whose they are by their shape. */
const SHAPES: readonly [string, RegExp][] = [
  ["a GitHub token", /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})\b/u],
  ["a GitLab token", /\bglpat-[\w-]{20,}/u],
  ["an AWS access key", /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/u],
  ["a Google API key", /\bAIza[\w-]{35}\b/u],
  ["a Slack token", /\bxox[abprs]-\d+-[\w-]{20,}/u],
  ["a Slack webhook", /hooks\.slack\.com\/services\/T\w{8,}\/B\w{8,}\/\w{20,}/u],
  ["a Stripe key", /\b[sr]k_live_[A-Za-z0-9]{20,}\b/u],
  ["an OpenAI key", /\bsk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{20}T3BlbkFJ[\w-]{20,}|\bsk-proj-[\w-]{40,}/u],
  ["an Anthropic key", /\bsk-ant-[\w-]{40,}/u],
  ["an npm token", /\bnpm_[A-Za-z0-9]{36}\b/u],
  ["a PyPI token", /\bpypi-AgE[\w-]{50,}/u],
  ["a SendGrid key", /\bSG\.[\w-]{22}\.[\w-]{43}\b/u],
  ["a Hugging Face token", /\bhf_[A-Za-z]{34}\b/u],
  ["a DigitalOcean token", /\bdo[opr]_v1_[0-9a-f]{64}\b/u],
  ["a Telegram bot token", /\b\d{8,10}:AA[\w-]{33}\b/u],
  [
    "a password in a URL",
    /\b(?:https?|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqps?|ftp):\/\/[^\s:/@"'`${}<>]+:(?<value>[^\s:/@"'`${}<>]{6,})@(?!localhost|127\.|example\.)/u,
  ],
];
/** Not in tests, where keys made for the test are usual. */
const OUTSIDE_TESTS: readonly [string, RegExp][] = [
  ["a private key", /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/u],
  [
    "a credential",
    /\b\w*(?:password|passwd|secret|api_?key|auth_?token|access_?token|private_?key)\w*["']?\s*(?::=|[:=])\s*["'`](?<value>[A-Za-z0-9+/=_-]{20,})["'`]/iu,
  ],
];
const MADE_UP =
  /example|dummy|fake|sample|placeholder|changeme|redacted|your[_-]?|test|x{6,}|0{6,}|\*{3,}|abcdef|123456|<[^>]+>|(?<run>.)\k<run>{7,}/iu;
/** Shorter ones are words, or stand-ins where an endpoint asks for no key. */
const SHORTEST_VALUE = 16;

/** No credential may become part of the repository. */
export async function secretsIn(files: readonly FilePatch[], known: KnownSecrets): Promise<CheckResult> {
  const lines = addedLines(files);
  const own = lines.flatMap((line) => {
    const rule = ruleOf(line, known.values);
    return rule === null ? [] : [{ ...line, rule }];
  });
  const found = known.find === null ? [] : await known.find(lines);
  const problems = [...own, ...found].map(({ path, line, rule }) => `${path}:${line}: looks like ${rule}`);
  return guardResult("no secrets", [...new Set(problems)], "No added line holds a credential.");
}

function ruleOf({ path, text }: AddedLine, values: readonly string[]): string | null {
  if (values.some((value) => value.length >= SHORTEST_VALUE && holds(text, value)))
    return "a secret of the machine that judges";
  const shapes = isTestFile(path) ? SHAPES : [...SHAPES, ...OUTSIDE_TESTS];
  for (const [rule, shape] of shapes) {
    const found = shape.exec(text);
    if (found === null) continue;
    const value = found.groups?.["value"];
    if (rule === "a private key" || (!MADE_UP.test(value ?? found[0]) && isMixed(value))) return rule;
  }
  return null;
}

/** As it is, in base64, in hex or backwards: the encodings that a leak was hidden in before. */
function holds(text: string, value: string): boolean {
  const bytes = Buffer.from(value);
  const forms = [
    value,
    bytes.toString("base64").replace(/=+$/u, ""),
    bytes.toString("hex"),
    encodeURIComponent(value),
  ];
  return [...forms, Array.from(value).reverse().join("")].some((form) => text.includes(form));
}

// an identifier or a sentence is no credential
function isMixed(value: string | undefined): boolean {
  return value === undefined || (/\d/u.test(value) && /[A-Za-z]/u.test(value));
}
