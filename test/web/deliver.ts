import { createHmac, randomUUID } from "node:crypto";

export interface Delivery {
  url: string;
  secret: string;
  payload: object;
  event?: string;
  guid?: string;
}

/** Sends a delivery the way GitHub does, signed with the secret. */
export async function deliver(delivery: Delivery): Promise<{ status: number; text: string }> {
  const { url, secret, payload, event = "issue_comment", guid = randomUUID() } = delivery;
  const body = JSON.stringify(payload);
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const response = await fetch(`${url}/api/github/webhooks`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-github-event": event,
      "x-github-delivery": guid,
      "x-hub-signature-256": `sha256=${signature}`,
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}
