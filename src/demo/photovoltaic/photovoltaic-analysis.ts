// Synthetic analysis of a photovoltaic plant: modules, trackers and groups with consistent values.
import { COVERAGE } from "../../domain/evaluation/tube/tube-heat.ts";
import type { TwinDraft } from "../../domain/twin/twin-draft.ts";
import { photovoltaicLevels, type PhotovoltaicLevels } from "./module-place.ts";
import type { ModuleHistory } from "./module-state.ts";
import { MODULE_POWER, analyseModules, type ModuleResult } from "./module-analysis.ts";
import { gaussian, hashed } from "../random.ts";
import {
  addColumn,
  addFaultTypes,
  type AnalysisColumns,
  type AnalysisConditions,
} from "../analysis.ts";

export type TableShape = {
  readonly modulesAlong: number;
  /** Fixed tables have no angle deviation. */
  readonly mounting: "tracked" | "fixed";
};

/** Cleaning: cost per module, price per kWh, full-load hours a day. Only the ratio matters. */
const CLEANING_COST = 0.25;
const ENERGY_PRICE = 0.05;
const HOURS_PER_DAY = 5.5;
/** Of the edges in the orthomosaic; the surface of a tracker from edge to edge; its tilt at the time of the flight. */
const EDGE_NOISE_M = 0.004;
const SURFACE_M = 2.3;
const TILT = (40 * Math.PI) / 180;
/** Standard uncertainty of the median of the trackers around, degrees. */
const AROUND_DEG = 0.05;

/** All columns of an analysis of a photovoltaic plant, in the row order of the draft. */
export function analysePhotovoltaic(
  draft: TwinDraft,
  { modulesAlong, mounting }: TableShape,
  conditions: AnalysisConditions,
  history: ModuleHistory,
): AnalysisColumns {
  const levels = photovoltaicLevels(draft);
  const modules = analyseModules(draft, modulesAlong, conditions, history);
  const columns: AnalysisColumns = new Map(modules.columns);
  const angles = mounting === "tracked" ? addAngles(columns, levels, conditions) : null;
  addTrackers(columns, levels, modules, angles);
  addGroups(columns, levels, modules, conditions);
  addFaultTypes(columns, ["tracker"]);
  return columns;
}

function addAngles(
  columns: AnalysisColumns,
  { tracker }: PhotovoltaicLevels,
  { seed, flight, year }: AnalysisConditions,
): Float64Array {
  const isStuck = (row: number) =>
    hashed(seed, 151, row) < 0.0025 || hashed(seed + flight, 152, row) < 0.004;
  const angles = Float64Array.from({ length: tracker.count }, (_, row) => {
    if (isStuck(row))
      return Math.sign(gaussian(seed, 153, row)) * (8 + 35 * hashed(seed, 154, row));
    const bearing = hashed(seed, 155, row) < 0.02 ? gaussian(seed, 156, row) * 2 : 0;
    return gaussian(seed, 157, row) * 0.3 + bearing + gaussian(seed + flight, 158, row) * 0.12;
  });
  addColumn(columns, "tracker_angle_deviation", tracker.count, (row) => angles[row] ?? NaN);
  // The evaluation's formula: the width in the image is that of the surface times the cosine of the tilt.
  addColumn(columns, "tracker_angle_uncertainty", tracker.count, (row) => {
    const noise = EDGE_NOISE_M * (0.7 + 0.6 * hashed(seed + flight, 163, row));
    const byEdges = ((noise / (SURFACE_M * Math.sin(TILT))) * 180) / Math.PI;
    return COVERAGE * Math.hypot(byEdges, AROUND_DEG);
  });
  addColumn(columns, "tracker_stuck", tracker.count, (row) => {
    if (isStuck(row)) return 2;
    return Math.abs(angles[row] ?? 0) > 2 ? 1 : 0;
  });
  addColumn(columns, "tracker_torsion", tracker.count, (row) => {
    const slack = hashed(seed, 159, row) < 0.015 ? 2.2 : 0.3;
    return gaussian(seed, 160, row) * slack + year * 0.01 * gaussian(seed, 161, row);
  });
  return angles;
}

/** Mean of a value by parent row. */
function meanByParent(
  parent: Uint32Array,
  count: number,
  valueOf: (row: number) => number,
): Float64Array {
  const sum = new Float64Array(count);
  const number = new Float64Array(count);
  for (const [row, at] of parent.entries()) {
    sum[at] = (sum[at] ?? 0) + valueOf(row);
    number[at] = (number[at] ?? 0) + 1;
  }
  return sum.map((value, row) => value / (number[row] ?? 1));
}

function addTrackers(
  columns: AnalysisColumns,
  { tracker, module }: PhotovoltaicLevels,
  { faultLoss, soilingLoss }: ModuleResult,
  angles: Float64Array | null,
): void {
  const soiling = meanByParent(module.parent, tracker.count, (row) => soilingLoss[row] ?? 0);
  const remainingShare = meanByParent(
    module.parent,
    tracker.count,
    (row) => (1 - (faultLoss[row] ?? 0)) * (1 - (soilingLoss[row] ?? 0)),
  );
  addColumn(columns, "tracker_power_loss", tracker.count, (row) => {
    const facing = Math.cos(((angles?.[row] ?? 0) * Math.PI) / 180);
    return (1 - (remainingShare[row] ?? 1) * facing) * 100;
  });
  addColumn(columns, "soiling_ratio", tracker.count, (row) => (1 - (soiling[row] ?? 0)) * 100);
}

function addGroups(
  columns: AnalysisColumns,
  { group, tracker, module }: PhotovoltaicLevels,
  { faultLoss, soilingLoss }: ModuleResult,
  { seed, flight }: AnalysisConditions,
): void {
  const groupOf = module.parent.map((at) => tracker.parent[at] ?? 0);
  const faults = meanByParent(groupOf, group.count, (row) => faultLoss[row] ?? 0);
  const soiling = meanByParent(groupOf, group.count, (row) => soilingLoss[row] ?? 0);
  addColumn(columns, "group_power_loss", group.count, (row) => (faults[row] ?? 0) * 100);
  addColumn(columns, "cleaning_advice", group.count, (row) => {
    const perDay = (soiling[row] ?? 0) * (MODULE_POWER / 1000) * HOURS_PER_DAY * ENERGY_PRICE;
    const payback = CLEANING_COST / perDay;
    if (payback <= 30) return 2;
    return payback <= 90 ? 1 : 0;
  });
  addColumn(columns, "ortho_images", group.count, (row) =>
    hashed(seed + flight, 162, row) < 0.03 ? 0 : 1,
  );
}
