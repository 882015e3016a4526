import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { AvatarError } from "../../domain/errors.ts";
import { runForText } from "../exec.ts";
import { attemptEscapes, type EscapeAttempts } from "./attempt-escapes.ts";
import { createBubblewrap } from "./bubblewrap.ts";
import { defaultLimits, type Sandbox, type SandboxLimits, type SandboxName } from "./sandbox.ts";
import { findToolchains } from "./toolchains.ts";
import { createUnsafeNone } from "./unsafe-none.ts";

export interface SandboxChoice {
  /** `auto` takes what confines, and never `unsafe-none`: that one has to be named. */
  name: "auto" | "bubblewrap" | "unsafe-none";
  /** Folders of the operator's PATH. */
  toolPaths: readonly string[];
  limits?: Partial<SandboxLimits>;
}

/** What the self-test saw, for `avatar doctor`. */
export interface SandboxReport extends EscapeAttempts {
  name: SandboxName;
  holds: boolean;
  /** One sentence saying what the operator can do; empty when nothing is wrong. */
  remedy: string;
}

const systemPath = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

/**
 * The sandbox every command of this process runs in, after it was tried from inside.
 * @throws SANDBOX_UNAVAILABLE when none holds, with the remedy.
 */
export async function chooseSandbox(choice: SandboxChoice): Promise<Sandbox> {
  const sandbox = await createSandbox(choice);
  if (!sandbox.confines) return sandbox;
  const report = await tryOut(sandbox);
  if (report.holds) return sandbox;
  throw new AvatarError("SANDBOX_UNAVAILABLE", { message: describe(report), advice: report.remedy });
}

/** Tries the sandbox from inside and says what held. `unsafe-none` holds nothing back, and the report shows it. */
export async function probeSandbox(choice: SandboxChoice): Promise<SandboxReport> {
  return tryOut(await createSandbox(choice));
}

async function tryOut(sandbox: Sandbox): Promise<SandboxReport> {
  const missing = sandbox.confines ? ["bwrap", "prlimit"].filter((program) => !isInstalled(program)) : [];
  if (missing.length > 0) {
    const problem = `${missing.join(" and ")} not installed`;
    const remedy = "Install what is missing: `apt-get install bubblewrap util-linux`.";
    return { name: sandbox.name, holds: false, findings: [], problem, remedy };
  }
  const attempts = await attemptEscapes(sandbox);
  const holds = attempts.findings.every((finding) => finding.held);
  return { ...attempts, name: sandbox.name, holds, remedy: holds ? "" : remedyFor(sandbox) };
}

function isInstalled(program: string): boolean {
  return systemPath.some((dir) => existsSync(`${dir}/${program}`));
}

async function createSandbox(choice: SandboxChoice): Promise<Sandbox> {
  const toolchains = findToolchains(choice.toolPaths);
  if (choice.name === "unsafe-none") return createUnsafeNone(toolchains, randomUUID);
  const limits = { ...defaultLimits, ...choice.limits };
  return createBubblewrap({ toolchains, limits, disablesUserNamespaces: await knowsDisableUserns() });
}

async function knowsDisableUserns(): Promise<boolean> {
  const env = { PATH: systemPath.join(":") };
  const help = await runForText({ file: "bwrap", args: ["--help"], cwd: "/", env, timeoutMs: 10_000 });
  return help.output.includes("--disable-userns");
}

function describe({ problem, findings }: SandboxReport): string {
  if (problem !== "") return `The sandbox does not start: ${problem}`;
  const failed = findings.filter((finding) => !finding.held).map((finding) => finding.attempt);
  return `The sandbox does not hold. What went wrong in the self-test: ${failed.join("; ")}.`;
}

function remedyFor(sandbox: Sandbox): string {
  if (!sandbox.confines) return "Choose bubblewrap: without a sandbox every command can do what avatar can.";
  return (
    "Allow user namespaces: `sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=15000`, on Ubuntu 24.04 " +
    "also `kernel.apparmor_restrict_unprivileged_userns=0`; in a container, start it so that it may create namespaces."
  );
}
