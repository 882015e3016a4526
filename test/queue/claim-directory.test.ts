import { afterAll, expect, test } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { claimDirectory } from "../../src/queue/claim-directory.ts";
import { tempDir } from "./store-for-test.ts";

const made: string[] = [];

async function newDirectory(): Promise<string> {
  const directory = await tempDir();
  made.push(directory);
  return directory;
}

afterAll(async () => {
  for (const directory of made) await rm(directory, { recursive: true, force: true });
});

const MODULE = fileURLToPath(new URL("../../src/queue/claim-directory.ts", import.meta.url));

/** A real process that claims the directory and stays. */
async function holder(directory: string): Promise<{ pid: number; kill: () => Promise<void> }> {
  const code = `const { claimDirectory } = await import(process.argv[1]);
    await claimDirectory(process.argv[2]); console.log("claimed"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code, MODULE, directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return { pid: child.pid ?? 0, kill };
}

test("a directory held by a living process is refused with its number and what to do; after its death it is free", async () => {
  const directory = await newDirectory();
  const { pid, kill } = await holder(directory);
  await expect(claimDirectory(directory)).rejects.toMatchObject({
    code: "STORE_LOCKED",
    message: expect.stringContaining(`process ${pid}`),
    advice: expect.stringContaining("DATABASE_URL"),
  });
  await kill();
  const release = await claimDirectory(directory);
  expect(await readdir(directory)).toHaveLength(1);
  await release();
  expect(await readdir(directory)).toEqual([]);
});

test("of many claims at once in one process at most one is granted, and a later one succeeds", async () => {
  const directory = await newDirectory();
  const claims = await Promise.allSettled(Array.from({ length: 8 }, () => claimDirectory(directory)));
  const granted = claims.filter((claim) => claim.status === "fulfilled");
  expect(granted.length).toBeLessThanOrEqual(1);
  for (const claim of granted) await claim.value();
  const release = await claimDirectory(directory);
  await release();
});

test("a later process with the number of a dead holder does not keep the directory", async () => {
  const directory = await newDirectory();
  const release = await claimDirectory(directory);
  const [name = ""] = await readdir(directory);
  const file = join(directory, name);
  const claim: unknown = JSON.parse(await readFile(file, "utf8"));
  await release();
  await writeFile(file, JSON.stringify({ ...(claim as object), started: "1" }));
  const freed = await claimDirectory(directory);
  await freed();
});

test("a holder on another machine counts as living while it refreshes its claim, and no longer", async () => {
  const directory = await newDirectory();
  const file = join(directory, "claim-1-elsewhere");
  await writeFile(file, JSON.stringify({ pid: 1, started: "1", place: "other-host pid:[1]" }));
  await expect(claimDirectory(directory)).rejects.toMatchObject({ code: "STORE_LOCKED" });
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(file, longAgo, longAgo);
  const freed = await claimDirectory(directory);
  await freed();
});
