// The key figures of modules from what was measured in each of them.
import type { Geometry } from "../../component/component-index.ts";
import { MISSING_U8 } from "../../column/column.ts";
import { absencesOf } from "../absence.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import { hotspotsOf, mayBeBorder, partOf, withAcross, withShadedThirds } from "./found-pattern.ts";
import type { MeasuredModule } from "./module-pattern.ts";
import { referencesBySource } from "./neighbour-reference.ts";
import { referenceMedians } from "../reference/reference-median.ts";
import { groundAsWarm } from "./warm-ground.ts";
import { isEdgeWarm, outsidePatterns } from "./outside-pattern.ts";
import { scatterOf, singleLimit } from "../reference/single-limit.ts";
import { hotCells, withCells } from "../spot/hot-cells.ts";
import type { CellModel } from "../spot/spot-restore.ts";
import { openRuns } from "../substring/open-run.ts";
import {
  acrossBypass,
  commonThirds,
  overCommon,
  type AcrossBypass,
} from "../substring/substring-across.ts";
import { unevennessOf } from "./unevenness.ts";
import { COVERAGE } from "../tube/tube-heat.ts";

/** Of the excess of a warm substring: pixels at its side see the next one, too. */
const MIXED_SHARE = 0.04;

/** K normalised that a reference may be wrong (95 %) without a word. Our limit. */
const USUAL_ERROR_K = 1.5;

/** Columns by the key of their key figure. */
export type FindingColumns = Record<string, Float32Array | Uint8Array>;

/** Numbers of the classes in key-figure-module-fault.ts. */
const shade = { none: 0, row: 1, object: 2 } as const;
const LOWER_EDGE = 2;
/** Open or missing: the ground is as warm as an open module. */
const EITHER = 2;
const [REFLECTION_POSSIBLE, OPEN_POSSIBLE] = [4, 5];

/** What is learnt beside the columns. */
export type FindingsTold = {
  /** The blur and the cells of the hot spots, where there are enough of them. */
  cells?(cells: CellModel): void;
  /** A module that looks as the others and as the ground beside it: nothing says that it is there. */
  likeGround?(row: number): void;
  /** A module with a hot place that may be a reflection of the sun. */
  hotPlace?(row: number): void;
  /** K at 1000 W/m2 over the others from which one module is open, and the standard deviation of healthy ones. */
  limit?(single_k: number, scatter_k: number): void;
  /** A warm module that may be open: the limit lies in its interval. */
  warm?(row: number): void;
  /** A module whose reference is not sure, as at the edge of a cloud: the modules around differ by more than a fault. */
  around?(row: number): void;
};

/**
 * @param factor turns K into K at 1000 W/m2; NaN where the irradiance is not known: what needs it is left out
 * @param wind m/s; null where it is not known
 */
