import { expect, it } from "vitest";
import { modules } from "./loss-survey.fixture.ts";
import { soonestPaid } from "./repair-plan.ts";
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
