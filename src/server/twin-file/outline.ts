// One feature's outlines made sound: transformed, closed, simple, counter-clockwise; or the reason
// why that is impossible.
import type { Problem } from "../../domain/error.ts";
import { convexHull, ringArea, selfIntersection } from "../../domain/geometry/ring.ts";
import type { ToLonLat } from "./crs.ts";
import type { RawOutline } from "./raw-feature.ts";

/** What was mended, in components. */
export type Mended = {
  /** The last vertex was not the first again. */
  unclosed: number;
  /** The ring ran clockwise. */
  winding: number;
  /** The same vertex stood twice in a row. */
  repeated: number;
  /** Several polygons became the hull around them. */
  joined: number;
  /** Holes were left out. */
  holes: number;
};

export const noMends = (): Mended => ({
  unclosed: 0,
  winding: 0,
  repeated: 0,
  joined: 0,
  holes: 0,
});

const field = "geometry";
const LEAST_AREA = 1e-14;

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

/** The ring without its closing vertex and without repeated ones. */
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

function soundRing(
  ring: readonly number[],
  mends: { unclosed: boolean; repeated: boolean },
): number[] | Problem {
  const open = openRing(ring, mends);
  const count = open.length / 2;
  // three vertices without the closing one are rather a ring that lost some than a triangle
  if (count < 3 || (count === 3 && mends.unclosed))
    return { reason: "twin_ring_short", field, values: { vertices: count } };
  const vertex = selfIntersection(open, 0, count);
  if (vertex !== null) {
    return { reason: "twin_ring_crosses_itself", field, values: { vertex: vertex + 1 } };
  }
  if (!(Math.abs(ringArea(open, 0, count)) > LEAST_AREA)) {
    return { reason: "twin_ring_without_area", field };
  }
  return open;
}

function reversed(ring: readonly number[]): number[] {
  const out: number[] = [];
  for (let v = ring.length - 2; v >= 0; v -= 2) out.push(ring[v]!, ring[v + 1]!);
  return out;
}

/** A ring open, simple and counter-clockwise; or its problem. */
export function soundRingOf(ring: RawOutline["ring"], toLonLat: ToLonLat): number[] | Problem {
  const lonLat = lonLatRing(ring, toLonLat);
  if ("reason" in lonLat) return lonLat;
  const open = soundRing(lonLat, { unclosed: false, repeated: false });
  if ("reason" in open) return open;
  return ringArea(open, 0, open.length / 2) < 0 ? reversed(open) : open;
}

/** Every polygon of the feature as a sound ring, longitude first; or the first problem. */
export function soundRings(
  outlines: readonly RawOutline[],
  toLonLat: ToLonLat,
  mended: Mended,
): number[][] | Problem {
  const mends = { unclosed: false, repeated: false };
  let isClockwise = false;
  const rings: number[][] = [];
  for (const outline of outlines) {
    const lonLat = lonLatRing(outline.ring, toLonLat);
    if ("reason" in lonLat) return lonLat;
    const ring = soundRing(lonLat, mends);
    if ("reason" in ring) return ring;
    const turned = ringArea(ring, 0, ring.length / 2) < 0;
    isClockwise ||= turned;
    rings.push(turned ? reversed(ring) : ring);
  }
  if (mends.unclosed) mended.unclosed += 1;
  if (mends.repeated) mended.repeated += 1;
  if (isClockwise) mended.winding += 1;
  if (outlines.some(({ holes }) => holes.length > 0)) mended.holes += 1;
  return rings;
}

/** One ring for one component: the hull where there are several polygons. */
export function joinRings(rings: readonly number[][], mended: Mended): number[] {
  const [only] = rings;
  if (rings.length === 1) return only!;
  mended.joined += 1;
  const all = rings.flat();
  return convexHull(all, 0, all.length / 2);
}
