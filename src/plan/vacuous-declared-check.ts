import { provingLine } from "./proving-stages.ts";

/**
 * Whether a declared verification command proves nothing: it is empty, or every program on the line only looks
 * or does nothing (`true`, `echo`, `grep`). One real stage redeems the line.
 */
export function vacuousDeclaredCheck(command: string): boolean {
  if (command.trim() === "") return true;
  const { stages, errors } = provingLine(command);
  if (errors.length > 0) return false;
  return !stages.some((stage) => stage.executes);
}
