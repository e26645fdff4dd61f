import { describe, expect, it } from "vitest";
import {
  glassClass,
  glassTemperature,
  heatFromGlass,
  heatLoss,
  heatLossRatio,
  type ReceiverState,
} from "./receiver-heat.ts";

/** Fluid °C, wind m/s, then heat loss W/m and glass °C of vacuum, hydrogen, air; loss without glass. */
const table: readonly (readonly [number, number, readonly [number, number][], number])[] = [
  [
    293,
    0,
    [
      [87, 44],
      [540, 120],
      [627, 131],
    ],
    507,
  ],
  [
    293,
    2,
    [
      [89, 35],
      [642, 101],
      [765, 114],
    ],
    1819,
  ],
  [
    293,
    5,
    [
      [91, 32],
      [701, 83],
      [844, 94],
    ],
    2581,
  ],
  [
    343,
    2,
    [
      [142, 42],
      [815, 119],
      [1037, 141],
    ],
    2334,
  ],
  [
    393,
    0,
    [
      [212, 69],
      [871, 159],
      [1159, 188],
    ],
    1152,
  ],
  [
    393,
    2,
    [
      [216, 51],
      [1013, 138],
      [1370, 170],
    ],
    2941,
  ],
  [
    393,
    5,
    [
      [219, 43],
      [1096, 113],
      [1493, 142],
    ],
    3981,
  ],
];
const states: readonly ReceiverState[] = ["vacuum", "hydrogen", "air"];

describe("absorber tube", () => {
  it.each(table)("has the reference's heat loss at %i °C and %i m/s", (fluid, wind, rows, bare) => {
    const weather = { ambient: 25, wind, dni: 0 };
    for (const [i, [loss]] of rows.entries()) {
      const made = heatLoss(states[i] ?? "vacuum", fluid, weather);
      expect(Math.abs(made - loss), states[i]).toBeLessThan(1);
    }
    expect(Math.abs(heatLoss("broken", fluid, weather) - bare)).toBeLessThan(1);
  });

  it.each(table)(
    "has the reference's glass temperature at %i °C and %i m/s",
    (fluid, wind, rows) => {
      const weather = { ambient: 25, wind, dni: 0 };
      for (const [i, [, glass]] of rows.entries()) {
        const made = glassTemperature(heatLoss(states[i] ?? "vacuum", fluid, weather), weather);
        // Tolerance: 4 % of the excess over ambient, at least 2 K.
        expect(Math.abs(made - glass), states[i]).toBeLessThan(Math.max(2, (glass - 25) * 0.04));
      }
    },
  );

  it("computes the heat loss back from the glass temperature", () => {
    const weather = { ambient: 12, wind: 3 };
    expect(heatFromGlass(glassTemperature(640, weather), weather)).toBeCloseTo(640, -0.5);
    expect(heatFromGlass(12, weather)).toBe(0);
  });

  it("classifies an intact tube as good, hydrogen-filled and air-filled ones as severe", () => {
    const weather = { ambient: 30, wind: 1.5, dni: 850 };
    for (const fluid of [293, 343, 393]) {
      expect(heatLossRatio(heatLoss("vacuum", fluid, weather), fluid, weather)).toBeCloseTo(0, 9);
      expect(heatLossRatio(heatLoss("hydrogen", fluid, weather), fluid, weather)).toBeCloseTo(1, 9);
      expect(heatLossRatio(heatLoss("air", fluid, weather), fluid, weather)).toBeGreaterThan(1);
    }
    expect([0, 0.15, 0.4, 0.8].map(glassClass)).toEqual([1, 2, 3, 4]);
  });
});
