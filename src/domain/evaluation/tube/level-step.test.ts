// Two temperature levels along lines of tubes, against what faults and wrong conditions make.
import { describe, expect, it } from "vitest";
import { linesOf, shareOnOtherLevel, type LevelTube } from "./level-step.ts";

const RELATIVE_K = 0.5;

/** Tubes of a line, 4 m each, fluid 0.7 K hotter from one to the next. */
const line = (count: number, miss: (at: number) => number): LevelTube[] =>
  Array.from({ length: count }, (_, at) => ({
    miss_k: miss(at) + 0.1 * Math.sin(at * 7),
    noise_k: 0.1,
    fluid: 293 + 0.7 * at,
  }));
const isIll = (at: number) => at % 6 === 2;

describe("the share of tubes on another level", () => {
  it.each([
    [10, 4],
    [20, -4],
    [20, 6],
    [40, 2],
    [300, 4],
  ])("is a half where half of %i tubes are %f K beside the others", (count, beside) => {
    const tubes = line(count, (at) => (isIll(at) ? 25 : at < count / 2 ? 3 : 3 + beside));
    const share = shareOnOtherLevel(tubes, RELATIVE_K);
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThanOrEqual(0.5);
  });

  it("is that of a band in the middle", () => {
    const share = shareOnOtherLevel(
      line(60, (at) => (at >= 24 && at < 36 ? 5 : 0)),
      RELATIVE_K,
    );
    expect(share).toBeCloseTo(0.2, 1);
  });

  it("is nothing where tubes are ill one by one, aged one by one, or ill side by side", () => {
    expect(
      shareOnOtherLevel(
        line(100, (at) => (isIll(at) ? 25 : 0)),
        RELATIVE_K,
      ),
    ).toBe(0);
    expect(
      shareOnOtherLevel(
        line(100, (at) => (at % 7 === 0 ? 3 : 0)),
        RELATIVE_K,
      ),
    ).toBe(0);
    expect(
      shareOnOtherLevel(
        line(100, (at) => (at >= 40 && at < 52 ? 25 : 0)),
        RELATIVE_K,
      ),
    ).toBe(0);
  });

  it("is nothing where a wrong wind makes hot fluids more wrong than cold ones", () => {
    expect(
      shareOnOtherLevel(
        line(144, (at) => at * 0.05),
        RELATIVE_K,
      ),
    ).toBe(0);
    // The end of a loop beside the beginning of the next one.
    const two = [...line(144, (at) => 2 + at * 0.05), ...line(144, (at) => 2 + at * 0.05)];
    expect(shareOnOtherLevel(two, RELATIVE_K)).toBe(0);
  });

  it("is nothing without tubes", () => {
    expect(shareOnOtherLevel([], RELATIVE_K)).toBe(0);
  });
});

it("takes tubes line after line, whatever their order in the twin, also in lines that are turned", () => {
  for (const rotation of [0, 0.4, Math.PI / 2]) {
    const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
    const places = Array.from({ length: 12 }, (_, at) => {
      const [along, across] = [4 * (at % 6), 17 * Math.floor(at / 6)];
      return [along * cos - across * sin, along * sin + across * cos] as const;
    });
    const rows = [7, 0, 11, 3, 8, 1, 6, 2, 9, 4, 10, 5];
    const geometry = {
      centreX: Float32Array.from(places, ([x]) => x),
      centreY: Float32Array.from(places, ([, y]) => y),
      // One of them points the other way.
      rotation: Float32Array.from(places, (_, at) => (at === 3 ? rotation + Math.PI : rotation)),
    };
    const found = linesOf(
      rows.map((row) => ({ row })),
      geometry,
    ).map((own) => own.map(({ row }) => row));
    expect(found, `${rotation}`).toEqual([
      [0, 1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10, 11],
    ]);
  }
});
