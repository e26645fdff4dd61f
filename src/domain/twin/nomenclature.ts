// The plant's own names of components (pcs) from a file: which component stands where a name stands.
import { z } from "zod";
import { componentTypeShape } from "../column/filter.ts";
import type { ComponentType, Technology } from "../component/component.ts";
import { NO_ROW, type Geometry, type Names } from "../component/component-index.ts";
import type { Problem } from "../error.ts";
import { problemShape } from "../error-shape.ts";
import type { Plane } from "../geometry/plane.ts";
import { idShape } from "../id.ts";
import { limits } from "../limits.ts";
import { exactLineShape, lineShape } from "../text.ts";

/** The components that have names of their own in such a file. */
export const namedTypes: Readonly<Record<Technology, ComponentType>> = {
  photovoltaic: "tracker",
  parabolic_trough: "sca",
};

/** A name at a place of the file. */
export type NamedPlace = {
  readonly name: string;
  readonly lon: number;
  readonly lat: number;
  /** Of the file, from 1; 0 where the format has none. */
  readonly line: number;
};

const dtId = exactLineShape.min(1).max(limits.componentNameLength);

export const renameShape = z.object({
  dt_id: dtId,
  /** The new name. */
  pcs: lineShape.min(1).max(limits.componentNameLength),
});
export type Rename = z.infer<typeof renameShape>;

export const renamesShape = z.object({
  component_type: componentTypeShape,
  /** Of the twin whose names were read: with another one the change is refused. */
  twin_version: idShape,
  renames: z.array(renameShape).min(1).max(limits.renamesAtOnce),
});
export type Renames = z.infer<typeof renamesShape>;

const placed = z.object({ name: z.string(), line: z.number().int() });

export const nomenclatureShape = z.object({
  component_type: componentTypeShape,
  twin_version: z.number().int(),
  /** Names in the file. */
  name_count: z.number().int(),
  /** Components that get another name; `was` is the present one. */
  renames: z.array(renameShape.extend({ was: z.string() })),
  /** Components that have the name of the file already. */
  same_count: z.number().int(),
  /** Components at whose place the file has no name. */
  unnamed_count: z.number().int(),
  /** Names where no component stands; the first of them. */
  lost: z.array(placed),
  lost_count: z.number().int(),
  /** Names on a component that another name stands nearer to; the first of them. */
  crowded: z.array(placed),
  crowded_count: z.number().int(),
  /** Features whose name is not used; the first of them. */
  refused: z.array(problemShape),
  refused_counts: z.array(
    z.object({ reason: z.string(), field: z.string().nullable(), count: z.number().int() }),
  ),
  /** What the file has beside its features and is not read. */
  notes: z.array(problemShape),
});
export type Nomenclature = z.infer<typeof nomenclatureShape>;

/** Metres by which a name may lie beside the outline of its component: rounding of coordinates. */
const BESIDE_M = 0.5;
const LISTED = 200;
const CELL_M = 50;
/** Components between two pauses: less than a millisecond. */
const ROWS_A_STEP = 1000;

type Level = { readonly geometry: Geometry; readonly names: Names };

type Matched = Omit<
  Nomenclature,
  "component_type" | "twin_version" | "refused" | "refused_counts" | "notes"
>;

/** Finds the component of each name by its place; each `yield` is a pause. */
export function* nomenclatureOf(
  places: readonly NamedPlace[],
  { geometry, names }: Level,
  plane: Plane,
): Generator<undefined, Matched> {
  const at = yield* finderOf(geometry);
  const lost: NamedPlace[] = [];
  const crowded: NamedPlace[] = [];
  const nearest = new Map<number, { readonly place: NamedPlace; readonly metres: number }>();
  for (const place of places) {
    yield;
    const found = at(...plane.toPlane(place.lon, place.lat));
    if (!found) {
      lost.push(place);
      continue;
    }
    const other = nearest.get(found.row);
    if (other && other.place.name === place.name) continue;
    if (other) crowded.push(other.metres <= found.metres ? place : other.place);
    if (!other || found.metres < other.metres)
      nearest.set(found.row, { place, metres: found.metres });
  }
  const renames: (Rename & { readonly was: string })[] = [];
  for (const [row, { place }] of nearest) {
    yield;
    const was = names.pcs(row);
    if (was !== place.name) renames.push({ dt_id: names.dtId(row), pcs: place.name, was });
  }
  let existing = 0;
  for (const length of geometry.length) if (length > 0) existing += 1;
  const listed = (all: readonly NamedPlace[]) =>
    all.slice(0, LISTED).map(({ name, line }) => ({ name, line }));
  return {
    name_count: places.length,
    renames: renames.toSorted((a, b) => (a.was < b.was ? -1 : a.was > b.was ? 1 : 0)),
    same_count: nearest.size - renames.length,
    unnamed_count: existing - nearest.size,
    lost: listed(lost),
    lost_count: lost.length,
    crowded: listed(crowded),
    crowded_count: crowded.length,
  };
}

