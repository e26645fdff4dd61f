// What of a loss can be brought back: by repair, by cleaning, and what cannot. The three add up to the whole.
import { z } from "zod";
import { addLoss, noLoss, scaledLoss } from "./component-loss.ts";
import { countedLossShape, type LossSplit, type LossSum, type LossSums } from "./loss-split.ts";
import { addSpread, noSpread, restOfSpread, wholeUncertainty } from "./loss-spread.ts";
import type { SuggestedRepair } from "./suggested-repair.ts";

const part = countedLossShape.omit({ count: true });

export const recoveryShape = z.object({
  /** By all repairs that the survey suggests. */
  repair: part,
  cleaning: part,
  /** Of components without a finding, by causes that no repair of ours mends, and noise of intact ones. */
  none: part,
});
export type Recovery = z.infer<typeof recoveryShape>;

/** Of a whole, what sums of the same numbers in another order may differ by. */
const NOISE = 1e-9;

/** Whether what other components lose is below zero: they were measured better than expected. */
export function isBetterThanExpected({ repair, cleaning, none }: Recovery): boolean {
  return none.mwh < -NOISE * (Math.abs(repair.mwh) + Math.abs(cleaning.mwh));
}

/** The splits of a loss, each of which adds up to the whole: by finding, by cause, and by what brings it back. */
export const lossGroups = (
  { findings, others, causes }: Pick<LossSplit, "findings" | "others" | "causes">,
  { repair, cleaning, none }: Recovery,
) => [[findings, others], causes, [repair, cleaning, none]] as const;

/** Causes that water takes away. */
const washed: ReadonlySet<string> = new Set(["soiling", "cleanliness"]);

/**
 * @param sums of the losses whose parts are asked for
 * @param repairs all that the survey suggests
 */
export function recoveryOf(
  { total, causes }: { readonly total: LossSum; readonly causes: LossSums["causes"] },
  repairs: readonly SuggestedRepair[],
): Recovery {
  const repair = sumOf(repairs);
  const cleaning = sumOf(causes.filter(({ cause }) => washed.has(cause)));
  let loss = total.loss;
  for (const part of [repair, cleaning]) loss = addLoss(loss, scaledLoss(part.loss, -1));
  const none = { loss, spread: restOfSpread(total.spread, [repair.spread, cleaning.spread]) };
  return { repair: shown(repair), cleaning: shown(cleaning), none: shown(none) };
}

type Sum = Pick<LossSum, "loss" | "spread">;

function sumOf(parts: readonly Sum[]): Sum {
  let [loss, spread] = [noLoss, noSpread];
  for (const part of parts) {
    loss = addLoss(loss, part.loss);
    spread = addSpread(spread, part.spread);
  }
  return { loss, spread };
}

const shown = ({ loss, spread }: Sum) => ({
  ...loss,
  uncertainty: wholeUncertainty(loss, spread),
});
