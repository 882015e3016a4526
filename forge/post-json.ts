import { request } from "node:http";

export interface PostRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  limitMs: number;
  /** gives up at once */
  signal: AbortSignal;
}

export interface PostOutcome {
  status: string;
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

const LONGEST_ANSWER = 100_000;

/** Posts the exact bytes once, over a connection of its own. Trouble is an outcome, not an exception. */
export async function postJson({ url, headers, body, limitMs, signal }: PostRequest): Promise<PostOutcome> {
  return new Promise((resolve) => {
    const failed = (status: string) => resolve({ status, statusCode: 0, headers: {}, body: "" });
    const length = String(Buffer.byteLength(body));
    const options = {
      method: "POST",
      agent: false,
      signal,
      headers: { ...headers, "content-length": length },
    };
    const outgoing = request(url, options, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => {
        if (text.length < LONGEST_ANSWER) text += chunk;
      });
      answer.on("error", () => failed("failed to read the answer"));
      answer.on("end", () => {
        const statusCode = answer.statusCode ?? 0;
        const status = statusCode >= 200 && statusCode < 300 ? "OK" : `Invalid HTTP Response: ${statusCode}`;
        const entries = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
        resolve({ status, statusCode, headers: Object.fromEntries(entries), body: text });
      });
    });
    const timer = setTimeout(() => {
      failed("timed out");
      outgoing.destroy();
    }, limitMs);
    timer.unref();
    outgoing.on("error", () => failed("failed to connect to host"));
    outgoing.on("close", () => clearTimeout(timer));
    outgoing.end(body);
  });
}
