// Images of a known plant: each pixel has the value of the ground that the ray of its camera meets.
import type { Geometry } from "../component/component-index.ts";
import { planeAt } from "../geometry/plane.ts";
import type { Grid } from "../image/measure.ts";
import { evaluationSettings as settings } from "./evaluation-settings.ts";
import { rasterOf } from "./image-survey.ts";
import { placeByRows } from "./place/flight-place.ts";
import { isPlaceSure } from "./registration.ts";
import { imageToGround, type ImageCamera } from "../image/image-camera.ts";
import { renderScene, type SceneState } from "./scene.fixture.ts";

export const plane = planeAt([-69.5, -23.4]);

/** An image of the middle shows no end of a row: by itself it does not tell a module from the next one. */
export function cameraAt(x: number, y: number, more: Partial<ImageCamera> = {}): ImageCamera {
  const [lon, lat] = plane.toLonLat(x, y);
  const size = { width_px: 640, height_px: 512, centre_px: [320, 256] as const };
  const angles = { yaw_deg: 12, pitch_deg: -88, roll_deg: 0 };
  return {
    lon,
    lat,
    height_m: 30,
    ...angles,
    focal_px: 760,
    ...size,
    distortion: null,
    position_m: 0.1,
    ...more,
  };
}

/** Each pixel has the value of the ground that its ray meets. */
export async function imageOf(camera: ImageCamera, state: SceneState, seed: number) {
  const scene = renderScene(state, { pixel: 0.02, noise: 0.15, seed, ground: 25 });
  const whole = { column: 0, row: 0, width: scene.raster.width, height: scene.raster.height };
  const picture = await scene.raster.read(whole, 0);
  const { width_px: width, height_px: height } = camera;
  const grid = { width, height, values: new Float32Array(width * height).fill(25) };
  for (let at = 0; at < grid.values.length; at++) {
    const place = imageToGround(camera, [(at % width) + 0.5, Math.floor(at / width) + 0.5]);
    if (!place) continue;
    const [column, row] = scene.toPixel(...plane.toPlane(place[0], place[1])).map(Math.floor);
    if (column! < 0 || row! < 0 || column! >= whole.width || row! >= whole.height) continue;
    grid.values[at] = picture[row! * whole.width + column!]!;
  }
  return grid;
}

/** Of a flight that shows the ends of the rows and the first and the last row: by them it has a place. */
export const outerCameras = [
  cameraAt(5, -6),
  cameraAt(42, -6, { yaw_deg: 4 }),
  cameraAt(41, -30),
  cameraAt(6, -30, { yaw_deg: -5 }),
];

/** Where an image was found by its rows, as if its flight had shown that these are not the next ones. */
export async function foundAlone(grid: Grid, camera: ImageCamera, geometry: Geometry) {
  const flight = { geometry, plane, settings, isChecked: true };
  const found = await placeByRows(rasterOf(grid), camera, flight);
  return { found: found && isPlaceSure(found) ? found : null };
}
