// Warm edges that go on in the modules beside, where coarse pixels show in one alone how the warmth thins out.
import { expect, it } from "vitest";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { sceneColumns, sceneGeometry } from "../scene.fixture.ts";
import type { MeasuredModule, ModulePattern } from "./module-pattern.ts";
import { outsidePatterns } from "./outside-pattern.ts";

const even: ModulePattern = {
  warm_substrings: 0,
  warm_strips: 0,
  warm_end: null,
  substring_k: 0,
  warm_over_k: 0,
  thirds: null,
  mixed_share: 0,
  is_weak: false,
  spots: 0,
  hot_cells: 0,
  spot_k: 0,
  patch: null,
  shaded_share: 0,
  edge_k: 0,
  edge_side: 0,
  sides_k: [0, 0, 0, 0],
  is_resolved: true,
};
const warm: ModulePattern = { ...even, sides_k: [0, 3.1, 0, 0] };
const thinning: ModulePattern = { ...warm, edge_k: 3.1, edge_side: 1 };

const soiled = (patternOf: (row: number) => ModulePattern, geometry = sceneGeometry) => {
  const rows = [...sceneGeometry.centreX.keys()];
  const measured = rows.map((row): MeasuredModule => {
    const own = { median: 45, noise_k: 0.01, rough_k: 0.1, relief_k: 0.1, ground: null };
    return { row, pattern: patternOf(row), ...own };
  });
  return rows.filter(outsidePatterns(geometry, measured, 1, settings).isSoiled);
};

it("takes a warm edge of modules beside each other for soil, where it thins out in one of them", () => {
  const run = [10, 11, 12, 13, 14, 15];
  const of = (row: number) => (row === 12 ? thinning : run.includes(row) ? warm : even);
  expect(soiled(of)).toEqual(run);
  // In none it is seen what it is, and three are too few.
  expect(soiled((row) => (run.includes(row) ? warm : even))).toEqual([]);
  expect(soiled((row) => (row > 10 && row < 14 ? of(row) : even))).toEqual([]);
  // At another edge it is another pattern.
  const other: ModulePattern = { ...warm, sides_k: [3.1, 0, 0, 0] };
  expect(soiled((row) => (run.includes(row) && row !== 12 ? other : of(row)))).toEqual([]);
});

it("takes soil that falls short in some modules for one piece, and weak warmth beside a warm edge for none", () => {
  const weak: ModulePattern = { ...even, sides_k: [0, 1.4, 0, 0] };
  const run = [10, 11, 12, 15];
  const of = (row: number) => (row === 12 ? thinning : run.includes(row) ? warm : even);
  // Two of six.
  expect(soiled((row) => (row === 13 || row === 14 ? weak : of(row)))).toEqual(run);
  expect(soiled(of)).toEqual([]);
  expect(soiled((row) => (row === 12 ? thinning : row > 9 && row < 16 ? weak : even))).toEqual([]);
});

it("takes no warmth that all modules have at that end for soil", () => {
  const own = 2 * sceneColumns + 7;
  expect(soiled((row) => (row === own ? thinning : warm))).toEqual([]);
});

it("goes on with soil behind the gap at the drive of a tracker", () => {
  // Modules lie with their long sides along the tracker. Its drive is between the tenth and the next one.
  const rows = [...sceneGeometry.centreX.keys()];
  const inRow = (row: number) => row % sceneColumns;
  const lyingWith = (gap_m: number) => ({
    ...sceneGeometry,
    centreX: Float32Array.from(rows, (row) => 2.3 * inRow(row) + (inRow(row) >= 10 ? gap_m : 0)),
    length: Float32Array.from(rows, () => 2.28),
    width: Float32Array.from(rows, () => 1.13),
    rotation: Float32Array.from(rows, () => 0),
  });
  const run = [6, 7, 8, 9, 10, 11];
  const of = (row: number) =>
    run.includes(row) ? { ...even, sides_k: [0, 0, 0, 3.1], edge_k: 3.1, edge_side: 3 } : even;
  expect(soiled(of, lyingWith(0.5))).toEqual(run);
  // Behind a wider one it is another piece.
  expect(soiled(of, lyingWith(3))).toEqual([6, 7, 8, 9]);
});
