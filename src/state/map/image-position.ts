// Where the images of the current analysis were taken.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { analysisIdAtom } from "../plant/analysis.ts";
import { plantKey, plantQueryOf } from "../plant/plant.ts";
import { valueOf } from "../shell/loaded.ts";

export type ImagePosition = {
  readonly id: number;
  readonly kind: "thermal" | "rgb";
  /** Degrees, EPSG:4326. */
  readonly lon: number;
  readonly lat: number;
};

const imagesAtom = plantQueryOf((_plant, get) => {
  const id = get(analysisIdAtom);
  if (id === null) return null;
  return {
    key: plantKey("images", id),
    ask: (options) => call(api.analysisResult.images, { params: { id } }, options),
  };
});

/** Null until loaded, and where no image has a position. Fetched while their layer is shown. */
export const imagePositionsAtom = atom((get): readonly ImagePosition[] | null => {
  const positions = (valueOf(get(imagesAtom)) ?? []).flatMap(({ id, kind, lon, lat }) =>
    lon === null || lat === null ? [] : [{ id, kind, lon, lat }],
  );
  return positions.length > 0 ? positions : null;
});
