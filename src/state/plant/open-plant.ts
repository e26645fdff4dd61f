// Opening a plant: its fields, twin, analyses and limits are fetched side by side, then the view of
// the address is taken up as far as the viewer may see it.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call, callBytes } from "../../client/call.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { TwinLevel } from "../../domain/component/component-index.ts";
import { decodeNames } from "../../domain/component/names-codec.ts";
import { viewFromQuery } from "../../domain/plant/view.ts";
import { applyView, refusedPartsAtom } from "../shell/address.ts";
import { analysesAtom } from "./analysis.ts";
import { loadProperties } from "../settings/custom-component-property.ts";
import { loadMarkedOff } from "../settings/enabled-key-figure.ts";
import { askData } from "./data.ts";
import { plantLimitsAtom } from "./key-figure.ts";
import { endPlant, plantLifetime } from "../shell/lifetime.ts";
import { failed, loading, ready } from "../shell/loaded.ts";
import { keepLevel, plantAtom, plantIdAtom, twinAtom } from "./plant.ts";
import { flyTo } from "../map/view.ts";

/** Opens a plant, in place of the one on the map, with the view that `query` (of its address) stands for. */
export const openPlant = atom(null, async (_get, set, id: number, query: string) => {
  set(endPlant);
  const { signal } = plantLifetime();
  const { view, refused } = viewFromQuery(query);
  set(plantIdAtom, id);
  set(refusedPartsAtom, refused);
  if (view.camera) set(flyTo, { camera: view.camera }, true);
  const levels = set(loadTwin, id, signal, view.camera === null);
  const analyses = set(loadAnalyses, id, signal);
  // Beside the map: whether they come does not matter to it.
  void set(loadProperties, id);
  void set(loadMarkedOff);
  await Promise.all([set(loadPlant, id, signal), set(loadLimits, id, signal), analyses]);
  if (signal.aborted) return;
  set(applyView, view, "analysis");
  await levels;
  if (!signal.aborted) await set(applyView, view, "components");
});

/** Fetches again what could not be had. */
export const retryPlant = atom(null, async (get, set) => {
  const id = get(plantIdAtom);
  if (id !== null) await set(openPlant, id, location.search.slice(1));
});

const loadPlant = atom(null, async (_get, set, id: number, signal: AbortSignal) => {
  set(plantAtom, loading);
  try {
    const plant = await call(api.plant.read, { params: { id } }, { signal });
    if (!signal.aborted) set(plantAtom, ready(plant));
  } catch (cause) {
    if (!signal.aborted) set(plantAtom, failed(cause));
  }
});

const loadAnalyses = atom(null, async (_get, set, id: number, signal: AbortSignal) => {
  set(analysesAtom, loading);
  try {
    const analyses = await call(api.analysis.listForView, { params: { id } }, { signal });
    if (!signal.aborted) set(analysesAtom, ready(analyses.toSorted(newestFirst)));
  } catch (cause) {
    if (!signal.aborted) set(analysesAtom, failed(cause));
  }
});

function newestFirst(a: Analysis, b: Analysis): number {
  return Date.parse(b.flown_at) - Date.parse(a.flown_at) || b.id - a.id;
}

const loadLimits = atom(null, async (_get, set, id: number, signal: AbortSignal) => {
  // Without the plant's own limits the catalogue's hold, which is better than no map.
  const own = await call(api.plant.readLimits, { params: { id } }, { signal }).catch(() => []);
  if (signal.aborted) return;
  set(plantLimitsAtom, new Map(own.map(({ key_figure_id, limits }) => [key_figure_id, limits])));
});

const loadTwin = atom(
  null,
  async (_get, set, id: number, signal: AbortSignal, show: boolean): Promise<void> => {
    set(twinAtom, loading);
    try {
      const twin = await call(api.digitalTwin.read, { params: { id } }, { signal });
      if (signal.aborted) return;
      set(twinAtom, ready(twin));
      if (show) set(flyTo, { bounds: twin.bounds }, true);
      // The small levels first: the plant is seen coarsely while its modules are still on the way.
      const bySize = twin.levels.toSorted((a, b) => a.row_count - b.row_count);
      await Promise.all(bySize.map((level) => set(loadLevel, id, level, signal)));
    } catch (cause) {
      if (!signal.aborted) set(twinAtom, failed(cause));
    }
  },
);

const loadLevel = atom(
  null,
  async (_get, set, id: number, level: TwinLevel, signal: AbortSignal) => {
    const bytesOf = async (hash: string) =>
      (
        await callBytes(api.digitalTwin.readObject, { params: { id, hash } }, { signal })
      ).arrayBuffer();
    const [geometry, names] = await Promise.all([bytesOf(level.geometry), bytesOf(level.names)]);
    const type = level.component_type;
    const decoded = await askData(
      "level",
      { type, geometry, names },
      { signal, transfer: [geometry] },
    );
    if (!signal.aborted) {
      set(keepLevel, type, { geometry: decoded, names: decodeNames(new Uint8Array(names)) });
    }
  },
);