export function moduleFindings(
  geometry: Geometry,
  measured: readonly MeasuredModule[],
  factor: number,
  settings: EvaluationSettings,
  wind: number | null = null,
  tell: FindingsTold = {},
): FindingColumns {
  const { count } = geometry;
  const numbers = () => new Float32Array(count).fill(NaN);
  const classes = () => new Uint8Array(count).fill(MISSING_U8);
  const temperature = numbers();
  const own_k = new Float64Array(count);
  for (const { row, median, noise_k } of measured)
    [temperature[row], own_k[row]] = [median, noise_k];
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
    review_mark: classes(),
    shading: classes(),
    soiling_pattern: classes(),
    edge_heating: classes(),
  };
  const places = { x: geometry.centreX, y: geometry.centreY };
  const { neighbours, module_warm_k } = settings;
  const rows = measured.map(({ row }) => row);
  const groups = { ...places, group: geometry.parent };
  const known = referenceMedians(measured, count);
  const reference = referencesBySource(measured, groups, known, {
    neighbours,
    warm_k: module_warm_k / factor,
    none_k: settings.missing_cold_k / factor,
  });
  const moved = new Map<number, number>();
  /** K normalised that the reference may be wrong where it is not sure; 0 elsewhere. */
  const stepOf = (row: number) => Math.max(reference.step[row]!, moved.get(row) ?? 0) * factor;
  const warm = new Uint8Array(count);
  const overOf = (row: number) => temperature[row]! - reference.temperature[row]!;
  const absence = absencesOf(measured, ({ row }) => overOf(row), {
    factor,
    wind,
    module_warm_k,
    missing_cold_k: settings.missing_cold_k,
    hotspot_strong_k: settings.hotspot_strong_k,
  });
  /** K normalised over a limit; where the modules around do not agree, a warm one must be warmer. */
  const unsureOf = (row: number) =>
    COVERAGE * Math.hypot(reference.uncertainty[row]!, own_k[row]!) * factor;
  const beyond = (row: number, limit_k: number) => {
    const error = Math.max(0, unsureOf(row) - USUAL_ERROR_K);
    return overOf(row) * factor - limit_k - error - stepOf(row);
  };
  for (const { row } of measured)
    if (beyond(row, module_warm_k) >= 0 && absence.get(row) !== "missing") warm[row] = 1;
  /** As warm as an open one, and as some healthy ones of this survey; or open alone or with its string. */
  const possible = new Set<number>();
  const across = new Map<number, AcrossBypass>();
  const common = commonThirds(measured.map(({ pattern, median }) => [pattern.thirds, median]));
  for (const { row, pattern } of measured) {
    const { temperature: normal } = reference;
    const warm_k = settings.substring_warm_k / factor;
    const found =
      pattern.warm_substrings === 0 && absence.get(row) === "present" && stepOf(row) === 0
        ? acrossBypass(pattern.thirds && overCommon(pattern.thirds, common), normal[row]!, warm_k)
        : null;
    // Thirds are compared with the modules around: where those are not known, the whole module may be warm.
    if (found && unsureOf(row) > USUAL_ERROR_K) possible.add(row);
    else if (found) across.set(row, found);
    if (found || pattern.warm_substrings > 0) warm[row] = 0;
  }
  const isSeen = new Uint8Array(count);
  for (const row of rows) if (absence.get(row) !== "missing") isSeen[row] = 1;
  const { isString, mayBeString, isMoved } = openRuns(
    rows,
    {
      sure: warm.slice(),
      overOf,
      mayBe: (row) =>
        !across.has(row) &&
        absence.get(row) !== "missing" &&
        overOf(row) * factor + unsureOf(row) + stepOf(row) >= module_warm_k,
      isUnsettled: (row) => stepOf(row) > 0,
      isUnseen: (row) => isSeen[row] === 0,
      isGroundWarm: groundAsWarm(measured, overOf, module_warm_k / factor, places),
      temperature,
      warm_k: module_warm_k / factor,
      string_modules: settings.string_modules,
    },
    { ...places, parent: geometry.parent, length: geometry.length, width: geometry.width },
  );
  for (const row of rows)
    if (isMoved(row)) {
      moved.set(row, Math.abs(overOf(row)));
      warm[row] = 0;
    }
  const isAlike = (row: number) => absence.get(row) === "present" && stepOf(row) === 0;
  const scatter_k = scatterOf(rows.filter(isAlike).map((row) => overOf(row) * factor));
  const single_k = singleLimit(scatter_k, module_warm_k);
  tell.limit?.(single_k, scatter_k);
  for (const row of rows)
    if (mayBeString(row) || (warm[row] === 1 && !isString(row) && beyond(row, single_k) < 0)) {
      warm[row] = 0;
      possible.add(row);
    }
  const isHealthy = (row: number) => isAlike(row) && Math.abs(overOf(row)) * factor < module_warm_k;
  // What the survey shows of its camera counts; where it shows too little, the assumption.
  const uneven_k =
    unevennessOf(geometry, rows.filter(isHealthy), overOf) ?? settings.camera_relative_k;
  const outside = outsidePatterns(geometry, measured, factor, settings);
  const { spots: restored, reflecting, cells: model } = hotCells(measured, settings);
  if (model) tell.cells?.(model);
  for (const one of measured) {
    const { row, median, noise_k, pattern: own } = one;
    const spot = restored.get(row);
    const normal = reference.temperature[row]!;
    const cells = withCells(own, spot, settings.hotspot_k / factor);
    const found = withAcross(cells, across.get(row), median - normal);
    if (Number.isNaN(normal)) continue;
    const isRowShaded = outside.isRowShaded(row);
    const { pattern, whole } = isRowShaded
      ? { pattern: found, whole: median - normal }
      : withShadedThirds(found, median - normal, factor, settings);
    const seen = absence.get(row)!;
    const step = stepOf(row);
    const isMissing = (median - normal) * factor <= -settings.missing_cold_k - step;
    const isOfString = isString(row);
    // Thirds of a module on a border of two images are compared with modules of both of them.
    const isDoubted =
      !isOfString &&
      (mayBeBorder(one, factor, settings) || (across.has(row) && one.other !== undefined));
    if (((step > 0 && seen !== "present") || isDoubted) && !isMissing) {
      tell.around?.(row);
      continue;
    }
    if (seen === "missing" || (seen === "either" && warm[row] === 1 && !isOfString)) {
      columns.module_missing[row] = seen === "missing" ? 1 : EITHER;
      continue;
    }
    if (seen === "hidden") {
      tell.likeGround?.(row);
      continue;
    }
    columns.module_missing[row] = 0;
    const part = partOf(pattern, whole);
    // Not cut at zero: healthy modules are about 0 on average.
    const excess = part > 0 ? Math.max(whole, part) : whole;
    const value = excess * factor;
    const ofMedian = Math.hypot(uneven_k, noise_k, reference.uncertainty[row]!) * factor;
    const standard = Math.hypot(
      ofMedian,
      excess > whole && spot ? spot.standard_k * factor : 0,
      // Nothing cools a module but a cloud or the edge of a picture: it may be as the others.
      value < -module_warm_k ? value / COVERAGE : 0,
      pattern.warm_substrings > 0
        ? Math.hypot(MIXED_SHARE, pattern.mixed_share) * pattern.substring_k * factor
        : 0,
    );
    const isWarm = isEdgeWarm(pattern, factor, settings);
    const isHeated = isWarm && !outside.isSoiledAt(row, pattern.edge_side);
    // Cells near an edge, whose shape is lost in coarse pixels, thin out as soil does, on a part of it.
    const isPatchy = isHeated && pattern.is_patchy === true;
    // What is warm as a whole is a fault for sure: how much warmer it is stays, whatever its edge is.
    const isWhole = isOfString || warm[row] === 1;
    const mayBeCells = isPatchy && pattern.spots === 0;
    // So does that of a bypassed substring: it is not the edge's.
    const isBypassed = pattern.is_resolved && pattern.warm_substrings > 0 && !isRowShaded;
    // Cells that run together have no shape that is known, nor have two half substrings beside each other.
    const isRun = pattern.is_large === true && pattern.warm_substrings === 0 && !isWhole;
    const isUnresolved = reflecting.has(row) && !spot;
    const isHotPlace = isUnresolved || (mayBeCells && !isWhole && !isBypassed) || (isRun && !spot);
    // A reflection of the sun may be a hot cell: then nothing is said of hot cells, nor of how warm the module is.
    if (!isHotPlace) {
      columns.delta_t_normalised[row] = step > 0 ? NaN : value;
      columns.delta_t_uncertainty[row] = step > 0 ? NaN : COVERAGE * standard;
    }
    if (!isHotPlace && !mayBeCells) {
      columns.hot_cell_count[row] = pattern.hot_cells;
      columns.hotspots[row] = hotspotsOf(pattern, factor, settings);
    }
    const isOpen = reflecting.has(row) || isHotPlace || mayBeCells;
    columns.review_mark[row] = isOpen ? REFLECTION_POSSIBLE : 0;
    // Several hot cells in one strip warm it as a whole where their pixels are coarse.
    const mayBeSpots = isUnresolved && own.spot_k >= pattern.substring_k;
    if (pattern.is_resolved && !(pattern.warm_substrings > 0 && mayBeSpots))
      columns.bypass_diode[row] = isRowShaded ? 0 : pattern.warm_substrings;
    columns.open_string[row] = isOfString ? 1 : 0;
    columns.module_offline[row] = warm[row] === 1 && !isOfString ? 1 : 0;
    const isObject = pattern.shaded_share > 0 && !outside.isLongShadow(row);
    const isShaded = isRowShaded || pattern.shaded_share > 0;
    columns.shading[row] = isObject ? shade.object : isShaded ? shade.row : shade.none;
    const isSoiled = outside.isSoiled(row);
    columns.soiling_pattern[row] = isSoiled ? LOWER_EDGE : 0;
    const isEdgeSure = !isHotPlace && !isPatchy;
    columns.edge_heating[row] = isHeated ? (isEdgeSure ? 1 : MISSING_U8) : 0;
    // A fault that was found is sure, whatever the hot place is.
    const isFaulty =
      isWhole ||
      isShaded ||
      (isWarm && (!isHeated || isEdgeSure)) ||
      columns.bypass_diode[row] === 1 ||
      columns.bypass_diode[row] === 2;
    const isUnsettled = step > 0 && warm[row] === 0;
    if (isUnsettled) {
      columns.open_string[row] = MISSING_U8;
      columns.module_offline[row] = MISSING_U8;
    }
    if (isHotPlace && !isFaulty) tell.hotPlace?.(row);
    else if (isUnsettled) {
      if (!isFaulty && columns.hotspots[row] === 0) tell.around?.(row);
    } else if (
      !isFaulty &&
      (possible.has(row) || mayBeOpen(whole * factor, COVERAGE * ofMedian, module_warm_k))
    ) {
      columns.open_string[row] = MISSING_U8;
      columns.module_offline[row] = MISSING_U8;
      if (columns.review_mark[row] === 0) columns.review_mark[row] = OPEN_POSSIBLE;
      if (columns.hotspots[row] === 0) tell.warm?.(row);
    }
  }
  return columns;
}

/** True for a module below the limit of an open one that may be beyond it, and that is warmer than the others for sure. */
const mayBeOpen = (over: number, reach: number, limit: number) =>
  over >= Math.max(limit - reach, reach);
