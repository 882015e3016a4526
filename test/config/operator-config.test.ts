import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { readOperatorConfig } from "../../src/config/operator-config.ts";
import { AvatarError } from "../../src/domain/errors.ts";

function problemOf(env: Record<string, string>): AvatarError {
  try {
    readOperatorConfig(env, "/home/op");
  } catch (error) {
    if (error instanceof AvatarError) return error;
    throw error;
  }
  throw new Error("the configuration was accepted");
}

test("an empty environment is a working configuration without GitHub and without a model", () => {
  const config = readOperatorConfig({ PATH: "/usr/bin:relative:/bin" }, "/home/op");
  expect(config).toMatchObject({
    github: null,
    model: null,
    web: { host: "127.0.0.1", port: 3000 },
    sandbox: "auto",
    budget: { minutes: 30, turns: 60, cost: 2 },
    toolPaths: ["/usr/bin", "/bin"],
  });
});

test("blank lines of a copied .env.example count as unset", () => {
  const text = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
  const names = [...text.matchAll(/^([A-Z_]+)=$/gm)].map((match) => match[1] ?? "");
  expect(names.length).toBeGreaterThan(15);
  const env = Object.fromEntries(names.map((name) => [name, ""]));
  expect(readOperatorConfig(env, "/home/op")).toEqual(readOperatorConfig({}, "/home/op"));
});

test.each([
  ["PORT", "eighty"],
  ["DATABASE_URL", "mysql://db"],
  ["AVATAR_SANDBOX", "none"],
  ["AVATAR_MAX_COST", "-1"],
  ["OPENAI_BASE_URL", "not a url"],
  ["AVATAR_MODEL_API", "messages"],
])("a wrong %s is refused by name, with an example", (name, value) => {
  const problem = problemOf({ [name]: value });
  expect(problem.code).toBe("CONFIG_INVALID");
  expect(problem.message).toContain(name);
  expect(problem.advice).toMatch(/`.+`/);
});

test("a wrong secret is never repeated", () => {
  const problem = problemOf({ APP_ID: "1", PRIVATE_KEY: "s3cr3t-but-no-pem", WEBHOOK_SECRET: "long enough" });
  expect(problem.message).toContain("PRIVATE_KEY");
  expect(`${problem.message}${problem.advice}`).not.toContain("s3cr3t");
});

test.each([
  [{ APP_ID: "1" }, "PRIVATE_KEY"],
  [{ APP_ID: "1", PRIVATE_KEY_PATH: "/key.pem" }, "WEBHOOK_SECRET"],
])("an App without what it needs is refused: %j", (env, name) => {
  expect(problemOf(env as Record<string, string>).message).toContain(name);
});

test("a GitHub Enterprise Server is reached at its REST root", () => {
  const env = {
    APP_ID: "7",
    PRIVATE_KEY_PATH: "/k.pem",
    WEBHOOK_SECRET: "12345678",
    GHE_HOST: "ghe.example.com",
  };
  expect(readOperatorConfig(env, "/home/op").github).toMatchObject({
    appId: 7,
    baseUrl: "https://ghe.example.com/api/v3",
  });
});
