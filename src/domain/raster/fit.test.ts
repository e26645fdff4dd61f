import { expect, it } from "vitest";
import { affineThrough, movementWords, placementRefusal, type Fit } from "./fit.ts";
import { toMap, type Affine } from "./raster.ts";

it("is the affine image of any pixel by that of three", () => {
  const image: Affine = [0.05, 0.002, 500_000.5, 0.003, -0.049, 4_650_000.25];
  const corners = [
    [10, 20],
    [900, 40],
    [30, 700],
  ] as const;
  const places = corners.map(([column, row]) => toMap(image, column, row));
  const found = affineThrough(corners, [places[0]!, places[1]!, places[2]!])!;
  const [x, y] = toMap(found, 512, 256);
  expect(x).toBeCloseTo(0.05 * 512 + 0.002 * 256 + 500_000.5, 5);
  expect(y).toBeCloseTo(0.003 * 512 - 0.049 * 256 + 4_650_000.25, 5);
  expect(
    affineThrough(
      [corners[0], corners[0], corners[2]],
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ),
  ).toBeNull();
});

const fit: Fit = {
  shift_m: [0.836, -1.2],
  turn_mrad: -0.25,
  scale: 1.00031,
  residual_m: 0.06,
  before_m: 1.46,
  blocks: 9,
  is_ambiguous: false,
  component_type: "module",
  twin_version: 3,
  to_map: [1, 0, 0, 0, -1, 0],
  bounds: [0, 0, 1, 1],
};

it("is written for the history", () => {
  expect(movementWords(fit)).toBe("+0.84 m E, -1.20 m N, -0.25 mrad, × 1.00031");
});

it("is applied only where there is one", () => {
  const facts = { state: "ready", fit, placement: "stated" } as const;
  expect(placementRefusal(facts, "proposed")).toBeNull();
  expect(placementRefusal({ ...facts, fit: null }, "stated")).toBeNull();
  expect(placementRefusal({ ...facts, fit: null }, "proposed")?.reason).toBe(
    "orthomosaic_fit_missing",
  );
  expect(placementRefusal({ ...facts, state: "waiting" }, "stated")?.reason).toBe(
    "orthomosaic_not_ready",
  );
});
