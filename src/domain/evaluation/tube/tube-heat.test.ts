import { expect, it } from "vitest";
import { bandApparent } from "../camera-band.fixture.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { glassTemperature, heatLoss } from "./receiver-heat.ts";
import { surfaceTemperature, tubeCondition, tubeHeat } from "./tube-heat.ts";

const weather = { ambient: 25, wind: 2, dni: 0 };
const surface = { emissivity: 0.86, reflected: 10 };

/** What the camera sees of a glass: emitted and reflected radiation. */
const apparentOf = (glass: number) => bandApparent(glass, surface);

it.each([
  ["vacuum", 1],
  ["hydrogen", 4],
  ["air", 4],
] as const)("finds the heat loss of a tube with %s again", (state, glassClass) => {
  const loss = heatLoss(state, 393, weather);
  const apparent = apparentOf(glassTemperature(loss, weather));
  const found = tubeHeat(apparent, surface, weather, 0, settings);
  expect(found.heat_loss / loss).toBeCloseTo(1, 2);
  expect(found.uncertainty / loss).toBeGreaterThan(settings.heat_loss_share);
  expect(tubeCondition(found.heat_loss, 393, weather)?.class).toBe(glassClass);
});

it("is less certain with a noisy temperature and in wind", () => {
  const at = (wind: number, noise: number) =>
    tubeHeat(90, surface, { ambient: 25, wind }, noise, settings).uncertainty;
  expect(at(2, 3)).toBeGreaterThan(at(2, 0));
  expect(at(5, 0)).toBeGreaterThan(at(2, 0));
});

it("corrects for what the glass reflects", () => {
  expect(surfaceTemperature(apparentOf(120), surface)).toBeCloseTo(120, 2);
  expect(surfaceTemperature(80, { emissivity: 1, reflected: -20 })).toBeCloseTo(80, 6);
});

it("has no class where all states lose alike", () => {
  expect(tubeCondition(10, 25, weather)).toBeNull();
});
