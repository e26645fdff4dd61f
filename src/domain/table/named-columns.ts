// Columns of a table that were passed over, as a note names them.
import type { Problem } from "../error.ts";

const MOST_NAMED = 5;

/** The first names, and how many there are. */
export function namedColumns(reason: string, heads: readonly string[]): Problem {
  const names = heads.slice(0, MOST_NAMED).map((name) => name.slice(0, 40));
  const list = [...names, ...(heads.length > MOST_NAMED ? ["…"] : [])].join(", ");
  return { reason, values: { count: heads.length, names: list } };
}
