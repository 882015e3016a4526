import type { ModelMessage } from "../../domain/ports/model.ts";
import type { ContextPacket } from "./context-packet.ts";
import type { Fence } from "./fence.ts";

const SHOWN_CHECKS = 12;

/**
 * The packet as messages: system, the earlier conversation, then one user message that grows at its end.
 *
 * Why no tool-call messages: they would have to be rebuilt from the state, which does not hold what some providers
 * demand back with them (thought signatures, reasoning text), and shortened arguments teach a model to write
 * shortened files. Why one message and not one for each step: several chat templates refuse two user messages in a
 * row, and assistant texts between them teach a model to answer without calling a tool.
 */
export function renderMessages(
  packet: ContextPacket,
  { system, fence }: { system: string; fence: Fence },
): ModelMessage[] {
  const chat: { role: "user" | "assistant"; content: string }[] = [];
  for (const turn of [...packet.conversation, { role: "user" as const, content: working(packet, fence) }]) {
    const last = chat.at(-1);
    if (last?.role === turn.role) last.content += `\n\n${turn.content}`;
    else chat.push({ ...turn });
  }
  return [{ role: "system", content: system }, ...chat];
}

function working(packet: ContextPacket, fence: Fence): string {
  return [...head(packet, fence), "Steps so far:", ...packet.recentEvidence].join("\n");
}

function head({ goal, constraints, checks, plan, priorActions }: ContextPacket, fence: Fence): string[] {
  const lines = [fence.legend, "The task:", fence.quote(goal)];
  if (constraints.length > 0) lines.push("It must hold that:", ...constraints.map((one) => `- ${one}`));
  if (checks.length > 0) lines.push("The checks:", fence.quote(shortList(checks)));
  if (plan.length > 0) lines.push("The plan:", ...plan.map((step) => `- ${fence.line(step, 200)}`));
  if (priorActions.length > 0) lines.push("Long ago:", ...priorActions);
  return lines;
}

function shortList(checks: readonly string[]): string {
  const more = checks.length - SHOWN_CHECKS;
  return [...checks.slice(0, SHOWN_CHECKS), ...(more > 0 ? [`… ${more} more`] : [])].join("\n");
}
