import { z } from "zod";
import { defineTool } from "./tool.ts";
import { done } from "./tool-result.ts";

export const switchToEditingTool = defineTool({
  name: "switch_to_editing",
  description: "Ask to turn this investigation into a change.",
  tier: 3,
  shape: { reason: z.string().min(1) },
  isActive: ({ taskKind }) => taskKind === "investigate",
  describe: ({ reason }) => reason,
  async execute({ reason }) {
    return done("switched to editing", { intent: { kind: "switchToEditing", reason } });
  },
});

export const askUserTool = defineTool({
  name: "ask_user",
  description: "Ask what only a person can decide; ends the run.",
  tier: 0,
  shape: { question: z.string().min(1) },
  describe: ({ question }) => question,
  async execute({ question }) {
    return done("asked a person", { content: question, intent: { kind: "askUser", question } });
  },
});

export const finalAnswerTool = defineTool({
  name: "final_answer",
  description: "Say the work is done, with a short account of it; the verifier then judges.",
  tier: 0,
  shape: { answer: z.string().min(1) },
  describe: () => "",
  async execute({ answer }) {
    return done("proposed an answer", { content: answer, intent: { kind: "finalAnswer", answer } });
  },
});
