import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { parseEnv } from "node:util";
import { type OperatorConfig, readOperatorConfig } from "./operator-config.ts";

/**
 * The operator's configuration from the environment and the `.env` beside avatar's own package.json. A variable of
 * the environment wins. The `.env` of the folder avatar is called in is never read: it may belong to a
 * repository under judgement.
 * @throws CONFIG_INVALID.
 */
export function loadOperatorConfig(root: string): OperatorConfig {
  const path = `${root}/.env`;
  const file = existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {};
  return readOperatorConfig({ ...file, ...process.env }, homedir());
}
