import { expect, it } from "vitest";
import { latticeOf } from "./place-lattice.ts";
import { nearbyOf } from "./place-window.ts";

it("has the next row also where many modules along a row are nearer", () => {
  // The eight nearest ones are all along the row.
  const [perRow, rows, step, pitch] = [50, 12, 1.15, 5.6];
  const count = perRow * rows;
  const centreX = Float32Array.from({ length: count }, (_, at) => (at % perRow) * step);
  const centreY = Float32Array.from({ length: count }, (_, at) => Math.floor(at / perRow) * pitch);
  const all = Array.from({ length: count }, (_, at) => at);
  const nearby = nearbyOf({ centreX, centreY }, all, 8);
  const shifts = latticeOf({ centreX, centreY }, all, nearby, [0.5, 7]);
  const has = (x: number, y: number) =>
    shifts.some((shift) => Math.hypot(shift[0] - x, shift[1] - y) < 0.05);
  expect([has(step, 0), has(-step, 0), has(0, pitch), has(0, -pitch)]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(shifts.length).toBeLessThanOrEqual(12);
});
