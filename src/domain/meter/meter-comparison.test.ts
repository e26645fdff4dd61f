import { describe, expect, it } from "vitest";
import { comparedMeters, plantEnergy, type MeterFacts } from "./meter-comparison.ts";
import { daysBetween, periodOf } from "./meter-period.ts";

/** A plant of 4 MW. */
const CAPACITY_KW = 4e3;
const EXPECTED_MWH = 8e3;

const loop = (id: number, common_kwh: number | null, lost: number): MeterFacts => ({
  id,
  is_plant: false,
  component_type: "loop",
  coverage: 1,
  capacity_share: 0.25,
  calculated: { mwh: lost, uncertainty: 1, most_mwh: null, known_share: 1 },
  common_kwh,
});

describe("meters", () => {
  it("are compared by hours at full power with the median of their type, beside what the survey explains", () => {
    // A plant of 4 MW and 8,000 MWh: 1 MW and 2,000 MWh a loop, of which they lose 20, 20, 20 and 100.
    const meters = [
      loop(1, 500_000, 20),
      loop(2, 510_000, 20),
      loop(3, 490_000, 20),
      loop(4, 450_000, 100),
    ];
    const found = comparedMeters(meters, CAPACITY_KW, EXPECTED_MWH).get(4)!;
    expect(found.full_hours).toBeCloseTo(450, 9);
    // The median of 450, 490, 500 and 510 hours is 495.
    expect(found.against_others).toBeCloseTo(450 / 495 - 1, 9);
    expect(found.calculated_share).toBeCloseTo(0.05, 9);
    // 95 % are left where the median loop keeps 99 %.
    expect(found.explained).toBeCloseTo(0.95 / 0.99 - 1, 9);
  });

  it("are not explained by a survey that has not measured them, or by modules that may be faulty", () => {
    const known = [1, 2, 3].map((id) => loop(id, 500_000, 20));
    const of = (more: object) => {
      const one = loop(4, 450_000, 0);
      const part = { ...one, calculated: { ...one.calculated!, ...more } };
      return comparedMeters([...known, part], CAPACITY_KW, EXPECTED_MWH);
    };
    expect(of({}).get(4)!.explained).toBeCloseTo(1 / 0.99 - 1, 9);
    for (const more of [{ known_share: 0.1 }, { most_mwh: 200 }]) {
      const found = of(more);
      expect(found.get(4)).toMatchObject({ explained: null, calculated_share: 0 });
      // The others are explained as before, beside the median of those of which enough is known.
      expect(found.get(1)!.explained).toBeCloseTo(0, 9);
    }
  });

  it("are not compared alone, with too little time, or without a component", () => {
    const alone = comparedMeters([loop(1, 500_000, 20)], CAPACITY_KW, EXPECTED_MWH).get(1)!;
    expect(alone.against_others).toBeNull();
    const others = comparedMeters(
      [
        loop(1, 500_000, 20),
        loop(2, 500_000, 20),
        { ...loop(3, 100, 20), coverage: 0.3 },
        { ...loop(4, 100, 20), component_type: null },
      ],
      CAPACITY_KW,
      EXPECTED_MWH,
    );
    expect(others.get(1)!.against_others).toBe(0);
    expect(others.get(3)!.against_others).toBeNull();
    expect(others.get(4)!.against_others).toBeNull();
  });

  it("make up the plant by its own meter, or by parts that are all of it", () => {
    const whole = { days: 365, expected_mwh: EXPECTED_MWH, calculated: null };
    const part = (capacity_share: number, coverage = 1) => ({
      is_plant: false,
      component_type: "loop" as const,
      coverage,
      capacity_share,
      mwh: 100,
    });
    expect(plantEnergy([part(0.5), part(0.4)], whole)).toBeNull();
    expect(plantEnergy([part(0.5), part(0.5, 0.8)], whole)).toMatchObject({
      source: "sum",
      mwh: 200,
      coverage: 0.9,
      is_year: false,
    });
    const own = { ...part(1), is_plant: true, component_type: null, mwh: 7000 };
    expect(plantEnergy([part(0.5), own], whole)).toMatchObject({
      source: "meter",
      mwh: 7000,
      is_year: true,
    });
    expect(plantEnergy([own], { ...whole, days: 120 })).toMatchObject({ is_year: false });
  });

  it("have a year before the last value or the survey, or the time since the survey", () => {
    const survey = "2026-06-10";
    const all = { from: "2023-01-01", to: "2026-11-01" };
    expect(periodOf("last_year", all, survey)).toEqual({ from: "2025-11-01", to: "2026-11-01" });
    expect(periodOf("before_survey", all, survey)).toEqual({ from: "2025-06-10", to: survey });
    expect(daysBetween(periodOf("since_survey", all, survey))).toBe(144);
    // As much as there is.
    const few = { from: "2026-03-01", to: "2026-05-01" };
    expect(periodOf("last_year", few, survey)).toEqual(few);
    expect(periodOf("before_survey", few, survey)).toEqual(few);
    expect(daysBetween(periodOf("since_survey", few, survey))).toBe(0);
  });
});
