// The power of one module: as the plant states it, or its capacity divided among the modules of its twin.
import { z } from "zod";
import { componentCountsOf, meanAreaOf, type Twin } from "../component/component-index.ts";
import type { LossSettings } from "./loss-settings.ts";

/** What turns the value of a key figure into a loss. */
export type LossPlant = {
  /** Megawatts. */
  readonly nominal_capacity: number;
  /** It was estimated from the area of the plant. */
  readonly capacity_estimated?: boolean;
  /** Modules that exist; 0 for a trough plant. */
  readonly modules: number;
  /** Their mean area on the ground in m²; null where it is not known. */
  readonly module_m2: number | null;
  readonly settings: LossSettings;
};

/** What a twin says of the modules of its plant. */
export function modulesOf(
  twin: Pick<Twin, "levels"> | null | undefined,
): Pick<LossPlant, "modules" | "module_m2"> {
  return {
    modules: componentCountsOf(twin ?? null)("module"),
    module_m2: meanAreaOf(twin ?? null, "module"),
  };
}

/** W of one module, from thin film of the first years to the largest of today. Beyond, twin or capacity are wrong. */
const [LEAST_WATTS, MOST_WATTS] = [40, 900];
/** W of the largest module that was sold in numbers by 2026: where no area is known, more is that of a part of the modules. */
const MOST_DERIVED_WATTS = 750;
/**
 * W on a square metre: thin film of the first years has 60, the best cells of 2026 have 25 % of 1000 W/m². A twin of a
 * part of the modules gives each of them more power than its area can have.
 */
export const plausibleDensity = { least: 60, most: 250 } as const;

/** Of a capacity that was estimated from the area (0.5 MW/ha, where plants have 0.4 to 1), twice the standard uncertainty. */
const ESTIMATED_SHARE = 0.4;
/**
 * Of a power that is derived from a stated capacity, twice the standard uncertainty: a capacity may be that of the
 * inverters, and a twin may lack modules. Our assumption.
 */
const DERIVED_SHARE = 0.1;

/** Power of one module, and where it comes from. */
export const modulePowerShape = z.object({
  watts: z.number(),
  /** Twice the standard uncertainty as a share; 0 for a stated power. */
  uncertainty_share: z.number(),
  /** Megawatts, and modules of the twin. */
  nominal_capacity: z.number(),
  modules: z.number().int(),
  /** Mean area of a module on the ground; null where it is not known. */
  module_m2: z.number().nullable(),
  /** The plant states it; otherwise all modules of the twin together have the plant's capacity. */
  is_stated: z.boolean(),
  /** Otherwise the twin is a part of the plant, or the capacity is wrong: nothing of its modules is calculated. */
  is_plausible: z.boolean(),
});
export type ModulePower = z.infer<typeof modulePowerShape>;

/** Null for a plant without modules. */
export function modulePower({
  nominal_capacity,
  capacity_estimated = false,
  modules,
  module_m2,
  settings,
}: LossPlant): ModulePower | null {
  if (modules <= 0) return null;
  const about = { nominal_capacity, modules, module_m2 };
  const stated = settings.module_watts;
  if (stated !== null) {
    const is_plausible = stated >= LEAST_WATTS && stated <= MOST_WATTS;
    return { ...about, watts: stated, uncertainty_share: 0, is_stated: true, is_plausible };
  }
  const watts = (nominal_capacity * 1e6) / modules;
  const most = module_m2 === null ? MOST_DERIVED_WATTS : MOST_WATTS;
  return {
    ...about,
    watts,
    uncertainty_share: capacity_estimated ? ESTIMATED_SHARE : DERIVED_SHARE,
    is_stated: false,
    is_plausible: watts >= LEAST_WATTS && watts <= most && isDense({ watts, module_m2 }),
  };
}

function isDense({ watts, module_m2 }: Pick<ModulePower, "watts" | "module_m2">): boolean {
  if (module_m2 === null) return true;
  const density = watts / module_m2;
  return density >= plausibleDensity.least && density <= plausibleDensity.most;
}

/** Power of one module in W; null where it is not known. */
export function moduleWatts(plant: LossPlant): number | null {
  const power = modulePower(plant);
  return power?.is_plausible ? power.watts : null;
}

/** Key of the words that say where the power comes from, or why nothing is calculated with it. */
export function modulePowerWord(
  power: ModulePower,
): "stated" | "derived" | "withheld" | "withheld_by_area" {
  if (power.is_stated) return "stated";
  if (power.is_plausible) return "derived";
  return isDense(power) ? "withheld" : "withheld_by_area";
}
