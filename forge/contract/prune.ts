/** A schema, or any other node of an OpenAPI description. */
export interface Json {
  [key: string]: unknown;
}

const KEPT_AS_IS = new Set(
  (
    "type required enum const format pattern minLength maxLength " +
    "minimum maximum minItems maxItems uniqueItems minProperties maxProperties"
  ).split(" "),
);
const MAPS = new Set(["properties", "patternProperties"]);
const LISTS = new Set(["anyOf", "oneOf", "allOf"]);
const NESTED = new Set(["items", "additionalProperties", "not"]);

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Keeps what validates and drops prose. It walks schemas, not keys, so that a property called `description` or
 * `example` survives. OpenAPI's `nullable` becomes plain JSON Schema.
 */
export function pruneSchema(node: unknown): unknown {
  if (!isJson(node)) return node;
  const pruned: Json = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === "$ref") pruned[key] = String(value).replace("#/components/schemas/", "#/schemas/");
    else if (MAPS.has(key)) pruned[key] = mapValues(value as Json, pruneSchema);
    else if (LISTS.has(key)) pruned[key] = (value as unknown[]).map(pruneSchema);
    else if (NESTED.has(key)) pruned[key] = pruneSchema(value);
    else if (KEPT_AS_IS.has(key)) pruned[key] = value;
  }
  return node["nullable"] === true ? admitNull(pruned) : pruned;
}

function admitNull(schema: Json): Json {
  const type = schema["type"];
  if (typeof type !== "string") return { anyOf: [schema, { type: "null" }] };
  const values = schema["enum"];
  const withNull: Json = { ...schema, type: [type, "null"] };
  // nine nullable enums of the description forget to list null
  if (Array.isArray(values) && !values.includes(null)) withNull["enum"] = [...(values as unknown[]), null];
  return withNull;
}

/**
 * Refuses properties that are not declared. GitHub leaves nearly all request bodies open, so a misspelt optional
 * field would pass. Branches of a composition stay open where the parent lists the properties.
 */
export function closeObjects(node: unknown, parentLists = false): unknown {
  if (!isJson(node)) return node;
  const lists = isJson(node["properties"]);
  const closed: Json = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === "$ref") closed[key] = String(value).replace("#/schemas/", "#/closed/");
    else if (MAPS.has(key)) closed[key] = mapValues(value as Json, (child) => closeObjects(child));
    else if (LISTS.has(key))
      closed[key] = (value as unknown[]).map((c) => closeObjects(c, parentLists || lists));
    else if (NESTED.has(key)) closed[key] = closeObjects(value);
    else closed[key] = value;
  }
  if (lists && !parentLists && !("additionalProperties" in node)) closed["additionalProperties"] = false;
  return closed;
}

/** Every schema name that `root` refers to, directly or through others. */
export function reachableSchemas(root: unknown, schemas: Json): Set<string> {
  const found = new Set<string>();
  const queue: unknown[] = [root];
  while (queue.length > 0) {
    for (const name of referencedNames(queue.pop())) {
      if (found.has(name)) continue;
      found.add(name);
      queue.push(schemas[name]);
    }
  }
  return found;
}

function referencedNames(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(referencedNames);
  if (!isJson(node)) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string"
      ? [value.slice(value.lastIndexOf("/") + 1)]
      : referencedNames(value),
  );
}

export function mapValues(map: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}
