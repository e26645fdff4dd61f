import { expect, it } from "vitest";
import { planeAt } from "./plane.ts";
import { steadied, type Fix, type Steady } from "./steady-position.ts";

const plane = planeAt([-3, 37]);
/** A fix at x, y in metres, one second after the other. */
const fixes = (...all: readonly (readonly [x: number, y: number, more?: Partial<Fix>])[]) =>
  all.map(([x, y, more], at): Fix => {
    const [lon, lat] = plane.toLonLat(x, y);
    return { lon, lat, accuracy_m: 4, speed_mps: 0, time_ms: at * 1000, ...more };
  });
const mean = (all: readonly Fix[]) =>
  all.reduce<Steady | null>((before, fix) => steadied(before, fix), null)!;
const placeOf = ({ lon, lat }: Steady) => plane.toPlane(lon, lat);

it("is the mean of what a device reports that stands still, and as accurate as each", () => {
  const found = mean(fixes([0, 0], [1, 1], [-1, 0.5], [0.4, -0.5]));
  // By hand: (0 + 1 - 1 + 0.4) / 4 and (0 + 1 + 0.5 - 0.5) / 4.
  expect(placeOf(found)[0]).toBeCloseTo(0.1, 5);
  expect(placeOf(found)[1]).toBeCloseTo(0.25, 5);
  expect(found).toMatchObject({ fixes: 4, since_ms: 0, time_ms: 3000 });
  expect(found.accuracy_m).toBeCloseTo(4, 9);
});

it("weighs the fixes by their accuracy, and is never more accurate than the best", () => {
  const found = mean(fixes([0, 0, { accuracy_m: 2 }], [1, 0, { accuracy_m: 4 }]));
  // Weights 1/4 and 1/16: four fifths and one fifth.
  expect(placeOf(found)[0]).toBeCloseTo(0.2, 5);
  expect(found.accuracy_m).toBeCloseTo(0.8 * 2 + 0.2 * 4, 9);
});

it.each<[string, readonly [number, number, Partial<Fix>?]]>([
  ["moves", [0.5, 0, { speed_mps: 1.2 }]],
  ["is more than half its accuracy away", [2.2, 0]],
  ["was silent for long", [0.5, 0, { time_ms: 12_000 }]],
  ["reports an older time", [0.5, 0, { time_ms: -1 }]],
])("begins again where the device %s", (_name, last) => {
  const found = mean(fixes([0, 0], [0.2, 0], last));
  expect(placeOf(found)[0]).toBeCloseTo(last[0], 5);
  expect(found.fixes).toBe(1);
});

it("follows who walks slowly without a speed, half the accuracy behind at most", () => {
  let now: Steady | null = null;
  for (let at = 0; at < 60; at += 1) {
    const [fix] = fixes([at * 0.3, 0, { speed_mps: null, time_ms: at * 1000 }]);
    now = steadied(now, fix!);
    expect(at * 0.3 - placeOf(now)[0]).toBeLessThanOrEqual(2);
  }
});
