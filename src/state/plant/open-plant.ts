// Opening a plant: its fields, twin, analyses and limits are asked side by side, then the view of the
// address is taken up as far as the viewer may see it.
import { atom } from "jotai";
import type { TwinLevel } from "../../domain/component/component-index.ts";
import { decodeNames } from "../../domain/component/names-codec.ts";
import { viewFromQuery } from "../../domain/plant/view.ts";
import { applyView, refusedPartsAtom } from "../shell/address.ts";
import { analysesQuestion } from "./analysis.ts";
import { askData } from "./data.ts";
import { limitsQuestion } from "./key-figure.ts";
import { endPlant, plantLifetime } from "../shell/lifetime.ts";
import { failTwin, keepLevel, plantIdAtom, twinObject, twinQuestion } from "./plant.ts";
import { ensureAnswer, fetchOnce } from "../shell/query.ts";
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
  // What is refused is shown by whoever reads it. Without the plant's own limits the catalogue's hold.
  await Promise.allSettled([ensureAnswer(analysesQuestion(id)), ensureAnswer(limitsQuestion(id))]);
  if (signal.aborted) return;
  await set(applyView, view, "analysis");
  await levels;
  if (!signal.aborted) await set(applyView, view, "components");
});

/** Opens the plant on the map again, as its address has it: what could not be had, or has changed. */
export const retryPlant = atom(null, async (get, set) => {
  const id = get(plantIdAtom);
  if (id !== null) await set(openPlant, id, location.search.slice(1));
});

const loadTwin = atom(
  null,
  async (_get, set, id: number, signal: AbortSignal, show: boolean): Promise<void> => {
    try {
      const twin = await ensureAnswer(twinQuestion(id));
      if (signal.aborted) return;
      if (show) set(flyTo, { bounds: twin.bounds }, true);
      // The small levels first: the plant is seen coarsely while its modules are still on the way.
      const bySize = twin.levels.toSorted((a, b) => a.row_count - b.row_count);
      await Promise.all(bySize.map((level) => set(loadLevel, id, level, signal)));
    } catch (cause) {
      if (!signal.aborted) set(failTwin, cause);
    }
  },
);

const loadLevel = atom(
  null,
  async (_get, set, id: number, level: TwinLevel, signal: AbortSignal) => {
    const [geometry, names] = await Promise.all([
      fetchOnce(twinObject(id, level.geometry)),
      fetchOnce(twinObject(id, level.names)),
    ]);
    if (signal.aborted) return;
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
