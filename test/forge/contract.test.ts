import { expect, test } from "@jest/globals";
import { loadContract } from "../../forge/contract/contract.ts";
import { OPERATIONS, WEBHOOKS } from "../../forge/contract/operations.ts";
import { closeObjects, pruneSchema, reachableSchemas } from "../../forge/contract/prune.ts";
import { HANDLERS } from "../../forge/rest/serve-rest.ts";

const contract = loadContract();

test("the committed subset holds exactly the operations and webhooks that are listed", () => {
  expect(Object.keys(contract.operations).sort()).toEqual([...OPERATIONS].sort());
  expect([...contract.webhooks].sort()).toEqual([...WEBHOOKS].sort());
});

test("every reference in the subset leads somewhere: each validator compiles", () => {
  for (const [id, operation] of Object.entries(contract.operations)) {
    contract.checkRequest(id, {});
    for (const status of Object.keys(operation.responses)) contract.checkResponse(id, Number(status), {});
    for (const name of Object.keys(operation.query))
      contract.checkQuery(id, new URLSearchParams([[name, "1"]]));
  }
  for (const name of contract.webhooks) expect(contract.checkWebhook(name, null)).not.toEqual([]);
});

test("every handler serves an operation of the contract", () => {
  expect(Object.keys(HANDLERS).filter((id) => !(id in contract.operations))).toEqual([]);
});

test.each<[string, string, string, Record<string, string>]>([
  ["GET", "/repos/a/b/git/ref/heads%2Fx%2F1", "git/get-ref", { ref: "heads/x/1" }],
  ["GET", "/repos/a/b/git/ref/heads/x/1", "git/get-ref", { ref: "heads/x/1" }],
  ["GET", "/repos/a/b/contents/src/a%20b.ts", "repos/get-content", { path: "src/a b.ts" }],
  ["GET", "/repos/a/b/contents", "repos/get-content", { path: "" }],
  ["GET", "/repos/a/b/commits/x/y/check-runs", "checks/list-for-ref", { ref: "x/y" }],
  ["PATCH", "/repos/a/b/issues/comments/3", "issues/update-comment", { comment_id: "3" }],
  ["GET", "/repos/a/b/issues/3/comments", "issues/list-comments", { issue_number: "3" }],
  ["GET", "/", "meta/root", {}],
])("%s %s is %s", (method, path, id, params) => {
  const match = contract.match(method, path);
  expect(match).toMatchObject({ id, params });
});

test("no route, no match", () => {
  expect(contract.match("GET", "/repos/a/b/nothing")).toBeNull();
  expect(contract.match("PUT", "/repos/a/b")).toBeNull();
});

test("a property called like an annotation is a property", () => {
  const pruned = pruneSchema({
    type: "object",
    description: "prose",
    properties: {
      description: { type: "string", description: "prose" },
      example: { type: "string", example: "x" },
    },
  });
  expect(pruned).toEqual({
    type: "object",
    properties: { description: { type: "string" }, example: { type: "string" } },
  });
});

test("nullable becomes plain JSON Schema, with and without a type", () => {
  expect(pruneSchema({ type: "string", nullable: true, enum: ["a"] })).toEqual({
    type: ["string", "null"],
    enum: ["a", null],
  });
  const reference = { anyOf: [{ $ref: "#/components/schemas/x" }], nullable: true };
  expect(pruneSchema(reference)).toEqual({ anyOf: [{ anyOf: [{ $ref: "#/schemas/x" }] }, { type: "null" }] });
});

test("closing refuses undeclared properties, but not where a composition shares its parent's", () => {
  const schema = {
    properties: { a: { properties: { b: {} } } },
    oneOf: [{ properties: { a: {} }, required: ["a"] }],
  };
  expect(closeObjects(schema)).toEqual({
    properties: { a: { properties: { b: {} }, additionalProperties: false } },
    oneOf: [{ properties: { a: {} }, required: ["a"] }],
    additionalProperties: false,
  });
});

test("schemas are reached through others, and circles end", () => {
  const schemas = { a: { items: { $ref: "#/schemas/b" } }, b: { $ref: "#/schemas/a" }, c: {} };
  expect([...reachableSchemas({ $ref: "#/schemas/a" }, schemas)].sort()).toEqual(["a", "b"]);
});
