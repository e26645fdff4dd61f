// The pyramid of a camera meets the ground where the image's corners are projected to by the camera model.
import { expect, test } from "vitest";
import { localMetres } from "../image/local-metres.ts";
import { imageToGround, type ImageCamera } from "../image/image-camera.ts";
import { frustumCorners } from "./camera-frustum.ts";

const camera: ImageCamera = {
  lon: -5.24,
  lat: 37.76,
  height_m: 40,
  yaw_deg: 30,
  pitch_deg: -70,
  roll_deg: 4,
  focal_px: 800,
  centre_px: [320, 250],
  width_px: 640,
  height_px: 512,
  distortion: null,
};

test("the corners lie on the rays of the image's corners", () => {
  const { corners } = frustumCorners(camera, 3);
  const pixels = [
    [0, 0],
    [640, 0],
    [640, 512],
    [0, 512],
  ] as const;
  for (const [at, [east, north, up]] of corners.entries()) {
    // Lengthened until they reach the ground.
    const times = -camera.height_m / up;
    const [lon, lat] = imageToGround(camera, pixels[at]!)!;
    const [x, y] = localMetres(camera.lon, camera.lat).toMetres(lon, lat);
    expect(east * times).toBeCloseTo(x, 6);
    expect(north * times).toBeCloseTo(y, 6);
  }
});

test("a camera that looks straight down with its top to the north has its upper edge in the north", () => {
  const { top } = frustumCorners({ ...camera, yaw_deg: 0, pitch_deg: -90, roll_deg: 0 }, 3);
  expect(top[1]).toBeGreaterThan(0.5);
  expect(top[2]).toBeCloseTo(-3, 9);
});
