// The shapes of the KML blueprints of the plant on the map. Only their layer reads them, so they are fetched
// once the layer is shown.
import { atom } from "jotai";
import { askAtom } from "../account/ask.ts";
import { plantQueryOf } from "../plant/plant.ts";
import {
  blueprintsQuery,
  fetchBlueprintShapes,
  type BlueprintShapes,
} from "../settings/blueprint.ts";
import { valueOf } from "../shell/loaded.ts";

export type { BlueprintShapes };

const listAtom = plantQueryOf((plant_id, get) =>
  get(askAtom)("blueprint.list") === null ? blueprintsQuery(plant_id) : null,
);

const loadedAtom = plantQueryOf((_plant, get) => {
  const kml = valueOf(get(listAtom))?.filter(({ kind }) => kind === "kml") ?? [];
  const ids = kml.map(({ id }) => id);
  if (ids.length === 0) return null;
  return {
    key: ["blueprint-shapes", ids],
    isFixed: true,
    showsFault: true,
    async ask(options): Promise<BlueprintShapes> {
      const all = await Promise.all(ids.map((id) => fetchBlueprintShapes(id, options)));
      return { type: "FeatureCollection", features: all.flatMap(({ features }) => features) };
    },
  };
});

/** Null until loaded, and where the plant has none. */
export const blueprintShapesAtom = atom((get): BlueprintShapes | null => {
  const shapes = valueOf(get(loadedAtom));
  return shapes && shapes.features.length > 0 ? shapes : null;
});
