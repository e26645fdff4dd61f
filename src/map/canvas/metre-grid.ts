// A quiet grid in metres on the ground of a plant, where no map with tiles is set: it shows size and movement.
import type { Feature, FeatureCollection, LineString } from "geojson";
import { planeAt, type LonLat, type PlanePoint } from "../../domain/geometry/plane.ts";
import type { PlaneBox } from "../component/level-of-detail.ts";

/** Lines are at least this many pixels apart. */
const LEAST_PIXELS = 96;
/** Below, borders and names are the ground. */
export const FIRST_GRID_ZOOM = 10;
/** A tilted view reaches far; more lines than this would be a veil, so they are farther apart. */
const MOST_LINES = 60;

/** The smallest of 1, 2, 5, 10, 20, 50 … metres that is not below `least`. */
export function gridStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  // 0.1 + 0.2 is more than 0.3: a step may be a hair too small.
  const factor = [1, 2, 5].find((one) => one * power >= least * (1 - 1e-9)) ?? 10;
  return Math.max(1, factor * power);
}

export type GridLine = Feature<LineString, { label: string; isAxis: boolean }>;

/**
 * The lines of a view through a box of the plant plane, each named by its distance from the plant's origin.
 * @param view the box that is seen: it says how far apart lines are
 * @param format a distance in metres as text
 * @param box where the lines end
 */
export function gridLines(
  origin: LonLat,
  view: PlaneBox,
  metresPerPixel: number,
  format: (metres: number) => string,
  box: PlaneBox = view,
): FeatureCollection<LineString, { label: string; isAxis: boolean }> {
  const [minX, minY, maxX, maxY] = box;
  const widest = Math.max(view[2] - view[0], view[3] - view[1]);
  const step = gridStep(Math.max(LEAST_PIXELS * metresPerPixel, widest / MOST_LINES));
  const plane = planeAt(origin);
  const line = (at: number, ends: [number, number][]): GridLine => ({
    type: "Feature",
    geometry: { type: "LineString", coordinates: ends.map(([x, y]) => plane.toLonLat(x, y)) },
    properties: { label: format(Math.abs(at)), isAxis: at === 0 },
  });
  const features: GridLine[] = [];
  for (const x of steps(minX, maxX, step))
    features.push(
      line(x, [
        [x, minY],
        [x, maxY],
      ]),
    );
  for (const y of steps(minY, maxY, step))
    features.push(
      line(y, [
        [minX, y],
        [maxX, y],
      ]),
    );
  return { type: "FeatureCollection", features };
}

/** The part of a view within `reach` metres of its middle: far from it, the names of a tilted view are too small to read. */
export function nearBox(view: PlaneBox, [x, y]: PlanePoint, reach: number): PlaneBox {
  const [minX, minY, maxX, maxY] = view;
  return [
    Math.max(minX, x - reach),
    Math.max(minY, y - reach),
    Math.min(maxX, x + reach),
    Math.min(maxY, y + reach),
  ];
}

function steps(least: number, most: number, step: number): number[] {
  const first = Math.ceil(least / step);
  const count = Math.floor(most / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => (first + i) * step + 0);
}
