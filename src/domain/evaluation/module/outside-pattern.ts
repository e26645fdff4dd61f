// Patterns that do not come from the modules themselves: they go on in the next module, as soil and shadows do.
import type { Geometry } from "../../component/component-index.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import type { MeasuredModule } from "./module-pattern.ts";
import { runLengths } from "../substring/string-run.ts";

export type OutsidePatterns = {
  /** The same substrings of the modules beside each other are warm: the next row shades them. */
  isRowShaded(row: number): boolean;
  /** A shadow that goes on in the modules beside. */
  isLongShadow(row: number): boolean;
  /** The same edge of the modules beside each other is warm. */
  isSoiled(row: number): boolean;
};

/** @param factor turns K into K at 1000 W/m2 */
export function outsidePatterns(
  geometry: Geometry,
  measured: readonly MeasuredModule[],
  factor: number,
  settings: EvaluationSettings,
): OutsidePatterns {
  const { parent, centreX: x, centreY: y, length, width, rotation } = geometry;
  const modules = { parent, x, y, length, width };
  const longRuns = (groupOf: (one: MeasuredModule) => number | null, isAlong = false) => {
    const long = new Uint8Array(geometry.count);
    const groups = new Set(measured.map(groupOf).filter((group) => group !== null));
    for (const group of groups) {
      const flags = new Uint8Array(geometry.count);
      for (const one of measured) if (groupOf(one) === group) flags[one.row] = 1;
      const runs = runLengths(flags, isAlong ? { ...modules, rotation } : modules);
      for (const { row } of measured) if (runs[row]! >= settings.band_modules) long[row] = 1;
    }
    return (row: number) => long[row] === 1;
  };
  return {
    // Substrings lie along the long sides: only there they go on.
    isRowShaded: longRuns(({ pattern }) => pattern.warm_strips || null, true),
    isLongShadow: longRuns(({ pattern }) => (pattern.shaded_share > 0 ? 1 : null)),
    isSoiled: longRuns(({ pattern }) =>
      isEdgeWarm(pattern, factor, settings) ? pattern.edge_side : null,
    ),
  };
}

export function isEdgeWarm(
  { edge_k }: MeasuredModule["pattern"],
  factor: number,
  { soil_warm_k }: EvaluationSettings,
): boolean {
  return edge_k * factor >= soil_warm_k;
}
