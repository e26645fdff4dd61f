import { expect, it } from "vitest";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { scatterOf } from "./tube-scatter.ts";

/** Tubes above and below the fit in turn. */
const tubes = (count: number, miss_k: number, noise_k: number) =>
  Array.from({ length: count }, (_, at) => ({
    miss_k: at % 2 === 0 ? miss_k : -miss_k,
    noise_k,
    by_fluid: 0.1,
    by_heat: -30,
  }));

it("takes camera and fluid for what the noise of the intact tubes does not explain", () => {
  // root(0.3^2 - 0.1^2) = 0.283 K, which a fluid 2.83 K wrong would make: more than is assumed of it.
  const wide = scatterOf(tubes(100, 0.3, 0.1), settings);
  // A fluid 2 K wrong makes 0.2 K of them, and the camera root(0.08 - 0.04) = 0.2 K; 2.83 / 3 % of the heat make all.
  expect(wide).toMatchObject({
    noise_share: 1,
    explanations: [
      { camera_k: expect.closeTo(0.2828, 4), fluid_k: 0, heat_share: 0 },
      { camera_k: expect.closeTo(0.2, 9), fluid_k: 2, heat_share: 0 },
      { camera_k: expect.closeTo(0, 6), fluid_k: 0, heat_share: expect.closeTo(0.00943, 5) },
    ],
  });
  // 0.12 K of 0.1 K of noise leave 0.0663 K, as a fluid that is 0.66 K wrong.
  const [camera, fluid] = scatterOf(tubes(100, 0.12, 0.1), settings).explanations;
  expect(camera!.camera_k).toBeCloseTo(0.0663, 4);
  expect(fluid!.fluid_k).toBeCloseTo(0.663, 3);
});

it("takes stated noise for as much as the tubes have", () => {
  const none = { camera_k: 0, fluid_k: 0, heat_share: 0, least_k: expect.closeTo(0.1, 9) };
  expect(scatterOf(tubes(100, 0.1, 0.2), settings)).toEqual({
    explanations: [none, none, none],
    noise_share: expect.closeTo(0.5, 9),
    usual_noise_k: expect.closeTo(0.3, 9),
  });
  // No camera is evener than 0.05 K.
  expect(scatterOf(tubes(100, 0.001, 0.2), settings).noise_share).toBeCloseTo(0.25, 9);
});

it("assumes what few tubes do not show", () => {
  const { camera_relative_k: camera_k, fluid_k, repeat_share: heat_share } = settings;
  expect(scatterOf(tubes(59, 0.1, 0.1), settings)).toEqual({
    explanations: [{ camera_k, fluid_k, heat_share, least_k: 0 }],
    noise_share: 1,
    usual_noise_k: 0,
  });
});
