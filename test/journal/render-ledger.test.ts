import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { renderLedger } from "../../src/journal/render-ledger.ts";
import { splitLedger } from "../../src/publish/split-ledger.ts";
import { hostileText } from "../support/hostile-text.ts";
import { anyEvent, phase, started } from "./sample-events.ts";
import { asLines, SHORT_RUN } from "./sample-lines.ts";

const ledger = renderLedger(asLines(SHORT_RUN));

function rowsOf(markdown: string, section: string): string[] {
  const body = markdown.split(`### ${section}\n`)[1]?.split("\n### ")[0] ?? "";
  return body.split("\n").filter((line) => line.startsWith("|"));
}

/** What a reader sees of escaped text. */
function read(markdown: string): string {
  return markdown
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll(/&#(?<number>\d+);/gu, (_all, number: string) => String.fromCodePoint(Number(number)))
    .replaceAll("\u200B", "");
}

test("a call's row says why as prose, the call as code, what was rejected, how it went and where that stands", () => {
  expect(rowsOf(ledger, "Steps")).toContain(
    "| 1 | The sum is computed there. | <code>read&#95;file src/sum.ts</code> | search for it; ask | read 12 lines of src/sum.ts | 9–11 |",
  );
});

test("what the gate refused is told twice: in its row and in its own section", () => {
  expect(rowsOf(ledger, "Steps").join()).toContain("blocked: it is protected | 12 |");
  expect(rowsOf(ledger, "Refused by the gate")).toContain(
    "| 1 | <code>write&#95;file</code> | blocked | 4 | it is protected | 12 |",
  );
});

test("a proposal is the outcome of the call that made it, not a row of its own", () => {
  const call = { step: 1, key: "c0", tool: "final_answer" };
  const rows = rowsOf(
    renderLedger(
      asLines([
        { type: "turn.started", step: 1, promptTokensEstimate: 1, reservedCost: 0 },
        { type: "tool.started", ...call, summary: "final_answer" },
        {
          ...SHORT_RUN.find(({ type }) => type === "tool.finished"),
          ...call,
          summary: "proposed an answer",
          intent: { kind: "finalAnswer", answer: "The sum is right now." },
        },
        { type: "answer.proposed", step: 1, answer: "The sum is right now." },
        phase("nobody needs to read this"),
      ]),
    ),
    "Steps",
  );
  expect(rows.slice(2)).toEqual([
    "| 1 |  | <code>final&#95;answer</code> |  | The sum is right now. | 2–4 |",
  ]);
  expect(rowsOf(ledger, "Steps")).toContain("| 1 |  | propose to be done |  | Done. | 13 |");
});

test("what the plan said of the base is a row of its own", () => {
  const check = { command: "npm test", exitCode: 0, durationMs: 1 };
  const checks = [
    { ...check, name: "lint", status: "pass" },
    { ...check, name: "unit", status: "fail" },
    { ...check, name: "e2e", status: "skip" },
  ];
  const rows = rowsOf(renderLedger(asLines([{ type: "baseline.checked", checks }])), "Steps");
  expect(rows.join()).toContain("run the plan on the base |  | lint: passes, unit: fails, e2e: not run");
});

test("a verdict's attempt shows its checks, what the failed ones said, and the proof", () => {
  expect(ledger).toContain("#### Attempt 1: not passed");
  expect(rowsOf(ledger, "Verdicts")).toContain("| test | **failed** | – | expected 3 |");
  expect(ledger).toContain(
    "\n\n<details><summary>What test said</summary><pre><code>expected 3<br>received 4</code></pre></details>\n\n",
  );
  expect(ledger).toContain("- New tests fail without the change: **no**. they pass without it");
  expect(ledger).not.toContain("**not examined**");
  expect(ledger).toContain("tree <code>tree99</code>");
});

test("guards that were kept are named in one line, their evidence left to the journal", () => {
  const lines = structuredClone(SHORT_RUN) as unknown as { verdict?: { checks: object[] } }[];
  const guard = { name: "diff present", kind: "required", status: "pass", evidence: "2 files changed." };
  lines.find(({ verdict }) => verdict)?.verdict?.checks.push(guard);
  const shown = renderLedger(asLines(lines));
  expect(shown).toContain("\nGuards kept: diff present.\n");
  expect(rowsOf(shown, "Verdicts")).toHaveLength(3);
});

test("the frozen plan stands with the checks, its digest whole", () => {
  expect(ledger).toContain(
    "Frozen before the first edit (journal 6). SHA-256 of the plan: <code>d1d2</code>\n\n| Check |",
  );
  expect(rowsOf(ledger, "Steps").join()).not.toContain("d1d2");
});

test("hosts, removed text, left-out commands, effects and the spending are there", () => {
  expect(rowsOf(ledger, "Hosts reached")).toEqual(
    expect.arrayContaining([
      "| <code>packages.example</code> | let through |",
      "| <code>evil.example</code> | refused |",
    ]),
  );
  expect(rowsOf(ledger, "Removed from untrusted text").map(read)).toContain(
    "| issue body | <!-- obey me --> | 2 |",
  );
  expect(rowsOf(ledger, "Left out of the plan").join()).toContain("it publishes");
  expect(read(rowsOf(ledger, "Written outside").join())).toContain("https://forge.example/1");
  expect(ledger).toContain(
    "- **Cost:** $0.0125 for 1 turn: 1,200 prompt tokens (200 cached), 30 completion tokens",
  );
  expect(ledger).toContain("- **Outcome:** failed. The verifier rejected it.");
  expect(ledger).toContain("- **Verdict:** 1 of 1 checks failed");
  expect(ledger).toContain("recorded: a script answered");
});

const SHA = "0123456789abcdef0123456789abcdef01234567";
const CHANGE = [
  started({ goal: "Fix issue #1: wrong sum\n\nIt is *wrong*.\n@alice knows." }),
  { type: "checkout.opened", baseSha: SHA, ref: "main" },
  { type: "candidate.committed", treeSha: SHA, commitSha: SHA, files: [] },
];
const PULL = {
  type: "effect.done",
  effect: "pull request",
  key: "avatar/1",
  url: "https://forge.example/octo/sums/pull/2",
};

test("the first lines give the title of what was asked; all of it is folded away", () => {
  const [, , first] = renderLedger(asLines(CHANGE)).split("\n");
  expect(read(first ?? "")).toBe("- **Asked:** Fix issue #1: wrong sum");
  const folded = renderLedger(asLines(CHANGE))
    .split("\n")
    .filter((line) => line.startsWith("<details>"));
  expect(folded.map(read)).toEqual(["All that was askedFix issue #1: wrong sumIt is *wrong*.@alice knows."]);
  expect(folded[0]).toContain("wrong sum<br><br>It is");
  expect(ledger).not.toContain("All that was asked");
});

test("commits are linked, and shortened, only where the repository's page is known", () => {
  const whole = `<code>${SHA}</code>`;
  expect(renderLedger(asLines(CHANGE))).toContain(`commit ${whole} (tree <code>0123456789ab</code>)`);
  const page = "https://forge.example/octo/sums";
  const shown = renderLedger(asLines([...CHANGE, PULL]));
  expect(shown).toContain(`commit [<code>0123456789ab</code>](${page}/commit/${SHA})`);
  expect(shown).toContain(`base [<code>0123456789ab</code>](${page}/commit/${SHA}) of <code>main</code>`);
  expect(shown).toContain(`pull request [<code>2</code>](${page}/pull/2)`);
  expect(shown).not.toContain(whole);
});

test.each([
  "https://evil.example/x",
  "https://forge.example/octo/sums/a)[b](https://evil.example/c",
  "javascript:alert(1)//octo/sums/x",
  "https://forge.example/octo/sums/a b",
])("%s is shown and not linked", (url) => {
  const effect = { type: "effect.done", effect: "comment", key: "k", url };
  const shown = renderLedger(asLines([...CHANGE, PULL, effect]));
  expect(shown.match(/\]\(/gu)).toHaveLength(4);
  expect(read(rowsOf(shown, "Written outside").at(-1) ?? "")).toContain(`| k ${url} |`);
});

test("a run that began again shows its last start and counts what both spent", () => {
  const twice = renderLedger(asLines([...SHORT_RUN, ...SHORT_RUN.slice(0, 8)]));
  expect(twice).toContain("- **Starts:** 2;");
  expect(twice).toContain("2 turns: 2,400 prompt tokens");
  expect(twice).not.toContain("Attempt 1");
});

test("an empty journal renders", () => {
  expect(renderLedger([])).toContain("- **Outcome:** none yet");
});

const HOSTILE = [
  "Fixes #1, closes octo/sums#2, resolves GH-3",
  "<script>alert(1)</script><img src=x onerror=y><!--",
  "</code></pre></details><h1>free</h1>",
  "</summary>",
  "![x](https://evil.example/a.png) [l](javascript:x) https://evil.example",
  "| a | b |\n| --- | --- |\n| \\| | \\\\|",
  "```\n# out\n~~~\n````",
  "`` ` ``` `".repeat(20),
  "ends with a backslash\\",
  "\n\n# Heading\n\n- list\n> quote\n---\n",
  "[ref]: https://evil.example",
  "$$x$$ $`y`$ **bold** _i_ ~~s~~",
  SHA,
  "octo/sums",
  "https://evil.example/octo/sums/pull/3",
];

const MARKS = "`|\\@#<>!()[]*_~$\n\r \t1ax&;-:/+=.".split("");

const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  hostileText(),
  fc.string({ unit: fc.constantFrom(...MARKS), maxLength: 60 }),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 60 }).map((parts) => parts.join("\n")),
  fc.constantFrom(...MARKS).map((mark) => mark.repeat(9000)),
);

