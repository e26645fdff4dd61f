import { expect, test } from "vitest";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { plantCondition, rankByEnergy } from "./plant-condition.ts";

const surveyed = (...shares: number[]) => ({
  setup_phase: false,
  needs_action: shares.some((share) => share >= 0.05),
  safety: null,
  worst_key_figures: shares.map((poor_share, at) => ({
    key_figure_id: at + 1,
    poor_share,
    poor_count: 1,
  })),
});

test("the worst key figure decides, in any order", () => {
  expect(plantCondition(surveyed(0.001, 0.06))).toBe("poor");
  expect(plantCondition(surveyed(0.05))).toBe("poor");
  expect(plantCondition(surveyed(0.049, 0.001))).toBe("watch");
  expect(plantCondition(surveyed(0.01))).toBe("watch");
  expect(plantCondition(surveyed(0.0099))).toBe("good");
});

test("advice to clean makes no plant one to watch, where something else is judged", () => {
  const cleaning = {
    key_figure_id: keyFigureByKey("cleaning_advice")!.id,
    poor_share: 1,
    poor_count: 9,
  };
  const plant = surveyed(0.001);
  const both = { ...plant, worst_key_figures: [cleaning, ...plant.worst_key_figures] };
  expect(plantCondition(both)).toBe("good");
  expect(rankByEnergy([{ ...both, id: 1, lost_energy: null }]).get(1)!.needs_action).toBe(false);
  expect(plantCondition({ ...plant, worst_key_figures: [cleaning] })).toBe("watch");
});

test("many poor components are watched where other plants lose more energy", () => {
  expect(plantCondition({ ...surveyed(0.3), needs_action: false })).toBe("watch");
});

test("a plant with dangers is never good, however few they are", () => {
  const dangers = (count: number) => ({ ...surveyed(0.00005), safety: { count, is_exact: true } });
  expect(plantCondition(dangers(0))).toBe("good");
  expect(plantCondition(dangers(5))).toBe("watch");
});

test("a plant without data is not good", () => {
  expect(plantCondition(surveyed())).toBe("unknown");
  expect(plantCondition({ ...surveyed(), setup_phase: true })).toBe("setup");
});

const losing = (id: number, mwh: number | null, share = 0.2) => ({
  id,
  lost_energy:
    mwh === null
      ? null
      : {
          mwh,
          money: 60 * mwh,
          uncertainty: { mwh: 0.1 * mwh, money: 6 * mwh },
          currency: "EUR" as const,
          money_assumed: false,
          parts: [],
          missing_key_figure_ids: [],
          most: null,
          left_out: [],
        },
  ...surveyed(share),
});
const placesOf = (...plants: ReturnType<typeof losing>[]) =>
  [...rankByEnergy(plants)].map(([id, { energy_rank, needs_action }]) =>
    [id, energy_rank, needs_action ? "act" : ""].join(" ").trim(),
  );

test("plants rank by lost energy, and the first half of it needs action", () => {
  expect(placesOf(losing(1, 100), losing(2, 900), losing(3, 300))).toEqual([
    "1 3",
    "2 1 act",
    "3 2",
  ]);
  // 400 of 1,000 is not half; 700 is.
  expect(placesOf(losing(1, 400), losing(2, 300), losing(3, 300))).toEqual([
    "1 1 act",
    "2 2 act",
    "3 3",
  ]);
  expect(placesOf(losing(7, 5))).toEqual(["7 1 act"]);
});

test("a plant with few poor components never needs action, one of unknown energy may", () => {
  expect(
    placesOf(losing(1, 900, 0.01), losing(2, 10), losing(3, null), losing(4, null, 0.01)),
  ).toEqual(["1 1", "2 2 act", "3  act", "4"]);
});
