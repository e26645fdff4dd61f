// Flight areas as files: opened into what is drawn, and saved.
import { atom } from "jotai";
import { polygonRefusal } from "../../domain/flight/area/flight-area.ts";
import { featuresToGeoJson } from "../../domain/flight/format/feature-geojson.ts";
import { featuresToKml } from "../../domain/flight/format/feature-kml.ts";
import { areaFeatures } from "../../domain/flight/format/map-feature.ts";
import { openAreas } from "../../domain/flight/format/route-open.ts";
import { plantAtom, plantIdAtom } from "../plant/plant.ts";
import { valueOf } from "../shell/loaded.ts";
import { saveBlob } from "../shell/save-file.ts";
import { areasAtom } from "./flight-area.ts";
import { changeAreas } from "./flight-area-edit.ts";

/** Endings of the files that can be opened. */
export const openedEndings = [".kml", ".kmz", ".geojson", ".json"] as const;
export const savedFormats = ["kml", "geojson"] as const;
type SavedFormat = (typeof savedFormats)[number];

/**
 * Adds the areas of a file to what is drawn, as one step that can be undone.
 * Rejects with FILE_REFUSED and every bad feature; nothing is added then.
 * @returns how many areas were added, and how many features were none; null if another plant was opened meanwhile
 */
export const openAreaFile = atom(null, async (get, set, file: File) => {
  const id = get(plantIdAtom);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (get(plantIdAtom) !== id) return null;
  const { areas: found, skipped } = openAreas(bytes, file.name, polygonRefusal);
  const areas = get(areasAtom);
  set(changeAreas, {
    name: "flight:step.open",
    areas: {
      flight: [...areas.flight, ...found.flight],
      no_fly: [...areas.no_fly, ...found.no_fly],
      take_offs: [...areas.take_offs, ...found.take_offs],
    },
  });
  const added = found.flight.length + found.no_fly.length + found.take_offs.length;
  return { added, skipped: skipped.length };
});

const writers = {
  kml: { write: featuresToKml, type: "application/vnd.google-earth.kml+xml" },
  geojson: { write: featuresToGeoJson, type: "application/geo+json" },
} as const;

/** Saves the areas as they are drawn. */
export const saveAreaFile = atom(null, (get, _set, format: SavedFormat): void => {
  const name = valueOf(get(plantAtom))?.name ?? "";
  const { write, type } = writers[format];
  const text = write(name, areaFeatures(get(areasAtom)));
  saveBlob(new Blob([text], { type }), `${name}.${format}`);
});
