import type { OperatorConfig } from "../config/operator-config.ts";

/** Values of the operator that must not turn up in a change, line by line where one has several. */
export function knownSecrets({ github, model, store }: OperatorConfig): string[] {
  const pem = github?.privateKey.kind === "text" ? github.privateKey.pem : "";
  const values = [model?.apiKey, github?.webhookSecret, store.databaseUrl, pem];
  return values
    .flatMap((value) => (value ?? "").split("\n"))
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("-----"));
}
