import { execFileSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { branchName } from "../../src/publish/branch-name.ts";
import { commitMessage } from "../../src/publish/commit-message.ts";
import { plainLine } from "../../src/publish/plain-line.ts";
import { splitLedger } from "../../src/publish/split-ledger.ts";
import { hostileText } from "../support/hostile-text.ts";

describe("branch names", () => {
  test.each([
    ["Fix the Ünïcode bug!", "avatar/issue-7-fix-the-unicode-bug"],
    ["日本語", "avatar/issue-7"],
    ["--weird..name.lock~^:?*[\\ @{", "avatar/issue-7-weird-name-lock"],
  ])("%j", (title, name) => {
    expect(branchName(7, title)).toBe(name);
  });

  test("git takes the name that any title gives", () => {
    fc.assert(
      fc.property(hostileText(4), fc.integer({ min: 1, max: 3 }), (title, attempt) => {
        const name = branchName(7, title, attempt);
        expect(name).toMatch(/^avatar\/issue-7(?:-[a-z0-9]+)*$/u);
        execFileSync("git", ["check-ref-format", `refs/heads/${name}`]);
      }),
      { numRuns: 30 },
    );
  });
});

describe("commit messages", () => {
  test("a subject, the answer in lines of 72, and the origin", () => {
    const message = commitMessage({
      title: "add() subtracts",
      answer: "word ".repeat(40),
      issue: 12,
      runId: "run-1",
    });
    expect(message.split("\n")[0]).toBe("add() subtracts");
    expect(Math.max(...message.split("\n").map((line) => line.length))).toBeLessThanOrEqual(72);
    expect(message.trimEnd()).toMatch(/For #12, run run-1$/u);
  });

  test("text of the issue or the model mentions nobody and closes nothing", () => {
    fc.assert(
      fc.property(hostileText(), hostileText(), (title, answer) => {
        const message = commitMessage({ title, answer, issue: null, runId: "r" });
        expect(message).not.toMatch(/@[\w-]|#\d|\bGH-\d|:\/\//iu);
        expect(message.split("\n")[0]).not.toMatch(/^[/#]/u);
      }),
    );
  });

  test("a title of a pull request is one visible line", () => {
    expect(plainLine("Fixes #3\r\n@bob \u202Esee https://x.example/1", 100)).toBe(
      "Fixes no. 3 bob see (link)",
    );
    expect(plainLine("a".repeat(300), 200)).toHaveLength(200);
  });
});

describe("a ledger too long for one comment", () => {
  const head = ["| Step | Why |", "| --- | --- |"];
  const rows = Array.from({ length: 100 }, (_, i) => `| ${i} | because of ${i} |`);

  test("is cut between rows, every row once, the table's head in each part", () => {
    const parts = splitLedger(["# Ledger", "", ...head, ...rows].join("\n"), 500);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(500);
      expect(part).toContain(head.join("\n"));
    }
    expect(parts.flatMap((part) => part.split("\n")).filter((line) => rows.includes(line))).toEqual(rows);
  });

  test("a line that is cut closes what it has open, and ends in no half entity, tag or link", () => {
    const line =
      "| <code>a&#35;b</code> [<code>c</code>](https://forge.example/c) <pre><code>d<br>e</code></pre> |";
    const row = line.padEnd(1000, " ") + "|";
    const cuts = new Set<string>();
    for (let limit = 100; limit < 300; limit += 1) {
      const [part = ""] = splitLedger(row, limit);
      cuts.add(part.replace(/…|\s+/gu, ""));
    }
    expect([...cuts]).toEqual(
      expect.arrayContaining([
        "|<code>a</code>|",
        "|<code>a&#35;</code>|",
        "|<code>a&#35;b</code>|",
        "|<code>a&#35;b</code>[<code>c</code>](https://forge.example/c)|",
        "|<code>a&#35;b</code>[<code>c</code>](https://forge.example/c)<pre><code>d<br></code></pre>|",
      ]),
    );
    for (const cut of cuts) {
      expect(cut.replaceAll(/<code>[^<]*<\/code>|&#35;|<br>|<pre>.*<\/pre>|<pre><\/pre>/gu, "")).toMatch(
        /^\|(?:\[\]\(https:\/\/forge.example\/c\))?\|?\|$/u,
      );
    }
  });

  test("one that fits stays one comment, and an endless line is cut", () => {
    expect(splitLedger("short\n")).toEqual(["short"]);
    for (const part of splitLedger(`| ${"x".repeat(200_000)} |`)) expect(part.length).toBeLessThan(65_536);
  });
});
