import { createCheckouts } from "../checkout/ephemeral-checkouts.ts";
import { chooseSandbox } from "../checkout/sandbox/choose-sandbox.ts";
import type { Sandbox } from "../checkout/sandbox/sandbox.ts";
import type { OperatorConfig } from "../config/operator-config.ts";
import type { Checkouts } from "../domain/ports/checkouts.ts";

/** Checkouts over the configured sandbox, tried out first. @throws SANDBOX_UNAVAILABLE. */
export async function wireCheckouts(config: OperatorConfig): Promise<Checkouts> {
  const { checkouts, sandbox } = startCheckouts(config);
  await sandbox;
  return checkouts;
}

/** The same while the sandbox is still tried out: the first command waits for it, and fails when it does not hold. */
export function startCheckouts(config: OperatorConfig): { checkouts: Checkouts; sandbox: Promise<Sandbox> } {
  const sandbox = chooseSandbox({ name: config.sandbox, toolPaths: config.toolPaths });
  sandbox.catch(() => undefined);
  const dir = `${config.dataDir}/checkouts`;
  return { checkouts: createCheckouts({ dir, sandbox, allowedHosts: config.setupHosts }), sandbox };
}
