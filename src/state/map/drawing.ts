// What the KML blueprints of the plant on the map draw, fetched once their layer is switched on.
import { atom } from "jotai";
import { askAtom } from "../account/ask.ts";
import { plantQueryOf } from "../plant/plant.ts";
import { blueprintsQuestion, fetchDrawing, type Drawing } from "../settings/blueprint.ts";
import { valueOf } from "../shell/loaded.ts";
import { shownLayersAtom } from "./layer.ts";

export type { Drawing };

const nothing: Drawing = { type: "FeatureCollection", features: [] };

/** Id of the layer on the shelf `layers/`. */
const LAYER = "blueprint";

const listAtom = plantQueryOf((plant_id, get) =>
  get(askAtom)("blueprint.list") === null ? blueprintsQuestion(plant_id) : null,
);

const idsAtom = atom(
  (get) =>
    valueOf(get(listAtom))
      ?.filter(({ kind }) => kind === "kml")
      .map(({ id }) => id) ?? [],
);
const isShownAtom = atom((get) =>
  get(shownLayersAtom).some(({ id, visible }) => id === LAYER && visible),
);

const featuresAtom = plantQueryOf((_plant, get) => {
  const ids = get(idsAtom);
  if (ids.length === 0 || !get(isShownAtom)) return null;
  return {
    key: ["drawing", ids],
    isFixed: true,
    saysFault: true,
    async ask(options): Promise<Drawing> {
      const drawings = await Promise.all(ids.map((id) => fetchDrawing(id, options)));
      return { ...nothing, features: drawings.flatMap(({ features }) => features) };
    },
  };
});

/** Null where the plant has no KML blueprint; without features until they are wanted and here. */
export const drawingAtom = atom((get): Drawing | null =>
  get(idsAtom).length === 0 ? null : (valueOf(get(featuresAtom)) ?? nothing),
);
