import { firstFailure } from "./first-failure.ts";

const WHOLE = 6000;
const HEAD = 1200;
const TAIL = 2400;
const AROUND_BEFORE = 14;
const AROUND_AFTER = 10;
const BLOCK = 2000;

/** The part of an output a person or a model needs: the first failure, then the head and the tail. */
export function excerpt(output: string, failed: boolean): string {
  const failure = failed ? firstFailure(output) : null;
  if (output.length <= WHOLE && failure === null) return output;
  if (failure === null) return headAndTail(output);
  const lead = `First failure: ${failure.file}:${failure.line}${failure.message === "" ? "" : `: ${failure.message}`}`;
  if (output.length <= WHOLE) return `${lead}\n\n${output}`;
  const rows = output.split("\n").slice(Math.max(0, failure.row - AROUND_BEFORE), failure.row + AROUND_AFTER);
  return [lead, rows.join("\n").slice(0, BLOCK), "The output:", headAndTail(output)].join("\n\n");
}

function headAndTail(output: string): string {
  if (output.length <= HEAD + TAIL) return output;
  const head = output.slice(0, HEAD).replace(/[\uD800-\uDBFF]$/u, "");
  const tail = output.slice(-TAIL).replace(/^[\uDC00-\uDFFF]/u, "");
  return `${head}\n… ${output.length - head.length - tail.length} characters left out …\n${tail}`;
}
