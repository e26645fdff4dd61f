// Which TIFF is a single image with temperatures, and which is a map.
import { expect, test } from "vitest";
import { cameraFrameOf } from "./camera-frame.ts";
import { memorySource } from "./range-source.ts";
import { tiffOf, type TiffPicture } from "./tiff.fixture.ts";

const placeless = { 33550: null, 33922: null, 34735: null };
const picture: TiffPicture = {
  width: 160,
  height: 120,
  sample: "float32",
  strip: 16,
  value: (column, row) => 20 + column / 10 + row / 100,
  lies: placeless,
};
const frameOf = (more: Partial<TiffPicture>) =>
  cameraFrameOf(memorySource(tiffOf([{ ...picture, ...more }])));

test("one band of 16 or 32 bits in a camera's size, without a place, is a single image", async () => {
  const frame = await frameOf({});
  expect(frame).toMatchObject({ width: 160, height: 120 });
  expect(frame!.values[0]).toBeCloseTo(20, 5);
  expect(frame!.values[160 * 7 + 30]).toBeCloseTo(23.07, 4);
  const counts = await frameOf({ sample: "uint16", value: () => 7500 });
  expect(counts!.values[5]).toBe(7500);
});

test("colours, grey pictures, maps and large rasters are none", async () => {
  const none: Partial<TiffPicture>[] = [
    { sample: "uint8" },
    { bands: 3, sample: "uint16" },
    { width: 40, height: 30 },
    // A map whose system alone is not said.
    { lies: { 34735: null } },
    { lies: {} },
  ];
  for (const more of none) expect([more, await frameOf(more)]).toEqual([more, null]);
  expect(await cameraFrameOf(memorySource(new Uint8Array(40)))).toBeNull();
});
