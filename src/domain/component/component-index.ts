// The component index: every component of one type in one plant, as typed arrays by row.
//
// Row numbers are never reused: an update of the digital twin keeps the row of a known `dt_id`, appends
// new components and flags missing ones as removed. A removed one gets its row back when it returns. New rows follow a Hilbert curve, so that neighbours
// in the array are neighbours on the ground.
import type { ComponentType } from "./component.ts";
import type { NearFit } from "./near-name.ts";
import type { NameFit } from "./name-search.ts";
import type { LonLat } from "../geometry/plane.ts";

/** Stands for "no parent" and "no component". */
export const NO_ROW = 0xffffffff;
/** Rows per block; a block is the unit of culling and picking. */
export const BLOCK_ROWS = 4096;

/**
 * Geometry of `count` components of one type on the plant plane (metres, see plane.ts).
 * A rectangle has its long side `length` along direction `rotation` (radians, counter-clockwise from
 * east) and its short side `width` across. `height` is metres above ground of the centre.
 * A removed row has `length` 0: do not draw, pick or count it. Its `parent` is NO_ROW; its centre and width
 * are those it had, so that it is found again when it returns.
 */
export type Geometry = {
  readonly type: ComponentType;
  readonly count: number;
  readonly parent: Uint32Array;
  /** Last parent by removed row, NO_ROW for the others; absent if there are none. */
  readonly removedParent?: Uint32Array;
  readonly centreX: Float32Array;
  readonly centreY: Float32Array;
  readonly length: Float32Array;
  readonly width: Float32Array;
  readonly rotation: Float32Array;
  readonly height: Float32Array;
  /** Outer rings of the components that are no rectangles; their rectangle is the smallest around the ring. */
  readonly polygons: Polygons;
  /** [min x, min y, max x, max y] per block of BLOCK_ROWS rows, 4 floats each; empty block: NaN. */
  readonly blockBounds: Float32Array;
};

/** `rows` ascending; ring i has the vertices offsets[i] to offsets[i + 1], not closed, counter-clockwise. */
export type Polygons = {
  readonly rows: Uint32Array;
  readonly offsets: Uint32Array;
  /** x, y pairs in plane metres. */
  readonly xy: Float32Array;
};

/** Names by row: `dt_id` (unique in the plant) and `pcs` (the plant's own name, may be empty). */
export type Names = {
  readonly count: number;
  dtId(row: number): string;
  pcs(row: number): string;
  /** Rates by row how well the names match a text in lower case; the better of the two counts. */
  matcher?(wanted: string): (row: number) => NameFit;
  /** Rates by row how near the names are to a text in lower case that no name has. */
  near?(wanted: string): (row: number) => NearFit;
};

/** One level of a twin as the API lists it; `geometry` and `names` are content hashes of objects. */
export type TwinLevel = {
  readonly component_type: ComponentType;
  /** Rows including removed ones: the length of every array and column. */
  readonly row_count: number;
  /** Components that exist. */
  readonly component_count: number;
  /** Mean area of those on the ground in m²; null for none. Twins of before it was counted lack it for some minutes. */
  readonly mean_m2?: number | null;
  readonly geometry: string;
  readonly geometry_bytes: number;
  readonly names: string;
  readonly names_bytes: number;
};

/** A plant's digital twin; `levels` from the top of the hierarchy down. */
export type Twin = {
  readonly plant_id: number;
  readonly version: number;
  readonly origin: LonLat;
  /** [west, south, east, north] in degrees. */
  readonly bounds: readonly [number, number, number, number];
  readonly levels: readonly TwinLevel[];
};

/** How many components of a type exist; 0 for a type without a level. */
export type ComponentCounts = (type: ComponentType) => number;

export function componentCountsOf(twin: Pick<Twin, "levels"> | null): ComponentCounts {
  const counts = new Map(
    twin?.levels.map(({ component_type, component_count }) => [component_type, component_count]),
  );
  return (type) => counts.get(type) ?? 0;
}

/** Mean area of the components of a type that exist, in m² on the ground; null where it is not known. */
export function meanAreaOf(twin: Pick<Twin, "levels"> | null, type: ComponentType): number | null {
  return twin?.levels.find(({ component_type }) => component_type === type)?.mean_m2 ?? null;
}
