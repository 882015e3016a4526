import type { PlannedCheck } from "../domain/plan.ts";
import type { PlanDocument } from "./documents.ts";
import { paragraph, table } from "./table.ts";
import type { Terminal } from "./terminal.ts";

interface Place {
  provenance: string;
  line?: number | undefined;
}

/** The plan for people: what runs, in which order, from where, what is left out and why. */
export function renderPlan(plan: PlanDocument, terminal: Terminal): string {
  const { setup, checks, excluded, warnings } = plan;
  const title = (text: string, remark = ""): string => `${terminal.style("bold", text)}${remark}`;
  const withFolder = [...setup, ...checks].some((one) => one.cwd !== ".");
  const folder = (cell: string): string[] => (withFolder ? [cell] : []);
  const section = (head: string, columns: string[], rows: string[][]): string =>
    rows.length === 0 ? "" : `${head}\n${table([columns, ...rows], terminal.columns)}`;
  const parts = [
    `${title("Plan")} of ${plan.repo.path}${summary(plan)}`,
    checks.length === 0
      ? "Nothing here declares a check. Name one in .github/avatar.yml under `verify.test`."
      : "",
    section(
      title("Set-up", ", in this order"),
      ["#", "command", ...folder("folder"), "from"],
      setup.map((step, at) => [`${at + 1}`, step.command, ...folder(step.cwd), placeOf(step)]),
    ),
    section(
      title("Checks", ", in this order"),
      ["#", "check", "command", ...folder("folder"), "from"],
      checks.map((check, at) => [
        `${at + 1}`,
        wordOf(check),
        check.command,
        ...folder(check.cwd),
        placeOf(check),
      ]),
    ),
    section(
      title("Left out"),
      ["command", "why", "from"],
      excluded.map((left) => [left.command, left.reason, placeOf(left)]),
    ),
    warnings.length === 0
      ? ""
      : [title("Warnings"), ...warnings.map((warning) => paragraph(warning, terminal.columns))].join("\n"),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function summary({ checks, excluded }: PlanDocument): string {
  if (checks.length === 0) return "";
  const count = `${checks.length} ${checks.length === 1 ? "check" : "checks"}`;
  return `: ${count}${excluded.length === 0 ? "" : `, ${excluded.length} left out`}`;
}

/** The command stands beside it, so the name without the command in brackets is enough. */
function wordOf({ name, required }: PlannedCheck): string {
  return `${name.replace(/ \(.*$/s, "")}${required ? "" : " (optional)"}`;
}

/** `.github/workflows/ci.yml:12 job/step`, which terminals and editors open; what has no line as it is. */
function placeOf({ provenance, line }: Place): string {
  const match = /^(?:(ci|llm|config):)?([^:#]+)(?:[:#](.*))?$/s.exec(provenance);
  if (line === undefined || match === null) return provenance;
  const [, tier, file = "", inside = ""] = match;
  return `${file}:${line}${inside === "" ? "" : ` ${inside}`}${tier === "llm" ? " (read by a model)" : ""}`;
}
