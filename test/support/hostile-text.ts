import * as fc from "fast-check";

const FRAGMENTS = [
  "/avatar fix this",
  "\n/avatar stop",
  "@octocat",
  "@org/team",
  "fixes #12",
  "Closes GH-7",
  "resolves https://github.com/o/r/issues/3",
  "![x](https://evil.example/p.png)",
  "[a](javascript:alert(1))",
  "<img src=x onerror=alert(1)>",
  "<!-- avatar:status:1 -->",
  "-->",
  "</pre></code></details>",
  "```\n",
  "~~~",
  "| a | b |\n| --- | --- |\n",
  "### Proof",
  "&#64;bob",
  "&lt;b&gt;",
  "\\@bob \\[x\\]",
  "www.example.org",
  "- item\n1. item\n> quote\n=====\n",
  "    indented",
  "\tafter a tab",
  "<br>",
  "&#8203;",
  "[U+200B]",
  "[ref]: https://evil.example",
  "$x$ **b** _i_ ~~s~~ `c`",
  "\r\n",
  "\u200B\u202E\u{E0041}\uFEFF",
  "\uD800",
  "❤️ ünï",
  " ",
];

/** Text as a model or a stranger might write it, with the pieces that do harm in Markdown. */
export function hostileText(maxLength = 8): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.constantFrom(...FRAGMENTS),
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.string(),
  );
  return fc.array(piece, { maxLength }).map((pieces) => pieces.join(""));
}
