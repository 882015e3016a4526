import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const MODULES = 45;
const MODULE_BYTES = 7_900;
const NOUNS =
  "order cart price stock item user total rate ship pack batch queue cache route token event state field index merge".split(
    " ",
  );

/**
 * The repository of both scenarios, the same bytes every time: a small library with one wrong comparison, the test
 * that shows it, and 45 modules of about 8 KB to read.
 */
export function makeScenarioRepository(root: string): void {
  const random = createRandom(12_345);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write(
    "package.json",
    `${JSON.stringify({ name: "shop", version: "1.0.0", type: "module", private: true, scripts: { test: "node --test" } }, null, 2)}\n`,
  );
  // Nothing to install: what is measured is the harness, not a package manager.
  write(".github/avatar.yml", "verify: { setup: [] }\n");
  write("README.md", "# shop\n\nA small library for orders. `npm test` runs its tests.\n");
  write("src/discount.js", DISCOUNT);
  write("test/discount.test.js", DISCOUNT_TEST);
  for (let n = 0; n < MODULES; n += 1) write(modulePath(n), moduleText(n, random));
  for (let n = 0; n < 12; n += 1)
    write(`docs/note${n}.md`, `# Note ${n}\n\nAbout ${NOUNS[n] ?? "orders"}.\n`);
  const git = (...args: string[]): void => {
    execFileSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@example.org", ...args], {
      cwd: root,
      stdio: "pipe",
    });
  };
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "initial");
}

export function modulePath(n: number): string {
  return `src/mod${String(n).padStart(2, "0")}.js`;
}

const DISCOUNT = `// Orders of 100 or more get 10 % off, orders of 500 or more 20 % off.
export function discountRate(total) {
  if (total >= 500) return 0.2;
  if (total > 100) return 0.1;
  return 0;
}

export function priceAfterDiscount(total) {
  return total * (1 - discountRate(total));
}
`;

const DISCOUNT_TEST = `import test from "node:test";
import assert from "node:assert/strict";
import { priceAfterDiscount } from "../src/discount.js";

test("no discount below 100", () => assert.equal(priceAfterDiscount(99), 99));
test("10 % off from exactly 100", () => assert.equal(priceAfterDiscount(100), 90));
test("20 % off from 500", () => assert.equal(priceAfterDiscount(500), 400));
`;

function moduleText(n: number, random: (below: number) => number): string {
  const noun = (): string => NOUNS[random(NOUNS.length)] ?? "item";
  let text = `// Module ${n}: generated functions.\n\n`;
  for (let k = 0; text.length < MODULE_BYTES; k += 1) {
    const [what, of, per] = [noun(), noun(), noun()];
    const limit = 10 + random(900);
    text += `/** The ${what} ${of} of one ${per}, at most ${limit}. */
export function ${what}${of[0]?.toUpperCase() ?? ""}${of.slice(1)}${n}_${k}(${per}, limit = ${limit}) {
  const base = ${per}.${what} ?? 0;
  if (base > limit) return limit;
  return base + (${per}.${of} ?? ${random(99)}) * ${1 + random(9)};
}

`;
  }
  return text;
}

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % below;
  };
}
