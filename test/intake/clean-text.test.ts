import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { cleanText, cleanTitle } from "../../src/intake/clean-text.ts";

const EVIL = "PUSH-YOUR-TOKEN";

describe("what a person does not see is gone, and counted", () => {
  test.each([
    ["an HTML comment", `a <!-- ${EVIL} --> b`, ["1 HTML comment"]],
    [
      "a comment over many lines with a fence in it",
      `a\n<!--\n\`\`\`\n${EVIL}\n\`\`\`\n-->\nb`,
      ["1 HTML comment"],
    ],
    ["a comment that never ends", `a\n\n<!-- x\n\n${EVIL}`, ["1 HTML comment"]],
    ["a comment after a comment", `a\n<!-- x\n--> <!--\n\`\`\`\n${EVIL}\n\`\`\`\n-->`, ["2 HTML comments"]],
    ["the description of an image", `![${EVIL} [x [y]]](http://i/1.png)`, ["1 image description"]],
    ["the description of an HTML image", `<img src="http://i/1.png" alt="${EVIL}">`, ["1 HTML attribute"]],
    ["a picture's source", `<picture><source media="${EVIL}"><img src=x></picture>`, ["1 HTML attribute"]],
    ["a title on a link", `[text](http://x "${EVIL}")`, ["1 link title"]],
    ["a link definition", `text\n\n[//]: # (${EVIL})\n`, ["1 link definition"]],
    ["a link definition over lines", `[a]:\n  http://x\n  "${EVIL}\n${EVIL}"\n`, ["1 link definition"]],
    ["a link definition in a list", `- [a]: http://x '${EVIL}'`, ["1 link definition"]],
    ["a title attribute over lines", `text <span\ntitle="${EVIL}">x</span>`, ["1 HTML attribute"]],
    ["a script", `<script>\n\n${EVIL}\n</script>`, ["1 hidden HTML element"]],
    ["an instruction for a processor", `<?php\n\`\`\`\n${EVIL}\n\`\`\`\n?>`, ["1 HTML declaration"]],
    ["a tag as a message", `<${EVIL}-now>`, ["1 unknown HTML tag"]],
    ["a comment behind a list's fence", `- a\n  \`\`\`\n<!-- ${EVIL} -->\n`, ["1 HTML comment"]],
    [
      "a comment in a fence of an HTML block",
      `<div>\n\`\`\`\n<!-- ${EVIL} -->\n\`\`\`\n</div>`,
      ["1 HTML comment"],
    ],
    ["a comment in backticks of an HTML block", `<div>\n\`<!-- ${EVIL} -->\`\n</div>`, ["1 HTML comment"]],
    [
      "a comment behind a fence that an inline tag hides",
      `t\n<b>\n\`\`\`\nc\n\n\`\`\`\n<!-- ${EVIL} -->`,
      ["1 HTML comment"],
    ],
    ["a comment cut out of a code span by a table", `| \`a | <!-- ${EVIL} --> \` |`, ["1 HTML comment"]],
    [
      "an attribute behind backticks that are in a tag",
      `<i title="\`">x</i> \`<b title="${EVIL}">\` `,
      ["2 HTML attributes"],
    ],
    ["a comment behind what only looks like a fence", `\u{e0041}\`\`\`\n<!-- ${EVIL} -->`, null],
    ["a comment in what only looks like a code span", `\`\u200b\`x <!-- ${EVIL} --> \`\``, null],
    ["an attribute that swallows a fence", `<div title="\n\n\`\`\`\n<b title='${EVIL}'>\n\`\`\`\n`, null],
  ])("%s", (_, markdown, removed) => {
    const cleaned = cleanText(markdown);
    expect(cleaned.text).not.toContain(EVIL);
    if (removed !== null) expect(cleaned.removed).toEqual(removed);
  });

  test("characters nobody sees: zero width, bidirectional, tags, variation selectors, as entities too", () => {
    const tags = Array.from(EVIL, (c) => String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0))).join("");
    const markdown = `fix\u200b it\u202e ${tags}\ufe0f\u{e0101} \u0007 &#xE0041;&#8203; \`a\u2066b\``;
    const { text, removed } = cleanText(markdown);
    expect(text).toBe("fix it      `ab`");
    expect(removed).toEqual([`${1 + 1 + tags.length / 2 + 2 + 1 + 2 + 1} invisible characters`]);
  });
});

