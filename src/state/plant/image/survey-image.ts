// The images of the flight that show a place: which place is open, the shots, pictures and temperatures.
import { atom, type Atom, type Getter } from "jotai";
import { LRUCache } from "lru-cache";
import { api } from "../../../api/index.ts";
import { call, callBytes } from "../../../client/call.ts";
import type { ComponentRow } from "../../../domain/component/hierarchy.ts";
import { ringOf } from "../../../domain/component/ring.ts";
import { planeAt, type LonLat } from "../../../domain/geometry/plane.ts";
import { rectangleRing } from "../../../domain/geometry/rectangle.ts";
import {
  imageToGround,
  type ImageCamera,
  type ImagePoint,
} from "../../../domain/image/image-camera.ts";
import type { LookSource } from "../../../domain/image/look.ts";
import { decodeRadiometry, type Radiometry } from "../../../domain/image/radiometry.ts";
import { limits } from "../../../domain/limits.ts";
import { perPlantValue, perPlant } from "../../shell/lifetime.ts";
import { valueOf } from "../../shell/loaded.ts";
import { fetchOnce } from "../../shell/query.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { componentName } from "../component/component-words.ts";
import { geometryOf, plantKey, plantQueryOf, twinAtom } from "../plant.ts";

/** Which picture is seen first: that of the result, or the best of the flight. */
export type FirstLook = LookSource | { readonly file_name: string };

export type ImagedPlace = {
  /** Null for a spot on the ground. */
  readonly at: ComponentRow | null;
  /** Empty for a spot on the ground. */
  readonly name: string;
  /** Empty where the outline of the component is not known: then no image of the flight is looked for. */
  readonly corners: readonly ImagePoint[];
  readonly first: FirstLook;
};

/** Null while the images of no place are open. */
export const imagedPlaceAtom = perPlant<ImagedPlace | null>(null);

/** Opens the images of a component. */
export const openComponentImages = atom(
  null,
  (get, set, at: ComponentRow, first: FirstLook = "result") => {
    const corners = cornersOf(get, at) ?? [];
    set(imagedPlaceAtom, { at, name: componentName(at), corners, first });
  },
);

/** Opens the images that show a spot on the ground. */
export const openSpotImages = atom(null, (_get, set, [lon, lat]: LonLat) => {
  set(imagedPlaceAtom, { at: null, name: "", corners: [[lon, lat, 0]], first: "flight" });
});

/** Opens an image that was taken at a place, by the ground in its middle. */
export const openTakenImage = atom(
  null,
  (_get, set, { camera, file_name }: { camera: ImageCamera; file_name: string }) => {
    const seen = imageToGround(camera, camera.centre_px) ?? [camera.lon, camera.lat, 0];
    const corner = [round(seen[0], 8), round(seen[1], 8), 0] as const;
    set(imagedPlaceAtom, { at: null, name: "", corners: [corner], first: { file_name } });
  },
);

/** Longitude, latitude and metres above the ground of the corners; of a long ring evenly spread vertices. */
export const cornersOfAtom = atom((get) => (at: ComponentRow) => cornersOf(get, at));

/** The outline with the height of the component above the ground; of a long ring evenly spread vertices. */
function cornersOf(get: Getter, { component_type, row }: ComponentRow): ImagePoint[] | null {
  const origin = valueOf(get(twinAtom))?.origin;
  const geometry = geometryOf(component_type);
  if (!origin || !geometry || row >= geometry.count) return null;
  const { centreX, centreY, length, width, rotation, height } = geometry;
  const ring =
    ringOf(geometry, row) ??
    rectangleRing({
      centreX: centreX[row]!,
      centreY: centreY[row]!,
      length: length[row]!,
      width: width[row]!,
      rotation: rotation[row]!,
    });
  const plane = planeAt(origin);
  const count = ring.length / 2;
  const most = Math.min(count, limits.imageCorners);
  return Array.from({ length: most }, (_, index): ImagePoint => {
    const at = Math.floor((index * count) / most) * 2;
    const [lon, lat] = plane.toLonLat(ring[at]!, ring[at + 1]!);
    // A centimetre is enough, and keeps the address short.
    return [round(lon, 8), round(lat, 8), round(height[row] ?? 0, 2)];
  });
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));

/** The shots that show a place, best first; with that of a file that was chosen. */
export const shotsOf = (
  cornersAtom: Atom<readonly ImagePoint[] | null>,
  fileAtom: Atom<string | null> = atom(() => null),
) =>
  plantQueryOf((_plant, get) => {
    const id = get(analysisIdAtom);
    const place = get(cornersAtom);
    if (id === null || !place || place.length === 0) return null;
    const file_name = get(fileAtom);
    const query = { corners: JSON.stringify(place), ...(file_name !== null && { file_name }) };
    return {
      key: plantKey("shots", id, query.corners, file_name),
      ask: (options) => call(api.surveyImage.ofPlace, { params: { id }, query }, options),
    };
  });

/** The shots that show the open place. */
export const shotsAtom = shotsOf(
  atom((get) => get(imagedPlaceAtom)?.corners ?? null),
  atom((get) => {
    const first = get(imagedPlaceAtom)?.first;
    return typeof first === "object" ? first.file_name : null;
  }),
);

const MOST_KEPT = 40;
const pictures = perPlantValue(({ signal }) => {
  const dispose = (url: Promise<string>) => void url.then(URL.revokeObjectURL, () => undefined);
  const kept = new LRUCache<string, Promise<string>>({ max: MOST_KEPT, dispose });
  signal.addEventListener("abort", () => kept.clear(), { once: true });
  return kept;
});

/** An object URL of a picture. Rejects with the refusal. */
export function surveyPictureUrl(
  id: number,
  image_id: number,
  size: "full" | "thumb",
): Promise<string> {
  const kept = pictures();
  const key = `${id} ${image_id} ${size}`;
  const known = kept.get(key);
  if (known) return known;
  const ask = { params: { id, image_id, size } };
  const url = fetchOnce({
    key: ["survey-picture", key],
    ask: (options) => callBytes(api.surveyImage.picture, ask, options),
  }).then((blob) => URL.createObjectURL(blob));
  kept.set(key, url);
  url.catch(() => kept.delete(key));
  return url;
}

/** The counts of a radiometric image. Rejects with the refusal. */
export async function temperaturesOf(id: number, image_id: number): Promise<Radiometry> {
  const blob = await fetchOnce({
    key: ["survey-counts", id, image_id],
    ask: (options) =>
      callBytes(api.surveyImage.temperatures, { params: { id, image_id } }, options),
  });
  return decodeRadiometry(new Uint8Array(await blob.arrayBuffer()));
}
