// What the panel of observations shows: the list, one observation, or a form.
import { atom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { openComponent } from "../plant/component/component.ts";
import { geometryVersionAtom, namesOf } from "../plant/plant.ts";
import { selectedRowsAtom, selectionAtom } from "../plant/component/selection.ts";
import { growSheet, openPanel, raiseSheet, shrinkSheet } from "../shell/dock.ts";
import { leave } from "../shell/leave.ts";
import { perPlant } from "../shell/lifetime.ts";
import { componentRowOf } from "./observation.ts";
import type { NewPhoto } from "./source.ts";

/** Photos that were taken before the form of their observation is opened. */
export type Brought = {
  readonly photos: readonly NewPhoto[];
  /** When they were taken, ISO 8601; null where they do not say it. */
  readonly observed_at: string | null;
};

export type OpenView =
  | { readonly view: "list" }
  /** Which component a new observation is of, with the photos that wait for it. */
  | { readonly view: "choose"; readonly brought?: Brought | null }
  | { readonly view: "one"; readonly id: number }
  | { readonly view: "edit"; readonly id: number }
  | {
      readonly view: "new";
      readonly component_type: ComponentType;
      readonly dt_id: string;
      /** The plant's own name of the component; "" where it has none. */
      readonly pcs?: string;
      /** What the notes begin with. */
      readonly notes?: string;
      /** The finding that it is about. */
      readonly fault_type?: number | null;
      readonly brought?: Brought | null;
    }
  | {
      readonly view: "bulk";
      readonly component_type: ComponentType;
      readonly dt_ids: readonly string[];
    }
  /** A form that opens once the names of these components are loaded. */
  | {
      readonly view: "waiting";
      readonly component_type: ComponentType;
      readonly rows: readonly number[];
      /** Of one component, and what its notes begin with; null for all of them at once. */
      readonly notes: string | null;
      readonly fault_type?: number | null;
      readonly brought?: Brought | null;
    }
  /** The components of a list of names. */
  | { readonly view: "names" }
  | { readonly view: "compare" }
  /** What was deleted and can be put back. */
  | { readonly view: "deleted" };

const list: OpenView = { view: "list" };
const PANEL = "observations";
/** Asks first if a form of this panel has unsaved changes. */
const leavePanel = (end: () => void) => leave(end, { panel: PANEL });
const viewAtom = perPlant<OpenView>(list);

/** Photos that wait until a component is chosen; another view gives them up. */
export const broughtAtom = atom((get): Brought | null => {
  const view = get(viewAtom);
  return view.view === "choose" ? (view.brought ?? null) : null;
});

export const openViewAtom = atom((get): OpenView => {
  const view = get(viewAtom);
  if (view.view !== "waiting") return view;
  get(geometryVersionAtom);
  return formOf(view);
});

/** The form of new observations, which are stored by the names of their components; waits for the names. */
function formOf(waiting: Extract<OpenView, { view: "waiting" }>): OpenView {
  const { component_type, rows, notes, fault_type = null, brought = null } = waiting;
  const names = namesOf(component_type);
  const [row] = rows;
  if (!names || row === undefined) return waiting;
  if (notes === null) return { view: "bulk", component_type, dt_ids: rows.map(names.dtId) };
  const named = { dt_id: names.dtId(row), pcs: names.pcs(row) };
  return { view: "new", component_type, ...named, notes, fault_type, brought };
}

const formViews: readonly OpenView["view"][] = ["new", "edit", "bulk", "waiting"];

const place = atom(null, (_get, set, view: OpenView) => {
  set(viewAtom, view);
  set(formViews.includes(view.view) ? growSheet : shrinkSheet);
});

/**
 * Shows something else in the panel, and asks first if a form has unsaved changes.
 * @param onOpen is called once it is shown; not where the user stays at the form
 */
export const openView = atom(null, (_get, set, view: OpenView, onOpen?: () => void) => {
  leavePanel(() => {
    set(place, view);
    set(openPanel, PANEL);
    set(raiseSheet);
    onOpen?.();
  });
});

/** Shows what a form has just stored; there is nothing unsaved any more. */
export const showView = atom(null, (_get, set, view: OpenView) => set(place, view));

/** Shows the list again, and asks first if a form has unsaved changes. */
export const closeView = atom(null, (_get, set) => leavePanel(() => set(place, list)));

/** Opens an observation, and its component on the map and in the card; on a phone the observation is in front. */
export const openObservation = atom(null, (_get, set, one: Observation) => {
  const at = componentRowOf(one);
  leavePanel(() => {
    set(place, { view: "one", id: one.id });
    if (at) set(openComponent, at, true);
    set(openPanel, PANEL);
  });
});

/**
 * Opens the form for a new observation of a component; while names are being loaded, once they are. Photos that wait are
 * not of it: they are handed on where its component is chosen for them.
 * @param fault_type the finding that it is about; null for the component as a whole
 */
export const startObservation = atom(
  null,
  (
    _get,
    set,
    { component_type, row }: ComponentRow,
    notes: string = "",
    fault_type: number | null = null,
  ) => {
    const of = { component_type, rows: [row], notes, fault_type };
    set(openView, formOf({ view: "waiting", ...of }));
  },
);

/**
 * Opens the form for a new observation of a component that was chosen for photos.
 * @param onOpen is called once it is shown; not where the user stays at another form
 */
export const startWithPhotos = atom(
  null,
  (
    _get,
    set,
    { component_type, row }: ComponentRow,
    brought: Brought | null,
    onOpen?: () => void,
  ) => {
    const of = { component_type, rows: [row], notes: "", brought };
    set(openView, formOf({ view: "waiting", ...of }), onOpen);
  },
);

/** Opens the form for the same observation at all selected components. */
export const startBulk = atom(null, (get, set) => {
  const selection = get(selectionAtom);
  const rows = [...get(selectedRowsAtom)];
  if (!selection || rows.length === 0) return;
  const { component_type } = selection;
  set(openView, formOf({ view: "waiting", component_type, rows, notes: null }));
});
