import { z } from "zod";

// Providers differ in the dialect of JSON Schema they accept. These keywords all of them do.
const KEPT = new Set(["type", "properties", "required", "items", "enum", "description"]);

// Every tool takes these two; they become the DecisionRecord. The system prompt says what they are for.
const DECISION = {
  rationale: { type: "string" },
  rejected: { type: "array", items: { type: "string" } },
};

/** The arguments of a tool as JSON Schema that any provider accepts. */
export function toParameters(schema: z.ZodObject): Record<string, unknown> {
  const plain = strip(z.toJSONSchema(schema, { io: "input" }));
  const properties = { ...(plain["properties"] as Record<string, unknown>), ...DECISION };
  const required = plain["required"];
  return { type: "object", properties, ...(required === undefined ? {} : { required }) };
}

function strip(node: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (!KEPT.has(key)) continue;
    kept[key] = key === "properties" ? stripEach(value as object) : isObject(value) ? strip(value) : value;
  }
  return kept;
}

function stripEach(properties: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, strip(schema as Record<string, unknown>)]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
