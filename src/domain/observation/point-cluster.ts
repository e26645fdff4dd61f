// Points that lie close to each other on the screen, as one.

type Point = {
  readonly x: number;
  readonly y: number;
  readonly category: number;
  /** True where the server does not have it yet. */
  readonly waits?: boolean;
};

export type Cluster = Omit<Point, "waits"> & { readonly count: number; readonly waits: boolean };

/**
 * Points in the same square of `cell` metres: their mean place, their number, their most frequent category, and
 * whether one of them waits.
 */
export function clustersOf(points: readonly Point[], cell: number): Cluster[] {
  const squares = Map.groupBy(
    points,
    ({ x, y }) => `${Math.floor(x / cell)} ${Math.floor(y / cell)}`,
  );
  return [...squares.values()].map((near) => {
    const counts = new Map<number, number>();
    let [x, y] = [0, 0];
    for (const point of near) {
      x += point.x / near.length;
      y += point.y / near.length;
      counts.set(point.category, (counts.get(point.category) ?? 0) + 1);
    }
    const [first = [-1, 0] as const, ...others] = counts;
    const [category] = others.reduce((most, one) => (one[1] > most[1] ? one : most), first);
    return { x, y, category, count: near.length, waits: near.some(({ waits }) => waits === true) };
  });
}
