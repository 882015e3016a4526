import { expect, test } from "@jest/globals";
import { array, assert, constantFrom, oneof, property, string, stringMatching } from "fast-check";
import { escapeHtml } from "../../forge/view/escape.ts";
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

test.each<[string, string, string]>([
  ["by number, sign or name", "&#96;a&#x2A; &lt;b&gt; &amp;amp; &copy;", "<p>`a* &lt;b&gt; &amp;amp; ©</p>"],
  [
    "that no one knows, as written",
    "&nope; &constructor; &lt",
    "<p>&amp;nope; &amp;constructor; &amp;lt</p>",
  ],
  ["of no character", "&#0;&#xD800;&#x110000;", "<p>\uFFFD\uFFFD\uFFFD</p>"],
  ["after a backslash, as written", "\\&lt;", "<p>&amp;lt;</p>"],
  ["in code spans, as written", "`&#96;` ``&lt;``", "<p><code>&amp;#96;</code> <code>&amp;lt;</code></p>"],
  ["in fences, as written", "```\n&#96;\n```", "<pre><code>&amp;#96;</code></pre>"],
  ["in a code element", "<code>&#47;a&#124;&lt;</code>", "<p><code>/a|&lt;</code></p>"],
  ["in headings", "## &#35; a", "<h2># a</h2>"],
  ["that would begin a list", "&#45; a", "<p>- a</p>"],
  ["a tag made of them", "&lt;b&gt;x&lt;/b&gt;", "<p>&lt;b&gt;x&lt;/b&gt;</p>"],
  ["between marks", "&#42;a&#42; **b&#42;**", "<p>*a* <strong>b*</strong></p>"],
  [
    "in an address",
    "[a](https://x.example/?a=1&amp;b=2)",
    '<p><a href="https://x.example/?a=1&amp;b=2" rel="nofollow noopener">a</a></p>',
  ],
  [
    "right behind an address",
    "&quot;https://x.example/y&quot;",
    '<p>&quot;<a href="https://x.example/y" rel="nofollow noopener">https://x.example/y</a>&quot;</p>',
  ],
  [
    "as the sign of an issue, unless a gap follows",
    "&#35;1 &#35;&#8203;2",
    '<p><a href="/octo-org/shop/issues/1" rel="nofollow noopener">#1</a> #\u200B2</p>',
  ],
])("character references %s", (_, source, html) => {
  expect(render(source)).toBe(html);
});

