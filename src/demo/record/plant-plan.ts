// The demo's plants and analyses. Names and places are fictional.
import type { PlantForm } from "../../domain/plant/plant.ts";
import type { AnalysisState, Visibility } from "../../domain/analysis/analysis.ts";
import type { TwinDraft } from "../../domain/twin/twin-draft.ts";
import type { Finding } from "../finding.ts";
import { moduleFindings } from "../photovoltaic/module-finding.ts";
import {
  generatePhotovoltaicPlant,
  type PhotovoltaicPlantParameters,
} from "../photovoltaic/photovoltaic-plant.ts";
import { analysePhotovoltaic } from "../photovoltaic/photovoltaic-analysis.ts";
import { scaModels } from "../trough/sca-model.ts";
import type { AnalysisColumns, AnalysisConditions } from "../analysis.ts";
import { troughFindings } from "../trough/trough-finding.ts";
import { generateTroughField, type TroughFieldParameters } from "../trough/trough-field.ts";
import { analyseTrough } from "../trough/trough-analysis.ts";

export type AnalysisPlan = {
  readonly name: string;
  /** Days before today, and the hour of the flight (UTC). */
  readonly daysAgo: number;
  readonly hour: number;
  readonly state: AnalysisState;
  readonly visibility: Visibility;
  readonly notes: string;
  /** Null for an analysis without results. */
  readonly conditions: AnalysisConditions | null;
};

export type PlantPlan = {
  readonly customer: "own" | "other";
  readonly form: Omit<PlantForm, "customer_id">;
  /** Null for a plant without a digital twin. */
  readonly makeDraft: (() => TwinDraft) | null;
  readonly analyses: readonly AnalysisPlan[];
  /** The last analyses have orthomosaics of the ground around their worst module. */
  readonly hasOrthomosaics?: boolean;
  analyse(draft: TwinDraft, conditions: AnalysisConditions): AnalysisColumns;
  findings(draft: TwinDraft, columns: AnalysisColumns, conditions: AnalysisConditions): Finding[];
};

type Days = readonly [
  name: string,
  daysAgo: number,
  visibility: Visibility,
  conditions: Omit<AnalysisConditions, "seed" | "flight">,
  notes?: string,
];

function analysesOf(seed: number, hour: number, rows: readonly Days[]): AnalysisPlan[] {
  return rows.map(([name, daysAgo, visibility, conditions, notes = ""], flight) => ({
    name,
    daysAgo,
    hour,
    visibility,
    notes,
    state: visibility === "not_released" ? "DATA_COMPLETE_VERIFIED" : "FINISHED",
    conditions: { ...conditions, seed, flight },
  }));
}

const day = (
  year: number,
  ambient: number,
  wind: number,
  dni: number,
  daysSinceCleaning: number,
) => ({ year, ambient, wind, dni, daysSinceCleaning });

const troughModel = scaModels.eurotrough_et150;
const troughHistory = {
  receiverRepairs: [{ year: 11.8, share: 0.55 }],
  trackingCorrection: { year: 11.8, share: 0.75 },
};

export const valdesolParameters: TroughFieldParameters = {
  origin: [-5.246, 37.757],
  loops: 156,
  model: troughModel,
};

const valdesol: PlantPlan = {
  customer: "own",
  form: {
    name: "Valdesol",
    technology: "parabolic_trough",
    nominal_capacity: 49.9,
    mounting_type: "tracked",
    mounting_orientation: null,
    module_inclination: null,
    orientation_angle: 0,
    setup_phase: false,
    drone_in_a_box: false,
    flight_ceiling: null,
    lon: -5.246,
    lat: 37.757,
  },
  makeDraft: () => generateTroughField(valdesolParameters),
  analyses: analysesOf(7, 11, [
    ["Handover inspection", 556, "released", day(10.6, 24, 2.1, 860, 14)],
    ["Warranty inspection", 371, "released", day(11.1, 17, 1.4, 810, 9)],
    [
      "Inspection before repairs",
      187,
      "released",
      day(11.6, 27, 1.8, 900, 17),
      "Before the summer repairs.",
    ],
    [
      "Inspection after repairs",
      24,
      "not_released",
      day(12.0, 21, 2.9, 790, 11),
      "After the repairs, in review.",
    ],
  ]),
  analyse: (draft, conditions) => analyseTrough(draft, troughModel, conditions, troughHistory),
  findings: (draft, columns, conditions) => troughFindings(draft, troughModel, columns, conditions),
};

