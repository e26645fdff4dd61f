import { describe, expect, test } from "vitest";
import { randomFrom } from "../../../tests/fixtures/random.ts";
import { imageToGround, projectToImage, type ImageCamera } from "./image-camera.ts";
import { castRays, eastNorthUp } from "./scene.fixture.ts";

const down: ImageCamera = {
  lon: -70.11,
  lat: -18.88,
  height_m: 40,
  yaw_deg: 0,
  pitch_deg: -90,
  roll_deg: 0,
  focal_px: 765,
  centre_px: [320, 256],
  width_px: 640,
  height_px: 512,
  distortion: null,
};
const m3t = { k1: -0.36, k2: 0.17, p1: 0.001, p2: -0.0008, k3: -0.04 };
/** Metres per degree at the equator and at 18.88 degrees south, from geodesic tables. */
const NORTH_M = 110_690;
const EAST_M = 105_369;

function near(pixel: readonly number[] | null, expected: readonly number[], most: number) {
  expect(pixel).not.toBeNull();
  const off = Math.hypot(pixel![0]! - expected[0]!, pixel![1]! - expected[1]!);
  expect(off, `${pixel!.join(", ")} instead of ${expected.join(", ")}`).toBeLessThan(most);
}
const moved = (east: number, north: number, height = 0) =>
  [down.lon + east / EAST_M, down.lat + north / NORTH_M, height] as const;

describe("by hand", () => {
  test("straight down, north is the upper edge", () => {
    near(projectToImage(down, moved(0, 0)), [320, 256], 0.01);
    // 4 m north at 40 m: a tenth of the focal length.
    near(projectToImage(down, moved(0, 4)), [320, 256 - 76.5], 0.1);
    near(projectToImage(down, moved(4, 0)), [320 + 76.5, 256], 0.1);
    // Half as far below the camera, twice as far from the middle.
    near(projectToImage(down, moved(4, 0, 20)), [320 + 153, 256], 0.2);
  });

  test("the yaw is where the upper edge looks, the roll turns clockwise, the pitch looks up", () => {
    near(projectToImage({ ...down, yaw_deg: 90 }, moved(4, 0)), [320, 256 - 76.5], 0.1);
    near(projectToImage({ ...down, yaw_deg: 180 }, moved(0, 4)), [320, 256 + 76.5], 0.1);
    // Level, looking north, at a point 30 m ahead and 3 m right, at the camera's height.
    const level = { ...down, pitch_deg: 0 };
    near(projectToImage(level, moved(3, 30, 40)), [320 + 76.5, 256], 0.2);
    near(projectToImage({ ...level, roll_deg: 90 }, moved(3, 30, 40)), [320, 256 - 76.5], 0.2);
    // 45 degrees down meets the ground as far ahead as the camera is high.
    near(projectToImage({ ...down, pitch_deg: -45 }, moved(0, 40)), [320, 256], 0.1);
  });

  test("what is behind the camera, or beside the lens, has no pixel", () => {
    expect(projectToImage(down, moved(0, 0, 41))).toBeNull();
    expect(projectToImage({ ...down, pitch_deg: 0 }, moved(0, -10))).toBeNull();
    // The polynomial alone would fold this point back into the image.
    expect(
      projectToImage({ ...down, distortion: { ...m3t, k2: 0, k3: 0 } }, moved(70, 0)),
    ).toBeNull();
    expect(imageToGround({ ...down, pitch_deg: 0 }, [320, 100])).toBeNull();
    expect(imageToGround(down, [320, 256], 41)).toBeNull();
  });
});

const random = randomFrom(7);
const between = (low: number, high: number) => low + random() * (high - low);
const cameras = Array.from({ length: 12 }, (_, index): ImageCamera => ({
  ...down,
  lon: between(-179.9999, 179.9999),
  lat: between(-60, 60),
  height_m: between(15, 60),
  yaw_deg: between(-180, 180),
  pitch_deg: between(-95, -50),
  roll_deg: between(-8, 8),
  centre_px: [320 + between(-9, 9), 256 + between(-9, 9)],
  distortion: index % 2 === 0 ? m3t : null,
}));
/** Metres of half a target's side. */
const HALF = 0.25;

describe("a rendered scene", () => {
  test.each(cameras.map((camera, index) => ({ index, camera })))(
    "targets lie where they are drawn, camera $index",
    ({ camera }) => {
      const ground = 1.5;
      const met = castRays(camera, ground);
      let seen = 0;
      let worst = 0;
      for (let pick = 0; pick < 12; pick++) {
        const column = 40 + Math.floor(random() * 560);
        const row = 40 + Math.floor(random() * 430);
        const at = (row * 640 + column) * 2;
        // A target around the ground that this pixel shows, drawn by asking every pixel.
        const lon = camera.lon + met[at]! / 111_320 / Math.cos((camera.lat * Math.PI) / 180);
        const lat = camera.lat + met[at + 1]! / 110_900;
        const [east, north] = eastNorthUp([camera.lon, camera.lat, 0], [lon, lat, 0]);
        let [count, sumX, sumY] = [0, 0, 0];
        for (let i = 0; i < met.length; i += 2) {
          if (Math.abs(met[i]! - east) > HALF || Math.abs(met[i + 1]! - north) > HALF) continue;
          count++;
          sumX += ((i / 2) % 640) + 0.5;
          sumY += Math.floor(i / 2 / 640) + 0.5;
        }
        if (count < 20) continue;
        seen++;
        const drawn = [sumX / count, sumY / count] as const;
        const pixel = projectToImage(camera, [lon, lat, ground])!;
        worst = Math.max(worst, Math.hypot(pixel[0] - drawn[0], pixel[1] - drawn[1]));
        const back = imageToGround(camera, pixel, ground)!;
        expect(Math.abs(back[0] - lon) + Math.abs(back[1] - lat)).toBeLessThan(1e-8);
      }
      expect(seen).toBeGreaterThan(4);
      expect(worst).toBeLessThan(1);
    },
  );
});
