// Repairs the outlines of a feature: transformed, simple and counter-clockwise rings, or the problem that
// makes this impossible.
import type { Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { convexHull, ringArea } from "../../domain/geometry/ring.ts";
import { selfIntersection } from "../../domain/geometry/self-intersection.ts";
import type { ToLonLat } from "../../domain/geometry/crs.ts";
import type { RawOutline } from "../geo-file/raw-feature.ts";

/** What was repaired, as numbers of components. The names are part of the report. */
export type Repairs = {
  /** The last vertex was not the first again. */
  unclosed: number;
  /** The ring ran clockwise. */
  winding: number;
  /** A vertex was repeated. */
  repeated: number;
  /** Several polygons were replaced by their convex hull. */
  joined: number;
  /** Holes were removed. */
  holes: number;
};

export const noRepairs = (): Repairs => ({
  unclosed: 0,
  winding: 0,
  repeated: 0,
  joined: 0,
  holes: 0,
});

const field = "geometry";
const MIN_AREA_DEG2 = 1e-14;

function lonLatRing(ring: RawOutline["ring"], toLonLat: ToLonLat): number[] | Problem {
  const out: number[] = [];
  for (let v = 0; v + 1 < ring.length; v += 2) {
    const x = ring[v]!;
    const y = ring[v + 1]!;
    const [lon, lat] = toLonLat(x, y);
    if (!Number.isFinite(lon) || !Number.isFinite(lat)) {
      return { reason: "twin_coordinate_not_finite", field, values: { vertex: v / 2 + 1 } };
    }
    if (Math.abs(lon) > 180 || Math.abs(lat) > 85) {
      const isSwapped = Math.abs(lon) <= 85 && Math.abs(lat) > 85 && Math.abs(lat) <= 180;
      const reason = isSwapped ? "twin_coordinates_swapped" : "twin_coordinate_out_of_range";
      return { reason, field, values: { x, y } };
    }
    out.push(lon, lat);
  }
  return out;
}

/** The ring without its closing vertex and without repeated vertices. */
function openRing(
  ring: readonly number[],
  mended: { unclosed: boolean; repeated: boolean },
): number[] {
  const out: number[] = [];
  for (let v = 0; v < ring.length; v += 2) {
    if (out.length > 0 && out.at(-2) === ring[v] && out.at(-1) === ring[v + 1]) {
      mended.repeated = true;
    } else out.push(ring[v]!, ring[v + 1]!);
  }
  if (out.length > 2 && out[0] === out.at(-2) && out[1] === out.at(-1)) out.length -= 2;
  else mended.unclosed = true;
  return out;
}

function checkedRing(
  ring: readonly number[],
  ringRepairs: { unclosed: boolean; repeated: boolean },
): number[] | Problem {
  const open = openRing(ring, ringRepairs);
  const count = open.length / 2;
  // three vertices without a closing one are more likely an incomplete ring than a triangle
  if (count < 3 || (count === 3 && ringRepairs.unclosed))
    return { reason: "twin_ring_short", field, values: { vertices: count } };
  const vertex = selfIntersection(open, 0, count);
  if (vertex !== null) {
    return { reason: "twin_ring_crosses_itself", field, values: { vertex: vertex + 1 } };
  }
  if (!(Math.abs(ringArea(open, 0, count)) > MIN_AREA_DEG2)) {
    return { reason: "twin_ring_without_area", field };
  }
  return open;
}

function reversed(ring: readonly number[]): number[] {
  const out: number[] = [];
  for (let v = ring.length - 2; v >= 0; v -= 2) out.push(ring[v]!, ring[v + 1]!);
  return out;
}

/** The ring as open, simple and counter-clockwise longitude, latitude pairs; or its problem. */
export function repairedRing(ring: RawOutline["ring"], toLonLat: ToLonLat): number[] | Problem {
  const lonLat = lonLatRing(ring, toLonLat);
  if ("reason" in lonLat) return lonLat;
  const open = checkedRing(lonLat, { unclosed: false, repeated: false });
  if ("reason" in open) return open;
  return ringArea(open, 0, open.length / 2) < 0 ? reversed(open) : open;
}

/** All polygons of the feature as repaired rings, longitude first; or the first problem. */
export function repairedRings(
  outlines: readonly RawOutline[],
  toLonLat: ToLonLat,
  mended: Repairs,
): number[][] | Problem {
  const ringRepairs = { unclosed: false, repeated: false };
  let isClockwise = false;
  const rings: number[][] = [];
  for (const outline of outlines) {
    // the ring may be closed, so it has one vertex more
    if (outlines.length === 1 && outline.ring.length / 2 > limits.componentVertices + 1) {
      const values = { vertices: outline.ring.length / 2, most: limits.componentVertices };
      return { reason: "twin_ring_long", field, values };
    }
    const lonLat = lonLatRing(outline.ring, toLonLat);
    if ("reason" in lonLat) return lonLat;
    const ring = checkedRing(lonLat, ringRepairs);
    if ("reason" in ring) return ring;
    const isReversed = ringArea(ring, 0, ring.length / 2) < 0;
    isClockwise ||= isReversed;
    rings.push(isReversed ? reversed(ring) : ring);
  }
  if (ringRepairs.unclosed) mended.unclosed += 1;
  if (ringRepairs.repeated) mended.repeated += 1;
  if (isClockwise) mended.winding += 1;
  if (outlines.some(({ holes }) => holes.length > 0)) mended.holes += 1;
  return rings;
}

/** One ring for one component: the convex hull of several polygons. */
export function joinRings(rings: readonly number[][], mended: Repairs): number[] {
  const [only] = rings;
  if (rings.length === 1) return only!;
  mended.joined += 1;
  const all = rings.flat();
  return convexHull(all, 0, all.length / 2);
}
