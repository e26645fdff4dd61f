// What the tilts of trackers and collectors say: how far they are from those around, or from the sun, and their classes.
import { MISSING_U8 } from "../../column/column.ts";
import type { Geometry } from "../../component/component-index.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import { medianOf, percentile } from "../../median.ts";
import type { FindingColumns } from "../module/module-finding.ts";
import { neighbourReferences } from "../module/neighbour-reference.ts";
import { tiltOf, type Tilt, type WidthLook } from "./row-tilt.ts";

export type RowLook = WidthLook & {
  /** Tilt in radians that faces the sun at the time of the look; NaN where that is not known. */
  readonly facing: number;
};

type Looks = ReadonlyMap<number, readonly RowLook[]>;

const DEGREE = Math.PI / 180;
const MRAD = 1e-3;
const COVERAGE = 2;
/** Standard deviation over the median of the absolute deviations, for normally distributed values. */
const DEVIATION_OF_MEDIAN = 1.4826;
/** A tilt whose side was not seen and is not known from the sun is taken for one to the right. */
const RIGHT = 0.5;
/** Part of normally distributed values within one standard deviation: of a plant with fewer faults they show the others. */
const WITHIN_ONE = 0.6827;
/** Numbers of the classes in key-figure-photovoltaic.ts and key-figure-trough.ts. */
const [LAGGING, STUCK] = [1, 2];
const [OFFSET, DEFOCUSED] = [1, 2];

/**
 * How each row is turned; none of those that look wider than they are.
 * @param wider width over that of the twin
 */
export function tiltsOf(looks: Looks, { width }: Geometry, wider = 1): Map<number, Tilt> {
  const tilts = new Map<number, Tilt>();
  for (const [row, several] of looks) {
    const tilt = tiltOf(several, wider * width[row]!, facingOf(several) || RIGHT);
    if (tilt) tilts.set(row, tilt);
  }
  return tilts;
}

function around(
  { centreX: x, centreY: y }: Geometry,
  rows: readonly number[],
  values: Float64Array,
  { neighbours }: EvaluationSettings,
) {
  return neighbourReferences(rows, { x, y }, values, { neighbours, warm_k: Infinity });
}

/** Degrees over the median of those around, positive for steeper ones, and the standard uncertainty without the width. */
function deviationsOf(
  geometry: Geometry,
  tilts: ReadonlyMap<number, Tilt>,
  settings: EvaluationSettings,
): Map<number, { readonly value: number; readonly noise: number }> {
  const values = new Float64Array(geometry.count).fill(NaN);
  for (const [row, { tilt }] of tilts) values[row] = tilt / DEGREE;
  const { temperature, uncertainty } = around(geometry, [...tilts.keys()], values, settings);
  const deviations = new Map<number, { readonly value: number; readonly noise: number }>();
  for (const [row, { noise }] of tilts) {
    const usual = temperature[row]!;
    // Too few trackers around to say what is usual.
    if (Number.isNaN(usual)) continue;
    const value = (values[row]! - usual) * (usual < 0 ? -1 : 1);
    deviations.set(row, { value, noise: Math.hypot(noise / DEGREE, uncertainty[row]!) });
  }
  return deviations;
}

// Of the looks whose time is known; NaN without one.
const facingOf = (several: readonly RowLook[]) =>
  medianOf(several.map(({ facing }) => facing).filter((one) => !Number.isNaN(one)));

