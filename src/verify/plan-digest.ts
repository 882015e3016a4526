import { createHash } from "node:crypto";
import { PlannedCheck } from "../domain/plan.ts";

/**
 * SHA-256 in hex of the frozen plan as canonical JSON: defaults filled in, keys sorted, no spaces. The order
 * of the checks counts, because they run in that order.
 */
export function planDigest(plan: readonly PlannedCheck[]): string {
  const filled = plan.map((check) => PlannedCheck.parse(check));
  return createHash("sha256").update(canonicalJson(filled)).digest("hex");
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(",")}}`;
}
