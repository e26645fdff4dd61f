import { expect, test } from "vitest";
import { arrowStrokes, hiddenTiles } from "./photo-mark.ts";

test("what is hidden covers every pixel that it touches, and no pixel beside the picture", () => {
  expect(hiddenTiles({ from: [0.301, 0.2], to: [0.1, 0.499] }, 100, 50)).toEqual({
    x: 10,
    y: 10,
    width: 21,
    height: 15,
    across: 6,
    down: 4,
  });
  const beside = hiddenTiles({ from: [-1, 0.5], to: [0.5, 2] }, 100, 50);
  expect(beside).toMatchObject({ x: 0, y: 25, width: 50, height: 25 });
});

test("what is hidden has few tiles however large it is, and one where it is a line", () => {
  expect(hiddenTiles({ from: [0, 0], to: [1, 1] }, 8000, 6000)).toMatchObject({
    across: 6,
    down: 5,
  });
  expect(hiddenTiles({ from: [0.5, 0], to: [0.5, 1] }, 100, 100)).toMatchObject({
    width: 1,
    across: 1,
    down: 6,
  });
});

test("an arrow's head lies behind its tip, on both sides of the shaft, and is as long for every length of the shaft", () => {
  for (const from of [
    [0.1, 0.5],
    [0.7, 0.5],
  ] as const) {
    const [[tail, tip], [left = [], middle, right = []]] = arrowStrokes(
      { from, to: [0.8, 0.5] },
      400,
      200,
    );
    expect(tail).toEqual([from[0] * 400, 100]);
    expect(tip).toEqual([320, 100]);
    expect(middle).toEqual(tip);
    const at = ([x = 0, y = 0]: readonly number[]) => [320 - x, y - 100];
    const [a, b] = [at(left), at(right)];
    expect(a[0]).toBeCloseTo(10 * Math.cos(Math.PI / 7), 6);
    expect(b[0]).toBeCloseTo(a[0]!, 6);
    expect(a[1]).toBeCloseTo(-b[1]!, 6);
  }
});
