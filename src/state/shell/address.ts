// The address of the view: read when a plant is opened, written after every change. Panning replaces
// the entry in the browser's history; every other change adds one.
import { atom } from "jotai";
import { isOffline } from "../../client/offline/offline.ts";
import { firstAnalysis, firstKeyFigure } from "../../domain/plant/first-shown.ts";
import { emptyView, viewFromQuery, viewToQuery, type View } from "../../domain/plant/view.ts";
import { linkSelection } from "../../domain/plant/view-selection.ts";
import { analysesQuery, analysisIdAtom } from "../plant/analysis/analysis.ts";
import { summariesQuery } from "../plant/column/column.ts";
import { compareAtom } from "../plant/compare/compare.ts";
import { openComponentAtom, openRowAtom } from "../plant/component/component.ts";
import { askData } from "../plant/data.ts";
import { chosenAggregateAtom, patternAtom } from "../map/detail.ts";
import { chosenPaletteAtom, linkPalette } from "../plant/component/palette.ts";
import { openPanelsAtom } from "./dock.ts";
import { findingViewAtom, orderViewAtom } from "../plant/finding/view.ts";
import { filtersAtom, scopeAtom } from "../plant/filter/filter.ts";
import { keyFigureIdAtom } from "../plant/column/key-figure.ts";
import { layerOrderAtom, layerSettingsAtom, soloLayerAtom } from "../map/layer.ts";
import { chosenDomainsAtom, chosenModeAtom } from "../plant/column/legend.ts";
import { geometryOf, namesOf, plantIdAtom } from "../plant/plant.ts";
import {
  resetSelection,
  setSelection,
  selectedRowsAtom,
  selectionAtom,
} from "../plant/component/selection.ts";
import { openedOrderIdAtom } from "../plant/work-order/order.ts";
import { ordersQuery } from "../plant/work-order/stored.ts";
import { hasCallAtom } from "../account/ask.ts";
import { spaceAtom } from "../map/space.ts";
import { cameraAtom, flyTo } from "../map/view.ts";
import { perPlant, plantLifetime } from "./lifetime.ts";
import { ensureAnswer, type ServerQuery } from "./query.ts";

/** Names of the parts of the address that could not be applied: unreadable, or not visible to the viewer. */
export const refusedPartsAtom = perPlant<readonly string[]>([]);

/** True where more is selected than a link can carry. */
export const selectionTooLargeAtom = atom((get) => get(linkedSelectionAtom) === "too large");

const linkedSelectionAtom = atom((get): View["selection"] | "too large" => {
  const selection = get(selectionAtom);
  const names = selection && namesOf(selection.component_type);
  if (!selection || !names) return null;
  const rows = get(selectedRowsAtom);
  return linkSelection(selection.component_type, rows, names.dtId) ?? "too large";
});

/** The view on the screen. */
export const viewAtom = atom((get): View => {
  const key_figure_id = get(keyFigureIdAtom);
  const scope = get(scopeAtom);
  const selection = get(linkedSelectionAtom);
  return {
    ...emptyView,
    camera: get(cameraAtom),
    analysis_id: get(analysisIdAtom),
    key_figure_id,
    legend: get(chosenModeAtom),
    ramp: get(chosenDomainsAtom)[key_figure_id ?? 0] ?? null,
    filters: get(filtersAtom),
    scope: scope === "all" ? null : scope,
    selection: selection === "too large" ? null : selection,
    component: get(openComponentAtom),
    compare: get(compareAtom),
    panels: get(openPanelsAtom),
    layers: Object.entries(get(layerSettingsAtom)).map(([id, setting]) => ({ id, ...setting })),
    layer_order: get(layerOrderAtom),
    solo: get(soloLayerAtom),
    aggregate: get(chosenAggregateAtom),
    pattern: get(patternAtom) ? null : false,
    palette: get(chosenPaletteAtom),
    space: get(spaceAtom),
    work_order_id: get(openedOrderIdAtom),
    finding_view: get(findingViewAtom),
    work_order_view: get(orderViewAtom),
  };
});

/** Empty after a refusal, which is shown by the panels that read the same data. */
function orNone<Row>(question: ServerQuery<readonly Row[]>): Promise<readonly Row[]> {
  return ensureAnswer(question).catch(() => []);
}

const refuse = atom(null, (get, set, part: string) => {
  if (!get(refusedPartsAtom).includes(part))
    set(refusedPartsAtom, [...get(refusedPartsAtom), part]);
});

/** Opens the work order of a link; the list stays open where the viewer may not see the order, or it is gone. */
const applyOrder = atom(null, async (get, set, id: number | null): Promise<void> => {
  set(openedOrderIdAtom, id);
  const plant_id = get(plantIdAtom);
  if (id === null || plant_id === null) return;
  const { signal } = plantLifetime();
  const isListed = get(hasCallAtom)("workOrder.list");
  const orders = isListed ? await ensureAnswer(ordersQuery(plant_id)).catch(() => null) : [];
  // Orders that cannot be had now are asked for by the panel, which says so.
  if (signal.aborted || orders === null || orders.some((one) => one.id === id)) return;
  set(refuse, "work_order");
  if (get(openedOrderIdAtom) === id) set(openedOrderIdAtom, null);
});

