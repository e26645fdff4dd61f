import { writeArrayBuffer } from "geotiff";
import { expect, it } from "vitest";
import { randomFrom } from "../../../tests/fixtures/random.ts";
import { elevationAt } from "../../domain/flight/ground/elevation.ts";
import { limits } from "../../domain/limits.ts";
import { readElevationFile } from "./elevation-file.ts";

const [WIDTH, HEIGHT] = [1900, 1500];
const [WEST, NORTH, STEP] = [-70.02, -18.97, 0.00001];
const slope = (x: number, y: number) => 1200 + 0.02 * x - 0.01 * y;
const isWall = (x: number, y: number) => x === 701 && y > 100 && y < 900;
const isMast = (x: number, y: number) => x % 500 === 333 && y % 300 === 77;

/** An even slope with a wall and masts of one pixel. @param holes number of a pixel that is missing, each 97th of a line */
function surface(holes: number | null = null): Uint8Array {
  const heights = Float32Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    if (holes !== null && y === 500 && x % 97 === 5) return holes;
    return slope(x, y) + (isWall(x, y) ? 12 : 0) + (isMast(x, y) ? 25 : 0);
  });
  return new Uint8Array(
    writeArrayBuffer(heights, {
      width: WIDTH,
      height: HEIGHT,
      SampleFormat: [3],
      BitsPerSample: [32],
      VerticalUnitsGeoKey: 9001,
      GTModelTypeGeoKey: 2,
      GeographicTypeGeoKey: 4326,
      GTRasterTypeGeoKey: 1,
      ModelPixelScale: [STEP, STEP, 0],
      ModelTiepoint: [0, 0, 0, WEST, NORTH, 0],
    } as never),
  );
}

it("loses no wall and no mast of a file that is finer than the grid, and raises no slope", async () => {
  expect(WIDTH * HEIGHT).toBeGreaterThan(1.4 * limits.elevationPoints);
  const around = [-70.0195, -18.9845, -70.0015, -18.9705] as const;
  const at = elevationAt(await readElevationFile(surface(), around));
  const said = (x: number, y: number) =>
    at([WEST + (x + 0.5) * STEP, NORTH - (y + 0.5) * STEP]) ?? NaN;
  for (let y = 101; y < 900; y++) expect(said(701, y)).toBeGreaterThan(slope(701, y) + 12 - 0.01);
  for (const x of [333, 833, 1333])
    for (const y of [377, 677, 977]) expect(said(x, y)).toBeGreaterThan(slope(x, y) + 25 - 0.01);
  const random = randomFrom(5);
  for (let i = 0; i < 500; i++) {
    // Between the masts, east of the wall.
    const [x, y] = [850 + 450 * random(), 700 + 250 * random()];
    expect(said(x, y)).toBeCloseTo(slope(x, y), 1);
  }
});

it("passes over missing pixels between its points, though the file does not name them", async () => {
  const around = [-70.0195, -18.9845, -70.0015, -18.9705] as const;
  const at = elevationAt(await readElevationFile(surface(-9999), around));
  const place = [WEST + 1000.5 * STEP, NORTH - 800.5 * STEP] as const;
  expect(at(place)).toBeCloseTo(slope(1000, 800), 1);
});
