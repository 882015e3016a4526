import { z } from "zod";
import type { ContractRules } from "../../domain/ports/contract-rules.ts";
import { Texts } from "./arguments.ts";
import { plural } from "./cut-text.ts";
import { defineTool, type Tool } from "./tool.ts";
import { done, failed } from "./tool-result.ts";

const ChangeKinds = z.array(z.enum(["code", "content"])).min(1);

/** Greenfield: no check was found, so the model says up front what will prove its work. */
export function createDeclareVerificationTool(contract: ContractRules): Tool {
  return defineTool({
    name: "declare_verification",
    description:
      "Declare, before editing, the commands that will prove the change: no shell operators, each must run what you build.",
    tier: 3,
    shape: { checks: Texts, changeKinds: ChangeKinds },
    isActive: (situation) => situation.contract === "wanted" && situation.taskKind !== "investigate",
    describe: ({ checks, changeKinds }) => `${checks.join(", ")} (${changeKinds.join(", ")})`,
    async execute({ checks, changeKinds }) {
      const review = contract.review(checks, changeKinds);
      if (!review.ok) return failed(review.steer);
      return done(`declared ${plural(review.checks.length, "check")}`, {
        content: "The declaration is frozen; editing is open.",
        intent: {
          kind: "declareVerification",
          checks: [...review.checks, contract.floor()],
          changeKinds,
        },
      });
    },
  });
}

/** Moving one's own goalposts: the gate has to agree. */
export function createAlterVerificationTool(contract: ContractRules): Tool {
  return defineTool({
    name: "alter_verification",
    description: "Ask to replace the checks you declared.",
    tier: 3,
    shape: { checks: Texts, changeKinds: ChangeKinds, reason: z.string().min(1) },
    isActive: (situation) => situation.contract === "declared" && situation.taskKind !== "investigate",
    describe: ({ checks }) => checks.join(", "),
    async execute({ checks, changeKinds, reason }) {
      const review = contract.review(checks, changeKinds);
      if (!review.ok) return failed(review.steer);
      return done(`amended the declaration to ${plural(review.checks.length, "check")}`, {
        intent: { kind: "alterVerification", checks: [...review.checks], changeKinds, reason },
      });
    },
  });
}
