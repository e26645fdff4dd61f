// The outline around one component as drawn, outside of it: its colour is what the legend says.
import { ringOf } from "../../domain/component/ring.ts";
import type { Level } from "./level.ts";

/** x, y in plane metres. */
type PlanePoint = [x: number, y: number];

/**
 * The closed ring around a component; empty while its mesh is being built, and for a removed one.
 * @param gap metres between a rectangle and its outline; other shapes are outlined along their edge
 */
export function outlineOf({ geometry, mesh }: Level, row: number, gap: number): PlanePoint[] {
  if (!mesh || !(geometry.length[row]! > 0)) return [];
  const own = ringOf(geometry, row);
  if (own) return closed(pointsOf(own));
  const [a, b, c, d] = pointsOf(mesh.positions.subarray(row * 8, row * 8 + 8));
  const [alongX, alongY] = unit(a!, b!, gap);
  const [acrossX, acrossY] = unit(a!, d!, gap);
  const moved = ([x, y]: PlanePoint, along: number, across: number): PlanePoint => [
    x + along * alongX + across * acrossX,
    y + along * alongY + across * acrossY,
  ];
  return closed([moved(a!, -1, -1), moved(b!, 1, -1), moved(c!, 1, 1), moved(d!, -1, 1)]);
}

/** From one point towards another, of this length. */
function unit([x1, y1]: PlanePoint, [x2, y2]: PlanePoint, length: number): PlanePoint {
  const distance = Math.hypot(x2 - x1, y2 - y1) || 1;
  return [((x2 - x1) / distance) * length, ((y2 - y1) / distance) * length];
}

function pointsOf(ring: ArrayLike<number>): PlanePoint[] {
  return Array.from({ length: ring.length / 2 }, (_, at) => [ring[at * 2]!, ring[at * 2 + 1]!]);
}

function closed(points: PlanePoint[]): PlanePoint[] {
  return [...points, points[0]!];
}
