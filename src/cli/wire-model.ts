import type { ModelConfig, OperatorConfig } from "../config/operator-config.ts";
import { AvatarError } from "../domain/errors.ts";
import type { ModelClient } from "../domain/ports/model.ts";
import type { PlanProposer } from "../domain/ports/plan-proposer.ts";
import { createPlanProposer } from "../model/model-plan-proposer.ts";
import { createOpenAiModel } from "../model/openai-client.ts";
import { loadScript } from "../model/scripted/script.ts";
import { startScriptedModel } from "../model/scripted/start-scripted-model.ts";

export interface WiredModel {
  model: ModelClient;
  close(): Promise<void>;
}

/** The configured endpoint. @throws CONFIG_INVALID when there is none. */
export function wireModel(config: OperatorConfig): ModelClient {
  if (config.model === null) {
    throw new AvatarError("CONFIG_INVALID", {
      message: "No model endpoint is configured.",
      advice:
        "Set OPENAI_API_KEY, or OPENAI_BASE_URL for an endpoint of your own, in the environment or in .env.",
    });
  }
  return modelOf(config.model, false);
}

/** Who reads prose for empty slots of a plan; null unless AVATAR_PLANNER_MODEL opts in and there is an endpoint. */
export function wireProposer({ model, plannerModel }: OperatorConfig): PlanProposer | null {
  if (model === null || plannerModel === null) return null;
  return createPlanProposer(modelOf({ ...model, model: plannerModel, price: null }, false));
}

/** A script in the place of a model, served over HTTP so that the client is the real one. */
export async function wireScript(path: string): Promise<WiredModel> {
  const server = await startScriptedModel({ script: await loadScript(path) });
  const config = { baseUrl: server.url, apiKey: null, model: "recorded", api: "chat", price: null } as const;
  return { model: modelOf(config, true), close: () => server.close() };
}

function modelOf(config: ModelConfig, recorded: boolean): ModelClient {
  return createOpenAiModel({ ...config, recorded });
}
