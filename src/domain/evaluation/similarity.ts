// The shift, turn and scale that move points onto others best.

/** A point in metres, and by how much it lies beside. */
export type Displacement = {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
};

export type Similarity = {
  /** Metres at the middle of the points. */
  readonly dx: number;
  readonly dy: number;
  /** Radians, counter-clockwise. */
  readonly turn: number;
  readonly scale: number;
  /** Root of the mean square of what remains, in metres. */
  readonly residual: number;
  /** The same before anything is moved. */
  readonly before: number;
  moved(x: number, y: number): readonly [x: number, y: number];
};

/** With fewer points, or closer ones, only the shift is known. */
const LEAST_POINTS = 3;
const LEAST_SPREAD_M = 10;

/** Least squares (Umeyama 1991, without reflection). */
export function fitSimilarity(points: readonly Displacement[]): Similarity {
  const mean = (of: (point: Displacement) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [mx, my] = [mean(({ x }) => x), mean(({ y }) => y)];
  const [dx, dy] = [mean((point) => point.dx), mean((point) => point.dy)];
  let [a, b, square] = [0, 0, 0];
  for (const point of points) {
    const [px, py] = [point.x - mx, point.y - my];
    const [qx, qy] = [px + point.dx - dx, py + point.dy - dy];
    a += px * qx + py * qy;
    b += px * qy - py * qx;
    square += px * px + py * py;
  }
  const isTurned =
    points.length >= LEAST_POINTS && square / points.length >= LEAST_SPREAD_M * LEAST_SPREAD_M;
  const [cos, sin] = isTurned ? [a / square, b / square] : [1, 0];
  const moved = (x: number, y: number) => {
    const [px, py] = [x - mx, y - my];
    return [mx + dx + cos * px - sin * py, my + dy + sin * px + cos * py] as const;
  };
  const left = mean((point) => {
    const [x, y] = moved(point.x, point.y);
    return (x - point.x - point.dx) ** 2 + (y - point.y - point.dy) ** 2;
  });
  return {
    dx,
    dy,
    turn: Math.atan2(sin, cos),
    scale: Math.hypot(cos, sin),
    residual: Math.sqrt(left),
    before: Math.sqrt(mean((point) => point.dx ** 2 + point.dy ** 2)),
    moved,
  };
}
