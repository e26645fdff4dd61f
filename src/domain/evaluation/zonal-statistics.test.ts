import { expect, it } from "vitest";
import { spreadOf, zonalStatistics, zonePixels } from "./zonal-statistics.ts";
import { windowOf } from "./zone.ts";
import { zoneBatches } from "./zone-batch.ts";

const [width, height] = [40, 30];
const values = Float32Array.from({ length: width * height }, (_, at) => (at * 7919) % 1009);
const block = { column: 0, row: 0, width, height, values };

/** Another way to say that a centre is inside: the angles to the corners add up to a full turn. */
function isAround(ring: readonly number[], x: number, y: number): boolean {
  let turn = 0;
  for (let k = 0; k < ring.length; k += 2) {
    const next = (k + 2) % ring.length;
    const [ax, ay] = [ring[k]! - x, ring[k + 1]! - y];
    const [bx, by] = [ring[next]! - x, ring[next + 1]! - y];
    turn += Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
  }
  return Math.abs(turn) > Math.PI;
}

it.each([
  ["a turned rectangle", [5.3, 4.1, 25.2, 9.7, 22.4, 19.9, 2.5, 14.3]],
  ["a ring with a notch", [3.2, 3.1, 30.4, 3.3, 30.1, 25.7, 17.3, 9.2, 3.4, 25.9]],
])("measures the pixels whose centre is in %s", (_, ring) => {
  const inside: number[] = [];
  for (let at = 0; at < values.length; at++) {
    if (isAround(ring, (at % width) + 0.5, Math.floor(at / width) + 0.5)) inside.push(values[at]!);
  }
  const pixels = zonePixels(block, ring, windowOf(ring, block)!, 0);
  const found = zonalStatistics(pixels)!;
  const sorted = inside.toSorted((a, b) => a - b);
  expect(found.valid).toBe(inside.length);
  expect(found.maximum).toBe(sorted.at(-1));
  const middle = (sorted.length - 1) / 2;
  expect(found.median).toBe((sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2);
  const [column, row] = found.hottest;
  expect(values[Math.floor(row) * width + Math.floor(column)]).toBe(found.maximum);
});

it("leaves out the edge, and pixels without a value", () => {
  const ring = [2, 2, 12, 2, 12, 12, 2, 12];
  const window = windowOf(ring, block)!;
  expect(zonePixels(block, ring, window, 0).total).toBe(100);
  expect(zonePixels(block, ring, window, 1.2).total).toBe(64);
  const holes = values.map((value, at) => (at % 2 === 0 ? NaN : value));
  const found = zonalStatistics(zonePixels({ ...block, values: holes }, ring, window, 0))!;
  expect([found.valid, found.total]).toEqual([50, 100]);
  const none = { ...block, values: new Float32Array(values.length).fill(NaN) };
  expect(zonalStatistics(zonePixels(none, ring, window, 0))).toBeNull();
});

it("answers percentiles and spread as NumPy does", () => {
  const row = { column: 0, row: 0, width: 7, height: 1, values: [9, 1, 4, 16, 25, 2, 100] };
  const found = zonalStatistics(zonePixels(row, [0, 0, 7, 0, 7, 1, 0, 1], row, 0))!;
  // numpy.percentile([9, 1, 4, 16, 25, 2, 100], 95) and numpy.median
  expect(found.median).toBe(9);
  expect(found.p95).toBeCloseTo(77.5, 9);
  expect(spreadOf([1, 2, 3, 4, 100], 3)).toBeCloseTo(1.4826);
});

it("reads components in groups of bounded size, each component once", () => {
  const windows = Array.from({ length: 100 }, (_, i) =>
    i % 10 === 3 ? null : { column: i * 5, row: i * 5, width: 10, height: 10 },
  );
  const batches = [...zoneBatches(windows, 2000)];
  expect(batches.length).toBeGreaterThan(5);
  expect(batches.every(({ window }) => window.width * window.height <= 2000)).toBe(true);
  const rows = batches.flatMap(({ rows: own }) => own);
  expect(rows).toEqual(windows.flatMap((window, row) => (window ? [row] : [])));
});
