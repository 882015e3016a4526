import { send } from "../exchange.ts";
import type { Exchange } from "../exchange.ts";
import type { World } from "../world.ts";
export async function serveView(_world: World, { response }: Exchange): Promise<void> {
  send(response, 404, { type: "text/plain", body: "later" });
}
