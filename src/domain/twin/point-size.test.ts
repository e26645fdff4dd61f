import { describe, expect, it } from "vitest";
import { pointSizeText, readPointSize, ringAround } from "./point-size.ts";

/** Metres east and north of the middle, by the lengths of a degree on WGS 84 as series of the latitude (Snyder 1987, p. 25). */
function metres(ring: readonly number[], [lon, lat]: readonly [number, number]) {
  const cos = (n: number) => Math.cos((n * lat * Math.PI) / 180);
  const east = 111_412.84 * cos(1) - 93.5 * cos(3) + 0.118 * cos(5);
  const north = 111_132.954 - 559.822 * cos(2) + 1.175 * cos(4);
  return [0, 1, 2, 3].map((at) => [
    Math.round((ring[2 * at]! - lon) * east * 1000) / 1000,
    Math.round((ring[2 * at + 1]! - lat) * north * 1000) / 1000,
  ]);
}

describe("a component of which a file has the middle", () => {
  const place = [-70.1, -18.9] as const;
  it("gets the stated size, its longer side to the north", () => {
    const found = metres(ringAround(place, { length: 40, width: 2, direction: 0 }), place);
    const wanted = [
      [-1, 20],
      [1, 20],
      [1, -20],
      [-1, -20],
    ];
    // Which corner comes first is no matter; neither is it which way round.
    expect(found.toSorted()).toEqual(wanted.toSorted());
  });

  it("or to the east, or between both", () => {
    const east = metres(ringAround(place, { length: 40, width: 2, direction: 90 }), place);
    expect(east.map(([x, y]) => [Math.abs(x!), Math.abs(y!)])).toEqual(
      Array.from({ length: 4 }, () => [20, 1]),
    );
    const first = metres(ringAround(place, { length: 10, width: 0.1, direction: 30 }), place).at(
      -1,
    );
    // 5 m to the north-north-east, 5 cm beside its axis.
    expect(Math.abs(Math.atan2(first![0]!, first![1]!) * (180 / Math.PI) - 30)).toBeLessThan(0.6);
  });

  it("is counter-clockwise", () => {
    const xy = metres(ringAround(place, { length: 4, width: 2, direction: 20 }), place);
    const area = xy.reduce((sum, [x, y], at) => {
      const [x2, y2] = xy[(at + 1) % 4]!;
      return sum + (x! * y2! - x2! * y!) / 2;
    }, 0);
    expect(area).toBeCloseTo(8, 2);
  });
});

it.each(["2.28x1.13@0", "40x2.4@179.5"])("%s is a size", (text) => {
  expect(pointSizeText(readPointSize(text)!)).toBe(text);
});

it.each(["", "2.28x1.13", "0x1@0", "1x2@0", "400x2@0", "2x1@180", "2x1@-5", "axb@c", "2e1x1@0"])(
  "%j is none",
  (text) => {
    expect(readPointSize(text)).toBeNull();
  },
);
