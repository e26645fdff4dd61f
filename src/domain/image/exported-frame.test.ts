// Which JPEG says where the camera of an exported TIFF was.
import { expect, test } from "vitest";
import { frameCamera, isFrameSize, originsOf, usedFrames } from "./exported-frame.ts";

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

const degrees = { low: 20, median: 35, high: 60 };
const hundredths = { low: 29_300, median: 30_800, high: 33_300 };
const file = (file_name: string, more: object = {}) => ({
  ...taken,
  file_name,
  is_thermal: true,
  is_radiometric: true,
  temperature_values: null as typeof degrees | null,
  ...more,
});
const frame = (file_name: string, values: typeof degrees, more: object = {}) =>
  file(file_name, { ...bare, is_radiometric: false, temperature_values: values, ...more });

test("a TIFF takes the place of a JPEG with temperatures only where its numbers are some in the stated unit", () => {
  const jpegs = [file("dji.jpg"), file("flir.jpg"), file("painted.jpg", { is_radiometric: false })];
  const frames = [
    frame("dji.tif", degrees),
    frame("flir.tif", hundredths),
    frame("painted.tif", hundredths),
  ];
  const replacedIn = (unit: "celsius" | "centikelvin") =>
    [...usedFrames(frames, jpegs, { unit }).replaced].map(({ file_name }) => file_name);
  // 308 °C are none of a module, and 35 hundredths of a kelvin neither. A JPEG without temperatures has nothing to keep.
  expect(replacedIn("celsius")).toEqual(["dji.jpg", "painted.jpg"]);
  expect(replacedIn("centikelvin")).toEqual(["flir.jpg", "painted.jpg"]);
  const unsaid = usedFrames(frames, jpegs, null);
  expect(unsaid.replaced.size).toBe(0);
  expect(unsaid.placed).toHaveLength(3);
});

test("a TIFF of another size than its JPEG counts by the JPEG, where that holds temperatures", () => {
  const large = { width: 1280, height: 1024 };
  const used = (jpeg: object) =>
    usedFrames([frame("a.tif", degrees, large)], [file("a.jpg", jpeg)], { unit: "celsius" });
  expect(used({})).toMatchObject({ placed: [], unplaced: [], by_jpeg: 1 });
  expect(used({}).replaced.size).toBe(0);
  for (const jpeg of [{ is_radiometric: false }, bare]) {
    const { unplaced, by_jpeg } = used(jpeg);
    expect([unplaced.map(({ file_name }) => file_name), by_jpeg]).toEqual([["a.tif"], 0]);
  }
});
