// Synthetic analysis of absorber tubes: camera readings and the key figures computed from them.
import { roundToStep } from "../../domain/key-figure/severity.ts";
import type { TwinDraft } from "../../domain/twin/twin-draft.ts";
import { gaussian, hashed } from "../random.ts";
import { gasClass, gasOdds, METHOD_ERROR } from "./annulus-gas.ts";
import { apparentBareTube } from "./bare-tube.ts";
import {
  glassClass,
  glassTemperature,
  heatFromGlass,
  heatLoss,
  heatLossRatio,
} from "../../domain/evaluation/tube/receiver-heat.ts";
import { tubeStateAt, type RepairCampaign, type TubeState } from "./receiver-state.ts";
import {
  addColumn,
  inspectionOf,
  middlesOf,
  type AnalysisColumns,
  type AnalysisConditions,
} from "../analysis.ts";
import { fluidTemperatures, sunOnGlass } from "./loop-flow.ts";
import { loopOf, positionInLoop, scaOf, troughLevels, type TroughLevels } from "./trough-levels.ts";

const TUBE_LENGTH = 4.06;
const HOURS_PER_YEAR = 3000;
const STEFAN_BOLTZMANN = 5.670374e-8;
const ABSORBER_PERIMETER = Math.PI * 0.07;
/** Camera noise in K after averaging along the tube. */
const CAMERA_NOISE = 0.8;
/**
 * Standard errors that make 95 % of repeated heat losses differ from the true one by at most the stated 18 %:
 * of the glass temperature above ambient by the assumed emissivity, common to a flight and of each tube, and of
 * the wind at a loop against that of the station.
 */
const EMISSIVITY_ERROR = { flight: 0.03, tube: 0.035 };
const WIND_ERROR = 0.15;

type Tubes = {
  readonly states: readonly TubeState[];
  /** Measured heat loss in W/m, ratio r and glass temperature °C by row; NaN where not inspected. */
  readonly loss: Float64Array;
  readonly ratio: Float64Array;
  readonly glass: Float64Array;
  readonly fluid: Float64Array;
  readonly validity: Uint8Array;
};

/** True heat loss in W/m of a tube, including its coating. */
function trueLoss(state: TubeState, fluid: number, conditions: AnalysisConditions): number {
  if (state.broken) return heatLoss("broken", fluid, conditions);
  if (state.air) return heatLoss("air", fluid, conditions);
  const intact = heatLoss("vacuum", fluid, conditions);
  const filled = heatLoss("hydrogen", fluid, conditions);
  const coating =
    ABSORBER_PERIMETER *
    STEFAN_BOLTZMANN *
    state.emittanceRise *
    ((fluid + 273) ** 4 - (conditions.ambient + 293) ** 4);
  return intact + (filled - intact) * state.hydrogen + coating;
}

function measureTubes(
  conditions: AnalysisConditions,
  campaigns: readonly RepairCampaign[],
  levels: TroughLevels,
  focus: Float64Array,
): Tubes {
  const { seed, flight } = conditions;
  const fluids = fluidTemperatures(levels, focus);
  const { count } = levels.absorber_tube;
  const { x, y } = middlesOf(levels.absorber_tube);
  const states: TubeState[] = [];
  const columns = {
    loss: new Float64Array(count),
    ratio: new Float64Array(count),
    glass: new Float64Array(count),
    fluid: new Float64Array(count),
  };
  const validity = new Uint8Array(count);
  for (let row = 0; row < count; row++) {
    const heat = positionInLoop(levels, row);
    const place = { row, x: x[row] ?? 0, y: y[row] ?? 0, heat };
    const state = tubeStateAt(conditions.seed, place, conditions.year, campaigns);
    const fluid = fluids[row]!;
    const light = focus[scaOf(levels, "absorber_tube", row)] ?? 0;
    const gust = gaussian(seed + 101 * flight, 27, loopOf(levels, "absorber_tube", row));
    const weather = { ...conditions, wind: conditions.wind * Math.max(0, 1 + WIND_ERROR * gust) };
    const seen = inspectionOf(conditions, Math.floor(row / 18));
    const noise = gaussian(seed + 101 * flight, 21, row) * CAMERA_NOISE;
    const emissivity =
      1 +
      EMISSIVITY_ERROR.flight * gaussian(seed + 101 * flight, 28) +
      EMISSIVITY_ERROR.tube * gaussian(seed + 101 * flight, 29, row);
    const sun = sunOnGlass(conditions.dni, light);
    const warmed = (tube: TubeState) =>
      glassTemperature(trueLoss(tube, fluid, weather) + sun, weather);
    const glass = state.broken
      ? apparentBareTube(fluid, conditions.ambient) + noise
      : conditions.ambient + emissivity * (warmed(state) - conditions.ambient) + noise;
    // The evaluation knows the station's wind and takes the sunlight off. Without glass the loss cannot be
    // measured in an image, so the model's value is used.
    const loss = state.broken
      ? trueLoss(state, fluid, conditions)
      : Math.max(0, heatFromGlass(glass, conditions) - sun);
    const inspected = seen !== 2;
    states.push(state);
    validity[row] = seen;
    columns.fluid[row] = fluid;
    columns.glass[row] = inspected ? glass : NaN;
    columns.loss[row] = inspected ? loss : NaN;
    columns.ratio[row] = inspected ? heatLossRatio(loss, fluid, conditions) : NaN;
  }
  return { states, ...columns, validity };
}