type PhotovoltaicPlan = Pick<PlantPlan, "customer" | "form" | "analyses" | "hasOrthomosaics"> & {
  readonly parameters: PhotovoltaicPlantParameters;
  readonly hailYear: number;
  readonly repairYear: number;
};

function photovoltaic(plan: PhotovoltaicPlan): PlantPlan {
  const { parameters, hailYear, repairYear, hasOrthomosaics = false } = plan;
  const tableShape = { modulesAlong: 28, mounting: parameters.mounting };
  const history = { hailYear, repairs: [{ year: repairYear, share: 0.7 }] };
  return {
    customer: plan.customer,
    form: plan.form,
    analyses: plan.analyses,
    hasOrthomosaics,
    makeDraft: () => generatePhotovoltaicPlant(parameters),
    analyse: (draft, conditions) => analysePhotovoltaic(draft, tableShape, conditions, history),
    findings: moduleFindings,
  };
}

export const llanoGrandeParameters: PhotovoltaicPlantParameters = {
  origin: [-6.118, 38.614],
  modules: 120_064,
  mounting: "tracked",
  seed: 4,
};

const llanoGrande = photovoltaic({
  customer: "own",
  form: {
    name: "Llano Grande",
    technology: "photovoltaic",
    nominal_capacity: 64.8,
    mounting_type: "tracked",
    mounting_orientation: null,
    module_inclination: null,
    orientation_angle: 0,
    setup_phase: false,
    drone_in_a_box: true,
    flight_ceiling: null,
    lon: -6.118,
    lat: 38.614,
    take_off_position: [-6.118, 38.614],
  },
  parameters: llanoGrandeParameters,
  hailYear: 4.6,
  repairYear: 4.9,
  hasOrthomosaics: true,
  analyses: analysesOf(21, 12, [
    ["Handover inspection", 548, "released", day(4.0, 26, 2.0, 900, 25)],
    ["After the hail", 330, "invisible", day(4.6, 14, 3.1, 720, 40), "For the insurer only."],
    ["Inspection after repairs", 192, "released", day(5.0, 24, 1.6, 930, 12)],
    ["Annual inspection", 18, "released", day(5.5, 19, 2.4, 780, 55)],
  ]),
});

export const pampaAltaParameters: PhotovoltaicPlantParameters = {
  origin: [-69.914, -20.287],
  modules: 6_720,
  mounting: "tracked",
  seed: 9,
};

const pampaAlta = photovoltaic({
  customer: "other",
  form: {
    name: "Pampa Alta",
    technology: "photovoltaic",
    nominal_capacity: 3.6,
    mounting_type: "tracked",
    mounting_orientation: null,
    module_inclination: null,
    orientation_angle: 0,
    setup_phase: false,
    drone_in_a_box: false,
    flight_ceiling: null,
    lon: -69.914,
    lat: -20.287,
  },
  parameters: pampaAltaParameters,
  hailYear: 90,
  repairYear: 2.6,
  analyses: analysesOf(33, 16, [
    ["Handover inspection", 520, "released", day(2.0, 22, 3.5, 980, 60)],
    ["Inspection after repairs", 250, "released", day(2.8, 25, 2.8, 1010, 20)],
    ["Annual inspection", 40, "not_released", day(3.3, 20, 4.1, 940, 75)],
  ]),
});

const cerroPardo: PlantPlan = {
  customer: "own",
  form: {
    name: "Cerro Pardo",
    technology: "photovoltaic",
    nominal_capacity: 12,
    mounting_type: "fixed",
    mounting_orientation: "south",
    module_inclination: 25,
    orientation_angle: 180,
    setup_phase: true,
    drone_in_a_box: false,
    flight_ceiling: null,
    lon: -3.912,
    lat: 38.931,
  },
  makeDraft: null,
  analyses: [
    {
      name: "Handover inspection",
      daysAgo: 6,
      hour: 10,
      state: "DATA_COMPLETE_VERIFIED",
      visibility: "not_released",
      notes: "Waits for the digital twin.",
      conditions: null,
    },
  ],
  analyse: () => new Map(),
  findings: () => [],
};

export const plantPlans: readonly PlantPlan[] = [valdesol, llanoGrande, cerroPardo, pampaAlta];
