import { expect, test } from "vitest";
import { hasThermalFrame, lensOf, type LensTags } from "./lens.ts";

const nothing: LensTags = {
  focal_35mm: null,
  calibrated_px: null,
  centre_px: null,
  dewarp: null,
  is_dewarped: false,
};
const m30t = { camera_model: "M30T", width: 640, height: 512, is_radiometric: true };

test("the table's focal length grows with the size of the image", () => {
  expect(lensOf(m30t, null)).toMatchObject({ focal_px: 740.95, basis: "camera_table" });
  const sharp = lensOf({ ...m30t, width: 1280, height: 1024 }, { ...nothing, focal_35mm: 40 });
  expect(sharp).toMatchObject({ focal_px: 1481.9, basis: "camera_table", centre_px: [640, 512] });
});

test("a zoom camera of a known drone goes by its own focal length", () => {
  const zoom = lensOf(
    { ...m30t, width: 4000, height: 3000, is_radiometric: false },
    { ...nothing, focal_35mm: 162 },
  );
  // 5000 px of diagonal, 43.27 mm of film.
  expect(zoom?.basis).toBe("focal_35mm");
  expect(zoom?.focal_px).toBeCloseTo(162 * (5000 / 43.2666), 0);
});

// A camera of 28 mm with a sensor of 4:3 and 4000 pixels across: its diagonal has 5000 pixels, so 28 / 43.267 x 5000 =
// 3236 px. By the diagonal of its image of 16:9, 4589 pixels, it would be 2970, and a module of 2 m would be 2.18 m.
test.each([
  ["4:3", 4000, 3000, 3236],
  // Diagonal of 5472 x 3648: 6576.6 pixels.
  ["3:2", 5472, 3648, 4256],
  // Diagonal of 640 x 512: 819.6 pixels.
  ["5:4, thermal", 640, 512, 530.4],
  ["16:9", 4000, 2250, null],
  ["16:9 of a sensor of 3:2", 5472, 3078, null],
  ["a square", 3000, 3000, null],
  ["4:3 turned", 3000, 4000, null],
  ["4:3 of a sensor of 3:2", 4864, 3648, null],
])("28 mm of 35 mm film on an image of %s, %s x %s pixels, is %s px", (_, width, height, focal) => {
  const unknown = { camera_model: "X", width, height, is_radiometric: false };
  const lens = lensOf(unknown, { ...nothing, focal_35mm: 28 });
  if (focal === null) expect(lens).toBeNull();
  else expect(lens!.focal_px / focal).toBeCloseTo(1, 3);
  // What a calibration says in pixels holds for each of them.
  expect(lensOf(unknown, { ...nothing, calibrated_px: 3300 })?.focal_px).toBe(3300);
});

test("a wide image of a known camera keeps its width, a narrow or turned one has no lens", () => {
  const m3e = { camera_model: "M3E", width: 5280, height: 3956, is_radiometric: false };
  const whole = lensOf(m3e, null)!.focal_px;
  expect(lensOf({ ...m3e, height: 2970 }, { ...nothing, focal_35mm: 24 })?.focal_px).toBe(whole);
  for (const [width, height] of [
    [3956, 3956],
    [3956, 5280],
  ])
    expect(lensOf({ ...m3e, width: width!, height: height! }, null)).toBeNull();
  // Its zoom camera: the table does not know it, and the image is a part of the sensor.
  expect(lensOf({ ...m3e, height: 2970 }, { ...nothing, focal_35mm: 162 })).toBeNull();
});

// Twice as large, a module of 2 m would be 4 m, or half of it would be measured for the whole.
test("an image that was enlarged has no lens, whatever its file says of the whole image", () => {
  const file = { camera_model: "M3E", width: 5280, height: 3956, is_radiometric: false };
  const dewarp = [3713.29, 3712.5, 7.02, -8.72, -0.112, 0.015, -0.00008, 0.0001, -0.027];
  for (const tags of [{ dewarp }, { calibrated_px: 3713 }, { focal_35mm: 24 }, {}]) {
    expect(lensOf(file, { ...nothing, ...tags, digital_zoom: 2 })).toBeNull();
    for (const digital_zoom of [null, 1]) {
      const lens = lensOf(file, { ...nothing, ...tags, digital_zoom });
      expect(lens?.focal_px).toBe(lensOf(file, { ...nothing, ...tags })?.focal_px);
    }
  }
});

test("DJI's calibration comes first, and its distortion is left out of an image that is corrected", () => {
  const dewarp = [3713.29, 3712.5, 7.02, -8.72, -0.112, 0.015, -0.00008, 0.0001, -0.027];
  const file = { camera_model: "M3E", width: 5280, height: 3956, is_radiometric: false };
  const raw = lensOf(file, { ...nothing, dewarp, focal_35mm: 24 });
  expect(raw?.focal_px).toBeCloseTo(3712.895, 6);
  expect(raw?.centre_px).toEqual([2647.02, 1969.28]);
  expect(raw?.distortion).toMatchObject({ k1: -0.112, k3: -0.027 });
  expect(lensOf(file, { ...nothing, dewarp, is_dewarped: true })).toMatchObject({
    distortion: null,
    centre_px: [2640, 1978],
  });
});

test("an image of a thermal camera without temperatures goes by the thermal camera", () => {
  const colours = { ...m30t, is_radiometric: false, is_thermal: true };
  expect(lensOf(colours, null)).toMatchObject({ focal_px: 740.95, basis: "camera_table" });
});

test.each([
  ["M3T", 640, 512, true],
  ["M3T", 512, 640, true],
  ["m3t", 1280, 1024, true],
  ["ZH20T", 640, 512, true],
  // The other cameras of these drones, and a drone without a thermal one.
  ["M3T", 4000, 3000, false],
  ["M3T", 1920, 1080, false],
  ["M3T", 640, 480, false],
  ["M3E", 640, 512, false],
  ["X", 640, 512, false],
  [null, 640, 512, false],
])("a frame of %s of %s x %s pixels is thermal: %s", (camera_model, width, height, isThermal) => {
  expect(hasThermalFrame({ camera_model, width, height })).toBe(isThermal);
});

test("an unknown camera without a focal length has no lens", () => {
  expect(lensOf({ ...m30t, camera_model: "X" }, nothing)).toBeNull();
  expect(lensOf({ ...m30t, width: null }, nothing)).toBeNull();
});
