// What is found inside of a module: the part that is the warmest, its hotspots, and substrings along the other side.
import type { EvaluationSettings } from "../evaluation-settings.ts";
import { SUBSTRINGS } from "../substring/half-substring.ts";
import type { AcrossBypass } from "../substring/substring-across.ts";
import type { MeasuredModule, ModulePattern } from "./module-pattern.ts";
import { isEdgeWarm } from "./outside-pattern.ts";

/** Numbers of the classes in key-figure-module-fault.ts. */
const hotspotClass = { weak: 1, severalWeak: 2, strong: 3, severalStrong: 4 };

/** With thirds of the module that are bypassed: the others are as warm as the modules around, and not shaded. */
export function withAcross(
  pattern: ModulePattern,
  bypass: AcrossBypass | undefined,
  whole: number,
): ModulePattern {
  if (!bypass) return pattern;
  const { warm_substrings, over_k } = bypass;
  return {
    ...pattern,
    warm_substrings,
    warm_strips: 0,
    warm_end: null,
    substring_k: over_k,
    warm_over_k: over_k - whole,
    shaded_share: 0,
    edge_k: 0,
  };
}

/** Of what the cold part of a module is below the modules nearby: the others are as warm as these, or it is no shadow. */
const AS_NEARBY = 0.5;

/**
 * With a third of the module, or two, that lie in a shadow: the others look like bypassed substrings beside them, but they
 * are as warm as the modules nearby, and the coolest is colder. Then the module is as warm as what is not shaded.
 * @param whole K of the module over those nearby
 * @param factor turns K into K at 1000 W/m2
 */
export function withShadedThirds(
  pattern: ModulePattern,
  whole: number,
  factor: number,
  { shade_cold_k }: EvaluationSettings,
): { readonly pattern: ModulePattern; readonly whole: number } {
  const { warm_substrings, warm_over_k, substring_k, warm_end } = pattern;
  const lit = whole + warm_over_k;
  const cold = lit - substring_k;
  const isShaded = cold * factor <= -shade_cold_k && Math.abs(lit) <= -AS_NEARBY * cold;
  if (warm_substrings === 0 || warm_end !== null || !isShaded) return { pattern, whole };
  const shaded_share = 1 - warm_substrings / SUBSTRINGS;
  const none = { warm_substrings: 0, warm_strips: 0, substring_k: 0, warm_over_k: 0 };
  return { pattern: { ...pattern, ...none, shaded_share }, whole: lit };
}

/** K of the warmest part over the modules nearby: the warmest substring, or the hottest cell. */
export function partOf(
  { warm_substrings, warm_over_k, spot_k }: ModulePattern,
  whole: number,
): number {
  const substring = warm_substrings > 0 ? whole + warm_over_k : 0;
  return Math.max(substring, spot_k > 0 ? whole + spot_k : 0);
}

export function hotspotsOf(
  { spots, spot_k }: ModulePattern,
  factor: number,
  { hotspot_strong_k }: EvaluationSettings,
): number {
  if (spots === 0) return 0;
  const isStrong = spot_k * factor >= hotspot_strong_k;
  if (spots === 1) return isStrong ? hotspotClass.strong : hotspotClass.weak;
  return isStrong ? hotspotClass.severalStrong : hotspotClass.severalWeak;
}

/**
 * Whether something is found inside of a module that is not there in its other reading, with or without a step that may
 * be the border of two images.
 * @param factor turns K into K at 1000 W/m2
 */
export function mayBeBorder(
  { pattern, other }: Pick<MeasuredModule, "pattern" | "other">,
  factor: number,
  settings: EvaluationSettings,
): boolean {
  if (!other) return false;
  const foundIn = (one: ModulePattern) => [
    one.warm_substrings > 0,
    one.spots > 0,
    one.shaded_share > 0,
    isEdgeWarm(one, factor, settings),
  ];
  const known = foundIn(other);
  return foundIn(pattern).some((isFound, at) => isFound && !known[at]);
}
