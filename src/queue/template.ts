import { createHash } from "node:crypto";
import { cp, mkdir, readFile, rename, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getConstructionPlans } from "pg-boss";
import { AvatarError } from "../domain/errors.ts";
import { claimDirectory } from "./claim-directory.ts";
import { JOB_SCHEMA } from "./database.ts";
import { MIGRATIONS } from "./migrations.ts";

interface TemplateOptions {
  templateDir: string;
  /** Makes a finished cluster at this path. */
  build: (cluster: string) => Promise<void>;
}

/**
 * Copies a finished cluster to `cluster`, unless one is there. The finished one is made once per version and
 * machine, under `templateDir`; whoever comes while it is being made waits for it.
 */
export async function seedFromTemplate(cluster: string, options: TemplateOptions): Promise<void> {
  if (await exists(cluster)) return;
  const template = await readyTemplate(options);
  // Under another name first: half a copy must not look like a database.
  const half = `${cluster}.copy`;
  await cp(template, half, { recursive: true, force: true });
  await rename(half, cluster);
}

async function readyTemplate({ templateDir, build }: TemplateOptions): Promise<string> {
  const home = join(templateDir, await versionKey());
  const cluster = join(home, "cluster");
  await mkdir(home, { recursive: true, mode: 0o700 });
  while (!(await exists(cluster))) {
    const release = await tryClaim(home);
    if (release === null) {
      await sleep(100 + Math.random() * 200);
      continue;
    }
    try {
      if (!(await exists(cluster))) await build(cluster);
    } finally {
      await release();
    }
  }
  return cluster;
}

async function tryClaim(directory: string): Promise<(() => Promise<void>) | null> {
  try {
    return await claimDirectory(directory);
  } catch (error) {
    if (error instanceof AvatarError && error.code === "STORE_LOCKED") return null;
    throw error;
  }
}

// Everything a finished cluster depends on: PostgreSQL itself, pg-boss's tables and ours.
async function versionKey(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const manifest = await readFile(join(dirname(entry), "..", "package.json"), "utf8");
  return createHash("sha256")
    .update(manifest)
    .update(getConstructionPlans(JOB_SCHEMA))
    .update(JSON.stringify(MIGRATIONS))
    .digest("hex")
    .slice(0, 16);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
