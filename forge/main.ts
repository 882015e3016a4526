import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startForge } from "./forge.ts";

// A forge for a person to look at: node forge/main.ts [--dir D] [--port N] [--from DIRECTORY]

const { values } = parseArgs({
  options: {
    dir: { type: "string" },
    port: { type: "string", default: "3999" },
    from: { type: "string", default: import.meta.dirname },
  },
});
const dir = values.dir ?? mkdtempSync(path.join(tmpdir(), "forge-"));
mkdirSync(dir, { recursive: true });
const forge = await startForge({ dir, port: Number(values.port) });
await forge.createRepository({
  owner: "octo-org",
  name: "example",
  fromDirectory: path.resolve(values.from),
});
forge.setPermission("octo-org/example", "mona", "write");
await forge.install("octo-org/example");
await forge.openIssue("octo-org/example", {
  title: "An example",
  body: "Say something **here**.",
  user: "mona",
});
process.stdout.write(`${forge.url}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    void forge.close();
  });
}
