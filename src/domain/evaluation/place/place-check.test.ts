import { expect, it } from "vitest";
import type { SurveyRaster } from "../raster-survey.ts";
import { isPlacedAt, isPlaceSure, registerRaster } from "../registration.ts";
import { renderScene, sceneGeometry } from "../scene.fixture.ts";
import { isAgreedAt } from "./place-check.ts";

/** What lies to the east of a column is seen some rows further up, as where two pictures were joined wrongly. */
function joinedWrongly(raster: SurveyRaster, from: number, rows: number): SurveyRaster {
  return {
    ...raster,
    read: async (window, band) => {
      const own = Float64Array.from(await raster.read(window, band));
      const below = Math.min(rows, raster.height - window.row - window.height);
      const other = await raster.read({ ...window, row: window.row + below }, band);
      return own.map((value, at) =>
        window.column + (at % window.width) >= from ? other[at]! : value,
      );
    },
  };
}

it("is not sure of a part of a mosaic that lies beside the rest, and is of the rest", async () => {
  const scene = renderScene(() => 0, { pixel: 0.055, fine: 2, seed: 21, shift: [0.4, 0.2] });
  const jump = sceneGeometry.centreX[32]! - 0.5;
  const [column] = scene.toPixel(jump + 0.4, 0);
  const raster = joinedWrongly(scene.raster, Math.round(column), 7);
  const found = await registerRaster(raster, sceneGeometry, scene.toPixel);
  expect(isPlaceSure(found)).toBe(true);
  const placed = [...sceneGeometry.centreX.keys()].filter((row) =>
    isPlacedAt(found!, sceneGeometry, row),
  );
  expect(placed.filter((row) => sceneGeometry.centreX[row]! > jump)).toEqual([]);
  const before = sceneGeometry.centreX.filter((x) => x < jump).length;
  expect(placed.length).toBeGreaterThan(0.6 * before);
});

it("is sure of all components of a mosaic that agrees in all its parts", async () => {
  const scene = renderScene(() => 0, { pixel: 0.055, fine: 2, seed: 22, shift: [0.4, 0.2] });
  const found = await registerRaster(scene.raster, sceneGeometry, scene.toPixel);
  expect(found!.windows!.strayed).toEqual([]);
  for (let row = 0; row < sceneGeometry.count; row++)
    expect(isPlacedAt(found!, sceneGeometry, row)).toBe(true);
});

it("is not sure between a window that agrees and one that does not", () => {
  const windows = { agreed: [[0, 0]], strayed: [[12, 0]] } as const;
  const isSure = [0, 2, 3, 9, 12, 20].map((x) => isAgreedAt(windows, x, 0));
  expect(isSure).toEqual([true, true, false, false, false, false]);
  expect(isAgreedAt({ ...windows, strayed: [] }, 500, 0)).toBe(true);
});
