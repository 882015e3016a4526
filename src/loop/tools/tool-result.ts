import { ToolResult } from "../../domain/tool.ts";

type Parts = Partial<Omit<ToolResult, "ok" | "summary">>;

/** What was asked for was done. `content` falls back to the summary. */
export function done(summary: string, parts: Parts = {}): ToolResult {
  return ToolResult.parse({ ok: true, summary, content: summary, ...parts });
}

/** It was not, and `content` (or the summary alone) tells the model what would work. */
export function failed(summary: string, parts: Parts = {}): ToolResult {
  return ToolResult.parse({ ok: false, summary, content: summary, ...parts });
}
