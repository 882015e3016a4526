import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { estimateTokens } from "../estimate-tokens.ts";
import type { ModelApi } from "../endpoint.ts";
import { type Asked, readAsked } from "./asked.ts";
import { type Choice, StepChooser } from "./choose-step.ts";
import { renderChat } from "./render-chat.ts";
import { renderResponse } from "./render-response.ts";
import { type Fault, Script, type ScriptInput } from "./script.ts";
import { sendAnswer, sendError } from "./send-answer.ts";

/** The name under which the scripted model is listed. It answers to any name. */
const RECORDED_MODEL = "recorded";

/** One request as it came. */
interface ScriptedRequest {
  /** The raw JSON. */
  body: string;
  /** Which step it got; null when it got an error for being out of the script. */
  step: number | null;
}

export interface ScriptedModel {
  /** For OPENAI_BASE_URL. */
  url: string;
  requests: readonly ScriptedRequest[];
  /** Plays the script from the top for the next conversation. */
  restart(): void;
  /** Ends at once, open answers included. */
  close(): Promise<void>;
}

const ROUTES: ReadonlyMap<string, ModelApi> = new Map([
  ["POST /v1/chat/completions", "chat"],
  ["POST /v1/responses", "responses"],
]);

const RENDER = { chat: renderChat, responses: renderResponse };

interface Question {
  api: ModelApi;
  body: string;
  asked: Asked;
}

const LARGEST_BODY = 64 * 1024 * 1024;

/**
 * A model endpoint on loopback that answers from a script, over either of the wires a real one has. It plays one
 * conversation at a time; see `StepChooser` for how a request finds its step.
 */
export async function startScriptedModel(options: {
  script: ScriptInput;
  port?: number;
  /** Told of each request before it is answered; measurements look at the caller's process here. */
  onRequest?: (request: ScriptedRequest) => void;
}): Promise<ScriptedModel> {
  const player = new Player(Script.parse(options.script), options.onRequest ?? (() => undefined));
  const server = createServer((request, response) => {
    player.handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(options.port ?? 0, "127.0.0.1", listening);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests: player.requests,
    restart: () => player.restart(),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

class Player {
  readonly requests: ScriptedRequest[] = [];
  readonly #script: Script;
  readonly #onRequest: (request: ScriptedRequest) => void;
  #chooser: StepChooser;

  constructor(script: Script, onRequest: (request: ScriptedRequest) => void) {
    this.#script = script;
    this.#onRequest = onRequest;
    this.#chooser = new StepChooser(script);
  }

  restart(): void {
    this.#chooser = new StepChooser(this.#script);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = `${request.method} ${new URL(request.url ?? "/", "http://script").pathname}`;
    if (route === "GET /v1/models") {
      const model = { id: RECORDED_MODEL, object: "model", created: 0, owned_by: "avatar" };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", data: [model] }));
      return;
    }
    const api = ROUTES.get(route);
    if (api === undefined) {
      sendError(response, 404, { message: `No such route: ${route}`, type: "not_found", code: null });
      return;
    }
    const body = await readBody(request);
    const asked = readAsked(api, body);
    if (typeof asked === "string") {
      sendError(response, 400, { message: asked, type: "invalid_request_error", code: null });
      return;
    }
    await this.#answer({ api, body, asked }, response);
  }

  async #answer({ api, body, asked }: Question, response: ServerResponse): Promise<void> {
    const previous = this.requests.at(-1)?.body ?? "";
    const choice = this.#chooser.choose(body, asked);
    const request = { body, step: choice.kind === "step" ? choice.index : null };
    this.requests.push(request);
    this.#onRequest(request);
    if (choice.kind !== "step") {
      sendError(response, 400, outOfScript(choice));
      return;
    }
    const fault = striking(choice);
    const answer = RENDER[api](choice.step, {
      index: choice.index,
      model: asked.model,
      created: Math.floor(Date.now() / 1000),
      prompt: promptTokens(body, previous),
      withUsage: asked.wantsUsage && fault?.kind !== "no-usage",
      bareCalls: fault?.kind === "bare-calls",
    });
    await sendAnswer(response, answer, { stream: asked.stream, fault });
  }
}

function striking(choice: Extract<Choice, { kind: "step" }>): Fault | undefined {
  const { fault } = choice.step;
  return fault?.times === null || choice.askedBefore < (fault?.times ?? 0) ? fault : undefined;
}

function outOfScript(choice: Exclude<Choice, { kind: "step" }>) {
  if (choice.kind === "over") {
    const message = `The script is over: all of its ${choice.steps} steps have been answered.`;
    return { message, type: "script", code: "script_over" };
  }
  const message = `Step ${choice.index + 1} of the script does not fit: ${choice.problem}.`;
  return { message, type: "script", code: "script_expectation" };
}

/** As a provider's cache would bill it: what this request repeats from the beginning of the last one is cached. */
function promptTokens(body: string, previous: string): { tokens: number; cached: number } {
  const tokens = estimateTokens(body);
  let same = 0;
  while (same < body.length && body[same] === previous[same]) same += 1;
  return { tokens, cached: Math.floor((tokens * same) / Math.max(1, body.length)) };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Error("The request is too large for a script.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
