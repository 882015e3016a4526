import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { openJournal } from "../../src/journal/file-journal.ts";
import { readJournal } from "../../src/journal/read-journal.ts";
import { verifyChain } from "../../src/journal/verify-chain.ts";
import { phase, started, tickingClock } from "./sample-events.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

const clock = tickingClock();

test("each line has its place, time, version and the hash of the line before", async () => {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "deep", "journal.jsonl");
    const journal = await openJournal(path, clock);
    await journal.append(started());
    await journal.append(phase("found it"));
    await journal.close();
    const [first, second] = (await readFile(path, "utf8"))
      .split("\n")
      .map((line) => JSON.parse(line || "null"));
    expect(first).toMatchObject({ seq: 0, v: 1, prev: "0".repeat(64), type: "run.started" });
    expect(second).toMatchObject({ seq: 1, v: 1, type: "phase.changed", reason: "found it" });
    const line = (await readFile(path, "utf8")).split("\n")[0]!;
    expect(second.prev).toBe(createHash("sha256").update(line).digest("hex"));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});

test("what append has acknowledged is in the file, whole", async () => {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "journal.jsonl");
    const journal = await openJournal(path, clock);
    for (let count = 1; count <= 3; count += 1) {
      await journal.append(count === 1 ? started() : phase(String(count)));
      expect(await readJournal(path)).toHaveLength(count);
    }
    await journal.close();
  });
});

test("appends asked for at once keep their order, over 200 events", async () => {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "journal.jsonl");
    const journal = await openJournal(path, clock);
    const events = [started(), ...Array.from({ length: 200 }, (_, number) => phase(`${number}`))];
    await Promise.all(events.map((event) => journal.append(event)));
    await journal.close();
    const lines = await readJournal(path);
    expect(lines.map((line) => line.seq)).toEqual(events.map((_, seq) => seq));
    expect(lines.slice(1)).toMatchObject(events.slice(1));
  });
});

test("a journal opened again goes on with the chain", async () => {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "journal.jsonl");
    const first = await openJournal(path, clock);
    expect(first.found).toEqual({ lines: 0, cutBytes: 0 });
    await first.append(started());
    await first.close();
    const second = await openJournal(path, clock);
    expect(second.found).toEqual({ lines: 1, cutBytes: 0 });
    await second.append(phase("later"));
    await second.close();
    expect(await readJournal(path)).toHaveLength(2);
  });
});

test("a last line torn off by a crash is cut off, said, and the chain goes on", async () => {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "journal.jsonl");
    const first = await openJournal(path, clock);
    await first.append(started());
    await first.append(phase("torn"));
    await first.close();
    const bytes = await readFile(path);
    const lineOne = bytes.indexOf(0x0a) + 1;
    for (let cut = lineOne + 1; cut < bytes.length; cut += 20) {
      await writeFile(path, bytes.subarray(0, cut));
      expect(verifyChain(await readFile(path))).toMatchObject({ ok: false, line: 2 });
      const again = await openJournal(path, clock);
      expect(again.found).toEqual({ lines: 1, cutBytes: cut - lineOne });
      await again.append(phase("after"));
      await again.close();
      expect((await readJournal(path)).at(-1)).toMatchObject({ seq: 1, reason: "after" });
    }
  });
});

test("a journal that was tampered with is not gone on with", async () => {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "journal.jsonl");
    const journal = await openJournal(path, clock);
    await journal.append(started());
    await journal.append(phase("a"));
    await journal.close();
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace("Make the sum right", "Make the sum wrong"));
    await expect(openJournal(path, clock)).rejects.toMatchObject({ code: "JOURNAL_CORRUPT" });
    expect(await readFile(path, "utf8")).toContain("wrong");
  });
});

test("every text of an event passes the redaction, at any depth, and the type stays", async () => {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "journal.jsonl");
    const redact = (text: string) => text.replaceAll("hunter22", "[secret]");
    const journal = await openJournal(path, clock, { redact });
    await journal.append(started({ goal: "use hunter22", constraints: ["not hunter22"] }));
    await journal.append({ type: "text.cleaned", source: "hunter22", removed: ["a hunter22 b"] });
    await journal.close();
    expect(await readFile(path, "utf8")).not.toContain("hunter22");
    const lines = await readJournal(path);
    expect(lines[1]).toMatchObject({ type: "text.cleaned", removed: ["a [secret] b"] });
  });
});

test("a full disk is said to be full", async () => {
  const journal = await openJournal("/dev/full", clock);
  await expect(journal.append(started())).rejects.toMatchObject({ code: "DISK_FULL" });
  await journal.close();
});

test("after a line that did not fit on the disk a shorter one still does, and the chain holds", async () => {
  const source = join(import.meta.dirname, "..", "..", "src", "journal");
  const program = `
    const [folder, source] = process.argv.slice(1);
    const { openJournal } = await import(source + "/file-journal.ts");
    const { readJournal } = await import(source + "/read-journal.ts");
    const clock = { now: () => new Date(0), monotonic: () => 0 };
    const journal = await openJournal(folder + "/journal.jsonl", clock);
    const note = (reason) => journal.append({ type: "phase.changed", phase: "editing", reason });
    await note("first");
    const code = await note("x".repeat(100_000)).catch((error) => error.code);
    await note("the disk was full");
    const lines = await readJournal(journal.path);
    console.log(JSON.stringify([code, lines.map((line) => line.reason)]));
  `;
  await inTemporaryFolder(async (folder) => {
    // A disk of 64 KiB, seen by this one process only.
    const sandbox = ["--dev-bind", "/", "/", "--size", "65536", "--tmpfs", folder];
    const node = [process.execPath, "--input-type=module", "--eval", program, folder, source];
    const { stdout } = await promisify(execFile)("bwrap", [...sandbox, ...node]);
    expect(JSON.parse(stdout)).toEqual(["DISK_FULL", ["first", "the disk was full"]]);
  });
});

test("a place where nothing can be written is said, with the path", async () => {
  await inTemporaryFolder(async (folder) => {
    const error = { code: "JOURNAL_UNWRITABLE", message: expect.stringContaining(folder) };
    await writeFile(join(folder, "file"), "");
    await expect(openJournal(join(folder, "file", "journal.jsonl"), clock)).rejects.toMatchObject(error);
    await expect(openJournal(folder, clock)).rejects.toMatchObject(error);
  });
});

test("a closed journal takes nothing more, and closing twice is no fault", async () => {
  await inTemporaryFolder(async (folder) => {
    const journal = await openJournal(join(folder, "journal.jsonl"), clock);
    await journal.append(started());
    await journal.close();
    await journal.close();
    await expect(journal.append(phase("late"))).rejects.toMatchObject({ code: "JOURNAL_UNWRITABLE" });
  });
});
