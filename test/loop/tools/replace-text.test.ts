import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { findNearest } from "../../../src/loop/tools/nearest-match.ts";
import { replaceText } from "../../../src/loop/tools/replace-text.ts";

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

function replaced(file: Buffer | string, oldString: string, newString: string, replaceAll = false): Buffer {
  const result = replaceText(Buffer.from(file as string), { oldString, newString, replaceAll });
  if (result.kind !== "replaced") throw new Error(result.kind);
  return result.bytes;
}

/** Bytes of any kind, also such as are no UTF-8, without line ends that would make a file a CR LF file. */
const bytes = fc
  .uint8Array({ maxLength: 60 })
  .map((array) => Buffer.from(array.filter((byte) => byte !== 10 && byte !== 13)));
const text = fc.string({
  minLength: 1,
  maxLength: 12,
  unit: fc.constantFrom("a", "b", "é", " ", "\n", "漢"),
});

test("bytes outside the replaced range never change", () => {
  fc.assert(
    fc.property(bytes, text, text, bytes, (before, oldString, newString, after) => {
      const file = Buffer.concat([before, Buffer.from(`<${oldString}>`), after]);
      const result = replaceText(file, {
        oldString: `<${oldString}>`,
        newString,
        replaceAll: false,
      });
      if (result.kind === "ambiguous") return;
      if (result.kind !== "replaced") throw new Error("the text is there");
      expect(result.bytes.equals(Buffer.concat([before, Buffer.from(newString), after]))).toBe(true);
    }),
  );
});

test("a CR LF file stays one, edited with LF texts", () => {
  const line = fc.string({ maxLength: 8, unit: fc.constantFrom("a", "b", " ") });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.array(line, { maxLength: 4 }),
      fc.boolean(),
      (head, fresh, tail, bom) => {
        const body = [...head, "one", "two", ...tail, ""].join("\r\n");
        const file = bom ? Buffer.concat([BOM, Buffer.from(body)]) : Buffer.from(body);
        const result = replaced(file, "one\ntwo", fresh.join("\n"));
        const wanted = [...head, ...fresh, ...tail, ""].join("\r\n");
        expect(result.equals(bom ? Buffer.concat([BOM, Buffer.from(wanted)]) : Buffer.from(wanted))).toBe(
          true,
        );
      },
    ),
  );
});

test("an LF file is edited by a model that sends CR LF", () => {
  expect(replaced("one\ntwo\nthree\n", "one\r\ntwo", "1").toString()).toBe("1\nthree\n");
});

test("a byte order mark stays, also when the first line is replaced by text that has one", () => {
  const file = Buffer.concat([BOM, Buffer.from("one\ntwo\n")]);
  expect(replaced(file, "\uFEFFone", "\uFEFF1").equals(Buffer.concat([BOM, Buffer.from("1\ntwo\n")]))).toBe(
    true,
  );
});

test("the final newline stays when the last line is replaced by text without one", () => {
  expect(replaced("one\ntwo\n", "two\n", "2").toString()).toBe("one\n2\n");
  expect(replaced("one\r\ntwo\r\n", "two\n", "2").toString()).toBe("one\r\n2\r\n");
  expect(replaced("one\ntwo", "two", "2").toString()).toBe("one\n2");
  expect(replaced("one\ntwo\n", "two\n", "").toString()).toBe("one\n");
});

test("bytes that are no UTF-8 survive an edit beside them", () => {
  const file = Buffer.concat([Buffer.from("caf"), Buffer.from([0xe9]), Buffer.from("\nx = 1\n")]);
  const wanted = Buffer.concat([Buffer.from("caf"), Buffer.from([0xe9]), Buffer.from("\nx = 2\n")]);
  expect(replaced(file, "x = 1", "x = 2").equals(wanted)).toBe(true);
});

test("replaceAll replaces every match and does not look into what it wrote", () => {
  expect(replaced("a a a", "a", "aa", true).toString()).toBe("aa aa aa");
});

test("a new text with dollar signs goes in as it is", () => {
  expect(replaced("x", "x", "$& $1 $$").toString()).toBe("$& $1 $$");
});

test("several matches are ambiguous, with their places", () => {
  const file = Buffer.from("a\nb\na\n");
  expect(replaceText(file, { oldString: "a", newString: "c", replaceAll: false })).toEqual({
    kind: "ambiguous",
    at: [0, 4],
  });
});

test("the nearest place is found through other indentation", () => {
  const near = findNearest("x\n    if (a) {\n      b();\n    }\ny\n", "if (a) {\n  b();\n}");
  expect(near).toEqual({
    firstLine: 2,
    lines: ["    if (a) {", "      b();", "    }"],
    whitespaceOnly: true,
  });
});

test("the nearest place is found through a small slip, and nothing is offered for something else", () => {
  expect(findNearest("let total = sum(a);\nreturn total;\n", "let total = sum(b);")).toMatchObject({
    firstLine: 1,
    whitespaceOnly: false,
  });
  expect(findNearest("let total = sum(a);\n", "class Foo extends Bar {}")).toBeNull();
});
