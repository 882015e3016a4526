import type { PlannedCheck, VerificationPlan } from "../domain/plan.ts";
import { clipEnd } from "../domain/text/clip.ts";
import { codeSpan, escapeInline } from "../domain/text/escape-markdown.ts";
import { provenanceLink } from "./provenance.ts";

export interface PlanComment {
  plan: VerificationPlan;
  repositoryUrl: string | null;
  baseSha: string;
}

const ROWS = 80;

/** What would be run to prove a change of this repository, in which order, from where, and what was left out. */
export function renderPlanComment({ plan, repositoryUrl, baseSha }: PlanComment): string {
  const from = (found: { provenance: string; line?: number | undefined }): string =>
    provenanceLink(found, { repositoryUrl, baseSha });
  const blocks = [
    lead(plan.checks),
    section(
      "Set-up",
      ["Command", "From"],
      plan.setup.map((step) => [code(step.command), from(step)]),
    ),
    section(
      "Checks",
      ["Check", "Command", "Folder", "From"],
      plan.checks.map((check) => [
        escapeInline(clipEnd(check.name, 100)),
        code(check.command),
        code(check.cwd),
        from(check),
      ]),
    ),
    section(
      "Left out",
      ["Command", "Why", "From"],
      plan.excluded.map((left) => [code(left.command), escapeInline(clipEnd(left.reason, 300)), from(left)]),
    ),
    plan.warnings.map((warning) => `- ${escapeInline(clipEnd(warning, 300))}`).join("\n"),
    `<sub>Read at ${code(baseSha.slice(0, 12))}. Nothing was run and no model was asked.</sub>`,
  ];
  return clipEnd(blocks.filter((block) => block !== "").join("\n\n"), 60_000);
}

function lead(checks: readonly PlannedCheck[]): string {
  if (checks.length === 0)
    return "**No check was found in this repository**, so nothing could prove a change.";
  const required = checks.filter((check) => check.required).length;
  return `**${checks.length} ${checks.length === 1 ? "check" : "checks"}** would judge a change, ${required} of them required.`;
}

function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const shown = rows.slice(0, ROWS).map(line);
  const more = rows.length > ROWS ? [`\nand ${rows.length - ROWS} more`] : [];
  return [`**${title}**`, "", line(head), line(head.map(() => "---")), ...shown, ...more].join("\n");
}

function code(text: string): string {
  return codeSpan(clipEnd(text.replaceAll("\n", " ⏎ "), 200));
}
