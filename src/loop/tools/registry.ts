import type { ContractRules } from "../../domain/ports/contract-rules.ts";
import type { ShellLines } from "../../domain/ports/shell-lines.ts";
import type { PlannedCheck } from "../../domain/plan.ts";
import { askUserTool, finalAnswerTool, switchToEditingTool } from "./control-tools.ts";
import { deleteFileTool } from "./delete-file.ts";
import { gitDiffTool, gitStatusTool } from "./git-tools.ts";
import { listFilesTool } from "./list-files.ts";
import { readFileTool } from "./read-file.ts";
import { runLinterTool, runTestsTool } from "./run-checks.ts";
import { createRunCommandTool } from "./run-command.ts";
import { searchRepoTool } from "./search-repo.ts";
import { strReplaceTool } from "./str-replace.ts";
import type { Tool, ToolSituation } from "./tool.ts";
import { createAlterVerificationTool, createDeclareVerificationTool } from "./verification-tools.ts";
import { writeFileTool } from "./write-file.ts";

export interface ToolRegistry {
  /** The tools on the table, always in the same order, so that a request's first bytes stay the same. */
  active(situation: ToolSituation): readonly Tool[];
  /** Any tool by name, active or not. */
  find(name: string): Tool | undefined;
  /** What of a change the declared kinds leave unproven; null when nothing. */
  audit(paths: readonly string[], changeKinds: readonly string[]): string | null;
  /** The harness's own check beneath a declared contract, or alone when nothing was declared. */
  floor(): PlannedCheck;
}

export function createToolRegistry(parts: { shell: ShellLines; contract: ContractRules }): ToolRegistry {
  const tools: readonly Tool[] = [
    readFileTool,
    listFilesTool,
    searchRepoTool,
    strReplaceTool,
    writeFileTool,
    deleteFileTool,
    createRunCommandTool(parts.shell),
    runTestsTool,
    runLinterTool,
    gitStatusTool,
    gitDiffTool,
    createDeclareVerificationTool(parts.contract),
    createAlterVerificationTool(parts.contract),
    switchToEditingTool,
    askUserTool,
    finalAnswerTool,
  ];
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    active: (situation) => tools.filter((tool) => tool.isActive(situation)),
    find: (name) => byName.get(name),
    audit: (paths, changeKinds) => parts.contract.audit(paths, changeKinds),
    floor: () => parts.contract.floor(),
  };
}
