// What a survey must not say: values that no plant has stop an evaluation with words instead of findings.
import { MISSING_U8 } from "../column/column.ts";
import type { FindingColumns } from "./module/module-finding.ts";

/** Why the values of a survey are withheld. */
export const gates = [
  "glass_cold",
  "loss_negative",
  "no_intact",
  "levels_differ",
  "fault_everywhere",
  "seen_everywhere",
  "unit",
] as const;
export type Gate = (typeof gates)[number];

export type Implausible = {
  readonly gate: Gate;
  /** Components of which it is true, as a share of those that were measured. */
  readonly share: number;
  /** Of the one kind of fault; null for other gates. */
  readonly key_figure: string | null;
};

/** With fewer components a share says nothing. */
export const LEAST_COMPONENTS = 30;
/** Shares of the tubes beyond which the conditions, the unit or the place must be wrong. */
const MOST_COLD = 0.1;
const MOST_NEGATIVE = 0.1;
const NEGATIVE_RATIO = -0.1;
/** Share of the modules beyond which one kind of fault is one of the survey. */
const MOST_FAULTY = 0.2;
/** °C that the face of a module in the sun has, and K over the air. */
const MODULE_C = [-25, 110] as const;
const OVER_AIR_K = [-10, 70] as const;
/** Fluids that are so many K over the air make the glass warmer than the air. */
const HOT_FLUID_K = 100;

/** Kinds of fault of modules that a survey in the wrong place, or of the wrong unit, finds everywhere. */
const moduleFaults = [
  "hotspots",
  "bypass_diode",
  "module_offline",
  "module_missing",
  "shading",
  "edge_heating",
] as const;

/** @param ambient °C; NaN where it is not known */
export function implausibleModules(columns: FindingColumns, ambient: number): Implausible[] {
  const temperature = known(columns["module_temperature"]);
  if (temperature.length === 0) return [];
  const isOdd = (value: number) =>
    outside(value, MODULE_C) || (!Number.isNaN(ambient) && outside(value - ambient, OVER_AIR_K));
  const odd = temperature.filter(isOdd).length / temperature.length;
  if (odd > 1 / 2) return [{ gate: "unit", share: odd, key_figure: null }];
  return everywhere(columns, moduleFaults, "fault_everywhere");
}

/** Kinds of fault that colours show: in another place than the stated one, or in other colours, on many components. */
const visibleFaults = [
  "module_missing",
  "shading",
  "vegetation",
  "mirror_missing",
  "mirror_damage",
  "missing_glass_tube",
] as const;

/** @param columns of one type of component, from colours alone */
export function implausibleVisible(columns: FindingColumns): Implausible[] {
  return everywhere(columns, visibleFaults, "seen_everywhere");
}

function everywhere(
  columns: FindingColumns,
  faults: readonly string[],
  gate: "fault_everywhere" | "seen_everywhere",
): Implausible[] {
  return faults.flatMap((key) => {
    const classes = known(columns[key]);
    const share = classes.filter((value) => value > 0).length / classes.length;
    const isWrong = classes.length >= LEAST_COMPONENTS && share > MOST_FAULTY;
    return isWrong ? [{ gate, share, key_figure: key }] : [];
  });
}

export type SeenGlass = {
  /** °C. */
  readonly glass: number;
  readonly fluid: number;
};

/** @param ratios of heat loss, of the tubes that have one */
export function implausibleTubes(
  tubes: readonly SeenGlass[],
  ratios: readonly number[],
  ambient: number,
): Implausible[] {
  const hot = tubes.filter(({ fluid }) => fluid - ambient >= HOT_FLUID_K);
  const cold = hot.filter(({ glass }) => !(glass > ambient)).length / hot.length;
  if (hot.length >= LEAST_COMPONENTS && cold > MOST_COLD)
    return [{ gate: "glass_cold", share: cold, key_figure: null }];
  const negative = ratios.filter((ratio) => ratio < NEGATIVE_RATIO).length / ratios.length;
  if (ratios.length >= LEAST_COMPONENTS && negative > MOST_NEGATIVE)
    return [{ gate: "loss_negative", share: negative, key_figure: null }];
  return [];
}

/**
 * Tubes that lose less than an intact one can, also with their uncertainty: then the conditions are wrong.
 * @param most W/m that a tube loses at most, over an intact one
 */
export function impossibleLosses(most: readonly number[]): Implausible[] {
  const share = most.filter((value) => value < 0).length / most.length;
  if (most.length < LEAST_COMPONENTS || !(share > MOST_NEGATIVE)) return [];
  return [{ gate: "loss_negative", share, key_figure: null }];
}

/**
 * Parts of a survey show different temperature levels, as by a seam or two rasters of another hour. Which of them is
 * right, and so what an intact tube looks like there, is not known.
 * @param apart share of the tubes that look intact and lie apart from the fit
 */
export function differentLevels(apart: number): Implausible[] {
  return [{ gate: "levels_differ", share: apart, key_figure: null }];
}

/** Without a reference to intact tubes, classes of more than half of the tubes may come from wrong conditions. */
const MOST_WITHOUT_INTACT = 0.5;

/**
 * Tubes of which none shows what an intact one looks like: a field that is degraded as a whole, or wrong conditions.
 * @param classes of the glass temperature, of the tubes that have one
 */
export function withoutIntact(classes: readonly number[]): Implausible[] {
  const share = classes.filter((one) => one > 1).length / classes.length;
  if (classes.length < LEAST_COMPONENTS || !(share > MOST_WITHOUT_INTACT)) return [];
  return [{ gate: "no_intact", share, key_figure: null }];
}

const outside = (value: number, [low, high]: readonly [number, number]) =>
  !(value >= low && value <= high);

function known(values: ArrayLike<number> | undefined): number[] {
  return Array.from(values ?? []).filter((value) => !Number.isNaN(value) && value !== MISSING_U8);
}
