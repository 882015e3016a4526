import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { paragraph, table } from "../../src/cli/table.ts";

test("a table that fits stands as it is; one that does not goes on in the next line", () => {
  const rows = [
    ["#", "command", "from"],
    ["1", "npm test", ".github/workflows/ci.yml:12 job/step"],
  ];
  expect(table(rows, 80).split("\n").at(-1)).toBe("  1  npm test  .github/workflows/ci.yml:12 job/step");
  expect(table(rows, 40).split("\n").slice(2)).toEqual([
    "  1  npm test  .github/workflows/",
    "               ci.yml:12 job/step",
  ]);
});

test("whatever the cells hold, no line is wider than the terminal and nothing moves its cursor", () => {
  const cell = fc.oneof(fc.string({ maxLength: 80 }), fc.string({ unit: "binary", maxLength: 400 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
      for (const line of table(rows, 80).split("\n")) {
        expect(line.length).toBeLessThanOrEqual(80);
        expect(line).not.toMatch(/\p{Cc}/u);
      }
      expect(
        paragraph(rows[0]?.[0] ?? "", 80)
          .split("\n")
          .every((line) => line.length <= 80),
      ).toBe(true);
    }),
  );
});

test("into a pipe nothing is broken", () => {
  expect(table([["a"], ["x ".repeat(60).trim()]]).split("\n")[2]).toBe(`  ${"x ".repeat(60).trim()}`);
});
