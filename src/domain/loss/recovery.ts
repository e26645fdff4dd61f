// What of a loss can be brought back: by repair, by cleaning, and what cannot. The three add up to the whole.
import { z } from "zod";
import { wholeUncertainty, YEAR_SHARE, type Loss } from "./component-loss.ts";
import { countedLossShape, type LossSplit } from "./loss-split.ts";
import { sumOfRepairs } from "./repair-plan.ts";
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

/** Causes that water takes away. */
const washed: ReadonlySet<string> = new Set(["soiling", "cleanliness"]);

type Part = z.infer<typeof part>;

/** Applies `of` to kilowatts, energy and money. */
const each = (of: (quantity: keyof Loss) => number): Loss => ({
  kw: of("kw"),
  mwh: of("mwh"),
  money: of("money"),
});

/** Twice the standard uncertainty of what was measured, without that of a year's light, which is not in the power. */
const measuredOf = ({ uncertainty, ...loss }: Part): Loss => ({
  kw: uncertainty.kw,
  mwh: Math.sqrt(Math.max(0, uncertainty.mwh ** 2 - (YEAR_SHARE * loss.mwh) ** 2)),
  money: Math.sqrt(Math.max(0, uncertainty.money ** 2 - (YEAR_SHARE * loss.money) ** 2)),
});

/** @param repairs all that the survey suggests */
export function recoveryOf(
  { total, causes }: Pick<LossSplit, "total" | "causes">,
  repairs: readonly SuggestedRepair[],
): Recovery {
  const { kw, mwh, money, uncertainty } = sumOfRepairs(repairs);
  const measured = repairs.reduce((sum, one) => sum + one.uncertainty.kw, 0);
  const repair: Part = { kw, mwh, money, uncertainty: { ...uncertainty, kw: measured } };
  const cleaned = causes.filter(({ cause }) => washed.has(cause));
  const sum = (of: (one: Part) => number) => cleaned.reduce((all, one) => all + of(one), 0);
  const cleaning: Part = {
    ...each((quantity) => sum((one) => one[quantity])),
    uncertainty: each((quantity) => sum((one) => one.uncertainty[quantity])),
  };
  const rest = each((quantity) => total[quantity] - repair[quantity] - cleaning[quantity]);
  const [whole, mended, washedOff] = [total, repair, cleaning].map(measuredOf) as [
    Loss,
    Loss,
    Loss,
  ];
  const left = each((quantity) =>
    Math.max(0, whole[quantity] - mended[quantity] - washedOff[quantity]),
  );
  return { repair, cleaning, none: { ...rest, uncertainty: wholeUncertainty(rest, left) } };
}
