// The key figures of modules from what was measured in each of them.
import type { Geometry } from "../component/component-index.ts";
import { MISSING_U8 } from "../column/column.ts";
import type { EvaluationSettings } from "./evaluation-settings.ts";
import type { MeasuredModule, ModulePattern } from "./module-pattern.ts";
import { neighbourReferences } from "./neighbour-reference.ts";
import { isEdgeWarm, outsidePatterns } from "./outside-pattern.ts";
import { restoreSpots, type RestoredSpot } from "./spot-restore.ts";
import { runLengths } from "./string-run.ts";
import { COVERAGE } from "./tube-heat.ts";

/** Columns by the key of their key figure. */
export type FindingColumns = Record<string, Float32Array | Uint8Array>;

/** Numbers of the classes in key-figure-module-fault.ts. */
const shade = { none: 0, row: 1, object: 2 } as const;
const LOWER_EDGE = 2;
const hotspotClass = { weak: 1, severalWeak: 2, strong: 3, severalStrong: 4 };

/**
 * @param factor turns K into K at 1000 W/m2; NaN where the irradiance is not known: what needs it is left out
 */
export function moduleFindings(
  geometry: Geometry,
  measured: readonly MeasuredModule[],
  factor: number,
  settings: EvaluationSettings,
): FindingColumns {
  const { count } = geometry;
  const numbers = () => new Float32Array(count).fill(NaN);
  const classes = () => new Uint8Array(count).fill(MISSING_U8);
  const temperature = numbers();
  for (const { row, median } of measured) temperature[row] = median;
  if (Number.isNaN(factor)) return { module_temperature: temperature };
  const columns = {
    module_temperature: temperature,
    delta_t_normalised: numbers(),
    delta_t_uncertainty: numbers(),
    hot_cell_count: numbers(),
    hotspots: classes(),
    bypass_diode: classes(),
    open_string: classes(),
    module_offline: classes(),
    module_missing: classes(),
    shading: classes(),
    soiling_pattern: classes(),
    edge_heating: classes(),
  };
  const medians = new Float64Array(count).fill(NaN);
  for (const { row, median, pattern } of measured) {
    // The substrings that work tell what the module would have without the bypass.
    medians[row] = pattern.warm_substrings > 0 ? NaN : median;
  }
  const places = { x: geometry.centreX, y: geometry.centreY };
  const { neighbours, module_warm_k } = settings;
  const rows = measured.map(({ row }) => row);
  const reference = neighbourReferences(rows, places, withAll(medians, measured), {
    neighbours,
    warm_k: module_warm_k / factor,
  });
  const warm = new Uint8Array(count);
  const missing = new Uint8Array(count);
  for (const { row, median } of measured) {
    const over = (median - reference.temperature[row]!) * factor;
    if (over >= module_warm_k) warm[row] = 1;
    if (over <= -settings.missing_cold_k) missing[row] = 1;
  }
  for (const { row, pattern } of measured) if (pattern.warm_substrings > 0) warm[row] = 0;
  const runs = runLengths(warm, {
    parent: geometry.parent,
    ...places,
    length: geometry.length,
    width: geometry.width,
  });
  const outside = outsidePatterns(geometry, measured, factor, settings);
  const restored = restoredSpots(measured, settings);
  for (const { row, median, noise_k, pattern: seen } of measured) {
    const spot = restored.get(row);
    const pattern = spot ? { ...seen, spot_k: spot.peak_k, hot_cells: spot.cells } : seen;
    const normal = reference.temperature[row]!;
    if (Number.isNaN(normal)) continue;
    columns.module_missing[row] = missing[row]!;
    if (missing[row] === 1) continue;
    const whole = median - normal;
    const part = partOf(pattern, whole);
    // Not cut at zero: healthy modules are about 0 on average.
    const excess = part > 0 ? Math.max(whole, part) : whole;
    const value = excess * factor;
    const standard = Math.hypot(
      settings.camera_relative_k * factor,
      noise_k * factor,
      reference.uncertainty[row]! * factor,
      excess > whole && spot ? spot.standard_k * factor : 0,
      settings.irradiance_share * value,
    );
    columns.delta_t_normalised[row] = value;
    columns.delta_t_uncertainty[row] = COVERAGE * standard;
    columns.hot_cell_count[row] = pattern.hot_cells;
    columns.hotspots[row] = hotspotsOf(pattern, factor, settings);
    const isRowShaded = outside.isRowShaded(row);
    if (pattern.is_resolved) columns.bypass_diode[row] = isRowShaded ? 0 : pattern.warm_substrings;
    const isString = runs[row]! >= settings.string_modules;
    columns.open_string[row] = isString ? 1 : 0;
    columns.module_offline[row] = warm[row] === 1 && !isString ? 1 : 0;
    const isObject = pattern.shaded_share > 0 && !outside.isLongShadow(row);
    const isShaded = isRowShaded || pattern.shaded_share > 0;
    columns.shading[row] = isObject ? shade.object : isShaded ? shade.row : shade.none;
    const isWarm = isEdgeWarm(pattern, factor, settings);
    const isSoiled = isWarm && outside.isSoiled(row);
    columns.soiling_pattern[row] = isSoiled ? LOWER_EDGE : 0;
    columns.edge_heating[row] = isWarm && !isSoiled ? 1 : 0;
  }
  return columns;
}

/** What the hot cells of the modules have of warmth, by row. */
function restoredSpots(
  measured: readonly MeasuredModule[],
  { blur_pixels }: EvaluationSettings,
): Map<number, RestoredSpot> {
  const hot = measured.flatMap(({ row, pattern: { patch } }) => (patch ? [{ row, patch }] : []));
  const spots = restoreSpots(
    hot.map(({ patch }) => patch),
    blur_pixels,
  );
  return new Map(hot.map(({ row }, at) => [row, spots[at]!]));
}

/** Modules with a bypassed substring count with their median where nearly all have one. */
function withAll(medians: Float64Array, measured: readonly MeasuredModule[]): Float64Array {
  const others = measured.reduce((sum, { row }) => sum + (Number.isNaN(medians[row]!) ? 0 : 1), 0);
  if (others * 2 >= measured.length) return medians;
  for (const { row, median } of measured) medians[row] = median;
  return medians;
}

/** K of the warmest part over the modules nearby. */
function partOf({ warm_substrings, substring_k, spot_k }: ModulePattern, whole: number): number {
  // The median is that of a cool substring unless two of three are warm.
  const substring = warm_substrings > 0 ? (warm_substrings > 1 ? whole : whole + substring_k) : 0;
  return Math.max(substring, spot_k > 0 ? whole + spot_k : 0);
}

function hotspotsOf(
  { spots, spot_k }: ModulePattern,
  factor: number,
  { hotspot_strong_k }: EvaluationSettings,
): number {
  if (spots === 0) return 0;
  const isStrong = spot_k * factor >= hotspot_strong_k;
  if (spots === 1) return isStrong ? hotspotClass.strong : hotspotClass.weak;
  return isStrong ? hotspotClass.severalStrong : hotspotClass.severalWeak;
}
