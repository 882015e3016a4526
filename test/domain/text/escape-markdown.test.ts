import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import {
  codeSpan,
  escapeInline,
  escapeMarkdown,
  preformatted,
  unescapeMarkdown,
} from "../../../src/domain/text/escape-markdown.ts";
import { hostileText } from "../../support/hostile-text.ts";

describe("escaped text", () => {
  test("nothing is lost: unescaping gives back any text", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        expect(unescapeMarkdown(escapeMarkdown(text))).toBe(text);
        expect(unescapeMarkdown(escapeInline(text))).toBe(text);
        expect(unescapeMarkdown(codeSpan(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test("no character with a meaning in Markdown or HTML stays as it is", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const bare = escapeMarkdown(text)
          .replaceAll("<br>\n", "\n")
          .replaceAll(/&#\d+;|\[U\+[0-9A-F]+\]/gu, "");
        expect(bare).not.toMatch(/[&<>`*_~[\]|\\#@$]/u);
      }),
      { numRuns: 500 },
    );
  });

  test("no line begins a command, a list, a heading, a table or indented code", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        for (const line of `${escapeMarkdown(text)}\n${preformatted(text)}`.split("\n")) {
          expect(line).not.toMatch(/^\s*\//u);
        }
        for (const line of escapeMarkdown(text).split("\n")) {
          expect(line).not.toMatch(/^(?:\s+\S|[-+=:|>#]|\d+[.)])/u);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("mentions, references and links are broken also in what a reader sees", () => {
    const shown = (markdown: string) =>
      markdown.replaceAll(/&#(?<code>\d+);/gu, (_all, code: string) => String.fromCodePoint(Number(code)));
    fc.assert(
      fc.property(hostileText(), (text) => {
        for (const markdown of [escapeMarkdown(text), escapeInline(text)]) {
          expect(shown(markdown)).not.toMatch(/@[\w-]|#\d|\bGH-\d|:\/\/|www\.\w/iu);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("inline text and code stay on one line", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        expect(escapeInline(text)).not.toMatch(/[\r\n]/u);
        expect(codeSpan(text)).not.toMatch(/[\r\n]/u);
      }),
    );
  });

  test("a block of output cannot be closed from inside", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const inner = preformatted(text).slice("<pre>\n".length, -"\n</pre>".length);
        expect(inner).not.toMatch(/[<>@]/u);
      }),
    );
  });

  test("characters that nobody sees are shown by their number", () => {
    expect(escapeInline("a\u200Bb\u202Ec\u{E0041}")).toBe("a[U+200B]b[U+202E]c[U+E0041]");
    expect(escapeInline("plain words, (really): 1 + 1 = 2; ❤️")).toBe("plain words, (really): 1 + 1 = 2; ❤️");
  });
});
