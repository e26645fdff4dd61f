// Patterns that do not come from the modules themselves: they go on in the next module, as soil and shadows do.
import { medianOf } from "../../median.ts";
import type { Geometry } from "../../component/component-index.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import type { MeasuredModule } from "./module-pattern.ts";
import { runLengths, runsOf } from "../substring/string-run.ts";

export type OutsidePatterns = {
  /** The same substrings of the modules beside each other are warm: the next row shades them. */
  isRowShaded(row: number): boolean;
  /** A shadow that goes on in the modules beside. */
  isLongShadow(row: number): boolean;
  /**
   * The same edge of the modules beside each other is warm, and thins out in one of them at least. Coarse pixels hide in
   * single modules how the warmth thins out: one in which it was seen was said to have a warm edge alone.
   */
  isSoiled(row: number): boolean;
  /** Whether the edge whose own warmth thins out is that of the soil: another edge of it is warm for another reason. */
  isSoiledAt(row: number, side: number): boolean;
};

const SIDES = [0, 1, 2, 3] as const;

/**
 * Of the warmth of a soiled edge, with what soil goes on in the next module, and modules that have all of it (Canny 1986:
 * two thresholds). Modules that fell short by a tenth cut the soil in two, and what was left were warm edges alone. Our
 * limits.
 */
const [GOES_ON, LEAST_SOILED] = [0.5, 2] as const;

/**
 * Metres between two modules of a tracker, as at its drive, behind which soil goes on. Modules that lie with their long
 * sides along it were cut off there, and one or two of them had warm edges alone. Our limit.
 */
const DRIVE_M = 1;

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
  const soiled = () => {
    const found = SIDES.map(() => new Set<number>());
    for (const side of SIDES) {
      const flags = new Uint8Array(geometry.count);
      const [thinning, whole] = [new Set<number>(), new Set<number>()];
      // All modules may be warmer at their upper end.
      const usual = medianOf(measured.map(({ pattern }) => pattern.sides_k[side]!));
      for (const { row, pattern } of measured) {
        if (isEdgeWarm(pattern, factor, settings) && pattern.edge_side === side) thinning.add(row);
        const over_k = pattern.sides_k[side]! - Math.max(0, usual);
        if (thinning.has(row) || over_k * factor >= settings.soil_warm_k) whole.add(row);
        if (whole.has(row) || over_k * factor >= GOES_ON * settings.soil_warm_k) flags[row] = 1;
      }
      for (const run of runsOf(flags, { ...modules, gap_m: DRIVE_M })) {
        const soiled = run.filter((row) => whole.has(row));
        const isLong = run.length >= settings.band_modules;
        if (!isLong || soiled.length < LEAST_SOILED || !run.some((row) => thinning.has(row)))
          continue;
        for (const row of soiled) found[side]!.add(row);
      }
    }
    return found;
  };
  const bySide = soiled();
  return {
    // Substrings lie along the long sides: only there they go on.
    isRowShaded: longRuns(({ pattern }) => pattern.warm_strips || null, true),
    isLongShadow: longRuns(({ pattern }) => (pattern.shaded_share > 0 ? 1 : null)),
    isSoiled: (row) => bySide.some((rows) => rows.has(row)),
    isSoiledAt: (row, side) => bySide[side]?.has(row) ?? false,
  };
}

export function isEdgeWarm(
  { edge_k }: MeasuredModule["pattern"],
  factor: number,
  { soil_warm_k }: EvaluationSettings,
): boolean {
  return edge_k * factor >= soil_warm_k;
}
