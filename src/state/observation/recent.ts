// What was entered last: the columns in use come first, and the same values can be entered again.
import { atom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import type { ObservationColumn } from "../../domain/observation/observation-column.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { meAtom } from "../account/me.ts";
import { perPlant } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { shownObservationsAtom } from "./shown.ts";

/** What "same as last" fills in. */
export type LastEntry = Pick<Observation, "notes"> & {
  readonly component_type: ComponentType;
  readonly column_values: readonly { readonly column_id: string; readonly value: unknown }[];
};

/** What was entered last here, also where the server has not got it yet. */
const enteredAtom = perPlant<LastEntry | null>(null);

/** Remembers what was entered. */
export const rememberEntry = atom(null, (_get, set, entry: LastEntry) => set(enteredAtom, entry));

/** The viewer's own observations, newest first. */
const ownAtom = atom((get): readonly Observation[] => {
  const me = valueOf(get(meAtom));
  const name = me ? `${me.first_name} ${me.last_name}`.trim() : "";
  return get(shownObservationsAtom).filter((one) => one.created_by_user === name);
});

/** A function that returns what the viewer entered last for a component of this type, or null. */
export const lastEntryAtom = atom((get) => {
  const entered = get(enteredAtom);
  const own = get(ownAtom);
  return (component_type: ComponentType): LastEntry | null => {
    if (entered?.component_type === component_type) return entered;
    const last = own.find((one) => one.fieldgeometry_component.component_type === component_type);
    return last ? { ...last, component_type } : null;
  };
});

/** How many of the last observations say which columns are in use. */
const LOOKED_AT = 20;

/** A function that returns the IDs of the columns that the viewer used last, the most recent first. */
export const recentColumnsAtom = atom((get) => {
  const own = get(ownAtom);
  const entered = get(enteredAtom);
  return (component_type: ComponentType): readonly string[] => {
    const entries = [
      ...(entered?.component_type === component_type ? [entered] : []),
      ...own
        .filter((one) => one.fieldgeometry_component.component_type === component_type)
        .slice(0, LOOKED_AT),
    ];
    return [
      ...new Set(entries.flatMap((one) => one.column_values.map(({ column_id }) => column_id))),
    ];
  };
});

/** The columns in their order, but those that were used last come first. */
export function recentFirst(
  columns: readonly ObservationColumn[],
  recent: readonly string[],
): ObservationColumn[] {
  const rank = ({ id }: ObservationColumn) => {
    const at = recent.indexOf(id);
    return at === -1 ? recent.length : at;
  };
  return columns.toSorted((a, b) => rank(a) - rank(b));
}
