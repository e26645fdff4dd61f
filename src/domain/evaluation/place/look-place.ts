// From how many places components were seen: a reflection of the sun is the same in all images from one place.
import type { Plane } from "../../geometry/plane.ts";
import type { ImageCamera } from "../../image/image-camera.ts";

/**
 * Images whose cameras are nearer to each other than this share of their height over the take-off position are one
 * look. The reflection in flat glass moves with the camera: at 40 m by at least 0.8 m, which is more than a cell. Our
 * assumption: a hovering drone drifts less, and its position is known better from one image to the next.
 */
const ONE_PLACE = 0.02;

/** Numbers the places from which images were taken: cameras near one of before have its number. */
export function lookPlaces(plane: Plane): (camera: ImageCamera) => number {
  const known: (readonly [x: number, y: number, z: number])[] = [];
  return ({ lon, lat, height_m }) => {
    const place = [...plane.toPlane(lon, lat), height_m] as const;
    const [x, y, z] = place;
    const near = known.findIndex(
      (one) => Math.hypot(one[0] - x, one[1] - y, one[2] - z) <= ONE_PLACE * Math.abs(height_m),
    );
    return near === -1 ? known.push(place) - 1 : near;
  };
}
