// Whether the cells of a module are whole or half ones: both halves of a whole one are about as warm.

/** Part of the warmer half that the other has where both belong to one cell. */
const EVEN = 0.6;

export function squaresOf(warm: readonly number[], squareOf: readonly string[], least_k: number) {
  const squares = Map.groupBy(warm.keys(), (cell) => squareOf[cell]!);
  let [hot, even] = [0, 0];
  for (const cells of squares.values()) {
    const halves = cells.map((cell) => warm[cell]!);
    const top = Math.max(...halves);
    if (top < least_k) continue;
    hot += 1;
    if (halves.length === 2 && Math.min(...halves) >= EVEN * top) even += 1;
  }
  return { squares: hot, even };
}
