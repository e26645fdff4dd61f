// Findings of an evaluation that a person must look at before the results are released.
import type { Geometry } from "../component/component-index.ts";
import { valueAt } from "../column/column.ts";
import { keyFigureById, keyFigureByKey, type KeyFigure } from "../key-figure/key-figure.ts";
import { severityOf } from "../key-figure/severity.ts";
import { evaluationSettings, type EvaluationSettings } from "./evaluation-settings.ts";
import type { FindingColumns } from "./module/module-finding.ts";

/** `place`: the next component is nearly as likely. `limit`: the value is near its limit. `reflection`: one pixel group shines.
 * `warm`: the limit of an open module lies in the interval of its temperature. `absence`: open or missing. `visible`: no temperature says so too. `changed`: a reviewer judged another finding of this
 * component before. */
export const flagReasons = [
  "place",
  "limit",
  "reflection",
  "warm",
  "absence",
  "visible",
  "changed",
] as const;
export type FlagReason = (typeof flagReasons)[number];

export type FlaggedFinding = {
  readonly row: number;
  /** The classified key figure with the worst class of the component. */
  readonly key_figure_id: number;
  readonly value: number;
  /** Probability that the value is beyond its limit, 0 to 1; null without an uncertainty. */
  readonly confidence: number | null;
  readonly reasons: readonly FlagReason[];
  /** Rows of the components beside it, the likeliest first. */
  readonly candidates: readonly number[];
};

/** Classified key figures that make a finding, in the order in which one is named for a component. */
const judged = [
  "missing_glass_tube",
  "glass_tube_temperature",
  "module_missing",
  "open_string",
  "module_offline",
  "bypass_diode",
  "class_of_abnormality",
  "hotspots",
  "shading",
  "vegetation",
  "soiling_pattern",
  "mirror_missing",
  "mirror_damage",
  "mirror_soiling",
  "tracker_stuck",
  "tracking_state",
] as const;
/** What says how sure a finding is: value, its uncertainty, and the limit where it is not that of the key figure. */
const measuredBy: readonly (readonly [string, string, (keyof EvaluationSettings)?])[] = [
  ["delta_t_normalised", "delta_t_uncertainty"],
  ["heat_loss_over_intact", "heat_loss_over_intact_uncertainty"],
  ["tracker_angle_deviation", "tracker_angle_uncertainty", "tracker_lag_deg"],
  ["tracking_deviation", "tracking_deviation_uncertainty", "tracking_offset_mrad"],
];
/** A finding with lower confidence is flagged for review. Our limit. */
export const LEAST_CONFIDENCE = 0.9;
/** Class of `module_missing`, and of `review_mark`. */
const OPEN_OR_MISSING = 2;
export const REFLECTION_POSSIBLE = 4;
const OPEN_POSSIBLE = 5;
/** What a person is asked about where nothing else was found, by class. */
const markReasons = new Map<number, FlagReason>([
  [REFLECTION_POSSIBLE, "reflection"],
  [OPEN_POSSIBLE, "warm"],
]);
const REVIEW_MARK = keyFigureByKey("review_mark")!.id;
const MOST_CANDIDATES = 2;
/** Soil is asked about from this severity: light soil lies on most components of a plant, and is cleaned by rows. */
const LEAST_SOIL = 2;
const soils: ReadonlySet<string> = new Set(["soiling_pattern", "mirror_soiling"]);

type Known = {
  /** True for a row of a raster whose place is ambiguous. */
  readonly isUnsure: (row: number) => boolean;
  /** True for a class that the visible image alone gives. */
  readonly isVisible?: (key: string, row: number) => boolean;
  /** True for a component that a reviewer has judged: its finding is answered also without a reason. */
  readonly isJudged?: (row: number) => boolean;
  readonly settings?: EvaluationSettings;
};

