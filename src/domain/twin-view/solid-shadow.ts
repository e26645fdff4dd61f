// The soft shadow that the sky leaves on the ground below a table or a collector, whatever the hour: it holds what stands
// to the ground. Nothing of it is in the data.
import { NO_ROW } from "../component/component-index.ts";
import type { Axis } from "./solid-axis.ts";
import { parts, type Writer } from "./solid-writer.ts";

/** Metres above the ground, and above heights of a grid, so that it lies over an orthomosaic. */
const OVER_GROUND_M = 0.05;
const OVER_TERRAIN_M = 0.2;
/** Metres of its pieces, where the ground is not flat. */
const STEP_M = 5;
/** The share of the height of the axis over which its rim fades to each side, and the metres of that. */
const SOFT_SHARE = 0.5;
const SOFT_M = [0.4, 1.5] as const;
/** Of the width, even where a row stands upright. */
const LEAST_ACROSS = 0.15;

/**
 * A rectangle on the ground that reaches as far as the shadow does. Instead of a normal its vertices have metres: half
 * of what stands above along and across, and the metres over which the rim fades. Their edges are metres from its middle.
 * @param size metres of what stands above, as it lies flat
 * @param isFlat the ground has no heights
 */
export function groundShadow(
  out: Writer,
  { x, y, rotation, height, tilt, ground }: Axis,
  size: { readonly length: number; readonly width: number },
  isFlat: boolean,
): void {
  const along = size.length / 2;
  const across = (size.width / 2) * Math.max(LEAST_ACROSS, Math.abs(Math.cos(tilt)));
  const wanted = Math.min(SOFT_M[1], Math.max(SOFT_M[0], height * SOFT_SHARE));
  const soft = Math.min(wanted, along, across);
  const [u, v] = [along + soft, across + soft];
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const cellsOf = (half: number) => (isFlat ? 1 : Math.ceil((2 * half) / STEP_M));
  const [columns, rows] = [cellsOf(u), cellsOf(v)];
  const over = isFlat ? OVER_GROUND_M : OVER_TERRAIN_M;
  const corner = (column: number, row: number): number => {
    const a = u * ((2 * column) / columns - 1);
    const b = v * ((2 * row) / rows - 1);
    const [east, north] = [x + a * cos - b * sin, y + a * sin + b * cos];
    const at = [east, north, ground(east, north) + over] as const;
    return out.vertex(at, [along, across, soft], NO_ROW, parts.steel, [a, b]);
  };
  let below = Array.from({ length: columns + 1 }, (_, column) => corner(column, 0));
  for (let row = 1; row <= rows; row += 1) {
    const above = Array.from({ length: columns + 1 }, (_, column) => corner(column, row));
    for (let column = 0; column < columns; column += 1)
      out.quad(below[column]!, below[column + 1]!, above[column + 1]!, above[column]!);
    below = above;
  }
}
