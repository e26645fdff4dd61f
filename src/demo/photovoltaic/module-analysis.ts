// Synthetic analysis of photovoltaic modules: faults in thermal and visible images, and the power loss.
import type { TwinDraft } from "../../domain/twin/twin-draft.ts";
import { withAbnormality } from "../../domain/evaluation/abnormality.ts";
import { evaluationSettings } from "../../domain/evaluation/evaluation-settings.ts";
import { COVERAGE } from "../../domain/evaluation/tube/tube-heat.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { roundToStep } from "../../domain/key-figure/severity.ts";
import { gaussian, groundNoise, hashed } from "../random.ts";
import { modulePlaces } from "./module-place.ts";
import { moduleStateAt, soilingOf, type ModuleHistory, type ModuleState } from "./module-state.ts";
import {
  addColumn,
  figureOf,
  inspectionOf,
  lostLightUncertainty,
  type AnalysisColumns,
  type AnalysisConditions,
} from "../analysis.ts";

const { camera_relative_k, irradiance_share } = evaluationSettings;

/** Rated power in W and full-load hours a year. */
export const MODULE_POWER = 540;
const FULL_LOAD_HOURS = 2000;

type Transient = {
  /** 0 none, 1 row in front, 2 object. */
  readonly shading: 0 | 1 | 2;
  readonly vegetation: 0 | 1 | 2;
  readonly droppings: boolean;
};

export type ModuleResult = {
  readonly columns: AnalysisColumns;
  /** Power loss (0 to 1) by module row: by faults alone, and by soiling alone. */
  readonly faultLoss: Float64Array;
  readonly soilingLoss: Float64Array;
};

/** The columns of the modules, and the losses from which the trackers' and groups' losses are computed. */
export function analyseModules(
  draft: TwinDraft,
  modulesAlong: number,
  conditions: AnalysisConditions,
  history: ModuleHistory,
): ModuleResult {
  const { seed, flight, year } = conditions;
  const places = modulePlaces(draft, modulesAlong);
  const { count } = places;
  const states: ModuleState[] = [];
  const transients: Transient[] = [];
  const faultLoss = new Float64Array(count);
  const soilingLoss = new Float64Array(count);
  const excess = new Float64Array(count);
  const validity = new Uint8Array(count);
  for (let row = 0; row < count; row++) {
    const place = places.at(row);
    const state = moduleStateAt(seed, place, year, history);
    const transient = transientOf(conditions, place);
    states.push(state);
    transients.push(transient);
    soilingLoss[row] = soilingOf(seed, flight, place, conditions.daysSinceCleaning);
    faultLoss[row] = faultLossOf(state, transient);
    excess[row] = excessOf(state, transient) + Math.abs(gaussian(seed + flight, 141, row)) * 0.7;
    // A pass of the drone covers half a tracker.
    validity[row] = inspectionOf(
      conditions,
      places.tracker(row) * 2 + (row % modulesAlong < modulesAlong / 2 ? 0 : 1),
    );
  }
  const columns: AnalysisColumns = new Map();
  const isUnseen = (row: number) => validity[row] === 2 || states[row]?.isMissing === true;
  const add = (key: string, valueOf: (state: ModuleState, row: number) => number) =>
    addColumn(columns, key, count, (row) => {
      const state = states[row];
      return state === undefined || isUnseen(row) ? NaN : valueOf(state, row);
    });
  addFaults(add, excess);
  addSurroundings(add, transients, soilingLoss, conditions);
  add("module_temperature", (state, row) => {
    const place = places.at(row);
    const gust = groundNoise(seed + 17 * flight, place.x, place.y, 120) * 1.5;
    const idle = state.openString || state.offline !== "producing" ? 4 : 0;
    return conditions.ambient + (conditions.dni / 1000) * 29 - conditions.wind + gust + idle;
  });
  add("review_mark", (_, row) => reviewMark(hashed(seed + flight, 142, row)));
  const lossOf = (row: number) => 1 - (1 - (faultLoss[row] ?? 0)) * (1 - (soilingLoss[row] ?? 0));
  add("performance_loss", (_, row) => lossOf(row) * 100);
  add("power_loss", (_, row) => lossOf(row) * MODULE_POWER);
  add("string_power_loss", (state) => stringLossOf(state) * MODULE_POWER);
  add(
    "power_loss_uncertainty",
    (state, row) => MODULE_POWER * Math.hypot(MODEL_SHARE * lossOf(row), stringLossOf(state) / 2),
  );
  add("energy_loss", (_, row) => (lossOf(row) * MODULE_POWER * FULL_LOAD_HOURS) / 1000);
  addColumn(columns, "module_missing", count, (row) =>
    validity[row] === 2 ? NaN : Number(states[row]?.isMissing === true),
  );
  addColumn(columns, "module_inspection_validity", count, (row) => validity[row] ?? NaN);
  addAbnormality(columns);
  return { columns, faultLoss, soilingLoss };
}

