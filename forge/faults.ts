/** Misbehaviour of an API call or of git, for the next `times` matching requests. */
export interface RequestFault {
  /** an operationId, or `git:fetch-refs`, `git:fetch`, `git:push-refs`, `git:push`; `*` is every API call */
  operation: string;
  /** `after`: the effect takes place, its answer is replaced. Default `before` */
  when?: "before" | "after";
  times?: number;
  /** matching requests that pass unharmed first */
  skip?: number;
  action: FaultAction;
}

type FaultAction =
  | { kind: "respond"; status: number; body?: unknown; headers?: Record<string, string> }
  | { kind: "reset" }
  | { kind: "hang" }
  | { kind: "slow"; ms: number }
  | { kind: "truncate" };

/** Misbehaviour of webhooks: the network's, or an impostor's. */
export interface DeliveryFault {
  /** `issue_comment`, `issue_comment.created` or `*` */
  webhook: string;
  times?: number;
  skip?: number;
  action:
    | { kind: "drop" }
    | { kind: "duplicate"; copies: number }
    | { kind: "delay"; ms: number }
    | { kind: "wrong-signature" };
}

export type Fault = RequestFault | DeliveryFault;

export interface Faults {
  inject: (fault: Fault) => void;
  clear: () => void;
  takeForRequest(operation: string): RequestFault | null;
  takeForDelivery(name: string): DeliveryFault | null;
}

interface Armed<F> {
  fault: F;
  skip: number;
  left: number;
}

export function createFaults(): Faults {
  let requests: Armed<RequestFault>[] = [];
  let deliveries: Armed<DeliveryFault>[] = [];

  function inject(fault: Fault): void {
    const counts = { skip: fault.skip ?? 0, left: fault.times ?? 1 };
    if ("webhook" in fault) deliveries.push({ fault, ...counts });
    else requests.push({ fault, ...counts });
  }
  function clear(): void {
    requests = [];
    deliveries = [];
  }
  function takeForRequest(operation: string): RequestFault | null {
    const anyCall = !operation.startsWith("git:");
    return take(requests, (fault) => fault.operation === operation || (anyCall && fault.operation === "*"));
  }
  function takeForDelivery(name: string): DeliveryFault | null {
    return take(
      deliveries,
      ({ webhook }) => webhook === "*" || webhook === name || webhook === name.split(".")[0],
    );
  }
  return { inject, clear, takeForRequest, takeForDelivery };
}

function take<F>(armed: Armed<F>[], matches: (fault: F) => boolean): F | null {
  for (const entry of armed) {
    if (entry.left <= 0 || !matches(entry.fault)) continue;
    if (entry.skip > 0) {
      entry.skip -= 1;
      continue;
    }
    entry.left -= 1;
    return entry.fault;
  }
  return null;
}
