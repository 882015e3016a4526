import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { Verb } from "../../src/domain/job.ts";
import { parseCommand } from "../../src/intake/parse-command.ts";

const fixThis = { kind: "command", verb: "fix", text: "this" };

describe("a command is found", () => {
  test.each([
    ["alone", "/avatar fix this", fixThis],
    ["in any case", "/Avatar FIX this", fixThis],
    ["with a colon", "/avatar fix: this", fixThis],
    ["after words", "Thanks for the report.\n\n/avatar fix this", fixThis],
    ["with Windows line ends", "Hello\r\n/avatar fix this\r\n", fixThis],
    ["right below a quoted reply", "> please do\n/avatar fix this", fixThis],
    ["after a fence", "```\ncode\n```\n/avatar fix this", fixThis],
    ["after a comment of HTML", "<!-- note -->\n/avatar fix this", fixThis],
    ["in an open section", "<details>\n/avatar fix this", fixThis],
    ["behind characters nobody sees", "\ufeff\u200b/avatar fix this", fixThis],
    ["indented a little", "   /avatar fix this", fixThis],
    ["without text", "/avatar status", { kind: "command", verb: "status", text: "" }],
    [
      "with text below it, code included",
      "/avatar fix the sum\n\n```\n2 + 2 = 5\n```\n",
      { kind: "command", verb: "fix", text: "the sum\n\n```\n2 + 2 = 5\n```" },
    ],
    ["the first of two, without the second", "/avatar fix this\n/avatar status", fixThis],
  ])("%s", (_, body, parsed) => {
    expect(parseCommand(body)).toEqual(parsed);
  });

  test.each(Verb.options)("the verb %s is known", (verb) => {
    expect(parseCommand(`/avatar ${verb}`)).toEqual({ kind: "command", verb, text: "" });
  });
});

describe("no command is found", () => {
  test.each([
    ["in words", "Use /avatar fix this"],
    ["in a quotation", "> /avatar fix this"],
    ["in a quotation of a quotation", "> > /avatar fix this"],
    ["between fences", "```\n/avatar fix this\n```"],
    ["between tildes", "~~~sh\n/avatar fix this\n~~~"],
    ["in a fence that holds a shorter one", "````\n```\n/avatar fix this\n````"],
    ["in a fence that never ends", "```\n/avatar fix this"],
    ["in a fence of a list", "- a\n\n  ```\n/avatar fix this\n  ```"],
    ["in indented code", "Example:\n\n    /avatar fix this"],
    ["in code of a line", "`/avatar fix this`"],
    ["in a hidden comment", "<!--\n/avatar fix this\n-->"],
    ["in a hidden comment behind words", "see <!--\n/avatar fix this\n-->"],
    ["in preformatted text", "<pre>\n\n/avatar fix this\n</pre>"],
    ["in another word", "/avatars fix this"],
    ["in a path", "/avatar/settings is broken"],
    ["in nothing", ""],
  ])("%s", (_, body) => {
    expect(parseCommand(body)).toEqual({ kind: "none" });
  });
});

test("a word that is no verb is named, also when there is none", () => {
  expect(parseCommand("/avatar fxi this")).toEqual({ kind: "unknown", word: "fxi" });
  expect(parseCommand("/avatar")).toEqual({ kind: "unknown", word: "" });
  expect(parseCommand("/avatar __proto__")).toEqual({ kind: "unknown", word: "__proto__" });
});

test("property: quoting every line of any comment silences it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("/avatar fix", "```", "<!--", "text", "", "    x"), { maxLength: 12 }),
      (lines) => {
        expect(parseCommand(lines.map((line) => `> ${line}`).join("\n"))).toEqual({ kind: "none" });
      },
    ),
  );
});

test("property: the text of a command is what stands behind the verb", () => {
  fc.assert(
    fc.property(fc.constantFrom(...Verb.options), fc.string(), (verb, text) => {
      const line = text.replace(/[\r\n]/g, " ");
      expect(parseCommand(`/avatar ${verb} ${line}`)).toEqual({ kind: "command", verb, text: line.trim() });
    }),
  );
});
