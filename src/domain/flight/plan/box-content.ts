// How much of components a line can show: rows have gaps between them, which a line over them shows as well.
import { byDirection, type Box } from "../area/flight-target.ts";

/**
 * Metres of components across a line that shows a band of this width, at most and in any direction: so many square
 * metres a metre of line shows. Along rows a band holds a whole number of rows and parts of two; across them it shows
 * components and gaps by turns.
 * @param band metres that a line shows across
 */
export function mostContent(boxes: readonly Box[], band: number): number {
  let most = 0;
  for (const group of byDirection(boxes)) {
    const width = group.boxes.reduce((widest, box) => Math.max(widest, box.width), 0);
    const pitch = leastPitch(group.boxes, group.direction, width);
    // Linear between bands that hold one row more: never less than what a band holds.
    const rows = Math.max(0, band - width) / pitch + 1;
    most += Math.min(band, width * rows);
  }
  // Groups that lie apart are never in one band, but nothing says that they do.
  return Math.min(band, most);
}

/** Metres between the middles of neighbouring rows where they are closest; Infinity for a single row. */
function leastPitch(boxes: readonly Box[], direction: number, width: number): number {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const spots = boxes
    .map(({ x, y, length }) => ({ across: y * cos - x * sin, along: x * cos + y * sin, length }))
    .toSorted((a, b) => a.across - b.across);
  let least = Infinity;
  for (const [i, one] of spots.entries()) {
    for (let j = i + 1; j < spots.length; j++) {
      const other = spots[j]!;
      const apart = other.across - one.across;
      if (apart >= least) break;
      const isBeside = Math.abs(other.along - one.along) < (one.length + other.length) / 2;
      // Less than half a width apart, two lie in one row.
      if (isBeside && apart > width / 2) least = apart;
    }
  }
  return least;
}