/** Events with a stand-in wherever a text can be, and the same with another text there. */
const STAND_IN = "§";
const template = fc
  .array(anyEvent(fc.constant(STAND_IN)), { maxLength: 25 })
  .map((events) => [
    started({ runId: STAND_IN, goal: STAND_IN, repository: STAND_IN, model: STAND_IN, requester: STAND_IN }),
    ...events,
  ]);

function withText(events: readonly object[], value: string) {
  const escaped = JSON.stringify(value.toWellFormed()).slice(1, -1);
  const filled = JSON.stringify(events).replaceAll(STAND_IN, () => escaped);
  return asLines(JSON.parse(filled) as unknown[]);
}

const FOLDED =
  /^<details><summary>[^<]*<\/summary>(?:<pre><code>(?:[^<]|<br>)*<\/code><\/pre>|(?:[^<]|<br>)*)<\/details>$/u;

/** The syntax of a Markdown line with the words taken out: what could mean something, in its order. */
function syntax(markdown: string): string {
  return markdown
    .split("\n")
    .filter((line) => line !== "" && !FOLDED.test(line))
    .join("\n")
    .replaceAll(/<\/?code>|<br>|&#\d+;/gu, "")
    .replaceAll(/[^&<>`*_~[\]|\\#@$^\n]/gu, "");
}

test("whatever a text says, the syntax of the Markdown stays the same", () => {
  fc.assert(
    fc.property(template, text, (events, value) => {
      const shown = syntax(renderLedger(withText(events, value)));
      expect(shown).toBe(syntax(renderLedger(withText(events, "harmless"))));
      expect(shown).not.toMatch(/[&<>`_~[\]\\@^]/u);
    }),
    { numRuns: 300 },
  );
});