export function flaggedFindings(
  geometry: Geometry,
  columns: FindingColumns,
  {
    isUnsure,
    isVisible = () => false,
    isJudged = () => false,
    settings = evaluationSettings,
  }: Known,
): FlaggedFinding[] {
  const classes = judged.flatMap((key) => {
    const [keyFigure, values] = [keyFigureByKey(key), columns[key]];
    return keyFigure && values ? [{ keyFigure, values }] : [];
  });
  const beside = neighboursOf(geometry);
  const found: FlaggedFinding[] = [];
  for (let row = 0; row < geometry.count; row++) {
    const value = columns["review_mark"]?.[row] ?? NaN;
    const asked = markReasons.get(value);
    const mark = asked ? { key_figure_id: REVIEW_MARK, value } : null;
    const worst = worstOf(classes, row, heatSeverityAt(columns, row)) ?? mark;
    if (!worst) continue;
    const isSeen = isVisible(keyFigureById(worst.key_figure_id)?.key ?? "", row);
    // What is not sure has no limit of its own: that of a hot cell says nothing of it.
    const confidence = isSeen || worst === mark ? null : confidenceAt(columns, row, settings);
    const reasons: FlagReason[] = isSeen ? ["visible"] : [];
    if (isUnsure(row)) reasons.push("place");
    if (confidence !== null && confidence < LEAST_CONFIDENCE) reasons.push("limit");
    if (asked) reasons.push(asked);
    if (columns["module_missing"]?.[row] === OPEN_OR_MISSING) reasons.push("absence");
    if (reasons.length === 0 && !isJudged(row)) continue;
    found.push({ row, ...worst, confidence, reasons, candidates: beside(row) });
  }
  return found;
}

type Judged = { readonly keyFigure: KeyFigure; readonly values: ArrayLike<number> };

/** Severity that the temperature difference alone gives the module; the faults of the class are judged by themselves. */
function heatSeverityAt(columns: FindingColumns, row: number): number {
  const [values, keyFigure] = [columns["delta_t_normalised"], keyFigureByKey("delta_t_normalised")];
  return values && keyFigure ? severityOf(keyFigure, valueAt(values, row)) : 0;
}

/** @param heat most severity that the class of abnormality counts with */
function worstOf(classes: readonly Judged[], row: number, heat: number) {
  let [worst, severity] = [null as { key_figure_id: number; value: number } | null, 0];
  for (const { keyFigure, values } of classes) {
    const value = values[row] ?? NaN;
    const stated = severityOf(keyFigure, value, keyFigure.limits);
    const own = keyFigure.follows ? Math.min(stated, heat) : stated;
    if (soils.has(keyFigure.key) && own < LEAST_SOIL) continue;
    if (own > severity) [worst, severity] = [{ key_figure_id: keyFigure.id, value }, own];
  }
  return worst;
}

function confidenceAt(
  columns: FindingColumns,
  row: number,
  settings: EvaluationSettings,
): number | null {
  for (const [key, by, own] of measuredBy) {
    const [values, uncertainty, keyFigure] = [columns[key], columns[by], keyFigureByKey(key)];
    const limit = own ? settings[own] : keyFigure?.limits[0];
    if (!values || !uncertainty || limit === undefined) continue;
    const measured = valueAt(values, row);
    const value = keyFigure?.direction === "both" ? Math.abs(measured) : measured;
    const stated = valueAt(uncertainty, row) / 2;
    // All values of a survey are wrong by the irradiance alike; it is not in the uncertainty of each.
    const common = key === "delta_t_normalised" ? settings.irradiance_share * measured : 0;
    const standard = Math.hypot(stated, common);
    if (!(stated > 0) || Number.isNaN(value)) continue;
    return normalShare((value - limit) / standard);
  }
  return null;
}

/** Share of a normal distribution below `z` (Abramowitz and Stegun 7.1.26, 1.5e-7). */
export function normalShare(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const error = 1 - poly * Math.exp(-x * x);
  return z < 0 ? (1 - error) / 2 : (1 + error) / 2;
}

/** The nearest components of the same parent. */
function neighboursOf({ parent, centreX, centreY, length, count }: Geometry) {
  const byParent = new Map<number, number[]>();
  for (let row = 0; row < count; row++) {
    if (!(length[row]! > 0)) continue;
    const rows = byParent.get(parent[row]!);
    if (rows) rows.push(row);
    else byParent.set(parent[row]!, [row]);
  }
  return (row: number): number[] => {
    const far = (other: number) =>
      Math.hypot(centreX[other]! - centreX[row]!, centreY[other]! - centreY[row]!);
    return (byParent.get(parent[row]!) ?? [])
      .filter((other) => other !== row)
      .map((other) => [far(other), other] as const)
      .toSorted(([a], [b]) => a - b)
      .slice(0, MOST_CANDIDATES)
      .map(([, other]) => other);
  };
}
