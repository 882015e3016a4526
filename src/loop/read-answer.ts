import type { ToolCall } from "../domain/events.ts";
import type { ModelAnswer } from "../domain/ports/model.ts";

export type AnswerReading =
  | { kind: "calls"; calls: readonly ToolCall[] }
  /** Nothing to act on; what the model should know about it. */
  | { kind: "unusable"; feedback: string };

/** The calls of an answer, each with a key that is unique in the run: servers repeat ids, or send none. */
export function keyedCalls(answer: ModelAnswer, step: number): ToolCall[] {
  return answer.toolCalls.map((call, i) => ({
    key: `${step}.${i + 1}`,
    tool: call.name,
    arguments: call.arguments,
  }));
}

/** What an answer asks for. Text without a call is a final answer, unless it was cut off. */
export function readAnswer(
  answer: ModelAnswer,
  calls: readonly ToolCall[],
  { step, answerTokens }: { step: number; answerTokens: number },
): AnswerReading {
  if (calls.length > 0) return { kind: "calls", calls };
  const text = answer.text.trim();
  if (answer.finishReason === "length") {
    return unusable(
      `Your answer was cut off at ${answerTokens} tokens and was not used. Be shorter: call one tool.`,
    );
  }
  if (answer.finishReason === "content_filter") {
    return unusable("The provider withheld your answer. Take another step towards the task.");
  }
  if (text === "") return unusable("Your answer was empty. Call a tool; final_answer ends the work.");
  const final = { key: `${step}.1`, tool: "final_answer", arguments: JSON.stringify({ answer: text }) };
  return { kind: "calls", calls: [final] };
}

function unusable(feedback: string): AnswerReading {
  return { kind: "unusable", feedback };
}
