// Whether a module is there: where it is missing, the camera sees the ground, which can be as warm as an open module.
//
// Three things speak for the ground: no step to the ground beside, its roughness, and a temperature that no module has.
// Two speak for the module: it is as even in itself as the others, where the ground is not, and a hot cell.
// An open module makes heat of the power that it does not deliver; more than that over the others it cannot be warm.
import { medianOf, percentile } from "../median.ts";
import { transferAt } from "./module/module-cooling.ts";
import type { MeasuredModule } from "./module/module-pattern.ts";

/**
 * `either`: open or missing; the two cannot be distinguished here. `hidden`: it looks as the modules around and as the
 * ground beside it, so that nothing says that it is there.
 */
export type Absence = "present" | "missing" | "either" | "hidden";

/** Roughness distinguishes ground from modules where it differs at least by this factor. */
const LEAST_FACTOR = 1.4;
/** Between the roughness of modules (0) and that of the ground (1), in logarithms: a module up to the first, ground from the second. */
const [MODULE_LIKE, GROUND_LIKE, MOST_LIKE] = [0.35, 0.7, 1.6];
/** Ground is uneven where it differs from part to part by this factor more than modules do in themselves. */
const UNEVEN_FACTOR = 8;
/** Standard uncertainties within which there is no step, and beyond which there is one. */
const [NO_STEP, A_STEP] = [2, 3];
/** Of the irradiance, the part that the best modules deliver: so much more heat an open one has. */
const BEST_EFFICIENCY = 0.25;
/** Of the transfer of heat, which is known to a fifth. */
const SAFE = 1.2;
/** Share of the ground that may be warmer or colder than where no ground is seen beside a module, and K around. */
const OUTER_SHARE = 0.02;
const AROUND_K = 1.5;
const MAD_TO_SIGMA = 1.4826;

export type AbsenceLimits = {
  /** Turns K into K at 1000 W/m2. */
  readonly factor: number;
  /** m/s; null where it is not known: then calm. */
  readonly wind: number | null;
  /** K, normalised: from here an open module is seen, and so much below the others nothing is a module. */
  readonly module_warm_k: number;
  readonly missing_cold_k: number;
  /** K, normalised, of a strong hot cell. */
  readonly hotspot_strong_k: number;
};

/** K, normalised, that an open module is warmer than the others at most. */
export function mostOpenK(wind: number | null): number {
  return (SAFE * BEST_EFFICIENCY * 1000) / transferAt(wind ?? 0);
}

/**
 * @param overOf K of a module over the healthy ones around, as measured; NaN without a reference
 * @returns by row
 */
export function absencesOf(
  measured: readonly MeasuredModule[],
  overOf: (one: MeasuredModule) => number,
  limits: AbsenceLimits,
): Map<number, Absence> {
  const { factor, module_warm_k, missing_cold_k } = limits;
  const known = measured.flatMap(({ ground }) => (ground ? [ground] : []));
  const likeness = likenessOf(measured, medianOf(known.map(({ rough_k }) => rough_k)));
  const usual_k = medianOf(
    measured.map(({ relief_k }) => relief_k).filter((one) => !Number.isNaN(one)),
  );
  const uneven =
    MAD_TO_SIGMA * medianOf(known.flatMap(({ uneven_k }) => uneven_k.map((one) => Math.abs(one))));
  const groundOver = measured
    .flatMap((one) => (one.ground ? [(overOf(one) - one.ground.step_k) * factor] : []))
    .filter((one) => !Number.isNaN(one));
  const sorted = Float64Array.from(groundOver).toSorted();
  const [coldest, warmest] = [OUTER_SHARE, 1 - OUTER_SHARE].map((at) => percentile(sorted, at));
  const mostOpen = Math.max(mostOpenK(limits.wind), module_warm_k);
  return new Map(measured.map((one) => [one.row, sureOf(one, absenceOf(one))]));

  /** In coarse pixels nothing says whether a warm substring is one, or uneven ground. */
  function sureOf(one: MeasuredModule, found: Absence): Absence {
    const isUnknown = one.is_rough_by_substring === true && overOf(one) * factor > -missing_cold_k;
    return isUnknown && found !== "present" ? "hidden" : found;
  }

  function absenceOf(one: MeasuredModule): Absence {
    const over = overOf(one) * factor;
    if (Number.isNaN(over)) return "present";
    if (over <= -missing_cold_k) return "missing";
    // No ground has so hot a cell.
    if (one.pattern.spot_k * factor >= limits.hotspot_strong_k) return "present";
    const isEven = evenness(one);
    // An even place that is warmer or colder than the modules may be ground all the same.
    const isUsual = isEven === true && Math.abs(over) < module_warm_k / 2;
    const rough = likeness(one);
    const isKnown = rough !== "ground" || one.is_rough_by_substring !== true;
    const like = (isKnown ? rough : null) ?? (isUsual ? "module" : null);
    const step = stepOf(one);
    const isWarm = over >= module_warm_k;
    if (like === "module") return "present";
    if (step === null) {
      if (!isWarm || over > mostOpen) return "present";
      if (like === "ground") return "either";
      const isNear = over > coldest! - AROUND_K && over < warmest! + AROUND_K;
      return isNear ? "either" : "present";
    }
    const isLevel = Math.abs(step) <= (isEven === false ? A_STEP : NO_STEP);
    if (like === "ground" && Math.abs(step) <= A_STEP) return "missing";
    if (isWarm && over <= mostOpen) return Math.abs(step) <= A_STEP ? "either" : "present";
    if (!isLevel || (one.pattern.spots > 0 && isEven !== false)) return "present";
    return isWarm || over <= -module_warm_k ? "missing" : "hidden";
  }

  /** Whether it is as even in itself as modules are; null where the ground is so, too. */
  function evenness({ ground, relief_k }: MeasuredModule): boolean | null {
    // Uneven ground has even places.
    const beside = ground ? Math.sqrt(meanSize(ground.uneven_k) * uneven) : 0;
    const whole = beside / usual_k;
    if (!(whole >= UNEVEN_FACTOR) || Number.isNaN(relief_k)) return null;
    return relief_k <= usual_k * whole ** MODULE_LIKE;
  }

  /** Step to the ground beside in standard uncertainties. */
  function stepOf({ ground }: MeasuredModule): number | null {
    if (!ground) return null;
    const { step_k, uneven_k } = ground;
    return (step_k * Math.sqrt(uneven_k.length)) / Math.max(uneven, meanSize(uneven_k), 1e-3);
  }
}

const meanSize = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + Math.abs(one), 0) / values.length;

/** @param ground its roughness; NaN where none is seen */
function likenessOf(measured: readonly MeasuredModule[], ground: number) {
  const usual = medianOf(measured.map(({ rough_k }) => rough_k).filter((one) => one > 0));
  return (one: MeasuredModule): "module" | "ground" | null => {
    // A few strips show it roughly, the survey in the mean.
    const beside = Math.sqrt((one.ground?.rough_k ?? ground) * ground);
    const whole = Math.log(beside / usual);
    if (!(Math.abs(whole) >= Math.log(LEAST_FACTOR)) || !(one.rough_k > 0)) return null;
    const part = Math.log(one.rough_k / usual) / whole;
    if (part <= MODULE_LIKE) return "module";
    return part >= GROUND_LIKE && part <= MOST_LIKE ? "ground" : null;
  };
}
