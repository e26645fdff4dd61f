// The bounding box of a GeoJSON geometry.

type Box = [west: number, south: number, east: number, north: number];

/** In degrees; null where there is no position. */
export function areaBounds(area: Readonly<Record<string, unknown>>): Box | null {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  extend(box, area["coordinates"]);
  return box[0] <= box[2] ? box : null;
}

function extend(box: Box, part: unknown): void {
  if (!Array.isArray(part)) return;
  const [x, y] = part as unknown[];
  if (typeof x !== "number" || typeof y !== "number") {
    for (const inner of part) extend(box, inner);
    return;
  }
  box[0] = Math.min(box[0], x);
  box[1] = Math.min(box[1], y);
  box[2] = Math.max(box[2], x);
  box[3] = Math.max(box[3], y);
}
