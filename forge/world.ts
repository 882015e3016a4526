import type { Contract } from "./contract/contract.ts";
import type { Faults } from "./faults.ts";
import type { Hooks } from "./hooks.ts";
import type { State } from "./state.ts";

/** A request or an answer that real GitHub would not have made or taken. */
export interface Violation {
  kind: "unknown-route" | "unsupported-operation" | "request" | "query" | "response" | "webhook";
  operation: string;
  problems: string[];
}

/** Everything that the parts of one forge share. */
export interface World {
  state: State;
  contract: Contract;
  hooks: Hooks;
  faults: Faults;
  violations: Violation[];
  now: () => Date;
  /** lets a delivery go its way: what caused it is never held up by it */
  tell: (delivery: Promise<unknown>) => void;
  /** what a form of our own pages carries */
  formToken: string;
  /** origin of the web pages and of git, without a slash at the end */
  url: string;
}
