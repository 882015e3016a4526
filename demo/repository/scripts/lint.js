// The project's own rules for its source, one a line below.
import { readdirSync, readFileSync } from "node:fs";

const RULES = [
  ["no tabs", /\t/],
  ["no trailing blanks", /[ \t]+$/],
  ["no var", /^\s*var\s/],
  ["lines of at most 100 characters", /^.{101,}$/],
];

let problems = 0;
for (const folder of ["src", "test", "scripts"]) {
  for (const name of readdirSync(folder)) {
    const lines = readFileSync(`${folder}/${name}`, "utf8").split("\n");
    lines.forEach((line, index) => {
      for (const [rule, pattern] of RULES) {
        if (!pattern.test(line)) continue;
        problems += 1;
        console.error(`${folder}/${name}:${index + 1}: ${rule}`);
      }
    });
  }
}
console.log(problems === 0 ? "lint: nothing to complain about" : `lint: ${problems} problem(s)`);
process.exitCode = problems === 0 ? 0 : 1;
