import { expect, test } from "@jest/globals";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { seedFromTemplate } from "../../src/queue/template.ts";
import { tempDir } from "./store-for-test.ts";

test("several that need the template at once build it once, and each gets a copy of its own", async () => {
  const dir = await tempDir();
  let built = 0;
  const build = async (cluster: string): Promise<void> => {
    built += 1;
    await mkdir(cluster);
    await writeFile(join(cluster, "PG_VERSION"), "18");
  };
  const clusters = ["a", "b", "c"].map((name) => join(dir, name));
  await Promise.all(
    clusters.map((cluster) => seedFromTemplate(cluster, { templateDir: join(dir, "t"), build })),
  );
  expect(built).toBe(1);
  for (const cluster of clusters) expect(await readFile(join(cluster, "PG_VERSION"), "utf8")).toBe("18");
  await rm(dir, { recursive: true, force: true });
});

test("a database that is already there is never overwritten", async () => {
  const dir = await tempDir();
  const cluster = join(dir, "postgres");
  await mkdir(cluster);
  await writeFile(join(cluster, "mine"), "kept");
  const build = async (): Promise<void> => {
    throw new Error("nothing to build");
  };
  await seedFromTemplate(cluster, { templateDir: join(dir, "t"), build });
  expect(await readFile(join(cluster, "mine"), "utf8")).toBe("kept");
  await rm(dir, { recursive: true, force: true });
});

test("a build that fails leaves the way free for the next try", async () => {
  const dir = await tempDir();
  const templateDir = join(dir, "t");
  const fail = async (): Promise<void> => {
    throw new Error("no room");
  };
  await expect(seedFromTemplate(join(dir, "a"), { templateDir, build: fail })).rejects.toThrow("no room");
  await seedFromTemplate(join(dir, "a"), { templateDir, build: (cluster) => mkdir(cluster).then(() => {}) });
  await rm(dir, { recursive: true, force: true });
});
