import { fromArrayBuffer } from "geotiff";
import { expect, test } from "vitest";
import { measured, type Grid } from "./measure.ts";
import { temperatureCsv, temperatureTiff } from "./temperature-file.ts";

const grid: Grid = {
  width: 5,
  height: 3,
  values: Float32Array.from({ length: 15 }, (_, at) => 20 + at * 0.37 - (at % 4)),
};

test("another library reads the same temperatures from the TIFF", async () => {
  const file = temperatureTiff(grid);
  const image = await (await fromArrayBuffer(file.buffer)).getImage();
  expect([image.getWidth(), image.getHeight()]).toEqual([5, 3]);
  const [band] = (await image.readRasters()) as unknown as [Float32Array];
  expect(band).toBeInstanceOf(Float32Array);
  expect([...band]).toEqual([...grid.values]);
});

test("the CSV has a line per row of pixels", async () => {
  const written = async (one: Grid) => (await temperatureCsv(one, async () => true))!.text();
  const lines = (await written(grid)).trimEnd().split("\r\n");
  expect(lines.map((line) => line.split(",").length)).toEqual([5, 5, 5]);
  expect(Number(lines[1]!.split(",")[2])).toBeCloseTo(grid.values[7]!, 2);
  const gap = { width: 2, height: 1, values: Float32Array.of(NaN, 1) };
  expect(await written(gap)).toBe(",1.00\r\n");
});

test("spot, line and area take the pixels under them", () => {
  const flat = { width: 4, height: 3, values: Float32Array.from({ length: 12 }, (_, at) => at) };
  const of = (kind: "spot" | "line" | "area", from: [number, number], to: [number, number]) =>
    measured(flat, { kind, from, to });
  expect(of("spot", [2.9, 1.1], [0, 0])).toEqual({ min: 6, mean: 6, max: 6, pixels: 1 });
  // The diagonal: 0, 5, 10.
  expect(of("line", [0, 0], [2, 2])).toEqual({ min: 0, mean: 5, max: 10, pixels: 3 });
  // Two columns of all rows: 1, 2, 5, 6, 9, 10; drawn from the lower right.
  expect(of("area", [2.5, 9], [1, -3])).toEqual({ min: 1, mean: 5.5, max: 10, pixels: 6 });
  expect(of("spot", [9, 9], [9, 9])).toBeNull();
});
