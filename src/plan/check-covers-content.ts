import { classifyChangePaths } from "./classify-change-paths.ts";
import { provingLine } from "./proving-stages.ts";

/**
 * Whether a declared check covers a change of content: some stage receives a content artefact as a real operand and
 * asserts, and no `||` alternative that cannot fail makes the line pass anyway (ADR-0044).
 */
export function checkCoversContent(command: string): boolean {
  const { stages, neutralized, errors } = provingLine(command);
  if (errors.length > 0 || neutralized) return false;
  return stages.some(
    (stage) =>
      (stage.asserts || stage.executes) && stage.operands.some((operand) => isContentArtefact(operand)),
  );
}

function isContentArtefact(operand: string): boolean {
  if (/[\s"'`();]/.test(operand)) return false;
  return classifyChangePaths([operand.replace(/^[\w-]+=/, "")]).has("content");
}
