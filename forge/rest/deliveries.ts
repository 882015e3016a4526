import { notFound } from "../api-error.ts";
import type { Json } from "../contract/prune.ts";
import type { Delivery } from "../hooks.ts";
import { stamp } from "../payload/time.ts";
import { listed, numberParam, ok } from "./handler.ts";
import type { Handlers, RestRequest, RestResponse } from "./handler.ts";

export const deliveryHandlers: Handlers = {
  "apps/list-webhook-deliveries": ({ world }) =>
    listed([...world.hooks.deliveries].reverse().map(itemPayload)),
  "apps/get-webhook-delivery": (request) => ok(deliveryPayload(findDelivery(request))),
  "apps/redeliver-webhook-delivery": redeliver,
};

function findDelivery(request: RestRequest): Delivery {
  const id = numberParam(request, "delivery_id");
  const delivery = request.world.hooks.deliveries.find((candidate) => candidate.id === id);
  if (delivery === undefined) throw notFound();
  return delivery;
}

function redeliver(request: RestRequest): RestResponse {
  const { world } = request;
  world.tell(world.hooks.redeliver(findDelivery(request)));
  return { status: 202, body: {} };
}

function itemPayload(delivery: Delivery): Json {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: stamp(delivery.deliveredAt),
    redelivery: delivery.redelivery,
    duration: delivery.durationSeconds,
    status: delivery.status,
    status_code: delivery.statusCode,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installationId,
    repository_id: delivery.repositoryId,
    throttled_at: null,
  };
}

function deliveryPayload(delivery: Delivery): Json {
  return {
    ...itemPayload(delivery),
    url: delivery.url,
    request: delivery.request,
    response: { headers: delivery.response.headers, payload: delivery.response.payload },
  };
}
