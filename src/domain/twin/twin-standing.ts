// Components of the previous twin that stay although no file contains them.
import { NO_ROW } from "../component/component-index.ts";
import { polygonIndex, ringOfRow } from "../geometry/geometry-rows.ts";
import type { Plane } from "../geometry/plane.ts";
import { fates } from "./twin-fate.ts";
import type { ProjectedLevel } from "./twin-level.ts";
import type { PreviousLevel } from "./twin-match.ts";

/**
 * The components in `rows`, exactly as they are.
 * @param parent index of each one's parent in the level above; NO_ROW if it must be found
 */
export function standingLevel(
  { geometry, names }: PreviousLevel,
  rows: Uint32Array,
  parent: Uint32Array,
  plane: Plane,
): ProjectedLevel {
  const polygons = polygonIndex(geometry);
  const count = rows.length;
  const ringOffsets = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) {
    const at = polygons[rows[i]!]!;
    const { offsets } = geometry.polygons;
    ringOffsets[i + 1] = ringOffsets[i]! + (at === NO_ROW ? 4 : offsets[at + 1]! - offsets[at]!);
  }
  const xy = new Float64Array(ringOffsets[count]! * 2);
  const rings = new Float64Array(xy.length);
  for (let i = 0; i < count; i++) {
    xy.set(ringOfRow(geometry, rows[i]!, polygons[rows[i]!]!), ringOffsets[i]! * 2);
  }
  for (let v = 0; v < xy.length; v += 2) rings.set(plane.toLonLat(xy[v]!, xy[v + 1]!), v);
  return {
    draft: {
      type: geometry.type,
      count,
      dtId: Array.from(rows, (row) => names.dtId(row)),
      pcs: Array.from(rows, (row) => names.pcs(row)),
      parent,
      rings,
      ringOffsets,
      height: Float32Array.from(rows, (row) => geometry.height[row]!),
    },
    xy,
    centreX: Float64Array.from(rows, (row) => geometry.centreX[row]!),
    centreY: Float64Array.from(rows, (row) => geometry.centreY[row]!),
    length: Float32Array.from(rows, (row) => geometry.length[row]!),
    width: Float32Array.from(rows, (row) => geometry.width[row]!),
    rotation: Float32Array.from(rows, (row) => geometry.rotation[row]!),
    isPolygon: Uint8Array.from(rows, (row) => (polygons[row] === NO_ROW ? 0 : 1)),
  };
}

export function joined<T extends Float64Array | Float32Array | Uint8Array | Uint32Array>(
  a: T,
  b: T,
): T {
  const both = new (a.constructor as new (length: number) => T)(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** The components of both, those of `a` first. */
export function joinLevels(a: ProjectedLevel, b: ProjectedLevel): ProjectedLevel {
  if (b.draft.count === 0) return a;
  if (a.draft.count === 0) return b;
  const vertices = a.draft.ringOffsets.at(-1)!;
  const height = (level: ProjectedLevel) =>
    level.draft.height ?? new Float32Array(level.draft.count).fill(NaN);
  return {
    draft: {
      type: a.draft.type,
      count: a.draft.count + b.draft.count,
      dtId: [...a.draft.dtId, ...b.draft.dtId],
      pcs: [...a.draft.pcs, ...b.draft.pcs],
      ...(a.draft.hasSpareNames && { hasSpareNames: true }),
      parent: joined(a.draft.parent, b.draft.parent),
      rings: joined(a.draft.rings, b.draft.rings),
      ringOffsets: joined(
        a.draft.ringOffsets,
        b.draft.ringOffsets.slice(1).map((end) => end + vertices),
      ),
      height: joined(height(a), height(b)),
    },
    xy: joined(a.xy, b.xy),
    centreX: joined(a.centreX, b.centreX),
    centreY: joined(a.centreY, b.centreY),
    length: joined(a.length, b.length),
    width: joined(a.width, b.width),
    rotation: joined(a.rotation, b.rotation),
    isPolygon: joined(a.isPolygon, b.isPolygon),
  };
}

/**
 * The parents of components that stay. `parent` is the index in the level above where the parent is
 * unchanged; where it moved or was redrawn, the place decides first (NO_ROW), then `fallback`, the parent's row.
 */
export function parentsThatStay(
  { geometry }: PreviousLevel,
  rows: Uint32Array,
  above: { readonly rowOfDraft: Uint32Array; readonly fate: Uint8Array } | undefined,
): { readonly parent: Uint32Array; readonly fallback: Uint32Array } {
  const parent = new Uint32Array(rows.length).fill(NO_ROW);
  const fallback = parent.slice();
  if (above === undefined) return { parent, fallback };
  const indexOfRow = new Uint32Array(above.fate.length).fill(NO_ROW);
  for (const [index, row] of above.rowOfDraft.entries()) indexOfRow[row] = index;
  const kept = fates.indexOf("kept");
  for (const [i, row] of rows.entries()) {
    const before = geometry.parent[row]!;
    const index = indexOfRow[before] ?? NO_ROW;
    if (index === NO_ROW) continue;
    fallback[i] = before;
    if (above.fate[before] === kept) parent[i] = index;
  }
  return { parent, fallback };
}
