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
  /** Their mean area in m² as the twin has it, seen from above; null where it is not known. */
  readonly module_m2: number | null;
  readonly mounting_type: "fixed" | "tracked" | null;
  /** Degrees from horizontal of fixed modules; null where the plant does not say it. */
  readonly module_inclination: number | null;
  readonly settings: LossSettings;
};

/** What a plant states of its power and of how its modules are mounted. */
export type PoweredPlant = Pick<
  LossPlant,
  "nominal_capacity" | "capacity_estimated" | "mounting_type" | "module_inclination"
>;

/** These facts alone, of a plant that has more. */
export const poweredPlant = ({
  nominal_capacity,
  capacity_estimated = false,
  mounting_type,
  module_inclination,
}: PoweredPlant) => ({ nominal_capacity, capacity_estimated, mounting_type, module_inclination });

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
/** W/m² of the weakest crystalline modules that are still in plants, of about 2010. */
const WEAK_DENSITY = 150;
/** Degrees to which trackers turn, and fixed modules of plants are tilted at most. */
const STEEPEST_DEG = 60;

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
  /** Mean area of a module in m², seen from above; null where it is not known. */
  module_m2: z.number().nullable(),
  /** Degrees from level at which that area is read as one of a module's face. */
  tilt_deg: z.number(),
  /**
   * Only modules that were tilted so much where the twin was drawn have the area, and the plant does not say that they
   * were: else the twin is a part of the plant. The uncertainty spans both.
   */
  is_tilt_assumed: z.boolean(),
  /** The plant states the tilt: it has fixed modules and their inclination. */
  is_tilt_stated: z.boolean(),
  /** The plant states it; otherwise all modules of the twin together have the plant's capacity. */
  is_stated: z.boolean(),
  /** Otherwise the twin is a part of the plant, or the capacity is wrong: nothing of its modules is calculated. */
  is_plausible: z.boolean(),
});
export type ModulePower = z.infer<typeof modulePowerShape>;

/** Null for a plant without modules. */
export function modulePower(plant: LossPlant): ModulePower | null {
  const { nominal_capacity, capacity_estimated = false, modules, module_m2, settings } = plant;
  if (modules <= 0) return null;
  const stated = settings.module_watts;
  const is_tilt_stated = statedTilt(plant) !== null;
  const level = { tilt_deg: 0, is_tilt_assumed: false };
  const about = { nominal_capacity, modules, module_m2, is_tilt_stated, ...level };
  if (stated !== null) {
    const is_plausible = stated >= LEAST_WATTS && stated <= MOST_WATTS;
    return { ...about, watts: stated, uncertainty_share: 0, is_stated: true, is_plausible };
  }
  const watts = (nominal_capacity * 1e6) / modules;
  const face = faceOf(watts, plant);
  const { is_tilt_assumed } = face;
  const most = module_m2 === null || is_tilt_assumed ? MOST_DERIVED_WATTS : MOST_WATTS;
  const share = capacity_estimated ? ESTIMATED_SHARE : DERIVED_SHARE;
  // Level modules of a part of the plant have less power: down to that of weak ones on the area.
  const byTilt = is_tilt_assumed ? 1 - (WEAK_DENSITY * module_m2!) / watts : 0;
  const read = { ...about, ...face, watts };
  return {
    ...read,
    uncertainty_share: Math.hypot(share, byTilt),
    is_stated: false,
    is_plausible: watts >= LEAST_WATTS && watts <= most && isDense(read),
  };
}

/** Degrees from level that the plant states of its modules; trackers have none. */
const statedTilt = ({ mounting_type, module_inclination }: LossPlant) =>
  mounting_type === "tracked" ? null : module_inclination;

/**
 * How the area of a module is read. A twin has its outline seen from above, which is that of its face times the cosine
 * of its tilt. Fixed modules have the tilt that the plant states. Trackers stood as the sun was when the mosaic was flown
 * from which they were drawn, and a plan has them level: the least tilt counts with which the area is possible.
 */
function faceOf(
  watts: number,
  plant: LossPlant,
): Pick<ModulePower, "tilt_deg" | "is_tilt_assumed"> {
  const level = { tilt_deg: 0, is_tilt_assumed: false };
  const { module_m2 } = plant;
  if (module_m2 === null) return level;
  const stated = statedTilt(plant);
  // Of steeper ones so little is seen from above that an area says nothing.
  if (stated !== null && stated <= STEEPEST_DEG) return { ...level, tilt_deg: stated };
  const share = (plausibleDensity.most * module_m2) / watts;
  if (share >= 1) return level;
  const least_deg = (Math.acos(share) * 180) / Math.PI;
  const steepest = Math.max(STEEPEST_DEG, stated ?? 0);
  return least_deg <= steepest
    ? { tilt_deg: least_deg, is_tilt_assumed: true }
    : { ...level, tilt_deg: steepest };
}

type Read = Pick<ModulePower, "watts" | "module_m2" | "tilt_deg" | "is_tilt_assumed">;

/** W/m² of the face of a module at the tilt at which its area is read; null where no area is known. */
export function faceDensity({ watts, module_m2, tilt_deg }: Read): number | null {
  return module_m2 === null ? null : (watts / module_m2) * Math.cos((tilt_deg * Math.PI) / 180);
}

function isDense(read: Read): boolean {
  const density = faceDensity(read);
  if (density === null || read.is_tilt_assumed) return true;
  return density >= plausibleDensity.least && density <= plausibleDensity.most;
}

/** Power of one module in W; null where it is not known. */
export function moduleWatts(plant: LossPlant): number | null {
  const power = modulePower(plant);
  return power?.is_plausible ? power.watts : null;
}

type PowerWord =
  | "stated"
  | "derived"
  | "derived_by_tilt"
  | "withheld"
  | "withheld_by_area"
  | "withheld_at_any_tilt"
  | "withheld_level";

/**
 * Key of the words that say where the power comes from, or why nothing is calculated with it. Whose plant states no tilt
 * is not asked to correct it.
 */
export function modulePowerWord(power: ModulePower): PowerWord {
  if (power.is_stated) return "stated";
  if (power.is_plausible) return power.is_tilt_assumed ? "derived_by_tilt" : "derived";
  if (isDense(power)) return "withheld";
  if (power.is_tilt_stated) return "withheld_by_area";
  return power.tilt_deg > 0 ? "withheld_at_any_tilt" : "withheld_level";
}
