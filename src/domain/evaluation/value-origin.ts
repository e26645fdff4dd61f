// Where the values of a key figure come from: the evaluation that measured them, or a file that was imported.
import { z } from "zod";
import { ageOf, evaluationAges } from "./evaluation-age.ts";
import { answeredPlaceShape, type ShownLog } from "./survey-log.ts";
import { isNeverFound, weakestFaults, weakestOf, weakestWindOf } from "./weakest-fault.ts";

export const valueOriginShape = z.object({
  /** Measured by an evaluation here; otherwise imported. */
  is_evaluated: z.boolean(),
  /** How the evaluation calculated it; null for imported values. */
  formula: z.string().nullable(),
  /** Of the product that evaluated; null for imported values. */
  version: z.string().nullable(),
  /** How old the way is in which it was evaluated; `present` for imported values. */
  age: z.enum(evaluationAges),
  /** Means of the survey's conditions. */
  conditions: z.record(z.string(), z.number()),
  /** Limits and uncertainties that the formula names. */
  settings: z.record(z.string(), z.number()),
  /** Files that were measured. */
  inputs: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** Where each raster lies, and how sure that is. */
  places: z.array(answeredPlaceShape),
  /** K of the weakest fault that this key figure can find; null where that is not known. */
  weakest_k: z.number().nullable(),
  /** True where the survey cannot find what this key figure says, however strong it is. */
  is_never_found: z.boolean(),
  /** Wind of the survey in m/s, where that belongs to 2 m/s; null where it belongs to the wind of the survey. */
  weakest_wind: z.number().nullable(),
});
export type ValueOrigin = z.infer<typeof valueOriginShape>;

type OriginLog = Pick<
  ShownLog,
  | "formulas"
  | "version"
  | "method"
  | "conditions"
  | "settings"
  | "inputs"
  | "least_hotspot"
  | "registrations"
>;

const imported: ValueOrigin = {
  is_evaluated: false,
  formula: null,
  version: null,
  age: "present",
  conditions: {},
  settings: {},
  inputs: [],
  places: [],
  weakest_k: null,
  is_never_found: false,
  weakest_wind: null,
};

/** @param log of the evaluation; null where the values were imported */
export function valueOrigin(key: string, log: OriginLog | null): ValueOrigin {
  if (!log) return imported;
  const formula = log.formulas[key] ?? null;
  const named = Object.entries(log.settings).filter(([name]) => formula?.includes(name));
  const { version, conditions, inputs } = log;
  const weakest = weakestFaults(log);
  return {
    is_evaluated: true,
    formula,
    version,
    age: ageOf(log.method),
    conditions,
    settings: Object.fromEntries(named),
    inputs,
    places: log.registrations,
    weakest_k: weakestOf(key, weakest),
    is_never_found: isNeverFound(key, weakest),
    weakest_wind: weakestWindOf(key, weakest),
  };
}
