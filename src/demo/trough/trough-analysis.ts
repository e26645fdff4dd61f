// Synthetic analysis of a trough field: tubes, mirrors, elements, assemblies and loops with consistent values:
// a loop's loss is the sum of its parts' losses.
import type { TwinDraft } from "../../domain/twin/twin-draft.ts";
import { COVERAGE } from "../../domain/evaluation/tube/tube-heat.ts";
import { upperMedianOf } from "../../domain/median.ts";
import { interceptFactor } from "./collector-energy.ts";
import { scaStates, type ScaState, type TrackingCorrection } from "./collector-state.ts";
import { analyseMirrors } from "./mirror-analysis.ts";
import { gaussian, hashed } from "../random.ts";
import { analyseReceivers } from "./receiver-analysis.ts";
import type { RepairCampaign } from "./receiver-state.ts";
import type { ScaModel } from "./sca-model.ts";
import {
  addColumn,
  addFaultTypes,
  type AnalysisColumns,
  type AnalysisConditions,
} from "../analysis.ts";
import { troughLevels, type TroughLevels } from "./trough-levels.ts";

export type TroughHistory = {
  readonly receiverRepairs: readonly RepairCampaign[];
  readonly trackingCorrection: TrackingCorrection | null;
};

/** Yearly energy per square metre of aperture in kWh, and the optical efficiency when clean. */
const YEARLY_DNI = 2100;
const OPTICAL_EFFICIENCY = 0.7;
const DESIGN_DNI = 850;
/** Total Gaussian error in mrad of a well aligned element: sun shape and slope together. */
const DESIGN_ERROR = 5;
/**
 * Standard uncertainties of an angle in mrad: edges in about thirty images, places of the camera with corrections,
 * and an aperture that was surveyed. Without corrections the evaluation states about 30 mrad.
 */
const [EDGE_MRAD, PLACE_MRAD, APERTURE_MRAD] = [0.4, 0.5, 0.4];

/** All columns of an analysis of a trough field, in the row order of the draft. */
export function analyseTrough(
  draft: TwinDraft,
  model: ScaModel,
  conditions: AnalysisConditions,
  history: TroughHistory,
): AnalysisColumns {
  const levels = troughLevels(draft);
  const assemblies = scaStates(levels.sca, conditions, history.trackingCorrection);
  const focus = Float64Array.from(
    assemblies,
    ({ tracking }) => interceptFactor(tracking, DESIGN_ERROR) / interceptFactor(0, DESIGN_ERROR),
  );
  const receivers = analyseReceivers(draft, conditions, history.receiverRepairs, focus);
  const mirrors = analyseMirrors(levels, assemblies, conditions);
  const elements = elementsOf(levels, model, assemblies, mirrors.missingShare, conditions);
  const columns: AnalysisColumns = new Map([...receivers.columns, ...mirrors.columns]);
  addElements(columns, elements);
  const opticalLoss = opticalLossOf(levels, assemblies, elements, model);
  addAssemblies(columns, assemblies, opticalLoss, { model, conditions });
  addLoops(columns, levels, model, opticalLoss, receivers, conditions);
  addFaultTypes(columns, ["absorber_tube", "mirror", "sca"]);
  return columns;
}

type Elements = {
  readonly orientation: Float64Array;
  readonly slope: Float64Array;
  readonly intercept: Float64Array;
  readonly missing: Float64Array;
};

function elementsOf(
  { sce }: TroughLevels,
  model: ScaModel,
  assemblies: readonly ScaState[],
  missing: Float64Array,
  { seed, flight }: AnalysisConditions,
): Elements {
  const orientation = new Float64Array(sce.count);
  const slope = new Float64Array(sce.count);
  const intercept = new Float64Array(sce.count);
  for (let row = 0; row < sce.count; row++) {
    const assembly = assemblies[sce.parent[row] ?? 0];
    // Twist grows linearly from the drive in the middle to both ends.
    const fromDrive = ((row % model.scePerSca) + 0.5) / model.scePerSca - 0.5;
    const twist = (assembly?.torsion ?? 0) * 2 * fromDrive;
    const isSlipped = hashed(seed, 71, row) < 0.012;
    const elementOffset =
      gaussian(seed, 72, row) * (isSlipped ? 5 : 0.9) + gaussian(seed + flight, 73, row) * 0.2;
    orientation[row] = twist + elementOffset;
    slope[row] =
      2 + Math.abs(gaussian(seed, 74, row)) * 0.6 + (hashed(seed, 75, row) < 0.01 ? 1.8 : 0);
    // Sun shape and the absorber's sag add to the mirrors' doubled slope error.
    const sigma = Math.hypot(2.4, 2 * (slope[row] ?? 0) * 0.95);
    intercept[row] = interceptFactor((assembly?.tracking ?? 0) + twist + elementOffset, sigma);
  }
  return { orientation, slope, intercept, missing };
}