test.each<[string, string, string]>([
  [
    "pre below a paragraph",
    "a\n<pre>\n2 *files*\n\n&#60;x\n</pre>",
    "<p>a</p>\n<pre>2 *files*\n\n&lt;x\n</pre>",
  ],
  ["pre that begins with an empty line", "<pre>\n\na</pre>", "<pre>\n\na</pre>"],
  [
    "pre with elements",
    "<PRE>a<br>b <code>#1</code> <i x>c</i></pre>",
    "<pre>a<br>b <code>#1</code> &lt;i x&gt;c&lt;/i&gt;</pre>",
  ],
  ["pre with text after it", "<pre>a</pre> *b* <br>\n*c*", "<pre>a</pre><p>*b* <br></p>\n<p><em>c</em></p>"],
  ["pre that never closes", "<pre>\na\n\n# b", "<pre>a\n\n# b</pre>"],
  ["pre in a list", "- a\n  <pre>\n  b\n  </pre>", "<ul><li>a\n<pre>b\n</pre></li></ul>"],
  ["pre in a sentence", "a <pre>&#42;b</pre> c", '<div class="paragraph">a <pre>*b</pre> c</div>'],
  [
    "pre and details in cells",
    "| a | b |\n|---|---|\n| <pre>x<br>y</pre> | <details><summary>S</summary>z</details> |",
    "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><pre>x<br>y</pre></td><td><details><summary>S</summary>z</details></td></tr></tbody></table>",
  ],
  ["pre in a fence, as written", "```\n<pre>\n```", "<pre><code>&lt;pre&gt;</code></pre>"],
  [
    "pre in a code span, as written",
    "`<pre>`x`</pre>`",
    "<p><code>&lt;pre&gt;</code>x<code>&lt;/pre&gt;</code></p>",
  ],
  [
    "elements in a sentence",
    "H<sub>2</sub> x<sup>2</sup> <b>b _c_</b>",
    "<p>H<sub>2</sub> x<sup>2</sup> <b>b <em>c</em></b></p>",
  ],
  ["line breaks", "a<br>b<br/><br />c<br>\nd", "<p>a<br>b<br><br>c<br>\nd</p>"],
  [
    "an element with an attribute, as written",
    "<sub class=x>a</sub>",
    "<p>&lt;sub class=x&gt;a&lt;/sub&gt;</p>",
  ],
  ["elements that cross", "<b><i></b></i>", "<p><b>&lt;i&gt;</b>&lt;/i&gt;</p>"],
  [
    "no Markdown in a summary",
    "<details><summary>*a* &#96;b&#96; <b>c</b></summary>\n</details>",
    "<details><summary>*a* `b` <b>c</b></summary></details>",
  ],
  ["no comment inside", "<pre>a<!-- b\nc -->d<!-- <!-- e</pre>", "<pre>ad</pre>"],
  ["no comment beside another", "<!-- a --> b &lt; <!-- c -->\n*d*", "<p>b &lt; </p>\n<p><em>d</em></p>"],
  [
    "nothing mentioned in code",
    `<code>#1 ${"ab".repeat(20)}</code>`,
    `<p><code>#1 ${"ab".repeat(20)}</code></p>`,
  ],
  [
    "no link in a link",
    "[![a](https://x.example/p.png) #1 https://x.example](https://y.example)",
    '<p><a href="https://y.example" rel="nofollow noopener">a #1 https://x.example</a></p>',
  ],
])("HTML: %s", (_, source, html) => {
  expect(render(source)).toBe(html);
});

test.each([
  "[x](javascript&#58;alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](java&Tab;script&colon;alert(1))",
  "[x](/&#47;evil.example)",
  "[x](/&Tab;/evil.example)",
  "[x](/\\evil.example)",
  "[x](&#9;//evil.example)",
  "![x](javascript&#58;alert(1))",
])("%s leads nowhere else", (source) => {
  const html = render(source);
  expectHarmless(html);
  const targets = [...html.matchAll(/href="([^"]*)"/gu)].map(([, target = ""]) => target);
  expect(targets.map((target) => new URL(target, "https://forge.example/a/b").host)).toEqual(
    targets.map(() => "forge.example"),
  );
});

// what the view itself writes, to the letter; an element that came in raw has no attribute
const BARE =
  /^<(?:h[1-6]|p|br|hr|ul|ol|li|table|thead|tbody|tr|th|td|pre|code|blockquote|details|summary|strong|em|del|ins|sub|sup|kbd|b|i)>$/u;
const WITH_ATTRIBUTES = [
  /^<a href="[^"<>]*" rel="nofollow noopener">$/u,
  /^<t[hd] class="(?:center|right)">$/u,
  /^<li class="task">$/u,
  /^<input type="checkbox" disabled(?: checked)?>$/u,
  /^<div class="(?:paragraph|alert alert-[a-z]+)">$/u,
  /^<p class="alert-title">$/u,
  /^<span class="diff-(?:added|removed)">$/u,
  /^<details open>$/u,
];
const EMOJI = /<span title="[^"<>]*"><svg class="icon emoji"[^>]*>[\s\S]*?<\/svg><\/span>/gu;
const ENDS_PARAGRAPH = /^(?:p|div|pre|details|summary|ul|ol|li|table|blockquote|hr|h[1-6])$/u;

