// A rectangle on the ground as triangles that lie in those of the ground: a picture of it is as far above the ground
// everywhere, however large it is.
import type { Ground, HeightGrid } from "./ground-surface.ts";

/** Metres east and north. */
type Box = readonly [west: number, south: number, east: number, north: number];

export type DrapedMesh = {
  /** Five numbers per corner: metres east, north and up, and the place in the box, 0 to 1 from west and from south. */
  readonly corners: readonly number[];
  /** Three per triangle. */
  readonly indices: readonly number[];
};

/** Of a cell: where a corner counts as one on the diagonal. */
const ON_DIAGONAL = 1e-9;

/** The ends of the box, and the lines between them. */
function cutAt(from: number, to: number, lines: readonly number[]): number[] {
  return [from, ...lines.filter((line) => line > from && line < to), to];
}

/**
 * @param ground null for flat ground
 * @param above metres over the ground
 */
export function drapedMesh(
  [west, south, east, north]: Box,
  ground: (Pick<HeightGrid, "xs" | "ys"> & { readonly at: Ground }) | null,
  above: number,
): DrapedMesh {
  const corners: number[] = [];
  const indices: number[] = [];
  const corner = (x: number, y: number): number => {
    const [u, v] = [(x - west) / (east - west), (y - south) / (north - south)];
    return corners.push(x, y, (ground?.at(x, y) ?? 0) + above, u, v) / 5 - 1;
  };
  const [xs, ys] = [cutAt(west, east, ground?.xs ?? []), cutAt(south, north, ground?.ys ?? [])];
  const rows = ys.map((y) => xs.map((x) => corner(x, y)));
  const fan = (polygon: readonly number[]) => {
    for (let at = 2; at < polygon.length; at += 1)
      indices.push(polygon[0]!, polygon[at - 1]!, polygon[at]!);
  };
  for (let row = 1; row < ys.length; row += 1)
    for (let column = 1; column < xs.length; column += 1) {
      const [left, right] = [xs[column - 1]!, xs[column]!];
      const [low, high] = [ys[row - 1]!, ys[row]!];
      const cell = [
        { x: left, y: low, index: rows[row - 1]![column - 1]! },
        { x: right, y: low, index: rows[row - 1]![column]! },
        { x: right, y: high, index: rows[row]![column]! },
        { x: left, y: high, index: rows[row]![column - 1]! },
      ];
      const side = ground && sideOf(ground, (left + right) / 2, (low + high) / 2);
      if (!side) {
        fan(cell.map(({ index }) => index));
        continue;
      }
      const [below, over]: [number[], number[]] = [[], []];
      for (const [at, { x, y, index }] of cell.entries()) {
        const next = cell[(at + 1) % 4]!;
        const [here, there] = [side(x, y), side(next.x, next.y)];
        if (here >= 0) below.push(index);
        if (here <= 0) over.push(index);
        if (here * there >= 0) continue;
        const share = here / (here - there);
        const cut = corner(x + (next.x - x) * share, y + (next.y - y) * share);
        below.push(cut);
        over.push(cut);
      }
      fan(below);
      fan(over);
    }
  return { corners, indices };
}

/**
 * On which side of the diagonal of its ground cell a place lies: positive to the south-east, 0 on it. Null beyond the
 * grid, where the ground is level away from its edge.
 */
function sideOf({ xs, ys }: Pick<HeightGrid, "xs" | "ys">, x: number, y: number) {
  const [x0, y0] = [xs[0]!, ys[0]!];
  const [dx, dy] = [xs[1]! - x0, ys[1]! - y0];
  const [column, row] = [Math.floor((x - x0) / dx), Math.floor((y - y0) / dy)];
  const isIn = column >= 0 && row >= 0 && column < xs.length - 1 && row < ys.length - 1;
  if (!isIn) return null;
  return (px: number, py: number): number => {
    const side = (px - x0) / dx - column - ((py - y0) / dy - row);
    return Math.abs(side) < ON_DIAGONAL ? 0 : side;
  };
}
