import { expect, it } from "vitest";
import { modules } from "./loss-survey.fixture.ts";
import { planRepairs, soonestPaid } from "./repair-plan.ts";
import { suggestedRepairs } from "./suggested-repair.ts";

const [some] = suggestedRepairs(modules(5));
/** Brings so many MWh a year for such a cost. */
const repair = (mwh: number, cost: number | null) => ({
  ...some!,
  units: 1,
  loss: { ...some!.loss, mwh },
  each: { ...some!.each, cost },
});
const energies = (all: readonly ReturnType<typeof repair>[]) =>
  soonestPaid(all).map(({ loss }) => loss.mwh);

it("puts first what is paid back soonest, and what brings nothing last", () => {
  // 100, 50 and 400 for each MWh a year.
  expect(energies([repair(3, 300), repair(0, 80), repair(1, 50), repair(2, 800)])).toEqual([
    1, 3, 2, 0,
  ]);
});

it("goes by energy where the cost of one is not known", () => {
  expect(energies([repair(0.1, 160), repair(3, null), repair(1, 50)])).toEqual([3, 1, 0.1]);
});

it("has one order for all parts of a list, also where only one of them lacks a cost", () => {
  const all = [
    { ...repair(1, 10), is_safety: true },
    { ...repair(2, 400), is_safety: true },
    { ...repair(3, 30), is_safety: false },
    { ...repair(4, 400), is_safety: false },
  ];
  const plenty = { crew_hours: 1e6, spare_parts: 1e6 };
  const order = (some: typeof all) =>
    planRepairs(some, plenty, "safety").map(({ loss }) => loss.mwh);
  // 10 and 200 for each MWh a year, then 10 and 100.
  expect(order(all)).toEqual([1, 2, 3, 4]);
  const lacking = { ...repair(0.5, null), is_safety: false };
  expect(order([...all, lacking])).toEqual([2, 1, 4, 3, 0.5]);
});
