// Where the images of the current analysis were taken: those of its results, and the drone's uploaded ones.
import { atom } from "jotai";
import { analysisFileApi } from "../../api/analysis/analysis-file.ts";
import { fileCamera } from "../../domain/image/file-camera.ts";
import type { ImageCamera } from "../../domain/image/image-camera.ts";
import { hasPermissionAtom } from "../account/session.ts";
import { analysisIdAtom } from "../plant/analysis/analysis.ts";
import { imagesAtom } from "../plant/image/image.ts";
import { valueOf } from "../shell/loaded.ts";
import { imagePlacesOf } from "../upload/analysis-file.ts";

export type ImagePosition = {
  readonly kind: "thermal" | "rgb";
  /** Degrees, EPSG:4326. */
  readonly lon: number;
  readonly lat: number;
  /** How it was taken; null where the file does not say. */
  readonly camera: ImageCamera | null;
  /** Of an uploaded file; empty for a picture of a result. */
  readonly file_name: string;
};

type Positioned = { readonly lon: number | null; readonly lat: number | null };

function positionOf(kind: ImagePosition["kind"], { lon, lat }: Positioned): ImagePosition[] {
  return lon === null || lat === null ? [] : [{ kind, lon, lat, camera: null, file_name: "" }];
}

/** The uploaded images, for those who may see the files. */
const filePositionsAtom = atom((get): readonly ImagePosition[] => {
  const id = get(analysisIdAtom);
  if (id === null || !get(hasPermissionAtom)(analysisFileApi.positions.permission)) return [];
  const images = valueOf(get(imagePlacesOf(id))) ?? [];
  return images.map((image) => ({
    kind: image.is_radiometric ? "thermal" : "rgb",
    lon: image.lon,
    lat: image.lat,
    camera: fileCamera(image, null),
    file_name: image.file_name,
  }));
});

/** Null until loaded, and where no image has a position. Fetched while their layer is shown. */
export const imagePositionsAtom = atom((get): readonly ImagePosition[] | null => {
  const results = valueOf(get(imagesAtom)) ?? [];
  const positions = [
    ...get(filePositionsAtom),
    ...results.flatMap((image) => positionOf(image.kind, image)),
  ];
  return positions.length > 0 ? positions : null;
});

/** Instances are slow without a GPU, and an analysis has thousands of images. */
const MOST_POINTS = 3000;

/** Those that the map draws as points: all, or evenly thinned ones. The legend says how many. */
export function drawnImages(all: readonly ImagePosition[]): readonly ImagePosition[] {
  const stride = Math.ceil(all.length / MOST_POINTS);
  return stride > 1 ? all.filter((_, index) => index % stride === 0) : all;
}
