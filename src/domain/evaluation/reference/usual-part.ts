// The median of a module by the part of it that no soil at an edge and no shadow changes.
//
// With a quarter of the pixels warmer, the median of all is what two thirds of the others do not exceed: noise of 1 K
// makes it 0.43 K too high. With a quarter colder, as much too low.
import type { EvaluationSettings } from "../evaluation-settings.ts";
import type { Frame } from "../module/module-frame.ts";
import { medianOf } from "../../median.ts";
import type { ZonePixels } from "../zonal-statistics.ts";

/** Part of the module right beside its middle, towards the edge, and of the warmth there that is left at most. */
const BESIDE_MIDDLE = 1 / 12;
const ENDED = 0.1;

/** Of a module's pattern. */
type Ill = Readonly<Record<"warm_substrings" | "shaded_share" | "edge_k" | "edge_side", number>>;

/**
 * @param factor turns K into K at 1000 W/m2
 * @returns in °C, with the share of the pixels that it is the median of; null where less than half of the module is
 * without the fault, or where there is none
 */
export function usualPart(
  { values, columns, rows }: ZonePixels,
  frame: Frame,
  ill: Ill,
  factor: number,
  { soil_warm_k, shade_cold_k }: EvaluationSettings,
): { readonly median: number; readonly share: number } | null {
  const isWarm = ill.edge_k * factor >= soil_warm_k;
  if (ill.warm_substrings > 0 || (!isWarm && ill.shaded_share === 0)) return null;
  const coldest = medianOf(values) - shade_cold_k / factor;
  const lit = [...values.keys()].filter((at) => ill.shaded_share === 0 || values[at]! > coldest);
  if (lit.length * 2 < values.length) return null;
  const valuesOf = (all: readonly number[]) => all.map((at) => values[at]!);
  if (!isWarm) return { median: medianOf(valuesOf(lit)), share: lit.length / values.length };
  const axis = ill.edge_side < 2 ? 0 : 1;
  /** Of the way from the edge to the one that lies opposite. */
  const away = (at: number) => {
    const part = frame(columns[at]! + 0.5, rows[at]! + 0.5)[axis];
    return ill.edge_side % 2 === 0 ? part : 1 - part;
  };
  const opposite = lit.filter((at) => away(at) > 0.5);
  const beside = lit.filter((at) => away(at) <= 0.5 && away(at) > 0.5 - BESIDE_MIDDLE);
  if (opposite.length === 0 || beside.length === 0) return null;
  const median = medianOf(valuesOf(opposite));
  const left = medianOf(valuesOf(beside)) - median;
  return left > ENDED * ill.edge_k ? null : { median, share: opposite.length / values.length };
}
