// The repairs that are chosen under a budget of crew hours and spare parts.
import { bestRepairs, type Budget } from "./budget.ts";
import { addLoss, noLoss, scaledLoss } from "./component-loss.ts";
import { addSpread, noSpread, scaledSpread, wholeUncertainty } from "./loss-spread.ts";
import type { RepairOrder, RepairPlan } from "./repair.ts";
import { effortOf, type SuggestedRepair } from "./suggested-repair.ts";

/**
 * The repairs that bring the most money under the budget, soonest paid back first (see `soonestPaid`). Money is in
 * proportion to energy, so energy ranks them, also for a plant without a price.
 * @param first `safety`: dangerous ones are chosen first, and stand first; the others get what is left of the budget
 */
export function planRepairs(
  suggested: readonly SuggestedRepair[],
  budget: Budget,
  first: RepairOrder = "money",
): readonly SuggestedRepair[] {
  // One order for all parts of the list: one sentence stands over it.
  const areKnown = areCostsKnown(suggested);
  if (first === "money") return mostMoney(suggested, budget, areKnown);
  const safe = mostMoney(
    suggested.filter(({ is_safety }) => is_safety),
    budget,
    areKnown,
  );
  const { hours, parts } = sumOfRepairs(safe);
  const rest = suggested.filter(({ is_safety }) => !is_safety);
  const left = {
    crew_hours: budget.crew_hours - hours,
    spare_parts: budget.spare_parts - parts,
  };
  return [...safe, ...mostMoney(rest, left, areKnown)];
}

/** What earns nothing gets what is left of the budget, as many of them as it pays for: these are dangers alone. */
function mostMoney(
  suggested: readonly SuggestedRepair[],
  budget: Budget,
  areKnown: boolean,
): readonly SuggestedRepair[] {
  const earning = best(
    suggested.filter(({ loss }) => loss.mwh > 0),
    budget,
    ({ loss, units }) => loss.mwh / units,
  );
  const { hours, parts } = sumOfRepairs(earning);
  const left = { crew_hours: budget.crew_hours - hours, spare_parts: budget.spare_parts - parts };
  const others = best(
    suggested.filter(({ loss }) => loss.mwh <= 0),
    left,
    () => 1,
  );
  return [...soonestPaid(earning, areKnown), ...soonestPaid(others, areKnown)];
}

/** @param valueOf of one part of a repair */
function best(
  suggested: readonly SuggestedRepair[],
  budget: Budget,
  valueOf: (one: SuggestedRepair) => number,
): readonly SuggestedRepair[] {
  const choices = suggested.flatMap((one, index) => {
    const { hours, parts } = one.each;
    return Array.from({ length: one.units }, () => ({ index, hours, parts, value: valueOf(one) }));
  });
  const counts = new Map<number, number>();
  for (const at of bestRepairs(choices, budget)) {
    const { index } = choices[at]!;
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return [...counts].map(([index, units]) => someOf(suggested[index]!, units));
}

/** Whether each has a cost: a plant with another currency than the default may state some costs, or none. */
export const areCostsKnown = (all: readonly SuggestedRepair[]): boolean =>
  all.every(({ each }) => each.cost !== null);

/**
 * What is paid back soonest comes first. Where the cost of one is not known, all are in the order of their energy: those
 * of known cost alone would stand before one that brings thirty times as much.
 * @param areKnown whether the costs of all that the survey suggests are known, of which these may be a part
 */
export function soonestPaid(
  all: readonly SuggestedRepair[],
  areKnown: boolean = areCostsKnown(all),
): SuggestedRepair[] {
  const ranked = all.map((one) => {
    const { mwh } = one.loss;
    const { cost } = effortOf(one);
    // In proportion to the years.
    return { one, mwh, payback: cost === null ? Infinity : cost / Math.max(0, mwh) };
  });
  const sooner = (a: number, b: number) => (a === b ? 0 : a - b);
  return ranked
    .toSorted((a, b) => (areKnown ? sooner(a.payback, b.payback) : 0) || b.mwh - a.mwh)
    .map(({ one }) => one);
}

function someOf(repair: SuggestedRepair, units: number): SuggestedRepair {
  if (units === repair.units) return repair;
  const part = units / repair.units;
  const { loss, spread } = repair;
  return {
    ...repair,
    units,
    loss: scaledLoss(loss, part),
    spread: scaledSpread(spread, part),
  };
}

export function sumOfRepairs(repairs: readonly SuggestedRepair[]): RepairPlan["all"] {
  let [loss, spread, hours, parts] = [noLoss, noSpread, 0, 0];
  let cost: number | null = 0;
  for (const one of repairs) {
    const effort = effortOf(one);
    loss = addLoss(loss, one.loss);
    spread = addSpread(spread, one.spread);
    hours += effort.hours;
    parts += effort.parts;
    // A sum of some costs would pass for the cost of all.
    cost = cost === null || effort.cost === null ? null : cost + effort.cost;
  }
  const { mwh, money } = wholeUncertainty(loss, spread);
  return { ...loss, uncertainty: { mwh, money }, hours, parts, cost, count: repairs.length };
}
