// How well the faults of a known plant are found in thermal rasters.
import { evaluationSettings } from "../../src/domain/evaluation/evaluation-settings.ts";
import { leastHotspot } from "../../src/domain/evaluation/spot/least-hotspot.ts";
import { moduleSurvey } from "../../src/domain/evaluation/module/module-survey.ts";
import { surveySharp } from "../../src/domain/evaluation/spot/edge-blur.ts";
import { registerRaster } from "../../src/domain/evaluation/registration.ts";
import {
  normalNumbers,
  renderScene,
  sceneGeometry,
  type Scene,
  type SceneState,
} from "../../src/domain/evaluation/scene.fixture.ts";
import { noConditions } from "../../src/domain/evaluation/condition-record.ts";
import { imageBench } from "./evaluation-images.ts";
import { placeBench } from "./evaluation-place.ts";
import { rowBench } from "./evaluation-rows.ts";
import { visibleBench } from "./evaluation-visible.ts";
import { imageSpeed, largeRaster, speed } from "./evaluation-speed.ts";
import { handedBench } from "./handed/handed-bench.ts";
import { addSurvey, reportTallies, type KnownState, type Tallies } from "./evaluation-tally.ts";
import type { BenchOptions, Report } from "./report.ts";

const irradiance = 800;
/** Faults of each class per survey, but one string. */
const each = 3;
const surveysOf = { short: 2, full: 4 };

/** K at u along the module: from 5 K at its end down to none at a quarter of it. */
const warmEdge = (u: number) => Math.max(0, 5 * (1 - u / 0.25));

type Fault = Pick<KnownState, "state" | "kelvin"> & {
  /** K over the module as measured. */
  readonly shown: SceneState;
};
const cellOf =
  (kelvin: number): SceneState =>
  (_, u, v) =>
    Math.abs(u - 0.5) < 0.036 && Math.abs(v - 0.5) < 0.075 ? kelvin : 0;
const third =
  (kelvin: number): SceneState =>
  (_, _u, v) =>
    v < 1 / 3 ? kelvin : 0;

/** K of the warmest part as measured, and K over the module. */
const faults: Readonly<Record<string, Fault>> = {
  "hotspot, one cell of 12 K": { state: "hot cell", kelvin: 12, shown: cellOf(12) },
  "hotspot, one cell of 5 K": { state: "hot cell", kelvin: 5, shown: cellOf(5) },
  "substring, 3 K": { state: "one substring", kelvin: 3, shown: third(3) },
  "open module, 2.6 K": { state: "open module", kelvin: 2.6, shown: () => 2.6 },
  "substring, 5 K": { state: "one substring", kelvin: 5, shown: third(5) },
  "open module, 4 K": { state: "open module", kelvin: 4, shown: () => 4 },
  "open string, 4 K": { state: "open string", kelvin: 4, shown: () => 4 },
  "missing module": { state: "missing", kelvin: null, shown: () => -17 },
  "shadow on a fifth": { state: "shadow", kelvin: 0, shown: (_, u) => (u < 0.2 ? -6 : 0) },
  "warm edge of one module, 5 K": { state: "edge", kelvin: 0, shown: (_, u) => warmEdge(u) },
  "soiled edge of six modules, 5 K": { state: "soil", kelvin: 0, shown: (_, u) => warmEdge(u) },
};
const names = Object.keys(faults);
/** Several modules side by side: name and count. */
const groups: Readonly<Record<string, number>> = {
  "open string, 4 K": 14,
  "soiled edge of six modules, 5 K": 6,
};

/** The name of each module's fault: one string of 14, the others apart from each other. */
function plantOf(seed: number): (string | undefined)[] {
  const random = normalNumbers(seed);
  const state: (string | undefined)[] = Array.from(
    { length: sceneGeometry.count },
    () => undefined,
  );
  for (const [at, [name, count]] of Object.entries(groups).entries()) {
    const start = 40 * ((seed + at) % 6) + 5;
    state.fill(name, start, start + count);
  }
  for (const name of names.filter((one) => groups[one] === undefined)) {
    for (let placed = 0; placed < each;) {
      const row = Math.floor(Math.abs(random() * 1000)) % state.length;
      if ([-2, -1, 0, 1, 2].some((beside) => state[row + beside] !== undefined)) continue;
      state[row] = name;
      placed += 1;
    }
  }
  return state;
}

/** With the usual settings: no one states the blur, and the raster shows it. */
async function evaluate({ raster, toPixel }: Scene) {
  const settings = evaluationSettings;
  const values = { irradiance: { mean: irradiance, deviation: 0, count: 1 } };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, settings);
  const place = await registerRaster(raster, sceneGeometry, toPixel);
  const pixels = await surveySharp(
    raster,
    sceneGeometry,
    place?.toPixel ?? toPixel,
    settings,
    survey.visit,
  );
  return { columns: survey.columns(), pixels };
}

type Flight = {
  readonly pixel: number;
  readonly glint: number;
  /** Metres that the raster lies beside its place at most. */
  readonly most: number;
  /** K, and pixels. */
  readonly noise?: number;
  readonly blur?: number;
  /** m/s. Warm parts are cooled more than the rest. */
  readonly wind?: number;
  /** Degrees from the vertical: pixels cover more ground across, and glass emits less. */
  readonly angle?: number;
};

