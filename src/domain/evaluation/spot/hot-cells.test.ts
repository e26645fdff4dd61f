import { expect, it } from "vitest";
import type { ModulePattern } from "../module/module-pattern.ts";
import { withCells } from "./hot-cells.ts";

const pattern: ModulePattern = {
  warm_substrings: 0,
  warm_strips: 0,
  warm_end: null,
  substring_k: 0,
  warm_over_k: 0,
  thirds: null,
  mixed_share: 0,
  is_weak: false,
  spots: 1,
  hot_cells: 1,
  spot_k: 5,
  patch: null,
  shaded_share: 0,
  edge_k: 0,
  edge_side: 0,
  sides_k: [0, 0, 0, 0],
  is_resolved: true,
};
const said = (peak_k: number, standard_k: number, is_weak = false) => {
  const spot = { peak_k, standard_k, cells: 2 };
  const { spots, hot_cells, spot_k } = withCells({ ...pattern, is_weak }, spot, 4);
  return [spots, hot_cells, spot_k];
};

it("counts no cell that is no hotspot once its warmth is restored, and keeps that warmth", () => {
  expect(said(6, 0.5)).toEqual([1, 2, 6]);
  // A hotspot of 4 K may be there.
  expect(said(3.5, 0.3)).toEqual([1, 2, 3.5]);
  // 1 K with 0.2 K is none for sure.
  expect(said(1, 0.2)).toEqual([0, 0, 1]);
  // 5 K with 2 K may be nothing at all.
  expect(said(5, 2)).toEqual([0, 0, 5]);
  // One that is not seen as hot must be it without doubt.
  expect(said(4.2, 0.3, true)).toEqual([0, 0, 4.2]);
  expect(said(4.5, 0.3, true)).toEqual([1, 2, 4.5]);
});
