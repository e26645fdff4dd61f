// The looks at the open place: pictures of the result and shots of the flight in one order, their files, and what is
// near where there is none.
import { atom } from "jotai";
import { looksOf, type Look, type Picture } from "../../../domain/image/look.ts";
import { imageToGround } from "../../../domain/image/image-camera.ts";
import type { Grid } from "../../../domain/image/measure.ts";
import { paletteEntries, type ThermalPalette } from "../../../domain/result-file/thermal-image.ts";
import { planeAt } from "../../../domain/geometry/plane.ts";
import { imagePositionsAtom, type ImagePosition } from "../../map/image-position.ts";
import { perPlant } from "../../shell/lifetime.ts";
import { valueOf } from "../../shell/loaded.ts";
import { isSmallScreenAtom } from "../../shell/small-screen.ts";
import { imageUrl } from "./image.ts";
import { rowImagesAtom } from "./open-image.ts";
import { shownImage, type ShownImage } from "./small-image.ts";
import { openRowAtom } from "../component/component.ts";
import {
  cornersOfAtom,
  imagedPlaceAtom,
  shotsAtom,
  shotsOf,
  surveyPictureUrl,
} from "./survey-image.ts";

/** Empty while none is known yet. */
export const looksAtom = atom((get): readonly Look[] => {
  const place = get(imagedPlaceAtom);
  if (!place) return [];
  const images = place.at ? get(rowImagesAtom)(place.at) : [];
  return looksOf(images, valueOf(get(shotsAtom))?.shots ?? []);
});

/** The place in the list of the look that is seen first. */
export const firstLookAtom = atom((get): number => {
  const first = get(imagedPlaceAtom)?.first ?? "result";
  const looks = get(looksAtom);
  const at = looks.findIndex(({ source, thermal, rgb }) =>
    typeof first === "string"
      ? source === first
      : [thermal, rgb].some((picture) => picture?.file_name === first.file_name),
  );
  return Math.max(0, at);
});

/** The colours that were chosen for thermal pictures, which stay for the next one; null before one was. */
export const thermalPaletteAtom = perPlant<ThermalPalette | "camera" | null>(null);

/** Which pictures of a look are seen; on a small screen there is room for one. */
const chosenKindAtom = perPlant<"both" | Picture["kind"] | null>(null);
export const shownKindAtom = atom(
  (get) => get(chosenKindAtom) ?? (get(isSmallScreenAtom) ? "thermal" : "both"),
  (_get, set, kind: "both" | Picture["kind"]) => set(chosenKindAtom, kind),
);

/** An object URL of a picture in exactly this size. Rejects with the refusal. */
export function pictureUrl(
  analysis_id: number,
  { source, id }: Pick<Picture, "source" | "id">,
  size: "full" | "thumb",
): Promise<string> {
  const url = source === "flight" ? surveyPictureUrl : imageUrl;
  return url(analysis_id, id, size);
}

/** A picture to be seen: the small one where this device has no other. Rejects with the refusal. */
export const shownPicture = (
  analysis_id: number,
  picture: Pick<Picture, "source" | "id">,
): Promise<ShownImage> => shownImage((size) => pictureUrl(analysis_id, picture, size));

/** Temperatures in °C of a picture of which only the colours are known; null where they are of no known palette. */
export function gridOfColours(
  rgba: Uint8ClampedArray,
  { width, height }: { readonly width: number; readonly height: number },
  [low, high]: readonly [low: number, high: number],
): Grid | null {
  const entries = paletteEntries(rgba);
  if (!entries) return null;
  return {
    width,
    height,
    values: Float32Array.from(entries, (at) => low + (at / 255) * (high - low)),
  };
}

export type NearImage = {
  readonly image: ImagePosition;
  /** From the place to the ground in the middle of the image. */
  readonly metres: number;
};

/** The uploaded image that looks nearest to the open place; null without any that says where it looked. */
export const nearestImageAtom = atom((get): NearImage | null => {
  const corner = get(imagedPlaceAtom)?.corners[0];
  if (!corner) return null;
  const plane = planeAt([corner[0], corner[1]]);
  let nearest: NearImage | null = null;
  for (const image of get(imagePositionsAtom) ?? []) {
    if (!image.camera) continue;
    const [lon, lat] = imageToGround(image.camera, image.camera.centre_px) ?? [
      image.lon,
      image.lat,
    ];
    const metres = Math.hypot(...plane.toPlane(lon, lat));
    if (!nearest || metres < nearest.metres) nearest = { image, metres };
  }
  return nearest;
});

const openCornersAtom = atom((get) => {
  const at = get(openRowAtom);
  return at && get(cornersOfAtom)(at);
});
const shotsOfOpenAtom = shotsOf(openCornersAtom);

/** Which images of the flight show the open component, best first; null while that is not known, and without images. */
export const shotsShowingAtom = atom((get) => {
  const shots = valueOf(get(shotsOfOpenAtom));
  if (!shots || shots.uploaded === 0) return null;
  const names = shots.shots.flatMap(({ thermal, rgb }) => (thermal ?? rgb)?.file_name ?? []);
  return { names, count: shots.count };
});
