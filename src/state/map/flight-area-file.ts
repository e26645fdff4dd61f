// Flight areas as files: opened into what is drawn, and saved.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { upload } from "../../client/upload.ts";
import { failure, type Problem } from "../../domain/error.ts";
import { geoEndings, isGeoFile, namedEnding } from "../../domain/geometry/geo-file.ts";
import { addPolygons, areaName } from "../../domain/flight/area/area-draft.ts";
import { addObstacles } from "../../domain/flight/area/obstacle-draft.ts";
import { polygonRefusal } from "../../domain/flight/area/flight-area.ts";
import {
  areasOf,
  isDrawn,
  type OpenedArea,
  type OpenedAreas,
} from "../../domain/flight/format/feature-area.ts";
import { featuresToGeoJson, isOtherJson } from "../../domain/flight/format/feature-geojson.ts";
import { featuresToKml } from "../../domain/flight/format/feature-kml.ts";
import { areaFeatures } from "../../domain/flight/format/map-feature.ts";
import { openAreas } from "../../domain/flight/format/route-open.ts";
import { plantAtom, plantIdAtom } from "../plant/plant.ts";
import { valueOf } from "../shell/loaded.ts";
import { saveBlob } from "../shell/save-file.ts";
import type { TakeOff } from "../../domain/flight/route/flight-route.ts";
import { areasAtom } from "./flight-area.ts";
import { changeAreas } from "./flight-area-edit.ts";

/** Endings of the files that can be opened. */
export const openedEndings = [...geoEndings, ".plan"] as const;
/** Those that are read here; the server reads the others. */
const ownEnding = /\.(?:kml|kmz|geojson|json|plan)$/i;
export const savedFormats = ["kml", "geojson"] as const;
type SavedFormat = (typeof savedFormats)[number];

export type OpenedFile = OpenedAreas & {
  readonly file_name: string;
  /** By the order of the items: it is drawn already. */
  readonly drawn: readonly boolean[];
  /** Features that the server could not read, the first ones, and how many there are. */
  readonly refused: readonly Problem[];
  readonly refused_count: number;
  /** What the file has beside its features and is not read. */
  readonly notes: readonly Problem[];
};

/**
 * Reads the areas of a file; nothing is added yet. Rejects with FILE_REFUSED where nothing of it can be read, and for
 * KML and GeoJSON with every bad feature.
 * @returns null if another plant was opened meanwhile
 */
export const openAreaFile = atom(
  null,
  async (get, _set, file: File): Promise<OpenedFile | null> => {
    const id = get(plantIdAtom);
    if (id === null) return null;
    const isJson = /json$/i.test(file.name);
    const own = ownEnding.test(file.name) ? new Uint8Array(await file.arrayBuffer()) : null;
    // The table of reference systems is large, and few files need it.
    const systemOf = isJson
      ? (await import("../../domain/geometry/crs.ts")).toLonLatFrom
      : () => null;
    // Lines of JSON and Esri JSON have the same ending as GeoJSON.
    const isOwn = own !== null && !(isJson && isOtherJson(own, systemOf));
    const { bytes, ...left } = isOwn ? { bytes: own, ...nothingLeft } : await shapesOf(id, file);
    if (get(plantIdAtom) !== id) return null;
    const name = isOwn ? file.name : `${file.name}.geojson`;
    const opened = openAreas(bytes, name, polygonRefusal, systemOf);
    const areas = get(areasAtom);
    return {
      ...opened,
      ...left,
      file_name: file.name,
      drawn: opened.items.map((item) => isDrawn(item, areas)),
    };
  },
);

type Left = Pick<OpenedFile, "refused" | "refused_count" | "notes">;
const nothingLeft: Left = { refused: [], refused_count: 0, notes: [] };

/** The shapes that the server reads in a file, as GeoJSON, and what it does not read. */
async function shapesOf(plant_id: number, file: File): Promise<Left & { bytes: Uint8Array }> {
  const named = isGeoFile(file.name) ? null : (namedEnding(file.name) ?? "area_file_kind");
  if (named !== null) throw failure("FILE_REFUSED", { reason: named, file: file.name });
  const body = new FormData();
  body.append("file", file, file.name);
  const params = { id: plant_id };
  const { features, ...left } = await upload(api.flightArea.openFile, { params, body });
  return { bytes: new TextEncoder().encode(features), ...left };
}

/** Adds areas to what is drawn, as one step that can be undone. Each has its kind by now. */
export const addOpenedAreas = atom(null, (get, set, items: readonly OpenedArea[]): void => {
  const drawn = get(areasAtom);
  const take_offs = areasOf(items).take_offs.map(({ name = "", ...takeOff }): TakeOff => {
    const kept = areaName(name);
    return { ...takeOff, ...(kept !== "" && { name: kept }) };
  });
  const named = (wanted: "flight" | "no_fly") =>
    items.flatMap(({ kind, polygon, name }) =>
      kind === wanted && polygon ? [{ polygon, name: areaName(name) }] : [],
    );
  const flight = addPolygons(drawn, "flight", named("flight"));
  const polygons = addPolygons(flight, "no_fly", named("no_fly"));
  const areas = addObstacles(polygons, areasOf(items).obstacles ?? []);
  set(changeAreas, {
    name: "flight:step.open",
    areas: { ...areas, take_offs: [...drawn.take_offs, ...take_offs] },
  });
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
