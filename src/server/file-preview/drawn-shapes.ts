// Shapes of a file for a small map: all of a few, an even choice of many, with fewer corners where they have many.
import type { LonLat } from "../../domain/geometry/plane.ts";

export type DrawnShape =
  | { readonly type: "Point"; readonly coordinates: LonLat }
  | { readonly type: "LineString"; readonly coordinates: readonly LonLat[] }
  | { readonly type: "Polygon"; readonly coordinates: readonly (readonly LonLat[])[] };

/** A browser draws so many at once. When there are more, every second one is left out, and so on. */
const MOST_SHAPES = 4000;
const MOST_CORNERS = 100;
/** About a centimetre. */
const DIGITS = 1e7;

export function drawnShapes() {
  let kept: DrawnShape[] = [];
  let step = 1;
  let seen = 0;
  return {
    /** The next shape; without places it is left out. */
    add(type: DrawnShape["type"], places: readonly LonLat[]): void {
      const corners = thinned(places);
      const shape = shapeOf(type, corners);
      if (shape === null) return;
      if (seen++ % step !== 0) return;
      kept.push(shape);
      if (kept.length <= MOST_SHAPES) return;
      kept = kept.filter((_, at) => at % 2 === 0);
      step *= 2;
    },
    shapes: (): readonly DrawnShape[] => kept,
  };
}

function thinned(places: readonly LonLat[]): LonLat[] {
  const every = Math.max(1, Math.ceil(places.length / MOST_CORNERS));
  return places
    .filter((_, at) => at % every === 0 || at === places.length - 1)
    .map(([lon, lat]) => [Math.round(lon * DIGITS) / DIGITS, Math.round(lat * DIGITS) / DIGITS]);
}

function shapeOf(type: DrawnShape["type"], corners: readonly LonLat[]): DrawnShape | null {
  const [first] = corners;
  if (!first) return null;
  if (type === "Point") return { type, coordinates: first };
  if (type === "LineString") return corners.length < 2 ? null : { type, coordinates: corners };
  if (corners.length < 3) return null;
  const last = corners.at(-1)!;
  const isClosed = first[0] === last[0] && first[1] === last[1];
  return { type, coordinates: [isClosed ? corners : [...corners, first]] };
}
