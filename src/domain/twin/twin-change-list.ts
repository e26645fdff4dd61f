// The components that an import would change: by name and place for a list, by row for the map.
import type { ComponentType } from "../component/component.ts";
import { planeAt } from "../geometry/plane.ts";
import type { BuiltTwin } from "./twin-build.ts";
import { fates, type Fate } from "./twin-fate.ts";

type Change = Exclude<Fate, "absent" | "kept">;

export type ListedChange = {
  readonly component_type: ComponentType;
  readonly fate: Change;
  readonly dt_id: string;
  readonly pcs: string;
  /** Degrees; where a removed component stands now. */
  readonly lon: number;
  readonly lat: number;
};

/** All components of one type and fate. */
export type ChangedRows = {
  readonly component_type: ComponentType;
  readonly fate: Change;
  /** Pairs of the first row and the number of rows, ascending. */
  readonly runs: readonly number[];
  /** [west, south, east, north] in degrees around their centres. */
  readonly bounds: readonly [number, number, number, number];
};

/** Of each fate and type; `by_type` counts all. */
const MOST_LISTED = 200;
/** Numbers in `runs`; the rows after them are left out. */
const MOST_RUNS = 20_000;

const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

/** Finds the changes of a built twin, in the order of the rows. */
export function listChanges({ origin, levels }: BuiltTwin): {
  readonly changes: ListedChange[];
  readonly changed_rows: ChangedRows[];
} {
  const { toLonLat } = planeAt(origin);
  const changes: ListedChange[] = [];
  const changed_rows: ChangedRows[] = [];
  for (const { geometry, names, fate } of levels) {
    const component_type = geometry.type;
    for (const [code, name] of fates.entries()) {
      if (name === "absent" || name === "kept") continue;
      const runs: number[] = [];
      let [count, next] = [0, -1];
      let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
      for (let row = fate.indexOf(code); row >= 0; row = fate.indexOf(code, row + 1)) {
        const [lon, lat] = toLonLat(geometry.centreX[row]!, geometry.centreY[row]!);
        [west, south] = [Math.min(west, lon), Math.min(south, lat)];
        [east, north] = [Math.max(east, lon), Math.max(north, lat)];
        if (row === next) runs[runs.length - 1]! += 1;
        else if (runs.length < MOST_RUNS) runs.push(row, 1);
        next = runs.at(-2)! + runs.at(-1)!;
        count += 1;
        if (count > MOST_LISTED) continue;
        const [dt_id, pcs] = [names.dtId(row), names.pcs(row)];
        changes.push({
          component_type,
          fate: name,
          dt_id,
          pcs,
          lon: rounded(lon),
          lat: rounded(lat),
        });
      }
      if (count === 0) continue;
      changed_rows.push({ component_type, fate: name, runs, bounds: [west, south, east, north] });
    }
  }
  return { changes, changed_rows };
}
