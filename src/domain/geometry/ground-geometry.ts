// Components as they lie on the ground: from the plant plane, which is an image of the map, to a plane on which lengths,
// areas and angles are right (local-plane.ts).
//
// What is measured, planned or summed in metres uses this. What is drawn stays on the plant plane.
import type { Geometry } from "../component/component-index.ts";
import { blockBoundsOf } from "./geometry-rows.ts";
import { localPlaneAt } from "./local-plane.ts";
import { planeAt, type LonLat, type Plane } from "./plane.ts";
import { fitRectangle } from "./rectangle.ts";

type Rectangles = Pick<Geometry, "count" | "centreX" | "centreY" | "length" | "width" | "rotation">;
type Rectangle = {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly width: number;
  readonly rotation: number;
};

/** Metres of a square within which lengths and angles are converted alike: they change by a millionth in it. */
const ALIKE_M = 50;

/** What a metre to the east and a metre to the north of the plant plane are on the ground. */
type Slopes = readonly [eastX: number, eastY: number, northX: number, northY: number];

/**
 * The rectangle of a row on the ground; one with the length 0 keeps it.
 * @param origin of the plant plane
 * @param ground its metres are those on the ground
 */
export function groundRectangles(geometry: Rectangles, origin: LonLat, ground: Plane) {
  const plane = planeAt(origin);
  const known = new Map<number, Slopes>();
  const move = (x: number, y: number) => ground.toPlane(...plane.toLonLat(x, y));
  const slopesAt = (x: number, y: number): Slopes => {
    const [column, line] = [Math.round(x / ALIKE_M), Math.round(y / ALIKE_M)];
    const key = column * 1e6 + line;
    const found = known.get(key);
    if (found) return found;
    const [cx, cy] = [column * ALIKE_M, line * ALIKE_M];
    const [west, east] = [move(cx - ALIKE_M, cy), move(cx + ALIKE_M, cy)];
    const [south, north] = [move(cx, cy - ALIKE_M), move(cx, cy + ALIKE_M)];
    const per = 2 * ALIKE_M;
    const slopes: Slopes = [
      (east[0] - west[0]) / per,
      (east[1] - west[1]) / per,
      (north[0] - south[0]) / per,
      (north[1] - south[1]) / per,
    ];
    known.set(key, slopes);
    return slopes;
  };
  return (row: number): Rectangle => {
    const [planeX, planeY] = [geometry.centreX[row]!, geometry.centreY[row]!];
    const [x, y] = move(planeX, planeY);
    const [length, width] = [geometry.length[row]!, geometry.width[row]!];
    const rotation = geometry.rotation[row]!;
    if (length === 0) return { x, y, length, width, rotation };
    const [ex, ey, nx, ny] = slopesAt(planeX, planeY);
    const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
    const [ax, ay] = [ex * cos + nx * sin, ey * cos + ny * sin];
    const along = Math.hypot(ax, ay);
    const area = Math.abs(ex * ny - ey * nx);
    // What is a right angle on the ground leans on the plant plane, by this tangent. The stored rectangle is the
    // smallest around that: as wide, and longer by what its ends lean.
    const lean = Math.abs((ex * sin - nx * cos) * ax + (ey * sin - ny * cos) * ay) / along ** 2;
    // The turn from the old direction to the new one is small, so that the direction keeps its half of the circle.
    const turn = Math.atan2(cos * ay - sin * ax, cos * ax + sin * ay);
    return {
      x,
      y,
      length: (length - width * lean) * along,
      width: (width * area) / along,
      rotation: rotation + turn,
    };
  };
}

/** The plane of a plant on the ground. Its (0, 0) is that of the plant plane. */
export const groundPlane = localPlaneAt;

/**
 * A level in metres on the ground of `groundPlane(origin)`; rows, parents and heights stay.
 * @param origin of the plant plane
 */
export function groundGeometry(geometry: Geometry, origin: LonLat): Geometry {
  const ground = groundPlane(origin);
  const plane = planeAt(origin);
  const { count, polygons } = geometry;
  const rectangleAt = groundRectangles(geometry, origin, ground);
  const floats = () => new Float32Array(count);
  const own = {
    centreX: floats(),
    centreY: floats(),
    length: floats(),
    width: floats(),
    rotation: floats(),
  };
  const put = (row: number, { x, y, length, width, rotation }: Rectangle) => {
    own.centreX[row] = x;
    own.centreY[row] = y;
    own.length[row] = length;
    own.width[row] = width;
    own.rotation[row] = rotation;
  };
  for (let row = 0; row < count; row++) put(row, rectangleAt(row));
  const xy = new Float32Array(polygons.xy.length);
  for (let at = 0; at < xy.length; at += 2) {
    const [x, y] = ground.toPlane(...plane.toLonLat(polygons.xy[at]!, polygons.xy[at + 1]!));
    xy[at] = x;
    xy[at + 1] = y;
  }
  for (const [at, row] of polygons.rows.entries()) {
    if (geometry.length[row] === 0) continue;
    const around = fitRectangle(xy, polygons.offsets[at]!, polygons.offsets[at + 1]!);
    put(row, { ...around, x: around.centreX, y: around.centreY });
  }
  const moved = { ...geometry, ...own, polygons: { ...polygons, xy } };
  return { ...moved, blockBounds: blockBoundsOf(moved) };
}

/**
 * Mean area of the rectangles of a level that exist, in m² on the ground; null for none.
 * @param origin of the plant plane, whose scale counts for the whole plant
 */
export function meanGroundArea(
  { count, length, width }: Pick<Geometry, "count" | "length" | "width">,
  origin: LonLat,
): number | null {
  let [sum, found] = [0, 0];
  for (let row = 0; row < count; row++) {
    if (length[row] === 0) continue;
    sum += length[row]! * width[row]!;
    found += 1;
  }
  if (found === 0) return null;
  const [zero, one] = [Float32Array.of(0), Float32Array.of(1)];
  const square = {
    count: 1,
    centreX: zero,
    centreY: zero,
    length: one,
    width: one,
    rotation: zero,
  };
  const metre = groundRectangles(square, origin, groundPlane(origin))(0);
  return (sum / found) * metre.length * metre.width;
}
