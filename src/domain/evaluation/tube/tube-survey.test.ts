import { expect, it } from "vitest";
import type { Geometry } from "../../component/component-index.ts";
import { bandApparent } from "../camera-band.fixture.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { surveyRaster, type SurveyRaster } from "../raster-survey.ts";
import { glassTemperature, heatLoss, type ReceiverState } from "./receiver-heat.ts";
import { noConditions, type Condition, type SurveyConditions } from "../condition-record.ts";
import { tubeSurvey } from "./tube-survey.ts";

const pixel = 0.02;
const states: readonly ReceiverState[] = ["vacuum", "hydrogen", "air"];
const count = 3;

/** Tubes of 4 m from west to east, one below the other. The last place of the raster has none. */
const geometry: Geometry = {
  type: "absorber_tube",
  count: count + 1,
  parent: new Uint32Array(count + 1),
  centreX: new Float32Array(count + 1).fill(3),
  centreY: Float32Array.from([-1, -2, -3, -90]),
  length: new Float32Array(count + 1).fill(4),
  width: new Float32Array(count + 1).fill(0.12),
  rotation: new Float32Array(count + 1),
  height: new Float32Array(count + 1),
  polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
  blockBounds: new Float32Array(4),
};

const weather = { ambient: 25, wind: 2, dni: 0 };
const surface = { emissivity: 0.86, reflected: 10 };
const fixed = (mean: number): Condition => ({ mean, deviation: 0, count: 1 });
const fluid = 350;

/** What the camera sees of glass at this temperature. */
const known = new Map<number, number>();
function apparentOf(glass: number): number {
  const apparent = known.get(glass) ?? bandApparent(glass, surface);
  known.set(glass, apparent);
  return apparent;
}

const raster: SurveyRaster = {
  width: 300,
  height: 200,
  read: ({ column, row, width, height }) =>
    Promise.resolve(
      Float32Array.from({ length: width * height }, (_, at) => {
        const [x, y] = [column + (at % width) + 0.5, row + Math.floor(at / width) + 0.5];
        const tube = Math.round(y * pixel) - 1;
        const isGlass = Math.abs(y * pixel - tube - 1) <= 0.06 && Math.abs(x * pixel - 3) <= 2;
        if (!isGlass || tube < 0 || tube >= count) return 20;
        return apparentOf(glassTemperature(heatLoss(states[tube]!, fluid, weather), weather));
      }),
    ),
};

async function evaluate(values: SurveyConditions["values"], at?: Condition) {
  const survey = tubeSurvey(geometry, { ...noConditions, values }, () => at, settings);
  const toPixel = (x: number, y: number) => [x / pixel, -y / pixel] as const;
  await surveyRaster(raster, geometry, toPixel, settings, survey.visit);
  return survey.columns();
}

const whole = {
  emissivity: fixed(surface.emissivity),
  reflected: fixed(surface.reflected),
  ambient: fixed(weather.ambient),
  wind: fixed(weather.wind),
  dni: fixed(weather.dni),
};

it("finds heat loss, uncertainty and class of each tube at its own fluid temperature", async () => {
  const found = await evaluate(whole, fixed(fluid));
  for (const [row, state] of states.entries()) {
    const loss = heatLoss(state, fluid, weather);
    expect(found["heat_loss"]![row]! / loss, state).toBeCloseTo(1, 2);
    expect(found["heat_loss_uncertainty"]![row]!, state).toBeGreaterThan(0.19 * loss);
  }
  expect([...found["glass_tube_temperature"]!]).toEqual([1, 4, 4, 255]);
  expect(found["heat_loss_ratio"]![1]).toBeCloseTo(1, 1);
  // Not seen is not "no finding".
  expect([...found["tube_inspection_validity"]!]).toEqual([0, 0, 0, 2]);
  expect(found["heat_loss"]![3]).toBeNaN();
});

it("goes as far as the conditions reach, and guesses none", async () => {
  const keys = async (values: SurveyConditions["values"], at?: Condition) =>
    Object.keys(await evaluate(values, at)).filter((key) => key !== "tube_inspection_validity");
  expect(await keys({})).toEqual(["infrared_intensity"]);
  const { emissivity, reflected, ambient, wind } = whole;
  expect(await keys({ emissivity, reflected })).toEqual([
    "infrared_intensity",
    "glass_surface_temperature",
  ]);
  const lost = [
    "infrared_intensity",
    "glass_surface_temperature",
    "heat_loss",
    "heat_loss_uncertainty",
  ];
  expect(await keys({ emissivity, reflected, ambient, wind }, fixed(fluid))).toEqual(lost);
  expect(await keys(whole)).toEqual(lost);
});

it("notes strong wind", async () => {
  const found = await evaluate({ ...whole, wind: fixed(9) }, fixed(fluid));
  expect([...found["tube_inspection_validity"]!]).toEqual([1, 1, 1, 2]);
});

/** NREL/SAM, Empirical Trough HCEs.csv, 2008 Schott PTR70: A0 to A6, typed from the file. */
const published: Readonly<Record<ReceiverState, readonly number[]>> = {
  vacuum: [4.05, 0.247, -0.00146, 5.65e-6, 7.62e-8, -1.7, 0.0125],
  air: [50.8, 0.904, 0.000579, 1.13e-5, 1.73e-7, -43.2, 0.524],
  hydrogen: [11.8, 1.35, 0.00075, 4.07e-6, 5.85e-8, -4.48, 0.285],
  broken: [-9.95, 0.465, -0.000854, 1.85e-5, 6.89e-7, 24.7, 3.37],
};

it("gives the yearly loss of each tube that the published polynomial has, within 0.1 %", async () => {
  const found = await evaluate(whole, fixed(fluid));
  const perMetre = (state: ReceiverState) => {
    const [a0 = 0, a1 = 0, a2 = 0, a3 = 0, a4 = 0, a5 = 0, a6 = 0] = published[state];
    const breeze = Math.sqrt(weather.wind);
    return (
      a0 +
      a5 * breeze +
      (a1 + a6 * breeze) * (fluid - weather.ambient) +
      (a2 + a4 * weather.dni) * fluid ** 2 +
      a3 * fluid ** 3
    );
  };
  const energy = found["tube_energy_loss"]!;
  for (const row of [1, 2]) {
    // 4 m of tube, 3,000 hours a year, in MWh.
    const wanted = ((perMetre(states[row]!) - perMetre("vacuum")) * 4 * 3000) / 1e6;
    expect(energy[row]! / wanted, states[row]).toBeGreaterThan(0.999);
    expect(energy[row]! / wanted, states[row]).toBeLessThan(1.001);
  }
  expect(energy[0]!).toBeLessThan(0.001 * energy[1]!);
});
