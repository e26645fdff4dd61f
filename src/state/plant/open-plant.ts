// Opens a plant: fields, twin, analyses and limits are requested in parallel. Then the view of the address
// is applied, as far as the viewer may see it.
import { atom } from "jotai";
import { dropAhead, endAhead } from "../../client/ahead.ts";
import type { TwinLevel } from "../../domain/component/component-index.ts";
import { decodeNames } from "../../domain/component/names-codec.ts";
import { viewFromQuery } from "../../domain/plant/view.ts";
import { applyView, readSpace, refusedPartsAtom } from "../shell/address.ts";
import { analysesQuery } from "./analysis/analysis.ts";
import { askData } from "./data.ts";
import { limitsQuery } from "./column/key-figure.ts";
import { endPlant, plantLifetime } from "../shell/lifetime.ts";
import { failTwin, keepLevel, plantIdAtom, twinObject, twinQuery } from "./plant.ts";
import type { StepModules } from "../shell/kept-step.ts";
import { ensureAnswer, fetchOnce } from "../shell/query.ts";
import { restoreSteps } from "../shell/undo.ts";
import { flyTo } from "../map/view.ts";

/** What the steps of undo that were kept over a reload are made of. */
const stepModules: StepModules = {
  observation: () => import("../observation/change.ts"),
  observations: () => import("../observation/bulk.ts"),
  value: () => import("./component/component.ts"),
  limits: () => import("./column/key-figure.ts"),
  finding: () => import("./finding/life.ts"),
};

/** Opens a plant in place of the one on the map. `query` is the query string of its address: the view. */
export const openPlant = atom(null, async (_get, set, id: number, query: string) => {
  set(endPlant);
  const { signal } = plantLifetime();
  signal.addEventListener("abort", dropAhead, { once: true });
  const { view, refused } = viewFromQuery(query);
  set(plantIdAtom, id);
  set(refusedPartsAtom, refused);
  set(readSpace, view.space);
  if (view.camera) set(flyTo, { camera: view.camera }, true);
  const levels = set(loadTwin, id, signal, view.camera === null);
  // The panels that read these show a refusal. Without the plant's limits the catalogue's are used.
  await Promise.allSettled([ensureAnswer(analysesQuery(id)), ensureAnswer(limitsQuery(id))]);
  if (signal.aborted) return;
  await set(applyView, view, "analysis");
  await levels;
  endAhead();
  if (signal.aborted) return;
  await set(applyView, view, "components");
  // After the view: what it sets is no step.
  if (!signal.aborted) await set(restoreSteps, id, stepModules);
});

/** Opens the plant on the map again with the view of its address: after a failure, or when its data changed. */
export const retryPlant = atom(null, async (get, set) => {
  const id = get(plantIdAtom);
  if (id !== null) await set(openPlant, id, location.search.slice(1));
});

const loadTwin = atom(
  null,
  async (_get, set, id: number, signal: AbortSignal, show: boolean): Promise<void> => {
    try {
      const twin = await ensureAnswer(twinQuery(id));
      if (signal.aborted) return;
      if (show) set(flyTo, { bounds: twin.bounds }, true);
      // Small levels come first, so that the plant appears coarsely while its modules are loading.
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