function addElements(columns: AnalysisColumns, elements: Elements): void {
  const { length } = elements.slope;
  addColumn(columns, "orientation", length, (row) => elements.orientation[row] ?? NaN);
  addColumn(columns, "intercept_factor", length, (row) => (elements.intercept[row] ?? NaN) * 100);
  addColumn(columns, "slope_error", length, (row) => elements.slope[row] ?? NaN);
  addColumn(columns, "missing_mirror_area", length, (row) => (elements.missing[row] ?? NaN) * 100);
}

/** Optical loss of each assembly (0 to 1): 1 - mean of intercept x mirrored area, x cleanliness. */
function opticalLossOf(
  { sca }: TroughLevels,
  assemblies: readonly ScaState[],
  elements: Elements,
  model: ScaModel,
): Float64Array {
  const best = interceptFactor(0, DESIGN_ERROR);
  return Float64Array.from({ length: sca.count }, (_, row) => {
    let working = 0;
    for (let e = row * model.scePerSca; e < (row + 1) * model.scePerSca; e++) {
      working += ((elements.intercept[e] ?? 0) / best) * (1 - (elements.missing[e] ?? 0));
    }
    const share = (working / model.scePerSca) * (assemblies[row]?.cleanliness ?? 1);
    return Math.max(0, 1 - share);
  });
}

const trackingClasses = { tracking: 0, offset: 1, defocused: 2, stuck: 3 } as const;
const leakClasses = { none: 0, suspected: 1, confirmed: 2 } as const;

function addAssemblies(
  columns: AnalysisColumns,
  assemblies: readonly ScaState[],
  opticalLoss: Float64Array,
  { model, conditions }: { readonly model: ScaModel; readonly conditions: AnalysisConditions },
): void {
  const { seed, flight } = conditions;
  const add = (key: string, valueOf: (state: ScaState) => number) =>
    addColumn(columns, key, assemblies.length, (row) => {
      const state = assemblies[row];
      return state === undefined ? NaN : valueOf(state);
    });
  add("tracking_deviation", (state) => state.tracking);
  addColumn(columns, "tracking_deviation_uncertainty", assemblies.length, (row) => {
    const byEdges = EDGE_MRAD * (0.7 + 0.6 * hashed(seed + flight, 83, row));
    return COVERAGE * Math.hypot(byEdges, PLACE_MRAD, APERTURE_MRAD);
  });
  add("torsion", (state) => state.torsion);
  add("friction", (state) => state.friction);
  add("cleanliness", (state) => state.cleanliness * 100);
  add("tracking_state", (state) => trackingClasses[state.state]);
  add("htf_leak", (state) => leakClasses[state.leak]);
  const yearly = (model.apertureArea * YEARLY_DNI * OPTICAL_EFFICIENCY) / 1000;
  addColumn(
    columns,
    "optical_efficiency_loss",
    assemblies.length,
    (row) => (opticalLoss[row] ?? NaN) * 100,
  );
  addColumn(
    columns,
    "optical_energy_loss",
    assemblies.length,
    (row) => (opticalLoss[row] ?? NaN) * yearly,
  );
}

function addLoops(
  columns: AnalysisColumns,
  { loop, sca }: TroughLevels,
  model: ScaModel,
  opticalLoss: Float64Array,
  receivers: { loopLoss: Float64Array; loopExcess: Float64Array },
  { seed, flight }: AnalysisConditions,
): void {
  const perLoop = sca.count / loop.count;
  const absorbed = (perLoop * model.apertureArea * DESIGN_DNI * OPTICAL_EFFICIENCY) / 1000;
  const loss = Float64Array.from({ length: loop.count }, (_, row) => {
    const losses = opticalLoss.subarray(row * perLoop, (row + 1) * perLoop);
    const optical = losses.reduce((sum, value) => sum + value, 0) / perLoop;
    return optical + Math.max(0, receivers.loopExcess[row] ?? 0) / absorbed;
  });
  const median = loss.length === 0 ? 0 : upperMedianOf(loss);
  addColumn(columns, "loop_heat_loss", loop.count, (row) => receivers.loopLoss[row] ?? NaN);
  addColumn(columns, "loop_performance_loss", loop.count, (row) => (loss[row] ?? NaN) * 100);
  // At equal flow, the temperature rise of a loop (100 K) decreases with its losses.
  addColumn(columns, "loop_temperature_deviation", loop.count, (row) => {
    const missing = (loss[row] ?? 0) - median;
    return -100 * missing + gaussian(seed + flight, 81, row) * 0.8;
  });
  addColumn(columns, "loop_ortho_images", loop.count, (row) =>
    hashed(seed + flight, 82, row) < 0.03 ? 0 : 1,
  );
}
