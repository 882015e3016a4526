import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { runForText } from "../exec.ts";
import type { Sandbox } from "./sandbox.ts";

/** One thing the self-test tried from inside. */
interface Finding {
  attempt: string;
  /** The escape failed, or the needed thing works. */
  held: boolean;
}

export interface EscapeAttempts {
  findings: Finding[];
  /** What the sandbox itself said when it did not start; empty otherwise. */
  problem: string;
}

// Each line says `name held` or `name escaped`; what a line cannot see is looked at from outside afterwards.
// An attempt that succeeds must do no harm: it runs on the real machine then. It may touch only this test's own folder
// and listener, and otherwise ask whether it could, not do it.
const script = `
try() { if eval "$2" >/dev/null 2>&1; then echo "$1 $3"; else echo "$1 $4"; fi; }
try works 'echo ok > "$PWD/probe" && echo ok > "$HOME/probe" && echo ok > "$TMPDIR/avatar-probe-$$" && rm "$TMPDIR/avatar-probe-$$"' held escaped
try outside 'echo escaped > "$CANARY"' escaped held
try system 'test -w /usr || test -w /etc' escaped held
try read 'cat "$CANARY"' escaped held
try environment 'cat /proc/[0-9]*/environ | tr "\\\\0" "\\\\n" | grep -q "$HALF_MARK-"' escaped held
try processes 'kill -0 "$HARNESS" && grep -q . "/proc/$HARNESS/cmdline"' escaped held
try network 'exec 9<>"/dev/tcp/127.0.0.1/$PORT"' escaped held
try capability 'grep -Eq "^Cap(Eff|Prm|Bnd).*[1-9a-f]" /proc/self/status' escaped held
try privileges 'grep -Eq "^NoNewPrivs:.*1" /proc/self/status' held escaped
try root 'test "$(id -u)" = 0' escaped held
try namespaces 'unshare --mount true' escaped held
`;

const attempts: Readonly<Record<string, string>> = {
  works: "writing to the tree, to HOME and to /tmp works",
  outside: "writing outside the tree",
  system: "writing to the system",
  read: "reading a file outside the tree",
  environment: "reading the environment of another process",
  processes: "seeing processes outside",
  network: "reaching a service on this machine",
  capability: "holding a capability",
  privileges: "new privileges are switched off",
  root: "being root",
  namespaces: "opening a mount namespace",
};

/** Runs a program inside that tries to get out, and reports what it managed. */
export async function attemptEscapes(sandbox: Sandbox): Promise<EscapeAttempts> {
  const dir = await mkdtemp(path.join(tmpdir(), "avatar-probe-"));
  const server = createServer((socket) => socket.destroy());
  const bystander = new AbortController();
  try {
    return await attempt(sandbox, dir, { server, bystander: bystander.signal });
  } finally {
    bystander.abort();
    server.close();
    await rm(dir, { recursive: true, force: true });
  }
}

interface Bait {
  server: Server;
  bystander: AbortSignal;
}

async function attempt(sandbox: Sandbox, dir: string, { server, bystander }: Bait): Promise<EscapeAttempts> {
  const [tree, home, canary] = [path.join(dir, "tree"), path.join(dir, "home"), path.join(dir, "canary")];
  await Promise.all([mkdir(tree), mkdir(home), writeFile(canary, "untouched")]);
  let connections = 0;
  server.on("connection", () => (connections += 1));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const mark = randomUUID();
  // A process outside carries the whole mark; the command is told half of it, so as not to find itself.
  const outside = runForText({
    file: "/bin/sleep",
    args: ["60"],
    cwd: "/",
    env: { AVATAR_PROBE: mark },
    timeoutMs: 60_000,
    signal: bystander,
  });
  const { marker: _marker, ...launch } = sandbox.wrap({
    tree,
    home,
    gitView: null,
    cwd: ".",
    proxySocket: null,
    argv: ["bash", "-c", script],
    env: {
      CANARY: canary,
      HARNESS: String(process.pid),
      PORT: String((server.address() as AddressInfo).port),
      HALF_MARK: mark.slice(0, 23),
    },
  });
  const outcome = await Promise.race([runForText({ ...launch, timeoutMs: 20_000 }), outside]);
  const held = new Map(
    outcome.output.split("\n").map((line) => [line.split(" ")[0], line.endsWith(" held")]),
  );
  if ((await readFile(canary, "utf8")) !== "untouched") held.set("outside", false);
  if (connections > 0) held.set("network", false);
  const findings = Object.entries(attempts).map(([name, attempt]) => ({
    attempt,
    held: held.get(name) ?? false,
  }));
  const started = outcome.output.includes("works ");
  return { findings, problem: started ? "" : outcome.output.trim().slice(-400) };
}
