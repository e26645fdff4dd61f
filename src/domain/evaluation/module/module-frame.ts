// Where the pixels of a component lie in the component itself.

/** From pixels of the raster to parts of the component: u along its long side, v along its short one, both 0 to 1. */
export type Frame = (column: number, row: number) => readonly [u: number, v: number];

/** @param corners of the rectangle as rectangleRing orders them, in pixels; null for one without area */
export function frameOf(corners: ArrayLike<number>): Frame | null {
  const [x, y] = [corners[0]!, corners[1]!];
  const [ax, ay] = [corners[2]! - x, corners[3]! - y];
  const [bx, by] = [corners[6]! - x, corners[7]! - y];
  const area = ax * by - ay * bx;
  if (!Number.isFinite(area) || area === 0) return null;
  return (column, row) => {
    const [dx, dy] = [column - x, row - y];
    return [(dx * by - dy * bx) / area, (ax * dy - ay * dx) / area];
  };
}
