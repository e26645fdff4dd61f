// Cuts a polygon in two along a line.
import type { Refusal } from "../../error.ts";
import { isInPolygon } from "../../geometry/polygon-contains.ts";
import { segmentsMeet } from "../../geometry/segment.ts";
import { cornersOf } from "./area-draft.ts";
import type { FlightPolygon, Place } from "../route/flight-route.ts";

/** Where segment `leg` of the line crosses the edge after `corner` of a ring. */
type Crossing = {
  readonly leg: number;
  readonly along: number;
  readonly corner: number;
  /** Share of the edge before the crossing. */
  readonly across: number;
  readonly place: Place;
};

function crossing(a: Place, b: Place, c: Place, d: Place) {
  const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const cross = rx * sy - ry * sx;
  if (cross === 0) return null;
  const along = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross;
  const across = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross;
  if (along < 0 || along > 1 || across < 0 || across >= 1) return null;
  const place: Place = [a[0] + along * rx, a[1] + along * ry];
  return { along, across, place };
}

function crossingsOf(ring: readonly Place[], line: readonly Place[]): Crossing[] {
  const found: Crossing[] = [];
  for (let leg = 0; leg + 1 < line.length; leg += 1) {
    for (let corner = 0; corner + 1 < ring.length; corner += 1) {
      const at = crossing(line[leg]!, line[leg + 1]!, ring[corner]!, ring[corner + 1]!);
      if (at) found.push({ leg, corner, ...at });
    }
  }
  return found.toSorted((a, b) => a.leg - b.leg || a.along - b.along);
}

function meets(ring: readonly Place[], line: readonly Place[]): boolean {
  const xy = [...ring, ...line].flatMap(([x, y]) => [x, y]);
  for (let a = 0; a + 1 < ring.length; a += 1) {
    for (let b = ring.length; b + 1 < ring.length + line.length; b += 1) {
      if (segmentsMeet(xy, a, a + 1, b, b + 1)) return true;
    }
  }
  return false;
}

/** The corners of the ring on the way from one crossing to the other. */
function walk(corners: readonly Place[], from: Crossing, to: Crossing): Place[] {
  const count = corners.length;
  const isAhead = from.corner === to.corner && to.across > from.across;
  const edges = (to.corner - from.corner + count) % count;
  const steps = edges === 0 && !isAhead ? count : edges;
  return Array.from({ length: steps }, (_, step) => corners[(from.corner + 1 + step) % count]!);
}

/**
 * The two parts of the polygon, or why the line does not cut it in two. The line must cross the outline twice
 * and no hole.
 */
export function splitPolygon(
  polygon: FlightPolygon,
  line: readonly Place[],
): { readonly parts: readonly [FlightPolygon, FlightPolygon] } | { readonly refusal: Refusal } {
  const [outer = [], ...holes] = polygon;
  const crossings = crossingsOf(outer, line);
  const [first, second] = crossings;
  if (!first || !second || crossings.length > 2) {
    return { refusal: { reason: "split_line_crosses_twice" } };
  }
  const inner = line.slice(first.leg + 1, second.leg + 1);
  const cut = [first.place, ...inner, second.place];
  if (holes.some((hole) => meets(hole, cut))) return { refusal: { reason: "split_line_in_hole" } };
  const corners = cornersOf(outer);
  const back = walk(corners, first, second);
  const ahead = walk(corners, second, first);
  const ringOf = (cutCorners: readonly Place[], around: readonly Place[]): Place[] => {
    const open = [...cutCorners, ...around];
    return [...open, open[0]!];
  };
  const rings = [ringOf(cut, ahead), ringOf(cut.toReversed(), back)] as const;
  const partOf = (ring: readonly Place[]): FlightPolygon => [
    ring,
    ...holes.filter((hole) => isInPolygon([ring], hole[0]!)),
  ];
  return { parts: [partOf(rings[0]), partOf(rings[1])] };
}
