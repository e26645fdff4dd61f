// The place of each module of a photovoltaic draft: position, string, group, distance to the plant's edge.
import { NO_ROW } from "../../domain/component/component-index.ts";
import type { LevelDraft, TwinDraft } from "../../domain/twin/twin-draft.ts";
import type { ModulePlace } from "./module-state.ts";
import { middlesOf } from "../analysis.ts";

export type PhotovoltaicLevels = {
  readonly group: LevelDraft;
  readonly tracker: LevelDraft;
  readonly module: LevelDraft;
};

/** The three levels. Throws a RangeError if one is missing. */
export function photovoltaicLevels(draft: TwinDraft): PhotovoltaicLevels {
  const level = (type: string) => {
    const found = draft.levels.find((one) => one.type === type);
    if (found === undefined) throw new RangeError(`a photovoltaic plant has the level ${type}`);
    return found;
  };
  return { group: level("tracker_group"), tracker: level("tracker"), module: level("module") };
}

export type ModulePlaces = {
  readonly count: number;
  at(row: number): ModulePlace;
  tracker(row: number): number;
};

/** Places of all modules. A string is a line of `modulesAlong` consecutive modules of a tracker. */
export function modulePlaces(draft: TwinDraft, modulesAlong: number): ModulePlaces {
  const { tracker, module } = photovoltaicLevels(draft);
  const { x, y } = middlesOf(module);
  let west = Infinity;
  let east = -Infinity;
  for (const at of x) {
    west = Math.min(west, at);
    east = Math.max(east, at);
  }
  const first = new Uint32Array(tracker.count).fill(NO_ROW);
  for (let row = 0; row < module.count; row++) {
    const parent = module.parent[row] ?? 0;
    if (first[parent] === NO_ROW) first[parent] = row;
  }
  const trackerOf = (row: number) => module.parent[row] ?? 0;
  return {
    count: module.count,
    tracker: trackerOf,
    at(row) {
      const parent = trackerOf(row);
      const inTracker = row - (first[parent] ?? 0);
      const line = Math.floor(inTracker / modulesAlong);
      const at = x[row] ?? 0;
      return {
        row,
        x: at,
        y: y[row] ?? 0,
        string: parent * 8 + line,
        group: tracker.parent[parent] ?? 0,
        alongString: ((inTracker % modulesAlong) + 0.5) / modulesAlong,
        edge: Math.min(at - west, east - at),
      };
    },
  };
}
