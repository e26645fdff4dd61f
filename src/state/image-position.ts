// Where the images of the analysis looked at were taken.
import { atom } from "jotai";

export type ImagePosition = {
  readonly id: number;
  readonly kind: "thermal" | "rgb";
  /** Degrees, EPSG:4326. */
  readonly lon: number;
  readonly lat: number;
};

export const imagePositionsAtom = atom<readonly ImagePosition[]>([]);
