import { expect, test } from "vitest";
import { cellArea } from "./cell-area.ts";

/** Numbers that look random and are the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

test("every place lies in one box, no box is empty, and the boxes are as large as the cells with places", () => {
  const next = numbers(7);
  const count = 5000;
  const x = Float32Array.from({ length: count }, () => next() * 900 - 450);
  const y = Float32Array.from({ length: count }, () => next() * 300 - 100);
  const rows = Array.from({ length: count }, (_, row) => row).filter(() => next() < 0.4);
  const cell = 12;
  const boxes = cellArea({ x, y }, rows, cell);
  const holds = boxes.map(() => 0);
  for (const row of rows) {
    const found = boxes.flatMap(([west, south, east, north], at) =>
      x[row]! >= west && x[row]! < east && y[row]! >= south && y[row]! < north ? [at] : [],
    );
    expect(found).toHaveLength(1);
    holds[found[0]!]! += 1;
  }
  expect(holds.reduce((sum, one) => sum + one, 0)).toBe(rows.length);
  expect(Math.min(...holds)).toBeGreaterThan(0);
  const cells = new Set(
    rows.map((row) => `${Math.floor(x[row]! / 12)} ${Math.floor(y[row]! / 12)}`),
  );
  const area = boxes.reduce((sum, [w, s, e, n]) => sum + (e - w) * (n - s), 0);
  expect(area).toBe(cells.size * cell * cell);
  expect(boxes.length).toBeLessThan(cells.size);
});

test("nothing covers nothing", () => {
  expect(cellArea({ x: [], y: [] }, [], 5)).toEqual([]);
});
