// Which observations are listed: the user's filters, applied by the same function as on the server, so that an
// export has exactly the rows of the list.
import { atom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import { parentsOf, type ComponentRow } from "../../domain/component/hierarchy.ts";
import { daysOf, type DateRange } from "../../domain/date-range.ts";
import { limits } from "../../domain/limits.ts";
import type { ObservationColumn } from "../../domain/observation/observation-column.ts";
import {
  selectObservations,
  valueIn,
  type IsWithin,
  type ObservationFilter,
  type ObservationQuery,
} from "../../domain/observation/observation-query.ts";
import type { ColumnValue, Observation } from "../../domain/observation/observation.ts";
import { geometryOf, geometryVersionAtom, namesOf, plantClockAtom } from "../plant/plant.ts";
import { selectedRowsAtom, selectionAtom } from "../plant/component/selection.ts";
import { addDays } from "../../domain/calendar-date.ts";
import { instantAt } from "../../domain/plant/plant-time.ts";
import type { SiteClock } from "../shell/site-clock.ts";
import { perPlant } from "../shell/lifetime.ts";
import { columnsByIdAtom, componentRowOf } from "./observation.ts";
import { shownObservationsAtom } from "./shown.ts";
import { serverTime } from "../shell/server-time.ts";

/** Where the component of an observation is: anywhere, in one component, or one of the selected ones. */
export type Place =
  | { readonly in: "component"; readonly at: ComponentRow; readonly dt_id: string }
  | { readonly in: "selection" };

export type ListFilter = {
  readonly text: string;
  readonly range: DateRange;
  /** One day at the plant, YYYY-MM-DD; null for all of the range. */
  readonly day: string | null;
  /** Empty: everybody. */
  readonly people: readonly string[];
  /** Null: all types. */
  readonly component_type: ComponentType | null;
  readonly place: Place | null;
  readonly photos: boolean | null;
  /** Conditions on the values of single columns. */
  readonly values: readonly ObservationFilter[];
};

export const noFilter: ListFilter = {
  text: "",
  range: "all_time",
  day: null,
  people: [],
  component_type: null,
  place: null,
  photos: null,
  values: [],
};

export const listFilterAtom = perPlant<ListFilter>(noFilter);

/** The columns of the list: it has the observations with a value in one of them. Null: all observations. */
export const chosenColumnsAtom = perPlant<readonly string[] | null>(null);

/** Changes some of the filters. */
export const setListFilter = atom(null, (get, set, changes: Partial<ListFilter>) => {
  set(listFilterAtom, { ...get(listFilterAtom), ...changes });
});

/** How many filters are set, the text apart. */
export const filterCountAtom = atom((get): number => {
  const { range, day, people, component_type, place, photos, values } = get(listFilterAtom);
  const set = [
    range !== "all_time",
    day !== null,
    people.length > 0,
    component_type,
    place,
    photos !== null,
  ];
  return set.filter(Boolean).length + values.length;
});

/** The first and the last instant of a range, or of one day of it, on the calendar of the plant. */
export function instantsOf(
  { zone, date }: Pick<SiteClock, "zone" | "date">,
  range: DateRange,
  day: string | null = null,
): { from: string | null; to: string | null } {
  const today = date(serverTime());
  const { from, to } = day === null ? daysOf(range, today) : { from: day, to: day };
  const begin = (of: string) => instantAt(zone, Date.parse(`${of}T00:00:00Z`));
  return {
    from: from === null ? null : new Date(begin(from)).toISOString(),
    to: to === null ? null : new Date(begin(addDays(to, 1)) - 1).toISOString(),
  };
}

const selectedIdsAtom = atom((get): readonly string[] => {
  const selection = get(selectionAtom);
  const names = selection && namesOf(selection.component_type);
  return names ? [...get(selectedRowsAtom)].map((row) => names.dtId(row)) : [];
});

/** The filters as the server and `selectObservations` take them. */
export const observationQueryAtom = atom((get): ObservationQuery => {
  const { text, range, day, people, component_type, place, photos, values } = get(listFilterAtom);
  const { from, to } = instantsOf(get(plantClockAtom), range, day);
  const wanted = text.trim();
  const filters: ObservationFilter[] = [...values];
  if (from !== null || to !== null) filters.push({ kind: "date", from, to });
  if (people.length > 0) filters.push({ kind: "user", user_names: [...people] });
  if (photos !== null) filters.push({ kind: "photo", present: photos });
  if (wanted !== "") filters.push({ kind: "text", text: wanted });
  const component_filter = {
    ...(component_type && { component_types: [component_type] }),
    ...(place?.in === "selection" && { dt_ids: [...get(selectedIdsAtom)] }),
    ...(place?.in === "component" && {
      within: [{ component_type: place.at.component_type, dt_id: place.dt_id }],
    }),
  };
  return {
    filters,
    component_filter: Object.keys(component_filter).length > 0 ? component_filter : null,
    columns_selection: get(chosenColumnsAtom),
  };
});

/** True where the server would take the selection as a filter; a longer one is not sent. */
export const isSelectionShortAtom = atom((get): boolean => {
  const count = get(selectionAtom)?.count ?? 0;
  if (count > limits.filterBytes / 4) return false;
  return JSON.stringify({ dt_ids: get(selectedIdsAtom) }).length < limits.filterBytes;
});

/** Whether a component is part of another one, by the rows that observations and filter name. */
function withinOf(all: readonly Observation[], place: Place | null): IsWithin {
  const rows = new Map(all.map((one) => [one.fieldgeometry_component.dt_id, componentRowOf(one)]));
  return (inner, outer) => {
    const at = rows.get(inner.dt_id);
    if (place?.in !== "component" || !at) return inner.dt_id === outer.dt_id;
    return [at, ...parentsOf({ get: geometryOf }, at)].some(
      ({ component_type, row }) =>
        component_type === place.at.component_type && row === place.at.row,
    );
  };
}

/** The observations of the list, newest first. */
export const listedObservationsAtom = atom((get): readonly Observation[] => {
  const all = get(shownObservationsAtom);
  // Which component is part of which is known once the geometry is loaded.
  get(geometryVersionAtom);
  return selectObservations(
    all,
    get(observationQueryAtom),
    withinOf(all, get(listFilterAtom).place),
  );
});

/** The people who made observations, by name. */
export const observersAtom = atom((get): readonly string[] => {
  const names = get(shownObservationsAtom).flatMap((one) => one.created_by_user ?? []);
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b));
});

/** The days of the observations, for the ranges that can be chosen. */
export const observationDaysAtom = atom((get): readonly string[] =>
  get(shownObservationsAtom).map(({ observed_at }) => get(plantClockAtom).date(observed_at)),
);

export type UsedColumn = { readonly column: ObservationColumn; readonly count: number };

/** The columns that have values, in their order, with the number of observations that have one. */
export const usedColumnsAtom = atom((get): readonly UsedColumn[] => {
  const counts = new Map<string, number>();
  for (const { column_values } of get(shownObservationsAtom)) {
    for (const { column_id } of column_values) {
      counts.set(column_id, (counts.get(column_id) ?? 0) + 1);
    }
  }
  return [...get(columnsByIdAtom).values()].flatMap((column) => {
    const count = counts.get(column.id);
    return count === undefined ? [] : [{ column, count }];
  });
});

/** A function that returns the different values of a column, most first. */
export const valuesOfColumnAtom = atom((get) => {
  const all = get(shownObservationsAtom);
  return (columnId: string): readonly { value: ColumnValue; count: number }[] => {
    const counts = new Map<ColumnValue, number>();
    for (const one of all) {
      const value = valueIn(one, columnId);
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .toSorted((a, b) => b.count - a.count);
  };
});
