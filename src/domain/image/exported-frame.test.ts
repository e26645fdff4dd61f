// Which JPEG says where the camera of an exported TIFF was.
import { expect, test } from "vitest";
import { frameCamera, isFrameSize, originsOf } from "./exported-frame.ts";

const named = (...names: string[]) => names.map((file_name) => ({ file_name }));
const originOf = (frame: string, ...images: string[]) => {
  const [one] = named(frame);
  return originsOf([one!], named(...images)).get(one!)?.file_name ?? null;
};

test("the JPEG of the same name beside it, else the only one of that name", () => {
  expect(originOf("a/DJI_1_T.tiff", "a/DJI_1_T.JPG", "b/DJI_1_T.JPG")).toBe("a/DJI_1_T.JPG");
  expect(originOf("export/DJI_1_T.TIF", "a/DJI_1_T.jpg", "a/DJI_2_T.jpg")).toBe("a/DJI_1_T.jpg");
  // Cameras begin their numbers again: two of the name say nothing.
  expect(originOf("export/DJI_1_T.tif", "a/DJI_1_T.JPG", "b/DJI_1_T.JPG")).toBeNull();
  expect(originOf("a/DJI_1_T.tif", "a/DJI_1_V.JPG", "a/DJI_1_T.tif")).toBeNull();
});

const lens = {
  focal_35mm: null,
  calibrated_px: 760,
  centre_px: null,
  dewarp: null,
  is_dewarped: false,
};
type Row = Parameters<typeof frameCamera>[0];
const taken: Row = {
  camera_model: null,
  lon: -69.5,
  lat: -23.4,
  relative_altitude: 30,
  gimbal_pitch: -90,
  gimbal_yaw: 10,
  gimbal_roll: 0,
  width: 640,
  height: 512,
  is_radiometric: false,
  taken_at: "2026-05-01T12:00:00Z",
  utc_offset: 0,
  lens,
};
const bare: Row = { ...taken, lon: null, lat: null, gimbal_pitch: null, lens: null };

test("its camera is its own, else that of its JPEG of the same size, else none", () => {
  expect(frameCamera(taken, { ...taken, lon: 1 })?.camera.lon).toBe(-69.5);
  const found = frameCamera(bare, taken);
  expect(found?.camera).toMatchObject({ lon: -69.5, focal_px: 760, yaw_deg: 10 });
  expect(found?.by).toBe(taken);
  // The pixels of another size are others.
  expect(frameCamera(bare, { ...taken, width: 1280, height: 1024 })).toBeNull();
  expect(frameCamera(bare, undefined)).toBeNull();
});

test("frames of thermal cameras have a size between 80 × 60 and 2560 × 2048 pixels", () => {
  for (const [width, height] of [
    [160, 120],
    [640, 512],
    [512, 640],
    [1280, 1024],
  ] as const)
    expect([width, isFrameSize(width, height)]).toEqual([width, true]);
  for (const [width, height] of [
    [20, 20],
    [4000, 3000],
    [3000, 300],
  ] as const)
    expect([width, isFrameSize(width, height)]).toEqual([width, false]);
});
