// Rows of tubes of which a part lies beside the rest, or beside a hole in the picture.
import { expect, it } from "vitest";
import { tubeScene } from "../../../../tests/bench/tube-scene.ts";
import type { SurveyRaster } from "../raster-survey.ts";
import { isPlacedAt, isPlaceSure, registerRaster } from "../registration.ts";
import { lineIn, stripAt } from "./tube-line.ts";
import { tubeWindows } from "./tube-window.ts";

/** The raster with other values: of a column and a line. */
const changed = (
  raster: SurveyRaster,
  valueAt: (own: (column: number, line: number) => number, column: number, line: number) => number,
): SurveyRaster => ({
  ...raster,
  read: async (window, band) => {
    const all = { column: 0, row: 0, width: raster.width, height: raster.height };
    const values = await raster.read(all, band);
    const own = (column: number, line: number) =>
      values[Math.min(raster.height - 1, line) * raster.width + column]!;
    return Float32Array.from({ length: window.width * window.height }, (_, at) =>
      valueAt(own, window.column + (at % window.width), window.row + Math.floor(at / window.width)),
    );
  },
});

it("measures no tube of a part that lies 16 cm beside the rest", async () => {
  const { raster, geometry, toPixel, truth } = tubeScene({ shift: [0.3, -0.2], turn: 0 });
  // The fifth tube of the northern row.
  const [west, south] = truth(0, 0);
  const [east] = truth(4.06, 0);
  const torn = changed(raster, (own, column, line) =>
    own(column, column < west || column > east || line > south ? line : line + 4),
  );
  const found = await registerRaster(torn, geometry, toPixel);
  expect(isPlaceSure(found)).toBe(true);
  const placed = [...geometry.centreX.keys()].filter((row) => isPlacedAt(found!, geometry, row));
  expect(placed).toEqual([...geometry.centreX.keys()].filter((row) => row !== 12));
  expect(found!.registration).toMatchObject({ blocks: 15, rejected: 1 });
});

it("agrees with all tubes of a whole raster, also where tubes are cold", async () => {
  const { raster, geometry, truth } = tubeScene({ shift: [0.3, -0.2], turn: 0.002 });
  const [from, to] = [truth(-2, 0)[0], truth(2, 0)[0]];
  const cold = changed(raster, (own, column, line) =>
    column > from && column < to && own(column, line) > 25 && own(column, line) < 37
      ? 20
      : own(column, line),
  );
  const { agreed, strayed } = await tubeWindows(cold, geometry, truth);
  expect(strayed).toEqual([]);
  expect(agreed.length).toBeGreaterThan(10);
});

it("finds the line of a tube beside a hole in the picture", async () => {
  const { raster, geometry, truth } = tubeScene({ shift: [0, 0], turn: 0 });
  const row = 3;
  const [, line] = truth(geometry.centreX[row]!, geometry.centreY[row]!);
  // The hole begins 1.2 m below the tube, where its surroundings begin.
  const holed = changed(raster, (own, column, at) =>
    at > line + 30 && at < line + 40 ? NaN : own(column, at),
  );
  for (const one of [raster, holed]) {
    const strip = await stripAt(one, geometry, truth, row, 3);
    const found = lineIn(strip!, geometry.length[row]! * 0.8, 3);
    expect(found?.over_k).toBeGreaterThan(20);
    expect(Math.abs(found!.across)).toBeLessThan(0.03);
  }
});