/** W/m2K that a module gives off on its two sides (McAdams 1954: 5.7 + 3.8 v), with 12 W/m2K by radiation. */
const transfer = (wind: number) => 2 * (5.7 + 3.8 * wind) + 12;
/** Wind of the faults as they are named. */
const usualWind = 2;
/** Emissivity of glass at an angle over that from above (Fresnel, refractive index 1.5). */
function emitted(degrees: number): number {
  const reflectance = (angle: number) => {
    const inside = Math.asin(Math.sin(angle) / 1.5);
    const s =
      (Math.cos(angle) - 1.5 * Math.cos(inside)) / (Math.cos(angle) + 1.5 * Math.cos(inside));
    const p =
      (1.5 * Math.cos(angle) - Math.cos(inside)) / (1.5 * Math.cos(angle) + Math.cos(inside));
    return (s * s + p * p) / 2;
  };
  return (1 - reflectance((degrees * Math.PI) / 180)) / (1 - reflectance(0));
}

async function talliesAt(
  { pixel, glint, most, noise = 0.15, blur = 0.6, wind = usualWind, angle = 0 }: Flight,
  surveys: number,
): Promise<Tallies> {
  const tallies: Tallies = new Map();
  for (let seed = 1; seed <= surveys; seed++) {
    const truth = plantOf(seed);
    const beside = (most * (seed - 1)) / (surveys - 1);
    const seen = (transfer(usualWind) / transfer(wind)) * emitted(angle);
    const shown: SceneState = (row, u, v) => faults[truth[row] ?? ""]?.shown(row, u, v) ?? 0;
    // A module that is missing shows the ground, whatever the wind is.
    const state: SceneState = (row, u, v) =>
      shown(row, u, v) * (truth[row] === "missing module" ? 1 : seen);
    const scene = renderScene(state, {
      pixel,
      stretch: 1 / Math.cos((angle * Math.PI) / 180),
      glint,
      // A camera sees the mean of a pixel's area: a disc that is sampled at the middles of pixels looks like a cell.
      fine: glint > 0 ? 3 : 1,
      noise,
      blur,
      seed,
      shift: [beside * Math.cos(seed), beside * Math.sin(seed)],
    });
    const { columns } = await evaluate(scene);
    const known = truth.map((name): KnownState => {
      const fault = name === undefined ? undefined : faults[name];
      if (name === undefined || !fault) return { state: "healthy", name: "healthy", kelvin: 0 };
      const kelvin = fault.kelvin === null ? null : (fault.kelvin * seen * 1000) / irradiance;
      return { state: fault.state, name, kelvin };
    });
    addSurvey(tallies, known, columns);
  }
  return tallies;
}

/** Flights of the short form: two resolutions in place, and one flight beside it. */
const SHORT_FLIGHTS = 3;

export async function bench(report: Report, { form }: BenchOptions): Promise<void> {
  const flights: readonly Flight[] = [
    { pixel: 0.03, glint: 0, most: 0 },
    { pixel: 0.055, glint: 0, most: 0 },
    { pixel: 0.055, glint: 0, most: 3 },
    { pixel: 0.055, glint: 0.02, most: 3 },
    { pixel: 0.055, glint: 0, most: 3, noise: 0.5 },
    { pixel: 0.055, glint: 0, most: 3, blur: 1.5 },
    { pixel: 0.055, glint: 0, most: 3, wind: 6 },
    { pixel: 0.055, glint: 0, most: 3, angle: 40 },
    { pixel: 0.055, glint: 0, most: 3, angle: 60 },
    { pixel: 0.08, glint: 0, most: 3 },
  ];
  for (const flight of form === "full" ? flights : flights.slice(0, SHORT_FLIGHTS)) {
    const { pixel, glint, most, noise, blur, wind, angle } = flight;
    const where = `${pixel * 100} cm, up to ${most} m beside${glint > 0 ? `, glint on ${glint * 100} %` : ""}${noise ? `, noise ${noise} K` : ""}${blur ? `, blur ${blur} px` : ""}${wind ? `, wind ${wind} m/s` : ""}${angle ? `, ${angle} degrees from above` : ""}`;
    const none = `none said; the weakest single cell that can be found has ${weakest(flight)} K`;
    reportTallies(report, await talliesAt(flight, surveysOf[form]), where, none);
  }
  await handedBench(report, { form });
  await speed(report);
  await imageSpeed(report);
  await placeBench(report, { form });
  if (form === "short") return;
  await rowBench(report);
  await visibleBench(report);
  await imageBench(report);
  await largeRaster(report);
}

/** K as measured of a cell that just reaches the limit. */
function weakest({ pixel, blur = 0.6 }: Flight): string {
  const limit = (evaluationSettings.hotspot_k * irradiance) / 1000;
  return leastHotspot(
    [evaluationSettings.cell_m, evaluationSettings.cell_m],
    pixel,
    blur,
    limit,
  ).toFixed(1);
}
