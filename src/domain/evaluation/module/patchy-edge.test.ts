// A warm edge of which only a part is warm: cells may be hot there. A fault of the whole module is sure all the same.
import { expect, it } from "vitest";
import { evaluationSettings } from "../evaluation-settings.ts";
import { sceneGeometry } from "../scene.fixture.ts";
import { moduleFindings } from "./module-finding.ts";

const healthy = {
  warm_substrings: 0,
  warm_strips: 0,
  warm_end: null,
  substring_k: 0,
  warm_over_k: 0,
  is_weak: false,
  mixed_share: 0,
  thirds: null,
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
const patchy = { ...healthy, edge_k: 5, sides_k: [5, 0, 0, 0], is_patchy: true };

const [alone, open, inString] = [50, 100, 135];
const whole_k = (row: number) => (row === open ? 5 : row >= 130 && row < 142 ? 4.5 : 0);
const measured = Array.from({ length: sceneGeometry.count }, (_, row) => ({
  row,
  median: 45 + whole_k(row),
  noise_k: 0.01,
  pattern: [alone, open, inString].includes(row) ? patchy : healthy,
  rough_k: 0.1,
  relief_k: 0.1,
  ground: null,
}));

const bypassed = {
  ...patchy,
  warm_substrings: 1,
  warm_strips: 1,
  substring_k: 6,
  warm_over_k: 4,
};
// The median of the module is 2 K over the others, and a third of it 4 K over that: 6 K.
const withBypass = measured.map((one) =>
  one.row === alone ? { ...one, median: 47, pattern: bypassed } : one,
);

it("keeps how warm a bypassed substring is beside such an edge", () => {
  const asked: number[] = [];
  const found = moduleFindings(sceneGeometry, withBypass, 1, evaluationSettings, null, {
    hotPlace: (row) => asked.push(row),
  });
  expect(found.bypass_diode?.[alone]).toBe(1);
  expect(found.delta_t_normalised?.[alone]).toBeCloseTo(6, 6);
  expect(found.delta_t_uncertainty?.[alone]).toBeGreaterThan(0);
  // The cells of the edge are still open.
  expect(found.hot_cell_count?.[alone]).toBeNaN();
  expect([found.hotspots?.[alone], found.edge_heating?.[alone]]).toEqual([255, 255]);
  expect(found.review_mark?.[alone]).toBe(4);
  expect(asked).toEqual([]);
});

it("leaves open whether cells are hot, but not what is known of a module that is open", () => {
  const asked: number[] = [];
  const found = moduleFindings(sceneGeometry, measured, 1, evaluationSettings, null, {
    hotPlace: (row) => asked.push(row),
  });
  const of = (key: keyof typeof found) =>
    [alone, open, inString].map((row) => found[key]?.[row] ?? NaN);
  expect(of("module_offline")).toEqual([0, 1, 0]);
  expect(of("open_string")).toEqual([0, 0, 1]);
  expect(asked).toEqual([alone]);
  // The place of each in the scene is 5 K and 4.5 K over healthy ones of equal temperature.
  expect(of("delta_t_normalised")).toEqual([NaN, 5, 4.5]);
  expect(of("delta_t_uncertainty").map((kelvin) => kelvin > 0)).toEqual([false, true, true]);
  expect(of("hot_cell_count")).toEqual([NaN, NaN, NaN]);
  expect(of("hotspots")).toEqual([255, 255, 255]);
  expect(of("review_mark")).toEqual([4, 4, 4]);
  expect(of("edge_heating")).toEqual([255, 255, 255]);
});
