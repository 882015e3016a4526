import { createCheckouts } from "../checkout/ephemeral-checkouts.ts";
import { chooseSandbox } from "../checkout/sandbox/choose-sandbox.ts";
import type { OperatorConfig } from "../config/operator-config.ts";
import type { Checkouts } from "../domain/ports/checkouts.ts";

/** Checkouts over the configured sandbox, tried out first. @throws SANDBOX_UNAVAILABLE. */
export async function wireCheckouts(config: OperatorConfig): Promise<Checkouts> {
  const sandbox = await chooseSandbox({ name: config.sandbox, toolPaths: config.toolPaths });
  return createCheckouts({ dir: `${config.dataDir}/checkouts`, sandbox, allowedHosts: config.setupHosts });
}
