import type { ModelAnswer, ModelRequest } from "../domain/ports/model.ts";
import { estimatePromptTokens } from "./context/estimate-tokens.ts";
import { outOfContext, outOfMoney } from "./limits.ts";
import type { LoopOptions, TurnEnd } from "./loop-options.ts";
import { performCalls } from "./perform-calls.ts";
import { keyedCalls, readAnswer } from "./read-answer.ts";
import { type StopSignal, whileRunning } from "./stop-signal.ts";

/** Turns before the last one at which the model is told that the end is near. */
const LAST_TURNS = 5;

/** One turn: propose → validate → gate → execute → record → apply. */
export async function takeTurn(options: LoopOptions, stop: StopSignal): Promise<TurnEnd> {
  const { recorder, model, budget, spent } = options;
  await warnNearTheEnd(options);
  const request = buildRequest(options, stop.signal);
  const promptTokens = estimatePromptTokens(request.messages, request.tools);
  if (promptTokens > budget.contextTokens) return outOfContext(promptTokens, budget);
  const reserved = model.worstCaseCost(promptTokens, budget.answerTokens);
  if (spent.cost + reserved > budget.cost) return outOfMoney(spent.cost, reserved, budget);

  const step = recorder.state.iterations + 1;
  await recorder.record({
    type: "turn.started",
    step,
    promptTokensEstimate: promptTokens,
    reservedCost: reserved,
  });
  const answer = await ask(options, stop, { step, request });
  const calls = keyedCalls(answer, step);
  const reading = readAnswer(answer, calls, { step, answerTokens: budget.answerTokens });
  if (reading.kind === "unusable") {
    await recorder.record({
      type: "feedback.added",
      kind: "feedback",
      summary: reading.feedback,
      detail: answer.text.trim() === "" ? null : answer.text,
    });
    return { kind: "next" };
  }
  const spoken = answer.toolCalls.length === 0 ? "" : answer.text;
  return performCalls(options, stop, {
    step,
    calls: reading.calls,
    spoken,
    cutOff: answer.finishReason === "length",
  });
}

function buildRequest({ context, recorder, tools, budget }: LoopOptions, signal: AbortSignal): ModelRequest {
  const packet = context.build(recorder.state, tools);
  return {
    messages: context.messages(packet),
    tools: packet.allowedTools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      parameters: inputSchema,
    })),
    maxAnswerTokens: budget.answerTokens,
    signal,
  };
}

async function ask(
  { recorder, model, freeze, spent, clock }: LoopOptions,
  stop: StopSignal,
  { step, request }: { step: number; request: ModelRequest },
): Promise<ModelAnswer> {
  const from = clock.monotonic();
  const answering = whileRunning(stop, model.complete(request));
  // Not before the question has gone out.
  const sent = setImmediate(() => freeze.begin());
  const answer = await answering.finally(() => clearImmediate(sent));
  spent.cost += answer.cost;
  await recorder.record({
    type: "model.answered",
    step,
    text: answer.text,
    toolCalls: keyedCalls(answer, step),
    finishReason: answer.finishReason,
    usage: answer.usage,
    cost: answer.cost,
    durationMs: Math.round(clock.monotonic() - from),
  });
  return answer;
}

async function warnNearTheEnd({ recorder, budget }: LoopOptions): Promise<void> {
  const left = budget.turns - recorder.state.iterations;
  if (left !== LAST_TURNS || budget.turns < 4 * LAST_TURNS) return;
  // A restart in the same turn must not say it twice.
  if (recorder.state.evidence.some(({ kind }) => kind === "budget")) return;
  await recorder.record({
    type: "feedback.added",
    kind: "budget",
    summary: `${left} turns are left. Bring the work to a state that can be judged and call final_answer.`,
    detail: null,
  });
}
