// Meters of a plant: the energy that inverters, loops or the whole plant delivered, as it was metered.
import { z } from "zod";
import { componentTypeShape } from "../column/filter.ts";
import { problemShape } from "../error-shape.ts";

/** How many kilowatt-hours, or kilowatts, one of the unit is. */
export const meterUnits = {
  Wh: 0.001,
  kWh: 1,
  MWh: 1000,
  GWh: 1_000_000,
  W: 0.001,
  kW: 1,
  MW: 1000,
} as const;
export type MeterUnit = keyof typeof meterUnits;
export const meterUnitNames = Object.keys(meterUnits) as MeterUnit[];
export const isPowerUnit = (unit: MeterUnit): boolean => !unit.endsWith("h");

/** What a value of a file says: the energy of its interval, the mean power in it, or the state of a counter at its time. */
export const meterValueKinds = ["energy", "power", "counter"] as const;
export type MeterValueKind = (typeof meterValueKinds)[number];

/** Whether the time of a row is the begin or the end of its interval. */
export const meterStamps = ["begin", "end"] as const;
export type MeterStamp = (typeof meterStamps)[number];

/** The last month of a file: all of it, or what was metered until the file was made. */
export const lastMonths = ["whole", "part"] as const;
export type LastMonth = (typeof lastMonths)[number];

/** What such a file does not say, and a person has to. */
export const meterAnswersShape = z.object({
  values: z.enum(meterValueKinds),
  stamp: z.enum(meterStamps),
  /** Of columns whose head names none. */
  unit: z.enum(meterUnitNames as [MeterUnit, ...MeterUnit[]]).optional(),
  /** Of a file whose numbers do not show it, such as 3.125 in all its rows. */
  decimal: z.enum([".", ","]).optional(),
  /** Whether the last month of a file of months was over when the file was made. */
  last_month: z.enum(lastMonths).optional(),
});
export type MeterAnswers = z.infer<typeof meterAnswersShape>;

/** A meter with less of a period is not compared with the others. */
export const LEAST_COVERAGE = 0.5;
/** A day of a meter counts as whole from here on. */
export const WHOLE_DAY = 0.99;
/** The year of a plant is compared with what is expected where so much of it was metered. */
export const LEAST_YEAR = 0.95;

/** A loss is compared with meters where the survey knows so much of the components. */
export const LEAST_KNOWN = 0.95;

/** Periods that are offered; days at the plant. */
export const meterPeriods = ["last_year", "before_survey", "since_survey"] as const;
export type MeterPeriod = (typeof meterPeriods)[number];

const energyShape = z.object({
  mwh: z.number(),
  uncertainty: z.number(),
  /** The upper end where all modules of an unconfirmed fault are faulty; null without such modules. */
  most_mwh: z.number().nullable(),
  /** Share of the components whose loss is in it, 0 to 1. */
  known_share: z.number(),
});

export const comparedMeterShape = z.object({
  id: z.number().int(),
  name: z.string(),
  /** True where it counts the whole plant. */
  is_plant: z.boolean(),
  /** Stated by a person; else found by the name. */
  is_assigned: z.boolean(),
  /** The component whose energy it counts; null where none is known. */
  dt_id: z.string().nullable(),
  component_type: componentTypeShape.nullable(),
  component_name: z.string().nullable(),
  /** First day with a value, and the day after the last one; YYYY-MM-DD. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Metered in the period. */
  mwh: z.number(),
  /** Part of the period that was metered, 0 to 1. */
  coverage: z.number(),
  /** Share of the plant’s capacity, 0 to 1; null where no component is known. */
  capacity_share: z.number().nullable(),
  /** Hours at full power on the days that all compared meters have; null where it is not compared. */
  full_hours: z.number().nullable(),
  /** Part above or below the median of the meters of its type on these days, such as -0.03. */
  against_others: z.number().nullable(),
  /** What its components lose a year by the survey; null where the survey says nothing of them. */
  calculated: energyShape.nullable(),
  /** That loss as a part of the energy that is expected of them. */
  calculated_share: z.number().nullable(),
  calculated_share_uncertainty: z.number().nullable(),
  /** Part above or below the median of the others that the calculated losses explain. */
  explained: z.number().nullable(),
});
export type ComparedMeter = z.infer<typeof comparedMeterShape>;

export const meterComparisonShape = z.object({
  period: z.enum(meterPeriods),
  /** Days at the plant, `to` without; null without a meter. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  time_zone: z.string(),
  meters: z.array(comparedMeterShape),
  /** Days that all compared meters have. */
  common_days: z.number().int(),
  /** Null where neither a meter of the plant nor meters of all its parts are known. */
  plant: z
    .object({
      /** Whether one meter counts all, or the meters of its parts are added up. */
      source: z.enum(["meter", "sum"]),
      mwh: z.number(),
      coverage: z.number(),
      /** By capacity and full-load hours, a year; null without a capacity. */
      expected_mwh: z.number().nullable(),
      /** What the survey says is lost of it a year. */
      calculated: energyShape.nullable(),
      /** Whether a whole year was metered, so that both may be set side by side. */
      is_year: z.boolean(),
    })
    .nullable(),
});
export type MeterComparison = z.infer<typeof meterComparisonShape>;

/** What a file says, before or after it is stored. */
export const meterImportShape = z.object({
  is_stored: z.boolean(),
  /** Null for months. */
  interval_minutes: z.number().nullable(),
  time_zone: z.string(),
  /** YYYY-MM where it must be said whether the last month is whole; else null. */
  last_month: z.string().nullable(),
  from: z.string(),
  /** The day after the last one. */
  to: z.string(),
  meters: z.array(
    z.object({
      name: z.string(),
      mwh: z.number(),
      days: z.number().int(),
      /** Part of the time from its first to its last value. */
      coverage: z.number(),
      /** Days that have values already, which are replaced. */
      replaced_days: z.number().int(),
    }),
  ),
  notes: z.array(problemShape),
});
export type MeterImport = z.infer<typeof meterImportShape>;
