// The weakest faults of modules that a survey can find, from the log of its evaluation: weaker ones are not seen, which
// does not mean that they are not there.
import { z } from "zod";
import { keyFigureByKey, type KeyFigure } from "../key-figure/key-figure.ts";
import type { Sharpness } from "./spot/least-hotspot.ts";
import { transferAt } from "./module/module-cooling.ts";

/** Wind in m/s at which faults are stated, so that surveys in other wind can be compared. Our choice. */
export const REFERENCE_WIND = 2;
const REFERENCE_IRRADIANCE = 1000;

/** Share of the warmth of a fault at 2 m/s that is left at this wind in m/s. */
export const windShare = (wind: number) => transferAt(REFERENCE_WIND) / transferAt(wind);

export const weakestFaultsShape = z.object({
  /** K at 1000 W/m2 and 2 m/s; at the wind of the survey where that is not known. */
  hotspot_k: z.number(),
  /** Null where none can be found, however warm it is: pixels and blur mix it with those beside it. */
  substring_k: z.number().nullable(),
  module_k: z.number(),
  /** Of the survey in m/s; null where it is not known. */
  wind: z.number().nullable(),
});
export type WeakestFaults = z.infer<typeof weakestFaultsShape>;

type Survey = {
  readonly least_hotspot: Sharpness | null;
  readonly conditions: Readonly<Record<string, number>>;
  readonly settings: Readonly<Record<string, number>>;
};

/** Part of its excess that a warm substring must be left with over the next one. Below it, noise has the last word. Our choice. */
const LEAST_SHARE = 0.1;

/** Null for a survey of tubes, and for one without an irradiance, in which no module is judged. */
export function weakestFaults({
  least_hotspot,
  conditions,
  settings,
}: Survey): WeakestFaults | null {
  const { irradiance, wind } = conditions;
  const { substring_warm_k, module_warm_k } = settings;
  if (!least_hotspot || !irradiance || !substring_warm_k || !module_warm_k) return null;
  const { module_error_k: error = 0, substring_share: mixed = 1 } = least_hotspot;
  const { module_limit_k: single = module_warm_k, module_scatter_k: scatter = 0 } = least_hotspot;
  const share = wind === undefined ? 1 : windShare(wind);
  return {
    hotspot_k: (least_hotspot.kelvin * REFERENCE_IRRADIANCE) / irradiance / share,
    // The blur takes from a warm substring and gives to the next one.
    substring_k: mixed > LEAST_SHARE ? (substring_warm_k / mixed + error) / share : null,
    // A module may have been colder than the others before: what they differ by has the error of the reference in it.
    module_k: (single + Math.max(error, scatter)) / share,
    wind: wind ?? null,
  };
}

const byKey: Readonly<Record<string, "hotspot_k" | "substring_k" | "module_k">> = {
  hotspots: "hotspot_k",
  hot_cell_count: "hotspot_k",
  bypass_diode: "substring_k",
  module_offline: "module_k",
  open_string: "module_k",
};

/** Of the hottest spot of a module over those around. */
const DIFFERENCE = "delta_t_normalised";
export const differenceId = keyFigureByKey(DIFFERENCE)!.id;

/** Whether the survey cannot find what a key figure says, however strong it is: that it found none says nothing. */
export function isNeverFound(key: string, faults: WeakestFaults | null): boolean {
  const name = byKey[key];
  return faults !== null && name !== undefined && faults[name] === null;
}

/**
 * Which of them a key figure finds; null for one that finds none of them, and where it cannot be found. A temperature difference is as the wind of
 * the survey left it, and so is its limit.
 */
export function weakestOf(key: string, faults: WeakestFaults | null): number | null {
  if (!faults) return null;
  const { hotspot_k, wind } = faults;
  if (key === DIFFERENCE) return wind === null ? hotspot_k : hotspot_k * windShare(wind);
  const name = byKey[key];
  return name ? faults[name] : null;
}

/** m/s to which the weakest fault of a key figure belongs; null for that of the survey. */
export const weakestWindOf = (key: string, faults: WeakestFaults | null): number | null =>
  key === DIFFERENCE ? null : (faults?.wind ?? null);

/**
 * The limit in K to show in place of a temperature difference in which nothing was found: a spot up to that limit may
 * be there. Null where the value itself is shown.
 * @param weakest_k of the survey for this key figure; null where it is not known
 */
export function limitToShow(
  { key, limits }: Pick<KeyFigure, "key" | "limits">,
  value: number | null,
  weakest_k: number | null,
): number | null {
  if (key !== DIFFERENCE || value === null || weakest_k === null) return null;
  // From the first limit on a spot was found, and is as hot as it was measured.
  return value < Math.min(weakest_k, limits[0] ?? weakest_k) ? weakest_k : null;
}
