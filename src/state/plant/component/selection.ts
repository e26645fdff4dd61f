// The selected components: bit SELECTED of state/plant/column/row-flag.ts, and their number here.
import { atom, type Getter } from "jotai";
import type { ComponentType } from "../../../domain/component/component.ts";
import type { ComponentRow } from "../../../domain/component/hierarchy.ts";
import {
  rowFlagVersionAtom,
  rowFlagsOf,
  ensureRowFlags,
  SELECTED,
  publishRowFlags,
} from "../column/row-flag.ts";
import { geometryOf, twinAtom } from "../plant.ts";
import { valueOf } from "../../shell/loaded.ts";
import { overtaken, stepKind } from "../../shell/step-kind.ts";
import { recordStep } from "../../shell/undo.ts";
import { perPlant } from "../../shell/lifetime.ts";

export type { ComponentRow };
export type SelectMode = "replace" | "add" | "remove" | "toggle";
export type SelectionChange = {
  readonly component_type: ComponentType;
  readonly rows: ArrayLike<number>;
  readonly mode: SelectMode;
};

/** `side`: the pointer is on the part of the map that draws the other analysis. */
export type HoveredRow = ComponentRow & { readonly side?: "other" };

/** The component under the pointer or the table's focus; the map outlines it. */
export const hoveredAtom = perPlant<HoveredRow | null>(null);

/** Sets the component under the pointer; null for none. */
export const hover = atom(null, (get, set, component: HoveredRow | null) => {
  const before = get(hoveredAtom);
  const isSame =
    before?.component_type === component?.component_type &&
    before?.row === component?.row &&
    before?.side === component?.side;
  if (!isSame) set(hoveredAtom, component);
});

/** The component type of the selection (one at a time) and the number of selected components. */
export const selectionAtom = perPlant<{
  component_type: ComponentType;
  count: number;
} | null>(null);

/** Selects without an undo step: for the address, and for undo itself. */
export const setSelection = atom(null, (get, set, act: SelectionChange) => {
  const before = get(selectionAtom);
  const count = geometryOf(act.component_type)?.count ?? 0;
  const bytes = ensureRowFlags(act.component_type, count);
  let selected = before?.component_type === act.component_type ? before.count : 0;
  if (before && (act.mode === "replace" || before.component_type !== act.component_type)) {
    clearBytes(before.component_type);
    selected = 0;
  }
  for (let i = 0; i < act.rows.length; i += 1) {
    const row = act.rows[i]!;
    if (row >= count) continue;
    const was = (bytes[row]! & SELECTED) !== 0;
    const is = act.mode === "toggle" ? !was : act.mode !== "remove";
    if (was === is) continue;
    bytes[row]! ^= SELECTED;
    selected += is ? 1 : -1;
  }
  set(selectionAtom, selected > 0 ? { component_type: act.component_type, count: selected } : null);
  set(publishRowFlags);
});

/** Clears the selection without an undo step. */
export const resetSelection = atom(null, (get, set) => {
  const before = get(selectionAtom);
  if (!before) return;
  clearBytes(before.component_type);
  set(selectionAtom, null);
  set(publishRowFlags);
});

type SelectionSnapshot = { component_type: ComponentType; rows: Uint32Array } | null;

const snapshotAtom = atom((get): SelectionSnapshot => {
  const selection = get(selectionAtom);
  return selection && { component_type: selection.component_type, rows: get(selectedRowsAtom) };
});

const restore = atom(null, (_get, set, kept: SelectionSnapshot) => {
  if (kept) set(setSelection, { ...kept, mode: "replace" });
  else set(resetSelection);
});

/** Names the twin whose rows are selected: rows of another one are other components. */
const twinOf = (get: Getter) =>
  (valueOf(get(twinAtom))?.levels ?? []).map(({ names }) => names).join(" ");

const selectStep = stepKind<{
  readonly before: SelectionSnapshot;
  readonly after: SelectionSnapshot;
  readonly twin: string;
}>({
  name: "selection change",
  undo(get, set, { before, twin }) {
    if (twinOf(get) !== twin) throw overtaken();
    set(restore, before);
  },
  redo(get, set, { after, twin }) {
    if (twinOf(get) !== twin) throw overtaken();
    set(restore, after);
  },
});

/** Selects; a component type other than before replaces the selection. */
export const select = atom(null, (get, set, act: SelectionChange) => {
  const before = get(snapshotAtom);
  set(setSelection, act);
  const after = get(snapshotAtom);
  if (before === null && after === null) return;
  set(recordStep, {
    name: after ? "workbench:step.select" : "workbench:step.clear_selection",
    values: { n: after?.rows.length ?? 0 },
    ...selectStep({ before, after, twin: twinOf(get) }),
  });
});

/** Selects nothing. */
export const clearSelection = atom(null, (get, set) => {
  const selection = get(selectionAtom);
  if (selection) set(select, { ...selection, rows: [], mode: "replace" });
});

/** The selected rows, ascending. */
export const selectedRowsAtom = atom((get): Uint32Array => {
  get(rowFlagVersionAtom);
  const selection = get(selectionAtom);
  const rows = new Uint32Array(selection?.count ?? 0);
  const bytes = selection && rowFlagsOf(selection.component_type);
  if (!bytes) return rows;
  for (let row = 0, at = 0; row < bytes.length && at < rows.length; row += 1) {
    if (bytes[row]! & SELECTED) rows[at++] = row;
  }
  return rows;
});

function clearBytes(type: ComponentType): void {
  const bytes = rowFlagsOf(type);
  if (!bytes) return;
  for (let row = 0; row < bytes.length; row += 1) bytes[row]! &= ~SELECTED;
}
