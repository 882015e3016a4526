import type { ModelRequest } from "../domain/ports/model.ts";
import { chatBody } from "./chat-request.ts";
import type { ModelApi } from "./endpoint.ts";
import { AnswerGatherer, type GatheredAnswer } from "./gather-answer.ts";
import { ResponseGatherer } from "./gather-response.ts";
import type { Quirks } from "./quirks.ts";
import { responsesBody } from "./responses-request.ts";

/** Puts an answer together from the parts a server sends. */
export interface Gatherer {
  /** Whether anything of an answer has come, so that asking again would be asking twice. */
  readonly hasContent: boolean;
  /** Whether what came is an answer at all, if perhaps an empty one. */
  readonly hasChoice: boolean;
  /** Whether the server has said that the answer is over. */
  readonly isFinished: boolean;
  /** False when the part has a shape no server of this protocol sends. @throws APIError when the part is a refusal. */
  add(part: unknown): boolean;
  finish(newId: () => string): GatheredAnswer;
}

/** What differs between the two ways of asking; all else about a call is the same. */
export interface Wire {
  body(model: string, request: ModelRequest, quirks: Quirks): object;
  gatherer(): Gatherer;
}

export const WIRES: Readonly<Record<ModelApi, Wire>> = {
  chat: { body: chatBody, gatherer: () => new AnswerGatherer() },
  responses: { body: responsesBody, gatherer: () => new ResponseGatherer() },
};
