export type ParsedArguments =
  | { ok: true; args: Record<string, unknown>; rationale: string; rejected: string[] }
  | { ok: false; problem: string };

/**
 * The JSON text a model wrote as arguments. Forgives what can be read only one way: nothing at all, a code fence
 * around it, JSON packed into a JSON string, null for an argument left out.
 */
export function parseArguments(text: string): ParsedArguments {
  const value = parseJson(unfence(text.trim()));
  const object = typeof value === "string" ? parseJson(value) : value;
  if (object === undefined) return { ok: false, problem: "the arguments are no valid JSON" };
  if (typeof object !== "object" || object === null || Array.isArray(object)) {
    return { ok: false, problem: "the arguments must be one JSON object" };
  }
  const given = Object.entries(object).filter(([, argument]) => argument !== null);
  const { rationale, rejected, ...args } = Object.fromEntries<unknown>(given);
  return {
    ok: true,
    args,
    rationale: typeof rationale === "string" ? rationale : "",
    rejected: textsOf(rejected),
  };
}

function parseJson(text: string): unknown {
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unfence(text: string): string {
  return /^```(?:json)?\s*([\s\S]*?)\s*```$/.exec(text)?.[1] ?? text;
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