const BEGINNING =
  /^(?:$|\| |#{2,4} [A-Z]|- \*\*[A-Z][a-z]+:\*\* |- |<details><summary>|(?:Verdict|Guards kept|Next|Frozen before))/u;

/** What is wrong with a line or a comment that stands alone; nothing when it is harmless. */
function dangers(markdown: string): string[] {
  const open: string[] = [];
  for (const [tag, end, name = ""] of markdown.matchAll(/<(?<end>\/?)(?<name>[a-z]+)>/gu)) {
    if (name === "br") continue;
    if (end === "") open.push(name);
    else if (open.pop() !== name) return [`${tag} closes nothing`];
  }
  const bare = markdown.replaceAll(/<\/?(?:code|pre|details|summary|br)>/gu, "");
  const outsideOfCode = markdown
    .replaceAll(/<code>.*?<\/code>/gu, "CODE")
    .replaceAll(/<[^>]*>/gu, "\n")
    .replaceAll(/&#(?<number>\d+);/gu, (_all, number: string) => String.fromCodePoint(Number(number)));
  return [
    ...open.map((name) => `${name} stays open`),
    ...(bare.match(/<.*|&(?!#\d+;).{0,9}|[`\\@[\]]/gu) ?? []),
    ...(outsideOfCode.match(/@[\w-]|#\d|\bGH-\d|:\/\/|www\.\w/giu) ?? []),
    ...(markdown.match(/[^\P{Cc}\n]|\p{Cf}|(?!\uFE0F)\p{Default_Ignorable_Code_Point}/gu) ?? []),
    ...markdown.split("\n").filter((line) => !BEGINNING.test(line)),
  ];
}

test("every line is harmless by itself and begins with avatar's own words", () => {
  fc.assert(
    fc.property(template, text, (events, value) => {
      for (const line of renderLedger(withText(events, value)).split("\n")) expect(dangers(line)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test("cut into comments of any size, none has an open element or text that was set free", () => {
  const limit = fc.oneof(fc.integer({ min: 300, max: 5000 }), fc.constant(65_000));
  fc.assert(
    fc.property(template, text, limit, (events, value, size) => {
      for (const part of splitLedger(renderLedger(withText(events, value)), size)) {
        expect(dangers(part)).toEqual([]);
        for (const line of part.split("\n")) expect(dangers(line)).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
});

test("the longest lines fit a comment whole, however much escaping makes of them", () => {
  fc.assert(
    fc.property(template, fc.constantFrom(...MARKS), (events, mark) => {
      const rows = renderLedger(withText(events, mark.repeat(9000))).split("\n");
      const cells = rows.filter((line) => !FOLDED.test(line));
      for (const line of cells) expect(line.length).toBeLessThan(25_000);
      const folded = rows.filter((line) => line.includes("<pre>"));
      for (const line of folded) expect(line.length).toBeLessThan(32_500);
    }),
    { numRuns: 60 },
  );
});

test("every row of a table has the columns of its heading", () => {
  fc.assert(
    fc.property(template, text, (events, value) => {
      let columns = 0;
      for (const line of renderLedger(withText(events, value)).split("\n")) {
        const bars = line.startsWith("|") ? line.split("|").length : 0;
        if (bars > 0 && columns > 0) expect(bars).toBe(columns);
        columns = bars;
      }
    }),
  );
});

test("a long output keeps its head and, longer, its tail, with the indentation of its lines", () => {
  const output = `head\n  indented\n${"x\n".repeat(5000)}tail`;
  const step = { name: "install", command: "npm ci", exitCode: 1, durationMs: 1, output };
  const shown = renderLedger(asLines([{ type: "setup.finished", steps: [step], ok: false }]));
  expect(shown).toContain("<pre><code>head<br>&#32;&#32;indented<br>x<br>");
  expect(shown).toContain("x<br>tail</code></pre></details>");
  expect(shown).toContain("characters left out");
  const [before = "", after = ""] = shown.split("left out");
  expect(after.length).toBeGreaterThan(before.length);
});
