// The component whose card is open: its results, its neighbours in the hierarchy, and changes of its values.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import type { ComponentResult, ValueChange } from "../../../domain/analysis/analysis-result.ts";
import type { ColumnSummary } from "../../../domain/column/column.ts";
import { changedValue } from "../../../domain/column/column-codec.ts";
import type { ComponentType } from "../../../domain/component/component.ts";
import {
  parentsOf,
  walk,
  type ComponentRow,
  type WalkDirection,
} from "../../../domain/component/hierarchy.ts";
import { planeAt, type LonLat } from "../../../domain/geometry/plane.ts";
import { keyFigureById } from "../../../domain/key-figure/key-figure.ts";
import { keepSummary, replaceColumns } from "../column/column.ts";
import { reloadPlants } from "../../settings/plants.ts";
import { showPanel } from "../../shell/dock.ts";
import { valueOf } from "../../shell/loaded.ts";
import {
  geometryOf,
  geometryVersionAtom,
  namesOf,
  plantKey,
  plantQueryOf,
  twinAtom,
} from "../plant.ts";
import type { Store } from "../../shell/on-change.ts";
import { reload, type ServerQuery } from "../../shell/query.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { hoveredAtom, selectedRowsAtom, selectionAtom } from "./selection.ts";
import { overtaken, stepKind } from "../../shell/step-kind.ts";
import { recordStep } from "../../shell/undo.ts";
import { flyTo } from "../../map/view.ts";
import { perPlant, plantLifetime } from "../../shell/lifetime.ts";

export type OpenComponent = { readonly component_type: ComponentType; readonly dt_id: string };

/** Null while no card is open. */
export const openComponentAtom = perPlant<OpenComponent | null>(null);

/** Results of the open component in the current analysis. */
export const componentResultAtom = plantQueryOf(
  (_plant, get): ServerQuery<ComponentResult> | null => {
    const open = get(openComponentAtom);
    const id = get(analysisIdAtom);
    if (!open || id === null) return null;
    const params = { id, component_type: open.component_type, dt_id: open.dt_id };
    return {
      key: plantKey("component", params),
      ask: (options) => call(api.analysisResult.component, { params }, options),
    };
  },
);

/** The row of the open component, once the names are loaded. */
export const openRowAtom = perPlant<ComponentRow | null>(null);

/** What was asked for while the names of its components are being loaded. */
const askedAtom = perPlant<{ readonly at: ComponentRow; readonly fly: boolean } | null>(null);

/**
 * Opens the card of a component; `fly` also shows it on the map. While the names of its components are being loaded it
 * opens once they are, unless another one is asked for first.
 */
export const openComponent = atom(null, (_get, set, at: ComponentRow, fly: boolean = false) => {
  const names = namesOf(at.component_type);
  set(askedAtom, names ? null : { at, fly });
  const dt_id = names?.dtId(at.row) ?? "";
  if (dt_id === "") return;
  set(openComponentAtom, { component_type: at.component_type, dt_id });
  set(openRowAtom, at);
  set(showPanel, "component");
  if (fly) set(showOnMap, at);
});

/** Opens what was asked for once its names are there. Returns the stop function. */
export function startAskedComponent(store: Store): () => void {
  return store.sub(geometryVersionAtom, () => {
    const asked = store.get(askedAtom);
    if (asked && namesOf(asked.at.component_type)) store.set(openComponent, asked.at, asked.fly);
  });
}

/** Closes the card. */
export const closeComponent = atom(null, (_get, set) => {
  set(askedAtom, null);
  set(openComponentAtom, null);
  set(openRowAtom, null);
});

const FLY_MARGIN_M = 40;

/** Flies to a component, with some of its surroundings. */
export const showOnMap = atom(null, (get, set, { component_type, row }: ComponentRow) => {
  const twin = valueOf(get(twinAtom));
  const geometry = geometryOf(component_type);
  if (!twin || !geometry) return;
  const plane = planeAt(twin.origin);
  const margin = geometry.length[row]! / 2 + FLY_MARGIN_M;
  const [x, y] = [geometry.centreX[row]!, geometry.centreY[row]!];
  const [west, south] = plane.toLonLat(x - margin, y - margin);
  const [east, north] = plane.toLonLat(x + margin, y + margin);
  set(flyTo, { bounds: [west, south, east, north] });
});

/** The middle of the open component; null while no card is open or the twin is not there. */
export const openPlaceAtom = atom((get): LonLat | null => {
  const open = get(openRowAtom);
  return open && placeOf(valueOf(get(twinAtom)), open);
});

/** Keeps a component visible when the card opens over it. */
export const keepInSight = atom(null, (get, set, at: ComponentRow) => {
  const place = placeOf(valueOf(get(twinAtom)), at);
  if (place) set(flyTo, { reveal: place });
});

function placeOf(
  twin: { readonly origin: LonLat } | null | undefined,
  { component_type, row }: ComponentRow,
): LonLat | null {
  const geometry = geometryOf(component_type);
  if (!twin || !geometry) return null;
  return planeAt(twin.origin).toLonLat(geometry.centreX[row]!, geometry.centreY[row]!);
}

