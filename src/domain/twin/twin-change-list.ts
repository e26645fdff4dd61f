// The components that an import would change: by name and place for a list, by row for the map.
import type { ComponentType } from "../component/component.ts";
import { planeAt, type LonLat } from "../geometry/plane.ts";
import type { BuiltTwin } from "./twin-build.ts";
import { fates, type Fate } from "./twin-fate.ts";
import type { BuiltLevel } from "./twin-level-build.ts";

type Change = Exclude<Fate, "absent" | "kept">;

export type ListedComponent = {
  readonly component_type: ComponentType;
  readonly dt_id: string;
  readonly pcs: string;
  /** Degrees; where a removed component stands now. */
  readonly lon: number;
  readonly lat: number;
};
export type ListedChange = ListedComponent & { readonly fate: Change };

/** Rows of one type. */
export type ListedRows = {
  readonly component_type: ComponentType;
  /** Pairs of the first row and the number of rows, ascending. */
  readonly runs: readonly number[];
  /** [west, south, east, north] in degrees around their centres. */
  readonly bounds: readonly [number, number, number, number];
};
/** All components of one type and fate. */
export type ChangedRows = ListedRows & { readonly fate: Change };

/** Of each fate and type; `by_type` counts all. */
const MOST_LISTED = 200;
/** Numbers in `runs`; the rows after them are left out. */
const MOST_RUNS = 20_000;

const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

/** The first components of these ascending rows, and all rows as runs; null without rows. */
function listRows(origin: LonLat, { geometry, names }: BuiltLevel, rows: Iterable<number>) {
  const { toLonLat } = planeAt(origin);
  const component_type = geometry.type;
  const listed: ListedComponent[] = [];
  const runs: number[] = [];
  let next = -1;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const row of rows) {
    const [lon, lat] = toLonLat(geometry.centreX[row]!, geometry.centreY[row]!);
    [west, south] = [Math.min(west, lon), Math.min(south, lat)];
    [east, north] = [Math.max(east, lon), Math.max(north, lat)];
    if (row === next) runs[runs.length - 1]! += 1;
    else if (runs.length < MOST_RUNS) runs.push(row, 1);
    next = runs.at(-2)! + runs.at(-1)!;
    if (listed.length === MOST_LISTED) continue;
    const [dt_id, pcs] = [names.dtId(row), names.pcs(row)];
    listed.push({ component_type, dt_id, pcs, lon: rounded(lon), lat: rounded(lat) });
  }
  if (listed.length === 0) return null;
  const all: ListedRows = { component_type, runs, bounds: [west, south, east, north] };
  return { listed, all };
}

function* rowsOfFate(fate: Uint8Array, code: number): Generator<number> {
  for (let row = fate.indexOf(code); row >= 0; row = fate.indexOf(code, row + 1)) yield row;
}

/** Finds the changes of a built twin, in the order of the rows. */
export function listChanges({ origin, levels }: BuiltTwin): {
  readonly changes: ListedChange[];
  readonly changed_rows: ChangedRows[];
} {
  const changes: ListedChange[] = [];
  const changed_rows: ChangedRows[] = [];
  for (const level of levels) {
    for (const [code, fate] of fates.entries()) {
      if (fate === "absent" || fate === "kept") continue;
      const found = listRows(origin, level, rowsOfFate(level.fate, code));
      if (found === null) continue;
      for (const one of found.listed) changes.push({ ...one, fate });
      changed_rows.push({ ...found.all, fate });
    }
  }
  return { changes, changed_rows };
}

/** Finds the components without a parent, of each type. */
export function listOrphans({ origin, levels }: BuiltTwin): {
  readonly orphans: ListedComponent[];
  readonly orphan_rows: ListedRows[];
} {
  const orphans: ListedComponent[] = [];
  const orphan_rows: ListedRows[] = [];
  for (const level of levels) {
    const found = listRows(origin, level, level.orphans);
    if (found === null) continue;
    orphans.push(...found.listed);
    orphan_rows.push(found.all);
  }
  return { orphans, orphan_rows };
}

/** Finds the components that moved to another parent, of each type; the number counts all. */
export function listRegrouped({ origin, levels }: BuiltTwin): {
  readonly regrouped: ListedComponent[];
  readonly regrouped_rows: ListedRows[];
  readonly regrouped_count: number;
} {
  const regrouped: ListedComponent[] = [];
  const regrouped_rows: ListedRows[] = [];
  let regrouped_count = 0;
  for (const level of levels) {
    const found = listRows(origin, level, level.regrouped);
    if (found === null) continue;
    regrouped.push(...found.listed);
    regrouped_rows.push(found.all);
    regrouped_count += level.regrouped.length;
  }
  return { regrouped, regrouped_rows, regrouped_count };
}
