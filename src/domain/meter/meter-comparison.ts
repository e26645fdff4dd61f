// Metered energy beside the losses that a survey calculates. Nothing is blended: both are said, and how they differ.
import { medianOf } from "../median.ts";
import {
  LEAST_COVERAGE,
  LEAST_KNOWN,
  LEAST_YEAR,
  type ComparedMeter,
  type MeterComparison,
} from "./meter.ts";

export type MeterFacts = Pick<
  ComparedMeter,
  "is_plant" | "component_type" | "coverage" | "capacity_share" | "calculated"
> & {
  readonly id: number;
  /** Metered on the days that all compared meters of its type have; null where it is not among them. */
  readonly common_kwh: number | null;
};

export type Compared = Pick<
  ComparedMeter,
  | "full_hours"
  | "against_others"
  | "calculated_share"
  | "calculated_share_uncertainty"
  | "explained"
>;

/** Whether a meter can be compared with the others of its type: its component is known, and enough of it was metered. */
export function isComparable({
  is_plant,
  component_type,
  coverage,
  capacity_share,
}: Omit<MeterFacts, "common_kwh">): boolean {
  return (
    !is_plant && component_type !== null && (capacity_share ?? 0) > 0 && coverage >= LEAST_COVERAGE
  );
}

/**
 * Each meter against the median of those of its type, by hours at full power on the same days, so that the weather is the
 * same for all; and what the calculated losses would make of it. Two meters or more are needed.
 * @param capacity_kw of the plant
 * @param expected_mwh of the plant a year; null without a capacity
 */
export function comparedMeters(
  meters: readonly MeterFacts[],
  capacity_kw: number,
  expected_mwh: number | null,
): ReadonlyMap<number, Compared> {
  const own = meters.map((meter) => {
    const share = meter.capacity_share ?? 0;
    const isIn = isComparable(meter) && meter.common_kwh !== null && capacity_kw > 0;
    const expected = expected_mwh !== null && share > 0 ? expected_mwh * share : null;
    const { calculated } = meter;
    // What is not measured, or may be faulty, may explain what the meter shows as well as what is calculated.
    const isKnown =
      calculated !== null && calculated.most_mwh === null && calculated.known_share >= LEAST_KNOWN;
    return {
      meter,
      isKnown,
      full_hours: isIn ? meter.common_kwh! / (capacity_kw * share) : null,
      calculated_share: calculated && expected ? calculated.mwh / expected : null,
      calculated_share_uncertainty:
        calculated && expected ? calculated.uncertainty / expected : null,
    };
  });
  return new Map(
    own.map(({ meter, isKnown, ...shares }) => {
      const others = own.filter((one) => one.meter.component_type === meter.component_type);
      const hours = others.flatMap((one) => one.full_hours ?? []);
      const usual = hours.length > 1 ? medianOf(hours) : 0;
      const lost = others.flatMap((one) =>
        one.full_hours === null || !one.isKnown ? [] : (one.calculated_share ?? []),
      );
      const isMost = lost.length > 1 && lost.length > hours.length / 2;
      const left = isMost ? 1 - medianOf(lost) : 0;
      const { full_hours, calculated_share } = shares;
      return [
        meter.id,
        {
          ...shares,
          against_others: full_hours !== null && usual > 0 ? full_hours / usual - 1 : null,
          explained:
            full_hours !== null && isKnown && calculated_share !== null && left > 0
              ? (1 - calculated_share) / left - 1
              : null,
        },
      ];
    }),
  );
}

type Metered = Pick<
  ComparedMeter,
  "is_plant" | "component_type" | "coverage" | "capacity_share" | "mwh"
>;
type Whole = {
  /** Days of the period. */
  readonly days: number;
  readonly expected_mwh: number | null;
  readonly calculated: NonNullable<MeterComparison["plant"]>["calculated"];
};

/** Parts that are nearly the whole plant count as it: modules that a twin has twice or not at all. */
const WHOLE_PLANT = 0.995;

/** The energy of the whole plant: by its own meter, else by meters of one type that have all of it; else null. */
export function plantEnergy(
  meters: readonly Metered[],
  { days, expected_mwh, calculated }: Whole,
): MeterComparison["plant"] {
  const isYear = (coverage: number) => days >= 365 && days <= 366 && coverage >= LEAST_YEAR;
  const said = { expected_mwh, calculated };
  const [own] = meters.filter((one) => one.is_plant).toSorted((a, b) => b.coverage - a.coverage);
  if (own) {
    const { mwh, coverage } = own;
    return { source: "meter", mwh, coverage, ...said, is_year: isYear(coverage) };
  }
  for (const parts of Map.groupBy(meters, ({ component_type }) => component_type).values()) {
    const share = parts.reduce((sum, one) => sum + (one.capacity_share ?? 0), 0);
    if (share < WHOLE_PLANT || share > 2 - WHOLE_PLANT) continue;
    const mwh = parts.reduce((sum, one) => sum + one.mwh, 0);
    const coverage =
      parts.reduce((sum, one) => sum + one.coverage * (one.capacity_share ?? 0), 0) / share;
    return { source: "sum", mwh, coverage, ...said, is_year: isYear(coverage) };
  }
  return null;
}
