import { resolveValue, UNKNOWN } from "./evaluate-expression.ts";
import type { Contexts, Value } from "./evaluate-expression.ts";

export type Cell = Readonly<Record<string, Value>>;

/** GitHub's own limit for a job. */
const MOST_CELLS = 256;

/** The cells of `strategy.matrix`: product, minus `exclude`, plus `include`. One empty cell without a matrix. */
export function expandMatrix(raw: unknown, contexts: Contexts): Cell[] {
  const matrix = resolveValue(raw as Value, contexts);
  if (matrix === UNKNOWN || typeof matrix !== "object" || matrix === null || Array.isArray(matrix))
    return [{}];
  const { include, exclude, ...axes } = matrix;
  const unknownInclude = include === UNKNOWN;
  let cells: Cell[] = product(axes).filter((cell) => !cellList(exclude).some((one) => covers(cell, one)));
  if (Object.keys(axes).length === 0 && !unknownInclude) cells = [];
  for (const addition of cellList(include)) cells = addInclude(cells, addition, Object.keys(axes));
  return cells.length === 0 ? [{}] : cells.slice(0, MOST_CELLS);
}

function product(axes: Readonly<Record<string, Value>>): Cell[] {
  let cells: Cell[] = [{}];
  for (const [name, values] of Object.entries(axes)) {
    const options: Value[] = Array.isArray(values) ? values : [UNKNOWN];
    const extended: Cell[] = cells.flatMap((cell) =>
      options.map((value): Cell => ({ ...cell, [name]: value })),
    );
    cells = extended.slice(0, MOST_CELLS);
  }
  return cells;
}

function cellList(value: Value | undefined): Cell[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (one): one is { [key: string]: Value } => typeof one === "object" && one !== null && !Array.isArray(one),
  );
}

function covers(cell: Cell, part: Cell): boolean {
  return Object.entries(part).every(([key, value]) => same(cell[key], value));
}

function same(left: Value | undefined, right: Value): boolean {
  if (typeof left === "object" || typeof right === "object")
    return JSON.stringify(left) === JSON.stringify(right);
  return (
    left === right ||
    (left !== undefined && left !== UNKNOWN && right !== UNKNOWN && String(left) === String(right))
  );
}

/** GitHub's rule: extends every original cell that it does not contradict, else it becomes a cell of its own. */
function addInclude(cells: readonly Cell[], addition: Cell, axes: readonly string[]): Cell[] {
  let used = false;
  const extended = cells.map((cell) => {
    const fits =
      axes.some((axis) => axis in cell) &&
      axes.every((axis) => !(axis in addition) || same(cell[axis], addition[axis] ?? null));
    if (!fits) return cell;
    used = true;
    return { ...cell, ...addition };
  });
  return used ? extended : [...extended, addition];
}
