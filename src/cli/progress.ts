import type { RunEvent } from "../domain/events.ts";
import type { Listener } from "../run/emitter.ts";
import type { Terminal } from "./terminal.ts";

const WIDTH = 110;

/** One line for each thing a person wants to see happen. Drawn on a terminal only. */
export function createProgress(terminal: Terminal): Listener {
  if (!terminal.isInteractive) return () => {};
  return (event) => {
    for (const line of describe(event, terminal)) terminal.note(`  ${line}`);
  };
}

type Of<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;

/** Events without an entry are not worth a line. */
function describe(event: RunEvent, terminal: Terminal): string[] {
  switch (event.type) {
    case "run.started":
      return [`run       ${event.runId} ${terminal.style("dim", `model: ${event.model}`)}`];
    case "checkout.opened":
      return [`checkout  ${event.ref} at ${event.baseSha.slice(0, 12)}`];
    case "plan.resolved":
      return planLines(event, terminal);
    case "setup.finished":
      return event.steps.length === 0
        ? []
        : [`set-up    ${count(event.steps.length, "step")} ${event.ok ? "done" : "failed"}`];
    case "baseline.checked":
      return baselineLines(event, terminal);
    case "gate.decided":
      return event.decision === "allow" ? [] : [`gate      ${event.tool}: ${cut(event.reason)}`];
    case "answer.proposed":
      return ["verify    the model says it is done; the verifier runs the plan in a fresh tree"];
    case "effect.done":
      // One line for each of a dozen check runs would say nothing that the summary does not.
      if (event.effect === "check run") return [];
      return [`publish   ${event.effect} ${terminal.style("dim", event.url ?? "")}`];
    default:
      return describeResult(event, terminal);
  }
}

function describeResult(event: RunEvent, terminal: Terminal): string[] {
  switch (event.type) {
    case "tool.finished":
      return [
        `${terminal.style(event.ok ? "reset" : "yellow", `turn ${String(event.step).padEnd(5)}`)}${cut(`${event.tool}: ${event.summary}`)}`,
      ];
    case "check.finished": {
      const time = terminal.style("dim", `${(event.durationMs / 1000).toFixed(1)} s`);
      return [`          ${mark(event.status, terminal)} ${event.name} ${time}`];
    }
    case "verdict.reached": {
      const word = event.verdict.passed
        ? terminal.style("green", "passed")
        : terminal.style("red", "not passed");
      return [`verdict   ${word}: ${cut(event.verdict.summary)}`];
    }
    case "run.ended":
      return [`ended     ${event.outcome}${event.reason === null ? "" : `: ${cut(event.reason)}`}`];
    default:
      return [];
  }
}

function baselineLines({ checks }: Of<"baseline.checked">, terminal: Terminal): string[] {
  const lines = checks.map(({ name, status, durationMs }) => {
    const time = terminal.style("dim", `${(durationMs / 1000).toFixed(1)} s`);
    return `          ${mark(status, terminal)} ${name} ${time}`;
  });
  return lines.length === 0 ? [] : ["baseline  the plan on the base, before any change", ...lines];
}

function planLines({ checks }: Of<"plan.resolved">, terminal: Terminal): string[] {
  const lines = checks.map(
    ({ command, provenance }) => `          ${cut(command)} ${terminal.style("dim", provenance)}`,
  );
  return [`plan      ${count(checks.length, "check")}, frozen before the first edit`, ...lines];
}

function mark(status: "pass" | "fail" | "skip", terminal: Terminal): string {
  switch (status) {
    case "pass":
      return terminal.style("green", "passed ");
    case "fail":
      return terminal.style("red", "failed ");
    case "skip":
      return terminal.style("yellow", "not run");
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function cut(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line;
}
