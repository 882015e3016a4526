import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { closeObjects, isJson, mapValues, pruneSchema, reachableSchemas } from "./prune.ts";
import type { Json } from "./prune.ts";
import { OPERATIONS, WEBHOOKS } from "./operations.ts";

// Usage: node forge/contract/build-subset.ts REST.json WEBHOOKS.json [OUTPUT_DIRECTORY]
// The two inputs are generated/api.github.com.json of the packages named in SOURCES.

const SOURCES = {
  rest: "@octokit/openapi@23.0.2",
  hooks: "@octokit/openapi-webhooks@12.1.0",
};
const NOTICE =
  "Derived from GitHub's OpenAPI description as packaged by Octokit, MIT: see LICENSE-octokit.txt";

function buildRestSubset(document: Json): Json {
  const components = document["components"] as Record<string, Json>;
  const schemas = mapValues(components["schemas"] ?? {}, pruneSchema);
  const wanted = new Set(OPERATIONS);
  const operations: Json = {};
  for (const [route, methods] of Object.entries(document["paths"] as Json)) {
    for (const [method, operation] of Object.entries(methods as Record<string, Json>)) {
      const id = operation["operationId"] as string;
      if (wanted.delete(id)) operations[id] = pruneOperation(operation, { method, route, components });
    }
  }
  mendFlaws(operations);
  if (wanted.size > 0) throw new Error(`not in the description: ${[...wanted].join(", ")}`);
  return {
    source: SOURCES.rest,
    notice: NOTICE,
    operations: sortKeys(operations),
    schemas: pick(schemas, reachableSchemas(responsesOf(operations), schemas)),
    closed: mapValues(pick(schemas, reachableSchemas(requestsOf(operations), schemas)), closeObjects),
  };
}

/** Where the description contradicts itself, what GitHub does counts. */
function mendFlaws(operations: Json): void {
  // the account would have to be a user and an enterprise at once; the same schema by name says "or"
  const list = operations["apps/list-installations"] as { responses: Json };
  list.responses["200"] = { type: "array", items: { $ref: "#/schemas/installation" } };
}

interface OperationSite {
  method: string;
  route: string;
  components: Record<string, Json>;
}

function pruneOperation(operation: Json, { method, route, components }: OperationSite): Json {
  const parameters = ((operation["parameters"] ?? []) as Json[]).map((p) => resolveComponent(p, components));
  const body = operation["requestBody"] as Json | undefined;
  const schema = body === undefined ? undefined : jsonSchemaOf(body);
  return {
    method: method.toUpperCase(),
    path: route,
    multiSegment: parameters.filter((p) => p["x-multi-segment"] === true).map((p) => p["name"]),
    query: Object.fromEntries(
      parameters.filter((p) => p["in"] === "query").map((p) => [p["name"], pruneSchema(p["schema"])]),
    ),
    request:
      schema === undefined ? null : { required: body?.["required"] === true, schema: closeObjects(schema) },
    responses: mapValues(operation["responses"] as Json, (response) => {
      return jsonSchemaOf(resolveComponent(response as Json, components)) ?? null;
    }),
  };
}

function resolveComponent(node: Json, components: Record<string, Json>): Json {
  const reference = node["$ref"];
  if (typeof reference !== "string") return node;
  const [kind = "", name = ""] = reference.replace("#/components/", "").split("/");
  return components[kind]?.[name] as Json;
}

function jsonSchemaOf(node: Json): unknown {
  const content = node["content"] as Record<string, Json> | undefined;
  const json = content?.["application/json"]?.["schema"];
  return json === undefined ? undefined : pruneSchema(json);
}

function responsesOf(operations: Json): unknown[] {
  return Object.values(operations).map((operation) => (operation as Json)["responses"]);
}

function requestsOf(operations: Json): unknown[] {
  return Object.values(operations).map((operation) => (operation as Json)["request"]);
}

function buildWebhookSubset(document: Json): Json {
  const all = (document["components"] as Json)["schemas"] as Json;
  const schemas = mapValues(all, pruneSchema);
  const webhooks: Json = {};
  for (const name of WEBHOOKS) {
    const post = ((document["webhooks"] as Json)[name] as Json | undefined)?.["post"];
    if (!isJson(post)) throw new Error(`not in the description: webhook ${name}`);
    webhooks[name] = jsonSchemaOf(post["requestBody"] as Json);
  }
  return {
    source: SOURCES.hooks,
    notice: NOTICE,
    webhooks,
    schemas: pick(schemas, reachableSchemas(webhooks, schemas)),
  };
}

function pick(map: Json, names: Set<string>): Json {
  return Object.fromEntries([...names].sort().map((name) => [name, map[name]]));
}

function sortKeys(map: Json): Json {
  return pick(map, new Set(Object.keys(map)));
}

function readJson(file: string): Json {
  return JSON.parse(readFileSync(file, "utf8")) as Json;
}

/** One operation or schema a line: small files whose differences can be read. */
function layout(subset: Json): string {
  const parts = Object.entries(subset).map(([key, value]) => {
    if (!isJson(value)) return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    const lines = Object.entries(value).map(
      ([name, entry]) => `  ${JSON.stringify(name)}: ${JSON.stringify(entry)}`,
    );
    return `${JSON.stringify(key)}: {\n${lines.join(",\n")}\n}`;
  });
  return `{\n${parts.join(",\n")}\n}\n`;
}

const [restFile, hooksFile, output = import.meta.dirname] = process.argv.slice(2);
if (restFile === undefined || hooksFile === undefined) {
  process.stderr.write(
    "usage: node forge/contract/build-subset.ts REST.json WEBHOOKS.json [OUTPUT_DIRECTORY]\n",
  );
  process.exit(2);
}
writeFileSync(path.join(output, "github-subset.json"), layout(buildRestSubset(readJson(restFile))));
writeFileSync(path.join(output, "webhook-subset.json"), layout(buildWebhookSubset(readJson(hooksFile))));
