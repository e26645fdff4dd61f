// What the KML blueprints of the plant on the map draw, fetched once their layer is switched on.
import { atom } from "jotai";
import { blueprintsOfAtom, fetchDrawing, loadBlueprints } from "../settings/blueprint.ts";
import { follow, type Store } from "../shell/follow.ts";
import { shownLayersAtom } from "./layer.ts";
import { valueOf } from "../shell/loaded.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { askAtom } from "../account/ask.ts";
import { showFault } from "../shell/toast.ts";
import { perPlant } from "../shell/lifetime.ts";

export type Drawing = GeoJSON.FeatureCollection<GeoJSON.Geometry, { name: string }>;

const nothing: Drawing = { type: "FeatureCollection", features: [] };

/** Null where the plant has no KML blueprint; without features until they are wanted and here. */
export const drawingAtom = perPlant<Drawing | null>(null);

/** Id of the layer on the shelf `layers/`. */
const LAYER = "blueprint";

const inputAtom = atom((get) => {
  const plant_id = get(plantIdAtom);
  const list = plant_id === null ? undefined : valueOf(get(blueprintsOfAtom)(plant_id));
  const ids = list?.filter(({ kind }) => kind === "kml").map(({ id }) => id) ?? [];
  const isShown = get(shownLayersAtom).some(({ id, visible }) => id === LAYER && visible);
  // Texts compare by value: the work starts again only where something changed.
  return `${plant_id ?? ""} ${isShown} ${ids.join()}`;
});

const listAtom = atom((get) => (get(askAtom)("blueprint.list") === null ? get(plantIdAtom) : null));

/** Keeps the drawing that of the plant on the map; answers how to end it. */
export function followDrawing(store: Store): () => void {
  const stops = [
    follow(store, listAtom, async (plant_id) => {
      if (plant_id !== null) await store.set(loadBlueprints, plant_id);
    }),
    follow(store, inputAtom, async (input, signal) => {
      const [, isShown, list = ""] = input.split(" ");
      const ids = list === "" ? [] : list.split(",").map(Number);
      store.set(drawingAtom, ids.length > 0 ? nothing : null);
      if (isShown !== "true" || ids.length === 0) return;
      try {
        const drawings = await Promise.all(ids.map((id) => fetchDrawing(id)));
        const features = drawings.flatMap((drawing) => drawing.features as Drawing["features"]);
        if (!signal.aborted) store.set(drawingAtom, { ...nothing, features });
      } catch (cause) {
        if (!signal.aborted) showFault(cause);
      }
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
