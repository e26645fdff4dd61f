// Visible photos of a known state: each pixel has the colour of the ground that its ray meets.
import type { Plane } from "../../geometry/plane.ts";
import { castRays } from "../../image/scene.fixture.ts";
import type { ImageCamera } from "../../image/image-camera.ts";
import { ground, visibleScene, type Layer } from "./visible-scene.fixture.ts";

type Bands = readonly [Uint8ClampedArray, Uint8ClampedArray, Uint8ClampedArray];

/** Red, green and blue of all pixels. `light` multiplies all colours: another exposure. */
export async function photoOf(
  layers: readonly Layer[],
  camera: ImageCamera,
  plane: Plane,
  light = 1,
): Promise<Bands> {
  const scene = visibleScene(layers, { pixel: 0.025 });
  const whole = { column: 0, row: 0, width: scene.raster.width, height: scene.raster.height };
  const picture = await scene.raster.read(whole);
  const { width_px: width, height_px: height } = camera;
  const [east, north] = plane.toPlane(camera.lon, camera.lat);
  const rays = castRays(camera, 0);
  const band = (channel: 0 | 1 | 2) =>
    Uint8ClampedArray.from({ length: width * height }, (_, at) => {
      const [column, row] = scene
        .toPixel(east + rays[at * 2]!, north + rays[at * 2 + 1]!)
        .map(Math.floor);
      const isSeen = column! >= 0 && row! >= 0 && column! < whole.width && row! < whole.height;
      const own = isSeen ? picture.bands[channel][row! * whole.width + column!]! : 0;
      return light * (isSeen ? own : 255 * ground[channel]!);
    });
  return [band(0), band(1), band(2)];
}