/**
 * Applies a view, after `readSpace`: `analysis` first (analysis, key figure, filters, comparison, layers), then `components`
 * once the geometry is loaded (selection, open card). Parts the viewer may not see go into refusedPartsAtom.
 */
export const applyView = atom(
  null,
  async (get, set, view: View, what: "analysis" | "components"): Promise<void> => {
    if (what === "components") return set(applyComponents, view);
    const plant_id = get(plantIdAtom);
    if (plant_id === null) return;
    const { signal } = plantLifetime();
    const analyses = await orNone(analysesQuery(plant_id));
    if (signal.aborted) return;
    const has = (id: number) => analyses.some((analysis) => analysis.id === id);
    if (view.analysis_id !== null && !has(view.analysis_id)) set(refuse, "analysis");
    const chosen = firstAnalysis(analyses, view.analysis_id);
    set(analysisIdAtom, chosen?.id ?? null);
    set(filtersAtom, view.filters);
    set(scopeAtom, view.scope ?? "all");
    if (view.legend) set(chosenModeAtom, view.legend);
    // The card gets its data from the server and need not wait for the geometry.
    set(openComponentAtom, view.component);
    void set(applyOrder, view.work_order_id);
    set(findingViewAtom, view.finding_view ?? "list");
    set(orderViewAtom, view.work_order_view ?? "list");
    set(layerOrderAtom, view.layer_order);
    set(soloLayerAtom, view.solo);
    // A link does not change the stored choice.
    if (view.aggregate) set(chosenAggregateAtom, view.aggregate, false);
    if (view.pattern === false) set(patternAtom, false, false);
    if (view.palette) set(linkPalette, view.palette);
    const settings = view.layers.map(({ id, ...setting }) => [id, setting] as const);
    set(layerSettingsAtom, Object.fromEntries(settings));
    const compared = view.compare !== null && has(view.compare.analysis_id);
    if (view.compare && !compared) set(refuse, "compare");
    set(compareAtom, compared ? view.compare : null);
    if (!chosen) return;
    const requested = view.key_figure_id ?? get(keyFigureIdAtom);
    const kept = requested !== null && chosen.key_figure_ids.includes(requested) ? requested : null;
    if (view.key_figure_id !== null && kept === null) set(refuse, "key_figure");
    const id = firstKeyFigure(chosen.key_figure_ids, kept);
    set(keyFigureIdAtom, id);
    if (id !== null && view.ramp) set(chosenDomainsAtom, { [id]: view.ramp });
    const summaries = await orNone(summariesQuery(chosen.id));
    if (signal.aborted || summaries.length === 0) return;
    // A hidden key figure may be missing from the list and still have a column, and the reverse.
    if (!summaries.some(({ key_figure_id }) => key_figure_id === id)) {
      const ids = summaries.map(({ key_figure_id }) => key_figure_id);
      set(keyFigureIdAtom, firstKeyFigure(ids, null));
    }
  },
);

/** Before the camera of an address: in 3D it is that of 3D, and says nothing of how the map lay. */
export const readSpace = atom(null, (get, set, space: View["space"]) => {
  // The browser's back button leads here as well, while 3D is open.
  const isOut = space !== null && get(spaceAtom) === null && isOffline();
  if (isOut) set(refuse, "space");
  set(spaceAtom, isOut ? null : space);
});

const applyComponents = atom(null, async (_get, set, { selection, component }: View) => {
  set(resetSelection);
  if (selection && geometryOf(selection.component_type)) {
    const { component_type } = selection;
    const rows =
      "rows" in selection
        ? selection.rows
        : await askData("rowsOf", { type: component_type, dt_ids: selection.dt_ids });
    set(setSelection, { component_type, rows, mode: "replace" });
    const wanted = "rows" in selection ? selection.rows.length : selection.dt_ids.length;
    if (rows.length < wanted) set(refuse, "select");
  } else if (selection) set(refuse, "select");
  set(openComponentAtom, component);
  if (!component) return;
  const type = component.component_type;
  const found = geometryOf(type)
    ? await askData("rowsOf", { type, dt_ids: [component.dt_id] })
    : new Uint32Array(0);
  const row = found[0];
  if (row === undefined) {
    set(openComponentAtom, null);
    set(refuse, "component");
  } else set(openRowAtom, { component_type: type, row });
});

/** Applies the view of the address again: after the browser's back or forward. */
export const readAddress = atom(null, async (_get, set) => {
  const { view, refused } = viewFromQuery(location.search);
  set(refusedPartsAtom, refused);
  // What is shown turns the camera; the one that the address names comes after it.
  set(readSpace, view.space);
  if (view.camera) set(flyTo, { camera: view.camera });
  await set(applyView, view, "analysis");
  await set(applyView, view, "components");
});

/** Writes the view into the address; `push` adds a history entry where more than the camera changed. */
export function writeAddress(view: View, push: boolean): void {
  const query = viewToQuery(view);
  const before = viewFromQuery(location.search).view;
  if (viewToQuery(before) === query) return;
  const still = viewToQuery({ ...before, camera: null }) === viewToQuery({ ...view, camera: null });
  const address = `${location.pathname}${query === "" ? "" : `?${query}`}`;
  if (push && !still) history.pushState(history.state, "", address);
  else history.replaceState(history.state, "", address);
}