function expectHarmless(html: string): void {
  expectKnownTags(html.replaceAll(EMOJI, ""));
  for (const [, target = ""] of html.matchAll(/href="([^"]*)"/gu))
    expect(target).not.toMatch(/^\s*(?:javascript|data|vbscript):|^\/[/\\]/iu);
}

function expectKnownTags(html: string): void {
  const open: string[] = [];
  for (const [tag] of html.matchAll(/<[^>]*>?/gu)) {
    const name = /^<\/?(?<name>[a-z0-9]+)/u.exec(tag)?.groups?.["name"] ?? "";
    if (tag.startsWith("</")) {
      expect(`</${open.pop() ?? "nothing"}>`).toBe(tag);
      continue;
    }
    if (!BARE.test(tag)) expect(WITH_ATTRIBUTES.filter((allowed) => allowed.test(tag))).toHaveLength(1);
    // or a browser would build another tree than the one written
    if (ENDS_PARAGRAPH.test(name)) expect(open).not.toContain("p");
    if (name === "a") expect(open).not.toContain("a");
    if (!/^(?:br|hr|input)$/u.test(name)) open.push(name);
  }
  expect(open).toEqual([]);
}

test("no text whatever brings in a tag, a handler or a script, and every tag is closed", () => {
  const hostile = stringMatching(
    /^(?:<details>|<\/details>|<summary>|<script>|<kbd>|<\/kbd>|\[|\]|\(|\)|javascript:|https:\/\/|`|\*|_|\||-|\n|<!--|-->|"|'|>|#| |a|x=){0,40}$/u,
  );
  const names = ["pre", "code", "b", "sub", "sup", "details", "summary", "script", "p", "a", "PRE"];
  const raw = names.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} onclick="x">`]);
  const references = ["&lt;", "&gt;", "&#60;", "&#x3e;", "&quot;", "&#96;", "&#42;", "&#10;", "&amp;", "&#"];
  const marks = [
    "<br>",
    "<!--",
    "-->",
    "**",
    "*",
    "`",
    "```\n",
    "[",
    "](",
    ")",
    "#1",
    "- ",
    "> ",
    "|",
    "\n|-|\n",
  ];
  const pieces = constantFrom(...raw, ...references, ...marks, "\n", "\n\n", " ", "a", "https://x.example/");
  const mixed = array(oneof(pieces, string({ maxLength: 4 })), { maxLength: 40 });
  assert(
    property(hostile, (source) => expectHarmless(render(source))),
    { numRuns: 300 },
  );
  assert(
    property(mixed, (parts) => expectHarmless(render(parts.join("")))),
    { numRuns: 1000 },
  );
  assert(
    property(string({ unit: "binary", maxLength: 200 }), (source) => expectHarmless(render(source))),
    { numRuns: 200 },
  );
});

test("text written as character references is shown as that text, and is no Markdown and no HTML", () => {
  const text = string({ unit: "grapheme-ascii", minLength: 1, maxLength: 60 });
  const hex = (written: string) =>
    written.replaceAll(/[\s\S]/gu, (character) => `&#x${character.codePointAt(0)?.toString(16) ?? ""};`);
  assert(
    property(text, (written) => {
      const shown = escapeHtml(written);
      expect(render(hex(written))).toBe(`<p>${shown}</p>`);
      expect(render(`<code>${hex(written)}</code>`)).toBe(`<p><code>${shown}</code></p>`);
      expect(render(`<pre>${hex(written)}</pre>`)).toBe(`<pre>${shown}</pre>`);
      expect(render(`# ${hex(written)}`)).toBe(`<h1>${shown}</h1>`);
    }),
  );
});

test("long hostile text is rendered at all", () => {
  for (const piece of [
    "*a ",
    "_a ",
    "[",
    "`",
    "<details>\n",
    "[a](",
    "~~",
    "> ",
    "| a ",
    "<kbd>",
    "<pre>\n",
    "a <pre>",
    "a <!-- ",
    "&#",
    "&lt;",
  ]) {
    expect(render(piece.repeat(2000)).length).toBeGreaterThan(0);
  }
});
