import { createCheckouts } from "../checkout/ephemeral-checkouts.ts";
import { chooseSandbox } from "../checkout/sandbox/choose-sandbox.ts";
import type { Sandbox } from "../checkout/sandbox/sandbox.ts";
import type { OperatorConfig } from "../config/operator-config.ts";
import type { Checkouts } from "../domain/ports/checkouts.ts";

/** Checkouts over the configured sandbox, tried out first. @throws SANDBOX_UNAVAILABLE. */
export async function wireCheckouts(config: OperatorConfig): Promise<Checkouts> {
  const { checkouts, sandbox } = lazyCheckouts(config);
  await sandbox();
  return checkouts;
}

/** The same with a sandbox that is tried out before its first command, so that the first question need not wait for it. */
export function lazyCheckouts(config: OperatorConfig): {
  checkouts: Checkouts;
  sandbox: () => Promise<Sandbox>;
} {
  let chosen: Promise<Sandbox> | null = null;
  const sandbox = (): Promise<Sandbox> =>
    (chosen ??= chooseSandbox({ name: config.sandbox, toolPaths: config.toolPaths }));
  const dir = `${config.dataDir}/checkouts`;
  return { checkouts: createCheckouts({ dir, sandbox, allowedHosts: config.setupHosts }), sandbox };
}
