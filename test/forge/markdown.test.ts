import { expect, test } from "@jest/globals";
import { assert, property, string, stringMatching } from "fast-check";
import { renderMarkdown } from "../../forge/view/markdown.ts";

function render(source: string): string {
  return renderMarkdown(source, { base: "/octo-org/shop" });
}

test.each<[string, string, string]>([
  ["a heading", "## Title ##", "<h2>Title</h2>"],
  [
    "a paragraph with marks",
    "a **b** _c_ ~~d~~ `e<f`",
    "<p>a <strong>b</strong> <em>c</em> <del>d</del> <code>e&lt;f</code></p>",
  ],
  ["line ends in a paragraph", "one\ntwo", "<p>one<br>\ntwo</p>"],
  ["a rule", "---", "<hr>"],
  [
    "a link",
    "[a `b`](https://x.example/y)",
    '<p><a href="https://x.example/y" rel="nofollow noopener">a <code>b</code></a></p>',
  ],
  ["an issue", "see #12", '<p>see <a href="/octo-org/shop/issues/12" rel="nofollow noopener">#12</a></p>'],
  ["a fence, verbatim", "```js\n**a** <b>\n```", "<pre><code>**a** &lt;b&gt;</code></pre>"],
  ["a fence that never closes", "```\na", "<pre><code>a</code></pre>"],
  ["a quote", "> a\n> > b", "<blockquote><p>a</p>\n<blockquote><p>b</p></blockquote></blockquote>"],
  ["a list in a list", "- a\n  1. b\n- c", "<ul><li>a\n<ol><li>b</li></ol></li><li>c</li></ul>"],
  [
    "tasks",
    "- [x] a\n- [ ] b",
    '<ul><li class="task"><input type="checkbox" disabled checked> a</li><li class="task"><input type="checkbox" disabled> b</li></ul>',
  ],
  [
    "a table",
    "| a | b |\n|:-:|--:|\n| `x|y` | \\| |",
    '<table><thead><tr><th class="center">a</th><th class="right">b</th></tr></thead><tbody><tr><td class="center"><code>x|y</code></td><td class="right">|</td></tr></tbody></table>',
  ],
  [
    "details with markdown inside",
    "<details><summary>S</summary>\n\n- a\n\n</details>\nend",
    "<details><summary>S</summary><ul><li>a</li></ul></details>\n<p>end</p>",
  ],
  [
    "details in details",
    "<details>\n<summary>A</summary>\n<details>\n<summary>B</summary>\n\nx\n</details>\n</details>",
    "<details><summary>A</summary><details><summary>B</summary><p>x</p></details></details>",
  ],
  ["no comment", "<!-- marker\nmore -->\ntext<!-- x -->", "<p>text</p>"],
])("%s", (_, source, html) => {
  expect(render(source)).toBe(html);
});

test.each([
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '<a href="javascript:alert(1)">x</a>',
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](data:text/html,<script>alert(1)</script>)",
  "[x](//evil.example)",
  "<details ontoggle=alert(1)>x</details>",
  '<kbd onclick="x">a</kbd>',
  '[a](https://x.example/"onmouseover="alert(1))',
  "| <script> |\n|---|\n| <img src=x onerror=x> |",
  "```<script>\n</code></pre><script>\n```",
  "# <iframe src=x>",
])("%s does no harm", (source) => {
  expectHarmless(render(source));
});

const ALLOWED_TAG =
  /^<\/?(?:h[1-6]|p|br|hr|ul|ol|li|table|thead|tbody|tr|th|td|pre|code|blockquote|details|summary|strong|em|del|ins|sub|sup|kbd|b|i|div|span|svg|path|circle|ellipse|rect|g|input|a)(?: [^<>]*)?>$/u;

function expectHarmless(html: string): void {
  for (const [tag] of html.matchAll(/<[^>]*>?/gu)) {
    expect(tag).toMatch(ALLOWED_TAG);
    const attributes = tag.replaceAll(/"[^"]*"/gu, '""');
    expect(attributes).not.toMatch(/\son\w+\s*=/iu);
  }
  for (const [, target = ""] of html.matchAll(/href="([^"]*)"/gu))
    expect(target).not.toMatch(/^\s*(?:javascript|data|vbscript):|^\/\//iu);
}

test("no text whatever brings in a tag, a handler or a script", () => {
  const hostile = stringMatching(
    /^(?:<details>|<\/details>|<summary>|<script>|<kbd>|<\/kbd>|\[|\]|\(|\)|javascript:|https:\/\/|`|\*|_|\||-|\n|<!--|-->|"|'|>|#| |a|x=){0,40}$/u,
  );
  assert(
    property(hostile, (source) => expectHarmless(render(source))),
    { numRuns: 300 },
  );
  assert(
    property(string({ unit: "binary", maxLength: 200 }), (source) => expectHarmless(render(source))),
    { numRuns: 200 },
  );
});

test("long hostile text is rendered at all", () => {
  for (const piece of ["*a ", "_a ", "[", "`", "<details>\n", "[a](", "~~", "> ", "| a ", "<kbd>"]) {
    expect(render(piece.repeat(2000)).length).toBeGreaterThan(0);
  }
});
