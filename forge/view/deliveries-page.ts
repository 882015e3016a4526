import { html } from "hono/html";
import type { Delivery } from "../hooks.ts";
import type { World } from "../world.ts";
import { actionButton } from "./form.ts";
import { ICONS } from "./icons.ts";
import { deliveriesPath, page, when } from "./layout.ts";
import type { Html, Page } from "./layout.ts";

export function deliveriesPage(world: World): Page {
  const rows = [...world.hooks.deliveries].reverse().map((delivery) => row(world, delivery));
  const violations = world.violations.map(
    ({ kind, operation, problems }) =>
      html`<div class="row">
        <span class="what"
          >${kind}: <span class="mono">${operation}</span>
          <pre class="raw">${problems.join("\n")}</pre>
        </span>
      </div>`,
  );
  const content = html`
    <h2>Recent deliveries to ${world.state.app.name}</h2>
    <div class="list">${rows.length === 0 ? html`<div class="row muted">None yet.</div>` : rows}</div>
    ${
      violations.length === 0
        ? ""
        : html`<h2>Violations of GitHub's description</h2>
            <div class="list">${violations}</div>`
    }
  `;
  return page({ title: "Webhook deliveries", world }, content);
}

function isDelivered({ statusCode }: Delivery): boolean {
  return statusCode >= 200 && statusCode < 300;
}

function row(world: World, delivery: Delivery): Html {
  const name = delivery.action === null ? delivery.event : `${delivery.event}.${delivery.action}`;
  return html`<div class="row">
    ${isDelivered(delivery) ? ICONS.success : ICONS.failure}
    <span class="what"
      ><a class="mono" href="${deliveriesPath(world)}/${delivery.id}">${delivery.guid}</a>
      <span class="badge">${name}</span>
      ${delivery.redelivery ? html`<span class="badge">redelivery</span>` : ""}</span
    >
    <span class="muted"
      >${delivery.status} · ${delivery.durationSeconds}s · ${when(delivery.deliveredAt)}</span
    >
    ${actionButton(world, null, { act: "redeliver", fields: { delivery: delivery.id, back: deliveriesPath(world) }, label: "Redeliver" })}
  </div>`;
}

export function deliveryPage(world: World, delivery: Delivery): Page {
  const headers = (all: Record<string, string>) =>
    Object.entries(all)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n");
  const content = html`
    <h2>${delivery.event}${delivery.action === null ? "" : `.${delivery.action}`}</h2>
    <p class="muted">${delivery.status} · ${delivery.url} · ${when(delivery.deliveredAt)}</p>
    <h3>Request</h3>
    <pre class="raw">${headers(delivery.request.headers)}</pre>
    <pre class="raw">${JSON.stringify(delivery.request.payload, null, 2)}</pre>
    <h3>Response ${delivery.statusCode}</h3>
    <pre class="raw">${headers(delivery.response.headers)}</pre>
    <pre class="raw">${delivery.response.payload}</pre>
  `;
  return page({ title: "Webhook delivery", world }, content);
}
