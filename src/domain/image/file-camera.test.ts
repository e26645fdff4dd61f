import { expect, test } from "vitest";
import { fileCamera } from "./file-camera.ts";
import { imageToGround, isInImage, projectToImage } from "./image-camera.ts";

const file = {
  camera_model: "M3T",
  lon: -70.11,
  lat: -18.88,
  relative_altitude: 23,
  gimbal_pitch: -90,
  gimbal_yaw: 12,
  gimbal_roll: null,
  width: 640,
  height: 512,
  is_radiometric: true,
};

test("a thermal image from 23 m shows 3 cm per pixel, as its operators say", () => {
  const camera = fileCamera(file, null)!;
  const [left, right] = [imageToGround(camera, [1, 256])!, imageToGround(camera, [639, 256])!];
  const metres = Math.hypot((right[0] - left[0]) * 105_369, (right[1] - left[1]) * 110_690);
  expect(metres / 638).toBeCloseTo(0.03, 3);
  expect(isInImage(camera, projectToImage(camera, left)!)).toBe(true);
  expect(isInImage(camera, [-1, 5])).toBe(false);
});

test.each(["lon", "relative_altitude", "gimbal_pitch", "gimbal_yaw", "width"] as const)(
  "a file without %s has no camera",
  (field) => {
    expect(fileCamera({ ...file, [field]: null }, null)).toBeNull();
  },
);