/** Flies to the selected components. */
export const showSelection = atom(null, (get, set) => {
  const selection = get(selectionAtom);
  const geometry = selection && geometryOf(selection.component_type);
  const twin = valueOf(get(twinAtom));
  if (!geometry || !twin) return;
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const row of get(selectedRowsAtom)) {
    const [x, y] = [geometry.centreX[row]!, geometry.centreY[row]!];
    const margin = geometry.length[row]! / 2 + FLY_MARGIN_M / 2;
    box[0] = Math.min(box[0], x - margin);
    box[1] = Math.min(box[1], y - margin);
    box[2] = Math.max(box[2], x + margin);
    box[3] = Math.max(box[3], y + margin);
  }
  const plane = planeAt(twin.origin);
  const bounds = [...plane.toLonLat(box[0], box[1]), ...plane.toLonLat(box[2], box[3])] as const;
  set(flyTo, { bounds: [bounds[0], bounds[1], bounds[2], bounds[3]] });
});

const levels = { get: geometryOf };

/** Opens the parent, first child or neighbour of the open component; returns false where there is none. */
export const walkTo = atom(null, (get, set, direction: WalkDirection): boolean => {
  const from = get(openRowAtom) ?? get(hoveredAtom);
  const next = from && walk(levels, from, direction);
  if (!next) return false;
  set(openComponent, next, true);
  return true;
});

/** The ancestors of a component, nearest first. */
export function parentRows(at: ComponentRow): ComponentRow[] {
  return parentsOf(levels, at);
}

type Change = { analysis_id: number; key_figure_id: number; dt_id: string; value: number | null };

const sendValue = atom(null, async (_get, _set, { value, dt_id, ...params }: Change) => {
  const body = { dt_id, value };
  await keepChange(params, () => call(api.analysisResult.modifyValue, { params, body }));
});

type ValueState = { readonly change: Change; readonly before: number | null };
const valueStep = stepKind<ValueState>({
  name: "value change",
  undo: (_get, set, { change, before }) => set(revertValue, change, before),
  redo: (_get, set, { change, before }) => set(sendAgain, change, before),
});
const undoneStep = stepKind<ValueState>({
  name: "value undo",
  undo: (_get, set, { change, before }) => set(sendAgain, change, before),
  redo: (_get, set, { change, before }) => set(revertValue, change, before),
});

/** Changes a value that undo has brought back, if it has not got another one since. */
const sendAgain = atom(null, async (_get, set, change: Change, before: number | null) => {
  const { analysis_id, key_figure_id, dt_id } = change;
  const params = { analysis_id, key_figure_id };
  const changes = await call(api.analysisResult.changeHistory, { params });
  const last = changes.find((one) => one.dt_id === dt_id && one.undone_at === null);
  if (last && last.new_value !== before) throw overtaken();
  await set(sendValue, change);
});

/** Changes the value of one component by hand; rejects with the refusal. */
export const changeValue = atom(
  null,
  async (_get, set, chosen: Change, before: number | null): Promise<void> => {
    const { signal } = plantLifetime();
    // The server's list has it with the digits that a column stores: undo compares with those.
    const keyFigure = keyFigureById(chosen.key_figure_id);
    const change = keyFigure ? { ...chosen, value: changedValue(keyFigure, chosen.value) } : chosen;
    await set(sendValue, change);
    if (signal.aborted) return;
    set(recordStep, {
      name: "workbench:step.change_value",
      values: { component: change.dt_id },
      ...valueStep({ change, before }),
    });
  },
);

/** Uses the undo of the server where possible, so that the change history says who undid what. */
const revertValue = atom(null, async (_get, set, change: Change, before: number | null) => {
  const { analysis_id, key_figure_id, dt_id } = change;
  const params = { analysis_id, key_figure_id };
  const changes = await call(api.analysisResult.changeHistory, { params });
  // Newest first.
  const lastChange = changes.find((one) => one.dt_id === dt_id && one.undone_at === null);
  if (lastChange && lastChange.new_value !== change.value) throw overtaken();
  if (!lastChange) {
    await set(sendValue, { ...change, value: before });
    return;
  }
  const body = { change_id: lastChange.id };
  await keepChange(params, () => call(api.analysisResult.undo, { params, body }));
});

/** Undoes one change of the list on the server; rejects with the refusal, and fetches the list again then too. */
export const undoChange = atom(
  null,
  async (_get, set, analysis_id: number, change: ValueChange): Promise<void> => {
    const { key_figure_id, dt_id, new_value: value, old_value } = change;
    const params = { analysis_id, key_figure_id };
    const { signal } = plantLifetime();
    try {
      const body = { change_id: change.id };
      await keepChange(params, () => call(api.analysisResult.undo, { params, body }));
      if (signal.aborted) return;
    } catch (cause) {
      if (!signal.aborted) void reload(plantKey("component"));
      throw cause;
    }
    const undone = { ...params, dt_id, value };
    set(recordStep, {
      name: "workbench:step.undo_change",
      values: { component: dt_id },
      ...undoneStep({ change: undone, before: old_value }),
    });
  },
);

/** The column has another hash after this, and the card another value. Rejects with the refusal. */
async function keepChange(
  { analysis_id }: Pick<Change, "analysis_id">,
  send: () => Promise<ColumnSummary>,
): Promise<void> {
  const { signal } = plantLifetime();
  await replaceColumns(async () => {
    const summary = await send();
    if (!signal.aborted) keepSummary(analysis_id, summary);
  });
  if (!signal.aborted) void reloadPlants();
}