/** The component at a place, by its rectangle, and how far its centre is. */
type Finder = (x: number, y: number) => { row: number; metres: number } | null;

function* finderOf(geometry: Geometry): Generator<undefined, Finder> {
  const { centreX, centreY, length, width, rotation } = geometry;
  const cells = new Map<string, number[]>();
  let reach = 0;
  for (let row = 0; row < geometry.count; row++) {
    if (row % ROWS_A_STEP === 0) yield;
    if (length[row] === 0) continue;
    reach = Math.max(reach, Math.hypot(length[row]!, width[row]!) / 2);
    const key = `${Math.floor(centreX[row]! / CELL_M)} ${Math.floor(centreY[row]! / CELL_M)}`;
    const cell = cells.get(key);
    if (cell) cell.push(row);
    else cells.set(key, [row]);
  }
  const steps = Math.ceil((reach + BESIDE_M) / CELL_M);
  return (x, y) => {
    let best: { row: number; metres: number } | null = null;
    const [cx, cy] = [Math.floor(x / CELL_M), Math.floor(y / CELL_M)];
    for (let i = cx - steps; i <= cx + steps; i++) {
      for (let j = cy - steps; j <= cy + steps; j++) {
        for (const row of cells.get(`${i} ${j}`) ?? []) {
          const [dx, dy] = [x - centreX[row]!, y - centreY[row]!];
          const [cos, sin] = [Math.cos(rotation[row]!), Math.sin(rotation[row]!)];
          const along = Math.abs(dx * cos + dy * sin);
          const across = Math.abs(dy * cos - dx * sin);
          const isOn = along <= length[row]! / 2 + BESIDE_M && across <= width[row]! / 2 + BESIDE_M;
          const metres = Math.hypot(dx, dy);
          if (isOn && (!best || metres < best.metres)) best = { row, metres };
        }
      }
    }
    return best;
  };
}

/** The names with those that change, and what is wrong with the changes. IDs and rows stay. Each `yield` is a pause. */
export function* renamed(
  { geometry, names }: Level,
  renames: readonly Rename[],
): Generator<undefined, { readonly names: Names; readonly problems: readonly Problem[] }> {
  const wanted = new Map(renames.map(({ dt_id, pcs }) => [dt_id, pcs]));
  const problems: Problem[] = [];
  if (wanted.size < renames.length)
    problems.push({ reason: "pcs_renamed_twice", field: "renames" });
  const byRow = new Map<number, string>();
  for (let row = 0; row < names.count; row++) {
    if (row % ROWS_A_STEP === 0) yield;
    const pcs = wanted.get(names.dtId(row));
    if (pcs !== undefined && geometry.length[row]! > 0) byRow.set(row, pcs);
  }
  const unknown = wanted.size - byRow.size;
  if (unknown > 0) {
    problems.push({
      reason: "pcs_unknown_component",
      field: "renames",
      values: { count: unknown },
    });
  }
  const pcs = (row: number) => byRow.get(row) ?? names.pcs(row);
  const repeated = yield* repeatedName(geometry, pcs, byRow);
  if (repeated !== null) {
    problems.push({ reason: "pcs_repeated", field: "renames", values: { name: repeated } });
  }
  return { names: { count: names.count, dtId: names.dtId, pcs }, problems };
}

/** A new name that two components of the same part of the plant would have; null for none. */
function* repeatedName(
  geometry: Geometry,
  pcs: (row: number) => string,
  changed: ReadonlyMap<number, string>,
): Generator<undefined, string | null> {
  const counts = new Map<string, number>();
  const keyOf = (row: number) => `${geometry.parent[row] ?? NO_ROW} ${pcs(row)}`;
  for (let row = 0; row < geometry.count; row++) {
    if (row % ROWS_A_STEP === 0) yield;
    if (geometry.length[row]! > 0) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  }
  for (const [row, name] of changed) if ((counts.get(keyOf(row)) ?? 0) > 1) return name;
  return null;
}
