// How many repairs held: of each crew and fault type, what the next surveys said.
import { z } from "zod";
import { componentTypeShape } from "../column/filter.ts";

/**
 * Repairs of one fault type that one crew has said are done. The crew is the one that had the finding then, and
 * each repair counts once, by the last survey that judged it. What people reopened before a survey is none.
 */
export const repairRateShape = z.object({
  /** Null for repairs without a crew. */
  crew: z.string().nullable(),
  component_type: componentTypeShape,
  fault_type: z.number().int(),
  verified: z.number().int(),
  returned: z.number().int(),
  /** No survey has measured them since. */
  to_measure: z.number().int(),
});
export type RepairRate = z.infer<typeof repairRateShape>;

export type RepairCounts = Pick<RepairRate, "verified" | "returned" | "to_measure">;

export const rateGroupings = ["crew", "fault", "both"] as const;
export type RateGrouping = (typeof rateGroupings)[number];

/** The counts of what the key is equal for, in the order in which the keys come first. */
export function groupedRates(
  rates: readonly RepairRate[],
  by: RateGrouping,
): readonly { readonly key: string; readonly first: RepairRate; readonly counts: RepairCounts }[] {
  const keyOf = ({ crew, component_type, fault_type }: RepairRate) =>
    JSON.stringify([
      by === "fault" ? null : crew,
      ...(by === "crew" ? [] : [component_type, fault_type]),
    ]);
  return [...Map.groupBy(rates, keyOf)].map(([key, ones]) => ({
    key,
    first: ones[0]!,
    counts: summed(ones),
  }));
}

function summed(rates: readonly RepairRate[]): RepairCounts {
  const sum = (of: (one: RepairRate) => number) => rates.reduce((total, one) => total + of(one), 0);
  return {
    verified: sum((one) => one.verified),
    returned: sum((one) => one.returned),
    to_measure: sum((one) => one.to_measure),
  };
}

/** Of the standard normal distribution, for a confidence of 95 %. */
const Z = 1.959964;

export type VerifiedShare = {
  /** 0 to 1. */
  readonly share: number;
  /** Of how many measured repairs. */
  readonly of: number;
  /** Ends of the interval in which the true share lies with a confidence of 95 %. */
  readonly low: number;
  readonly high: number;
};

/**
 * The share of the measured repairs that held; null where none was measured. The interval is the score interval of
 * E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209–212: it holds for few repairs too.
 */
export function verifiedShare({
  verified,
  returned,
}: Pick<RepairCounts, "verified" | "returned">): VerifiedShare | null {
  const of = verified + returned;
  if (of === 0) return null;
  const share = verified / of;
  const scale = 1 + Z ** 2 / of;
  const centre = (share + Z ** 2 / (2 * of)) / scale;
  const half = (Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2))) / scale;
  return { share, of, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
