import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import * as formatsModule from "ajv-formats";
import type { FormatsPlugin } from "ajv-formats";
import type { Json } from "./prune.ts";
import { compileRoutes, matchRoute } from "./route.ts";
import type { Route } from "./route.ts";

/** One operation of GitHub's REST API, as the pruned description gives it. */
interface Operation {
  method: string;
  path: string;
  multiSegment: string[];
  query: Record<string, Json>;
  request: { required: boolean; schema: unknown } | null;
  responses: Record<string, unknown>;
}

export interface OperationMatch {
  id: string;
  operation: Operation;
  params: Record<string, string>;
}

/** GitHub's own description, asked one question at a time. Every answer is a list of problems, empty when there is none. */
export interface Contract {
  source: string;
  operations: Record<string, Operation>;
  webhooks: string[];
  match(method: string, path: string): OperationMatch | null;
  checkQuery(id: string, query: URLSearchParams): string[];
  checkRequest(id: string, body: unknown): string[];
  checkResponse(id: string, status: number, body: unknown): string[];
  checkWebhook(name: string, payload: unknown): string[];
}

interface Subset {
  source: string;
  operations: Record<string, Operation>;
  webhooks: Record<string, unknown>;
}

// the description declares few errors; GitHub may answer any operation with these
const ALLOWED_ERRORS = new Set([400, 401, 403, 404, 409, 410, 422, 429, 500, 501, 502, 503, 504]);

export function loadContract(): Contract {
  const rest = readSubset("github-subset.json");
  const hooks = readSubset("webhook-subset.json");
  const validator = createValidator({ rest, hooks });
  const routes: Route[] = compileRoutes(rest.operations);

  function match(method: string, path: string): OperationMatch | null {
    const found = matchRoute(routes, method, path);
    const operation = found === null ? undefined : rest.operations[found.id];
    return found === null || operation === undefined ? null : { ...found, operation };
  }

  function checkQuery(id: string, query: URLSearchParams): string[] {
    const declared = rest.operations[id]?.query ?? {};
    return [...query].flatMap(([name, text]) => {
      const schema = declared[name];
      if (schema === undefined) return [`query parameter "${name}" is not declared`];
      return validator.check(`rest#/operations/${pointer(id)}/query/${pointer(name)}`, coerce(text, schema));
    });
  }

  function checkRequest(id: string, body: unknown): string[] {
    const request = rest.operations[id]?.request ?? null;
    // Octokit sends `{}` to operations that take no body
    if (request === null) return isEmpty(body) ? [] : ["this operation takes no body"];
    if (body === undefined) return request.required ? ["a body is required"] : [];
    return validator.check(`rest#/operations/${pointer(id)}/request/schema`, body);
  }

  function checkResponse(id: string, status: number, body: unknown): string[] {
    const responses = rest.operations[id]?.responses ?? {};
    const schema = responses[String(status)];
    if (schema === undefined && ALLOWED_ERRORS.has(status)) return [];
    if (schema === undefined) return [`status ${status} is not declared`];
    if (schema === null) return [];
    return validator.check(`rest#/operations/${pointer(id)}/responses/${status}`, body);
  }

  function checkWebhook(name: string, payload: unknown): string[] {
    if (!(name in hooks.webhooks)) return [`webhook "${name}" is not in the subset`];
    return validator.check(`hooks#/webhooks/${pointer(name)}`, payload);
  }

  const { source, operations } = rest;
  const webhooks = Object.keys(hooks.webhooks);
  return { source, operations, webhooks, match, checkQuery, checkRequest, checkResponse, checkWebhook };
}

function readSubset(name: string): Subset {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")) as Subset;
}

interface Validator {
  check(reference: string, value: unknown): string[];
}

// validators are compiled on first use: all of them take seconds
function createValidator(documents: Record<string, Subset>): Validator {
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, validateSchema: false });
  // the default export of a CommonJS module has another shape in Node than in its type declarations
  const addFormats = formatsModule.default as unknown as FormatsPlugin;
  addFormats(ajv, ["date-time", "uri", "uri-template", "date", "int32", "int64"]);
  // a genuine bot address fails the strict `email` format, so it is a remark only
  for (const format of ["email", "repo.nwo", "timestamp", "binary", "ssh-url", "hostname"])
    ajv.addFormat(format, true);
  for (const [id, document] of Object.entries(documents)) ajv.addSchema(document, id);
  const compiled = new Map<string, ValidateFunction>();

  function check(reference: string, value: unknown): string[] {
    const validate = compiled.get(reference) ?? ajv.getSchema(reference);
    if (validate === undefined) throw new Error(`no schema at ${reference}`);
    compiled.set(reference, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => {
      const extra =
        error.keyword === "additionalProperties" ? `: ${String(error.params["additionalProperty"])}` : "";
      return `${error.instancePath || "/"} ${error.message ?? error.keyword}${extra}`;
    });
  }
  return { check };
}

function pointer(key: string): string {
  return encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function coerce(text: string, schema: Json): unknown {
  const type = schema["type"];
  if (type === "integer" || type === "number") return text.trim() === "" ? text : Number(text);
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  return text;
}

function isEmpty(body: unknown): boolean {
  return body === undefined || (typeof body === "object" && body !== null && Object.keys(body).length === 0);
}
