// Which of the first lines of a table is its head, where a rule ranks them.
import { failure } from "../error.ts";

type Cell = string | number;

/** No title and no row of data reaches this rank. */
const CERTAIN_HEAD = 3;

/** A line that may be the head. */
export type HeadLine = { readonly line: number; readonly rank: number; readonly text: string };

/**
 * The line that is the head with most right; null where none may be it. One that repeats it, as on each page, is none.
 * @throws Failure FILE_REFUSED with the lines where two may be it with equal right
 */
export function bestHead<One extends HeadLine>(found: readonly One[]): One | null {
  const most = Math.max(0, ...found.map(({ rank }) => rank));
  const [first, ...others] = found.filter(({ rank }) => rank === most && rank > 0);
  const isOpen = most < CERTAIN_HEAD;
  const other = others.find(({ text }) => isOpen && text !== first!.text);
  if (!first || !other) return first ?? null;
  const values = { first: first.line, second: other.line };
  throw failure("FILE_REFUSED", { reason: "table_two_heads", line: first.line, values });
}

/**
 * Whether a row below the head begins another table: its columns would be taken for those of the first one. A head that
 * is repeated, as on each page, begins none.
 * @param rankOf the rank of a row as a head (`headRank`)
 */
export function isSecondHead(
  head: readonly Cell[],
  cells: readonly Cell[],
  rankOf: (cells: readonly Cell[]) => number,
): boolean {
  // Nearly all rows of data have a digit.
  if (cells.some((cell) => typeof cell === "number" || /\d/.test(cell))) return false;
  return rankOf(cells) >= CERTAIN_HEAD && filled(cells) !== filled(head) && rankOf(head) > 0;
}

const filled = (cells: readonly Cell[]) =>
  cells
    .map((cell) => String(cell).trim())
    .filter(Boolean)
    .join("\t");
