import { posix } from "node:path";
import { WORKSPACE_ROOT } from "./workflow/run-step.ts";

const BESIDE = posix.dirname(WORKSPACE_ROOT);
const PLACE = new RegExp(`${BESIDE}(?:/[\\w.@+-]+)*/?`, "g");

/** Paths to where the checkout stood in while reading become relative to where the command runs. */
export function relativeText(text: string, cwd: string | null): string {
  const inside = cwd !== null && !cwd.startsWith("..");
  const own = inside ? text.replaceAll(/\$\{GITHUB_WORKSPACE\}|\$GITHUB_WORKSPACE\b/g, WORKSPACE_ROOT) : text;
  const from = posix.join(WORKSPACE_ROOT, cwd ?? ".");
  return own
    .replaceAll(PLACE, (path) => relativePath(from, path, inside))
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}

function relativePath(from: string, path: string, inside: boolean): string {
  const inCheckout = path === WORKSPACE_ROOT || path.startsWith(`${WORKSPACE_ROOT}/`);
  // From beside the checkout it can only be named by the name it happens to have.
  if (inCheckout && !inside) return `$GITHUB_WORKSPACE${path.slice(WORKSPACE_ROOT.length)}`;
  const relative = posix.relative(from, path) || ".";
  return path.endsWith("/") ? `${relative}/` : relative;
}

export function relativeEnv(
  env: Readonly<Record<string, string>>,
  cwd: string | null,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      value.includes(BESIDE) ? relativeText(value, cwd) : value,
    ]),
  );
}
