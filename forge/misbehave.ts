import { setTimeout as delay } from "node:timers/promises";
import type { Exchange } from "./exchange.ts";
import type { RequestFault } from "./faults.ts";

/** Carries out a fault. False: the request is to be answered as usual. */
export async function misbehave({ request, response }: Exchange, fault: RequestFault): Promise<boolean> {
  const { action } = fault;
  switch (action.kind) {
    case "respond": {
      const body =
        typeof action.body === "string"
          ? action.body
          : JSON.stringify(action.body ?? { message: "Server Error" });
      response.writeHead(action.status, {
        "content-type": "application/json; charset=utf-8",
        ...action.headers,
      });
      response.end(body);
      return true;
    }
    case "reset":
      request.socket.destroy();
      return true;
    case "hang":
      // the caller's patience or the end of the forge ends it
      return true;
    case "slow":
      await delay(action.ms, undefined, { ref: false });
      return false;
    case "truncate":
      response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
      response.write('{"id": 1, "trunc');
      await delay(20);
      request.socket.destroy();
      return true;
  }
}
