// Where the images of the current analysis were taken.
import { atom } from "jotai";
import { imagesAtom } from "../plant/image.ts";
import { valueOf } from "../shell/loaded.ts";

export type ImagePosition = {
  readonly id: number;
  readonly kind: "thermal" | "rgb";
  /** Degrees, EPSG:4326. */
  readonly lon: number;
  readonly lat: number;
};

/** Null until loaded, and where no image has a position. Fetched while their layer is shown. */
export const imagePositionsAtom = atom((get): readonly ImagePosition[] | null => {
  const positions = (valueOf(get(imagesAtom)) ?? []).flatMap(({ id, kind, lon, lat }) =>
    lon === null || lat === null ? [] : [{ id, kind, lon, lat }],
  );
  return positions.length > 0 ? positions : null;
});