/** The class of the glass tube temperature, and that of the annulus, of a tube without glass. */
const GLASS_MISSING = 5;
const AIR = 3;

/**
 * The columns of the absorber tubes, and the heat loss by loop.
 * @param focus share of the light that reaches the absorber, by row of the assembly; all of it if absent
 */
export function analyseReceivers(
  draft: TwinDraft,
  conditions: AnalysisConditions,
  campaigns: readonly RepairCampaign[] = [],
  focus?: Float64Array,
): { columns: AnalysisColumns; loopLoss: Float64Array; loopExcess: Float64Array } {
  const levels = troughLevels(draft);
  const light = focus ?? new Float64Array(levels.sca.count).fill(1);
  const tubes = measureTubes(conditions, campaigns, levels, light);
  const { count } = levels.absorber_tube;
  const { states, loss, ratio, glass, fluid, validity } = tubes;
  const { seed, flight } = conditions;
  const columns: AnalysisColumns = new Map();
  const add = (key: string, valueOf: (row: number) => number) =>
    addColumn(columns, key, count, (row) => (validity[row] === 2 ? NaN : valueOf(row)));
  const isBroken = (row: number) => states[row]?.broken === true;
  const excess = (row: number) =>
    (loss[row] ?? NaN) - heatLoss("vacuum", fluid[row] ?? NaN, conditions);

  /** The ratio as the analysis states it: the class is that of the stated value. */
  const stated = (row: number) => roundToStep({ step: 0.01 }, ratio[row] ?? NaN);

  const odds = (row: number) => {
    const at = fluid[row] ?? NaN;
    const airRatio = heatLossRatio(heatLoss("air", at, conditions), at, conditions);
    return gasOdds(ratio[row] ?? NaN, airRatio);
  };

  add("glass_tube_temperature", (row) => (isBroken(row) ? GLASS_MISSING : glassClass(stated(row))));
  // The raw reading is slightly low, because the glass reflects the cold sky.
  add("infrared_intensity", (row) => {
    const above = (glass[row] ?? NaN) - conditions.ambient;
    return conditions.ambient + above * (isBroken(row) ? 1 : 0.93);
  });
  add("glass_surface_temperature", (row) => (isBroken(row) ? NaN : (glass[row] ?? NaN)));
  add("heat_loss", (row) => loss[row] ?? NaN);
  add("heat_loss_ratio", (row) => ratio[row] ?? NaN);
  add("heat_loss_uncertainty", (row) => (loss[row] ?? NaN) * METHOD_ERROR);
  add("missing_glass_tube", (row) => (isBroken(row) ? 1 : 0));
  add("coating_degradation", (row) => {
    const noise = Math.abs(gaussian(seed + flight, 22, row)) * 0.004;
    return (states[row]?.emittanceRise ?? 0) + noise;
  });
  add("hydrogen", (row) => (isBroken(row) ? 0 : 100 * odds(row).hydrogen));
  add("annulus_gas", (row) => (isBroken(row) ? AIR : gasClass(odds(row))));
  add("absorber_displacement", (row) => {
    const bent = hashed(seed, 23, row) < 0.01 ? 8 : 1.6;
    return gaussian(seed, 24, row) * bent + gaussian(seed + flight, 25, row) * 0.4;
  });
  add("bellows_shield", (row) => {
    const chance = hashed(seed, 26, row) / (1 + conditions.year / 20);
    if (isBroken(row) || chance < 0.002) return 2;
    return chance < 0.009 ? 1 : 0;
  });
  add("tube_energy_loss", (row) => (excess(row) * TUBE_LENGTH * HOURS_PER_YEAR) / 1e6);
  addColumn(columns, "tube_inspection_validity", count, (row) => validity[row] ?? NaN);

  const loopLoss = new Float64Array(levels.loop.count);
  const loopExcess = new Float64Array(levels.loop.count);
  for (let row = 0; row < count; row++) {
    const loop = loopOf(levels, "absorber_tube", row);
    // A tube that was not inspected counts as intact.
    const measured = validity[row] !== 2;
    const value = measured ? (loss[row] ?? 0) : heatLoss("vacuum", fluid[row] ?? 0, conditions);
    loopLoss[loop] = (loopLoss[loop] ?? 0) + (value * TUBE_LENGTH) / 1000;
    loopExcess[loop] =
      (loopExcess[loop] ?? 0) + (measured ? (excess(row) * TUBE_LENGTH) / 1000 : 0);
  }
  return { columns, loopLoss, loopExcess };
}