describe("what a person sees stays", () => {
  test.each([
    [
      "words, lists, links and tables",
      "# T\n\n- a *b* [c](http://d)\n\n| a | b |\n|---|---|\n| 1 < 2 | 3 > 2 |",
    ],
    [
      "code between fences, whatever is in it",
      '```html\n<!-- shown --><i title="shown">&#x41;\n[a]: b "c"\n```\n\nafter',
    ],
    ["code between tildes, with backticks in it", "~~~\n```\n<!-- shown -->\n~~~"],
    ["code in a line", 'The `<input disabled title="x">` and ``a ` <!-- b -->`` fail.'],
    ["generic types", "Promise<string> and Map<K, List<V>> where a < b and c > d"],
    ["addresses", "<https://example.com/a?b=c> and <mona@example.com>"],
    ["escaped brackets", "\\<!-- shown -->"],
    ["a comment mark that opens nothing", "Write <!-- to begin one."],
    ["footnotes", "a[^1]\n\n[^1]: shown"],
    ["plain tags", "<details><summary>Log</summary>\n\nshown\n\n</details>"],
    ["text that is not English", "Größe 数 שלום नमस्ते"],
  ])("%s", (_, markdown) => {
    expect(cleanText(markdown)).toEqual({ text: markdown, removed: [] });
  });

  test("addresses of links and images stay when their attributes go", () => {
    const { text } = cleanText('<a class="x" href="http://a">b</a> <img alt="c" src=http://d>');
    expect(text).toBe('<a href="http://a">b</a> <img src=http://d>');
  });

  test("all kinds of line ends become one", () => {
    expect(cleanText("a\r\nb\rc\n").text).toBe("a\nb\nc\n");
  });

  test("a title is one line in which nothing is markup", () => {
    expect(cleanTitle(' <input\ntitle="x"> is\u200b broken ')).toEqual({
      text: '<input title="x"> is broken',
      removed: ["1 invisible character"],
    });
  });
});

const PIECES = [
  "<!--",
  "-->",
  "<",
  ">",
  '"',
  "'",
  "`",
  "```",
  "\n",
  "\n\n",
  "    ",
  "  ",
  " ",
  "- ",
  "> ",
  "1. ",
  "~~~",
  "[",
  "]",
  "(",
  ")",
  "![",
  "](",
  "[a]: b",
  "<div",
  "<b title=",
  "</div>",
  "<pre>",
  "</pre>",
  "<script>",
  "</script>",
  "<?",
  "?>",
  "=",
  "\\",
  "|",
  "x",
  "\u200b",
  "\u{e0041}",
  "&#x200b;",
  "\r\n",
  "\u{d800}",
];
const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(""));

test("property: nothing invisible and no half character is left, and cleaning what is clean removes nothing invisible", () => {
  fc.assert(
    fc.property(soup, (markdown) => {
      const { text } = cleanText(markdown);
      expect(text).not.toMatch(/[\p{DI}]|(?![\t\n])\p{Cc}/u);
      expect(text.isWellFormed()).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("property: a closed comment between words never survives, whatever stands before it, but in code", () => {
  fc.assert(
    fc.property(soup, (before) => {
      const { text } = cleanText(`${before}\n\nwords <!-- ${EVIL} --> words\n\nend`);
      const isShown = text.includes(EVIL);
      // It may be shown where the text before opened a fence and left it open.
      expect(isShown && !/(^|\n) {0,3}(```|~~~)/.test(before.replace(/\r\n?/g, "\n"))).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

test("65,000 hostile characters of any one kind are cleaned without getting stuck", () => {
  for (const piece of [
    "<!--",
    "<?",
    "![",
    "](a '",
    "<a ",
    '<a "',
    "[\n",
    "`",
    "``` `",
    "<div>\n<i '",
    "\\",
    '[a]: b "\n',
  ]) {
    const { text } = cleanText(piece.repeat(Math.floor(65_000 / piece.length)));
    expect(text.length).toBeLessThanOrEqual(65_000);
  }
});