/** Class and fault type of each module by all of its faults, as an evaluation gives them. */
function addAbnormality(columns: AnalysisColumns): void {
  const known = [...columns].map(([id, values]) => [keyFigureById(id)!.key, values]);
  const found = withAbnormality(Object.fromEntries(known));
  for (const key of ["class_of_abnormality", "fault_type"]) {
    const values = found[key];
    if (values) columns.set(figureOf(key).id, values);
  }
}

type Add = (key: string, valueOf: (state: ModuleState, row: number) => number) => void;

const offlineClasses = { producing: 0, open_circuit: 1, short_circuit: 2 } as const;

function addFaults(add: Add, excess: Float64Array): void {
  const at = (row: number) => roundToStep({ step: 0.1 }, excess[row] ?? 0);
  add("delta_t_normalised", (_, row) => at(row));
  add("delta_t_uncertainty", (_, row) =>
    roundToStep(
      { step: 0.1 },
      COVERAGE * Math.hypot(camera_relative_k, irradiance_share * at(row)),
    ),
  );
  add("hotspots", hotspotClass);
  add("hot_cell_count", (state) => (state.hotCellExcess > 4 ? state.hotCells : 0));
  add("bypass_diode", (state) => state.bypassed);
  add("open_string", (state) => Number(state.openString));
  add("module_offline", (state) => offlineClasses[state.offline]);
  add("pid", (state) => (state.pid < 0.15 ? 0 : state.pid < 0.5 ? 1 : 2));
  add("diode_overheated", (state) => Number(state.diode));
  add("junction_box", (state) => (state.junctionBox < 7 ? 0 : state.junctionBox < 20 ? 1 : 2));
  add("cell_cracking", (state) => state.cracking);
  add("glass_breakage", (state) => Number(state.isBroken));
  add("edge_heating", (state) => Number(state.edgeHeating));
  add("interconnect_fault", (state) => Number(state.interconnect));
}

function addSurroundings(
  add: Add,
  transients: readonly Transient[],
  soilingLoss: Float64Array,
  { seed, flight }: AnalysisConditions,
): void {
  add("shading", (_, row) => transients[row]?.shading ?? 0);
  add("vegetation", (_, row) => transients[row]?.vegetation ?? 0);
  add("soiling", (_, row) => (soilingLoss[row] ?? 0) * 100);
  add("soiling_uncertainty", (_, row) =>
    lostLightUncertainty((soilingLoss[row] ?? 0) * 100, hashed(seed + flight, 148, row)),
  );
  add("soiling_pattern", (_, row) => {
    if (transients[row]?.droppings === true) return 3;
    const loss = soilingLoss[row] ?? 0;
    if (loss < 0.02) return 0;
    return hashed(seed + flight, 143, row) < 0.04 ? 2 : 1;
  });
}

