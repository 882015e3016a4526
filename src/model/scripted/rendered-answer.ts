import { estimateTokens } from "../estimate-tokens.ts";
import type { ScriptStep } from "./script.ts";

/** A step's answer in the two forms each wire knows. */
export interface RenderedAnswer {
  /** The stream, in order. A chunk may carry several events, so that faults strike at like places on both wires. */
  chunks: string[];
  /** What ends a stream in good order, "" where the last chunk does. */
  closing: string;
  /** The same answer as one JSON document. */
  whole: string;
}

export interface RenderOptions {
  index: number;
  model: string;
  /** Seconds since the epoch. */
  created: number;
  prompt: { tokens: number; cached: number };
  withUsage: boolean;
  /** Without ids and numbers in tool calls. */
  bareCalls: boolean;
}

/** Pieces a text is cut into, so that clients have to put it together again. */
const PIECES = 4;

export function countTokens(step: ScriptStep, prompt: { tokens: number; cached: number }) {
  const calls = step.calls.map((call) => call.tool + argumentText(call.arguments)).join("");
  return {
    prompt: step.usage?.promptTokens ?? prompt.tokens,
    completion: step.usage?.completionTokens ?? estimateTokens(step.say + calls),
    cached: step.usage?.cachedTokens ?? prompt.cached,
  };
}

export function callId(index: number, place: number): string {
  return `call_${index}_${place}`;
}

export function argumentText(value: Record<string, unknown> | string): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** By whole characters: half of a surrogate pair does not survive JSON and UTF-8. */
export function cut(text: string): string[] {
  const characters = Array.from(text);
  const size = Math.max(1, Math.ceil(characters.length / PIECES));
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += size) pieces.push(characters.slice(at, at + size).join(""));
  return pieces;
}
