// The area that many places cover, as few boxes: the places are put into the cells of a grid.

/** [min x, min y, max x, max y] in metres. */
export type CellBox = readonly [number, number, number, number];

/** Boxes that do not overlap and cover every cell with at least one place; one per run of cells in a line. */
export function cellArea(
  places: { readonly x: ArrayLike<number>; readonly y: ArrayLike<number> },
  rows: ArrayLike<number>,
  cell: number,
): CellBox[] {
  const lines = new Map<number, Set<number>>();
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    const line = Math.floor(places.y[row]! / cell);
    const known = lines.get(line) ?? new Set();
    lines.set(line, known.add(Math.floor(places.x[row]! / cell)));
  }
  return [...lines].flatMap(([line, columns]) =>
    runsOf([...columns].toSorted((a, b) => a - b)).map(([from, to]): CellBox => [
      from * cell,
      line * cell,
      to * cell,
      (line + 1) * cell,
    ]),
  );
}

/** Runs of consecutive numbers, the end not included. */
function runsOf(ascending: readonly number[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const one of ascending) {
    const last = runs.at(-1);
    if (last?.[1] === one) last[1] = one + 1;
    else runs.push([one, one + 1]);
  }
  return runs;
}
