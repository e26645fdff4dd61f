// Where images were taken, in 3D: a small pyramid that looks where the camera looked. A click opens the image.
import { atom } from "jotai";
import type { Rgba } from "../../domain/colour/colour.ts";
import { signalInks } from "../../domain/colour/palette.ts";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { frustumCorners } from "../../domain/twin-view/camera-frustum.ts";
import { imagePositionsAtom, type ImagePosition } from "../../state/map/image-position.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { openTakenImage } from "../../state/plant/image/survey-image.ts";
import { dotAt, linePrimitive, type SceneLine } from "./line-primitive.ts";
import type { TwinOverlay } from "./twin-overlay.ts";
import type { Point3 } from "./twin-camera.ts";

/** Metres before the camera at which its pyramid ends. */
const DEPTH_M = 2.5;
const LINE_PX = 1.5;
const TOP_PX = 4;
const DOT_PX = 8;
/** CSS pixels around a camera that count as a click on it. */
const WITHIN_PX = 12;
/** More would hide the plant, and each another; as on the map. */
const MOST = 3000;
/** Metres: what lies on the ground is seen on it. */
const ON_GROUND = 0.1;
const inks = { thermal: signalInks.thermal_image, rgb: signalInks.rgb_image };

type Frustum = { readonly image: ImagePosition; readonly eye: Point3 };

const frustaAtomOf = (origin: LonLat) =>
  atom((get): readonly Frustum[] => {
    if (get(shownOpacityAtom)("images") === 0) return [];
    const all = get(imagePositionsAtom) ?? [];
    const stride = Math.ceil(all.length / MOST);
    const { toPlane } = planeAt(origin);
    const ground = get(groundAtom);
    return all.flatMap((image, index) => {
      const [x, y] = toPlane(image.lon, image.lat);
      const lowest = ON_GROUND + (ground?.at(x, y) ?? 0);
      const height = image.camera ? Math.max(lowest, image.camera.height_m) : lowest;
      const eye = [x, y, height] as const;
      return index % stride === 0 ? [{ image, eye }] : [];
    });
  });

function linesOf({ image, eye }: Frustum, opacity: number): SceneLine[] {
  const [red, green, blue] = inks[image.kind];
  const ink: Rgba = [red, green, blue, 255 * opacity];
  if (!image.camera) return [dotAt(eye, ink, DOT_PX, signalInks.image_rim)];
  const { corners, top } = frustumCorners(image.camera, DEPTH_M);
  const at = (to: readonly number[]): Point3 => [eye[0] + to[0]!, eye[1] + to[1]!, eye[2] + to[2]!];
  const [a, b, c, d] = corners.map(at);
  const line = (points: readonly Point3[], width_px = LINE_PX) => ({
    points,
    inks: [ink],
    width_px,
  });
  return [
    line([eye, a!, b!, eye, c!, d!, eye]),
    line([b!, c!]),
    line([d!, a!]),
    // The upper edge of the image is the thick one.
    line([a!, at(top), b!], TOP_PX),
  ];
}

export const imageFrusta: TwinOverlay = ({ store, origin, frame, viewNow, ask }) => {
  const frustaAtom = frustaAtomOf(origin);
  const linesAtom = atom((get) => {
    const opacity = get(shownOpacityAtom)("images");
    return get(frustaAtom).flatMap((frustum) => linesOf(frustum, opacity));
  });
  return {
    primitive: linePrimitive(frame, viewNow, () => store.get(linesAtom)),
    stop: store.sub(linesAtom, ask),
    click([x, y], screenOf) {
      let nearest = WITHIN_PX;
      let hit: Frustum | null = null;
      for (const frustum of store.get(frustaAtom)) {
        const at = frustum.image.camera && screenOf(frustum.eye);
        const away = at ? Math.hypot(at[0] - x, at[1] - y) : Infinity;
        if (away >= nearest) continue;
        nearest = away;
        hit = frustum;
      }
      const camera = hit?.image.camera;
      if (!hit || !camera) return false;
      store.set(openTakenImage, { camera, file_name: hit.image.file_name });
      return true;
    },
  };
};
