import { expect, test } from "vitest";
import { freeArea, type Box } from "./free-area.ts";

const box = (left: number, top: number, right: number, bottom: number): Box => ({
  left,
  top,
  right,
  bottom,
});
const scaleIn = ({ left, top, right, bottom }: Box, [width, height]: readonly [number, number]) =>
  Math.min((right - left) / width, (bottom - top) / height);

/** The best scale of all rectangles on a grid of free cells, by trying every one of them. */
function bestOnGrid(
  size: readonly [number, number],
  covers: readonly Box[],
  shape: [number, number],
) {
  const cell = 20;
  const [columns, rows] = [size[0] / cell, size[1] / cell];
  const isFree = (column: number, row: number) =>
    !covers.some(
      (one) =>
        column * cell < one.right &&
        (column + 1) * cell > one.left &&
        row * cell < one.bottom &&
        (row + 1) * cell > one.top,
    );
  let best = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let width = columns - column;
      for (let down = 0; row + down < rows && width > 0; down += 1) {
        let free = 0;
        while (free < width && isFree(column + free, row + down)) free += 1;
        width = free;
        const found = box(0, 0, width * cell, (down + 1) * cell);
        if (found.right >= 96 && found.bottom >= 96) best = Math.max(best, scaleIn(found, shape));
      }
    }
  }
  return best;
}

const legend = box(880, 20, 1160, 420);
const tools = box(1180, 20, 1220, 500);
const chips = box(20, 20, 400, 60);
const line = box(20, 20, 320, 60);
const sheet = box(0, 440, 400, 800);

test.each([
  ["nothing lies over the map", [1240, 800], [], [3, 2]],
  ["a wide plant beside or below the legend", [1240, 800], [legend, tools, chips], [5, 1]],
  ["a narrow plant beside the legend", [1240, 800], [legend, tools, chips], [1, 3]],
  ["a phone with a sheet", [400, 800], [line, sheet, box(340, 20, 380, 200)], [2, 1]],
  ["a phone with a legend that is open", [400, 800], [box(20, 20, 320, 360), sheet], [1, 1]],
] as const)("%s: no free rectangle shows it larger", (_name, [width, height], covers, shape) => {
  const found = freeArea({ width, height }, covers, { width: shape[0], height: shape[1] });
  for (const cover of covers) {
    const isApart =
      found.right <= cover.left ||
      found.left >= cover.right ||
      found.bottom <= cover.top ||
      found.top >= cover.bottom;
    expect(isApart || bestOnGrid([width, height], covers, [...shape]) === 0).toBe(true);
  }
  const best = bestOnGrid([width, height], covers, [...shape]);
  if (best > 0) expect(scaleIn(found, shape)).toBeCloseTo(best, 9);
});

test("a sheet over the whole map leaves no room, so the whole map is taken", () => {
  const covers = [box(0, 40, 400, 800)];
  expect(freeArea({ width: 400, height: 800 }, covers, { width: 1, height: 1 })).toEqual(
    box(0, 0, 400, 800),
  );
});

test("what is mounted without a size or lies beside the map covers nothing", () => {
  const covers = [box(10, 10, 10, 10), box(-300, 0, 0, 800), box(100, 800, 200, 900)];
  expect(freeArea({ width: 400, height: 800 }, covers, { width: 1, height: 1 })).toEqual(
    box(0, 0, 400, 800),
  );
});