/** Against the median of the trackers around, in degrees: positive for one that is steeper than they are. */
export function trackerColumns(
  geometry: Geometry,
  looks: Looks,
  tilts: ReadonlyMap<number, Tilt>,
  settings: EvaluationSettings,
): FindingColumns {
  const columns = {
    tracker_angle_deviation: new Float32Array(geometry.count).fill(NaN),
    tracker_angle_uncertainty: new Float32Array(geometry.count).fill(NaN),
    tracker_stuck: new Uint8Array(geometry.count).fill(MISSING_U8),
  };
  const measured = deviationsOf(geometry, tilts, settings);
  // As if all trackers were wider or narrower than the twin says: one that is as steep as the others differs by nothing.
  const others = [1, -1].map((sign) => {
    const tilts = tiltsOf(looks, geometry, 1 + sign * settings.tracker_width_share);
    return deviationsOf(geometry, tilts, settings);
  });
  const far = new Float64Array(geometry.count).fill(NaN);
  for (const [row, { value }] of measured) far[row] = Math.abs(value);
  const scatter = around(geometry, [...measured.keys()], far, settings).temperature;
  const ofPlant = percentile(far.filter((one) => !Number.isNaN(one)).toSorted(), WITHIN_ONE);
  let isMeasured = false;
  for (const [row, { value, noise }] of measured) {
    isMeasured = true;
    // A tracker that looks wider than a narrow one can be says nothing of narrow ones.
    const byWidth = Math.max(
      ...others.map((one) => Math.abs((one.get(row)?.value ?? value) - value)),
    );
    const uncertainty = COVERAGE * Math.hypot(noise, byWidth);
    columns.tracker_angle_deviation[row] = value;
    columns.tracker_angle_uncertainty[row] = uncertainty;
    const limits = [settings.tracker_lag_deg, settings.tracker_stuck_deg] as const;
    // Trackers that follow the terrain or avoid the shadows of each other differ from those around without a fault.
    const usual = COVERAGE * Math.max(ofPlant, DEVIATION_OF_MEDIAN * (scatter[row]! || 0));
    const open = Math.hypot(uncertainty, usual);
    columns.tracker_stuck[row] = classOf(value, open, limits, [LAGGING, STUCK]);
  }
  return isMeasured ? columns : {};
}

/** Against the angle that faces the sun, in milliradians: positive towards the right of the axis. */
export function collectorColumns(
  geometry: Geometry,
  looks: Looks,
  tilts: ReadonlyMap<number, Tilt>,
  settings: EvaluationSettings,
): FindingColumns {
  const columns = {
    tracking_deviation: new Float32Array(geometry.count).fill(NaN),
    tracking_deviation_uncertainty: new Float32Array(geometry.count).fill(NaN),
    tracking_state: new Uint8Array(geometry.count).fill(MISSING_U8),
  };
  let isMeasured = false;
  for (const [row, { tilt, noise }] of tilts) {
    const several = looks.get(row)!;
    const facing = facingOf(several);
    if (Number.isNaN(facing)) continue;
    isMeasured = true;
    const value = (tilt - facing) / MRAD;
    const common = commonError(several, geometry.width[row]!, tilt, settings);
    const uncertainty = (COVERAGE * Math.hypot(noise, common)) / MRAD;
    columns.tracking_deviation[row] = value;
    columns.tracking_deviation_uncertainty[row] = uncertainty;
    const limits = [settings.tracking_offset_mrad, settings.tracking_defocus_mrad] as const;
    columns.tracking_state[row] = classOf(value, uncertainty, limits, [OFFSET, DEFOCUSED]);
  }
  return isMeasured ? columns : {};
}

/** Radians by what all looks share: where the cameras were, and the width of the component. */
function commonError(
  several: readonly RowLook[],
  width: number,
  tilt: number,
  { aperture_share }: EvaluationSettings,
): number {
  const moved = several.map(({ from, ...one }) => ({
    ...one,
    from: from && { ...from, right_m: from.right_m + from.position_m },
  }));
  const byPlace = tiltOf(moved, width, tilt)?.tilt ?? NaN;
  const byWidth = tiltOf(several, width * (1 + aperture_share), tilt)?.tilt ?? NaN;
  const differences = [byPlace, byWidth].map((one) => Math.abs(one - tilt));
  // Where a look contradicts the moved camera there is no tilt: then the error is not known.
  return Math.hypot(...differences);
}

/**
 * Class 0 below the first limit. Where the uncertainty leaves open whether that is reached, there is no
 * class, and where it leaves open whether the second one is, the first class. */
function classOf(
  value: number,
  uncertainty: number,
  limits: readonly [number, number],
  classes: readonly [number, number],
): number {
  const far = Math.abs(value);
  const [first] = limits;
  if (Number.isNaN(uncertainty)) return MISSING_U8;
  if (uncertainty > first && Math.abs(far - first) < uncertainty) return MISSING_U8;
  if (far < first) return 0;
  return far - uncertainty < limits[1] ? classes[0] : classes[1];
}
