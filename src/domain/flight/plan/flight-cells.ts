// Cells: neighbouring lines that are flown back and forth without an obstacle between them.
import type { Strip } from "./flight-strips.ts";

/** Indices of strips by cell, each from the lowest row up. */
export function cellsOf(strips: readonly Strip[]): number[][] {
  const rows = new Map<number, number[]>();
  for (const [i, strip] of strips.entries()) {
    const row = rows.get(strip.row);
    if (row) row.push(i);
    else rows.set(strip.row, [i]);
  }
  const touching = (strip: number, row: number) =>
    (rows.get(row) ?? []).filter((other) => overlap(strips[strip]!, strips[other]!) > 0);
  /** The only neighbour above that has no other neighbour below, or null. */
  const nextOf = (strip: number): number | null => {
    const { row } = strips[strip]!;
    const above = touching(strip, row + 1);
    const [only] = above;
    if (only === undefined || above.length > 1) return null;
    return touching(only, row).length === 1 ? only : null;
  };
  const next = strips.map((_, i) => nextOf(i));
  const hasBelow = new Set(next);
  return strips.flatMap((_, i) => {
    if (hasBelow.has(i)) return [];
    const cell: number[] = [];
    for (let at: number | null = i; at !== null; at = next[at] ?? null) cell.push(at);
    return [cell];
  });
}

const overlap = (a: Strip, b: Strip) => Math.min(a.to, b.to) - Math.max(a.from, b.from);