function transientOf(
  { seed, flight, year }: AnalysisConditions,
  place: { row: number; x: number; y: number; edge: number },
): Transient {
  const { row, x, y, edge } = place;
  const chance = hashed(seed + flight, 144, row);
  const tree = groundNoise(seed + 5, x, y, 25) > 0.72 && edge < 90;
  // Vegetation grows on moist ground and is mown after every second flight.
  const moist =
    groundNoise(seed + 6, x, y, 60) - 0.55 + (flight % 2 === 0 ? 0 : 0.12) + year * 0.004;
  const grows = moist > 0 && hashed(seed, 145, row) < moist * 2;
  return {
    shading: tree ? 2 : chance < 0.0008 ? 1 : 0,
    vegetation: grows ? (hashed(seed, 146, row) < 0.25 ? 2 : 1) : 0,
    droppings: hashed(seed + flight, 147, row) < 0.0025,
  };
}

const shadingLoss = { 0: 0, 1: 0.05, 2: 0.2 } as const;
const vegetationLoss = { 0: 0, 1: 0.02, 2: 0.15 } as const;

/** Power loss (0 to 1): a third per bypassed substring, everything if the module or its string is open. */
function faultLossOf(state: ModuleState, { shading, vegetation, droppings }: Transient): number {
  if (state.openString || state.isMissing || state.offline !== "producing") return 1;
  const remainingShare =
    (1 - state.bypassed / 3) *
    (1 - Math.min(0.3, state.hotCellExcess * 0.006)) *
    (1 - state.pid * 0.3) *
    (1 - state.cracking * 0.05) *
    (state.isBroken ? 0.85 : 1) *
    (1 - shadingLoss[shading]) *
    (1 - vegetationLoss[vegetation]) *
    (droppings ? 0.97 : 1);
  return 1 - remainingShare;
}

/** Uncertainty of the string model, as a share of the loss. */
const MODEL_SHARE = 0.03;

/** What the other modules of a string of 28 lose by this one, of a module's power: 24 strings in parallel. */
function stringLossOf({ openString, isMissing, offline }: ModuleState): number {
  return !openString && (isMissing || offline !== "producing") ? 0.49 : 0;
}

/**
 * An open module turns the power that it no longer delivers into heat: 3 to 5 K at 1,000 W/m² (HI-ERN's schema,
 * more than 3 K; strings 3 to 5 K).
 */
export const OPEN_EXCESS = 4.6;

/**
 * The cells of a bypassed substring deliver nothing either, so they are as warm as those of an open module, and
 * slightly less where cooler substrings are beside them. Only a third of the module is warm.
 */
export const bypassExcess = (substrings: number) =>
  substrings === 0 ? 0 : OPEN_EXCESS * (1 - 0.05 * (3 - substrings));

/** Hottest spot above the neighbours' median at 1,000 W/m², K. */
function excessOf(state: ModuleState, { vegetation, droppings }: Transient): number {
  return Math.max(
    state.hotCellExcess,
    bypassExcess(state.bypassed),
    state.openString ? 4.2 : 0,
    state.offline === "open_circuit" ? OPEN_EXCESS : 0,
    state.offline === "short_circuit" ? 14 : 0,
    state.pid * 8,
    state.diode ? 12 : 0,
    state.junctionBox,
    state.isBroken ? 9 : 0,
    state.cracking * 3,
    state.interconnect ? 11 : 0,
    state.edgeHeating ? 4.5 : 0,
    vegetation === 2 ? 6 : 0,
    droppings ? 5 : 0,
  );
}

function hotspotClass({ hotCells, hotCellExcess }: ModuleState): number {
  if (hotCells === 0 || hotCellExcess < 4) return 0;
  const isStrong = hotCellExcess > 10;
  if (hotCells === 1) return isStrong ? 3 : 1;
  return isStrong ? 4 : 2;
}

function reviewMark(chance: number): number {
  if (chance < 0.0012) return 1;
  if (chance < 0.0018) return 2;
  return chance < 0.0021 ? 3 : 0;
}
