import { createCheckouts } from "../../src/checkout/ephemeral-checkouts.ts";
import { createSandboxedCommands } from "../../src/checkout/sandboxed-commands.ts";
import { chooseSandbox } from "../../src/checkout/sandbox/choose-sandbox.ts";
import { AvatarError } from "../../src/domain/errors.ts";
import { mkdirSync } from "node:fs";

// Run by a test on a small file system: RUNS REPOSITORY. Prints the code of what goes wrong, a line each.
const [runs = "", repository = ""] = process.argv.slice(2);
const signal = new AbortController().signal;
const sandbox = await chooseSandbox({ name: "unsafe-none", toolPaths: [] });

async function report(attempt: Promise<unknown>): Promise<void> {
  const code = await attempt.then(
    () => "none",
    (error: unknown) => (error instanceof AvatarError ? error.code : String(error)),
  );
  process.stdout.write(`${code}\n`);
}

const checkouts = createCheckouts({
  dir: `${runs}/checkouts`,
  sandbox: async () => sandbox,
  allowedHosts: [],
});
await report(checkouts.open({ runId: "r", source: { url: repository, ref: null, token: null }, signal }));

mkdirSync(`${runs}/tree`);
mkdirSync(`${runs}/home`);
const place = { tree: `${runs}/tree`, home: `${runs}/home`, gitView: null };
const commands = createSandboxedCommands({ sandbox: async () => sandbox, ...place, allowedHosts: [] });
const command = { kind: "line", line: "head -c 100000000 /dev/zero > big", shell: "bash" } as const;
await report(commands.run({ command, cwd: ".", env: {}, timeoutMs: 30_000, network: "none" }));
