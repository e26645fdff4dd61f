// A known plant in single images: rendered through the camera's rays, measured through its projection.
import { expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import type { ImageCamera } from "../image/image-camera.ts";
import { PLACE_NOT_SURE } from "./component-survey.ts";
import { noConditions } from "./condition-record.ts";
import { evaluationSettings as settings } from "./evaluation-settings.ts";
import { cameraAt, foundAlone, imageOf, plane } from "./image-scene.fixture.ts";
import { flightPlaces } from "./place/flight-place.ts";
import { lookPlaces } from "./place/look-place.ts";
import { rasterOf, surveyImage } from "./image-survey.ts";
import { moduleSurvey } from "./module/module-survey.ts";
import { lyingAcross } from "./place/lying-across.fixture.ts";
import { isRelease } from "../../../tests/fixtures/rounds.ts";
import { sceneGeometry, type SceneState } from "./scene.fixture.ts";

const values = { irradiance: { mean: 1000, deviation: 0, count: 1 } };

const geometry = sceneGeometry;
const hot: SceneState = (row) => (row === 60 ? 8 : 0);
/** A reflection on module 62, seen by the first image only. */
const reflected: SceneState = (row, u, v) =>
  hot(row, u, v) + (row === 62 && Math.abs(u - 0.5) < 0.05 && Math.abs(v - 0.5) < 0.1 ? 25 : 0);

async function survey(cameras: readonly ImageCamera[], stateOf: (image: number) => SceneState) {
  const found = moduleSurvey(geometry, { ...noConditions, values }, settings);
  const placeOf = lookPlaces(plane);
  for (const [index, camera] of cameras.entries()) {
    const grid = await imageOf(camera, stateOf(index), index + 1);
    const place = placeOf(camera);
    const at = await foundAlone(grid, camera, geometry);
    await surveyImage({ grid, camera, geometry, plane }, settings, at, (one) =>
      found.visit({ ...one, place }),
    );
  }
  return found;
}

const cameras = [cameraAt(20, -9), cameraAt(23, -10, { yaw_deg: -20 }), cameraAt(26, -8)];

it(
  "measures modules in single images, and combines what several of them show",
  async () => {
    const found = await survey(cameras, () => hot);
    const columns = found.columns();
    expect(found.count()).toBeGreaterThan(60);
    expect(columns["module_temperature"]![60]).toBeCloseTo(53, 0);
    expect(columns["delta_t_normalised"]![60]! - 8).toBeLessThan(0.3);
    expect(columns["module_offline"]!.slice(58, 63)).toEqual(Uint8Array.of(0, 0, 1, 0, 0));
    const one = (await survey(cameras.slice(0, 1), () => hot)).columns();
    expect(columns["delta_t_uncertainty"]![60]!).toBeLessThanOrEqual(
      one["delta_t_uncertainty"]![60]!,
    );
  },
  patient(60_000),
);

it.runIf(isRelease)(
  "takes no reflection for a hotspot that one of three looks shows",
  async () => {
    const single = (await survey(cameras.slice(0, 1), () => reflected)).columns();
    expect(single["hotspots"]![62]).toBeGreaterThan(0);
    const several = (await survey(cameras, (image) => (image === 0 ? reflected : hot))).columns();
    expect(several["hotspots"]![62]).toBe(0);
    // Two images from one place show the same reflection, and are one look.
    const [first, second] = [cameras[0]!, cameras[1]!];
    const beside = { ...cameraAt(20.2, -9.1), yaw_deg: 15 };
    const burst = await survey([second, first, beside], (image) => (image === 0 ? hot : reflected));
    expect(burst.columns()["hotspots"]![62]).toBe(0);
  },
  patient(60_000),
);

it(
  "leaves out looks that are flatter than 60 degrees",
  async () => {
    const far = cameraAt(23, -90, { pitch_deg: -20, yaw_deg: 0 });
    expect((await survey([far], () => hot)).count()).toBe(0);
  },
  patient(60_000),
);

it(
  "does not say which module it was where neither the image nor the camera's position tells it",
  async () => {
    const found = moduleSurvey(geometry, { ...noConditions, values }, settings);
    // A plant's setting is true for one camera: 1.05 m beside, the next module would be taken for it.
    const tight = { ...settings, camera_position_m: 0.03 };
    for (const [beside, own] of [
      [0, settings],
      [1.05, tight],
    ] as const) {
      const camera = cameraAt(20, -9, { position_m: null });
      const grid = await imageOf(camera, hot, 1);
      const stated = cameraAt(20 + beside, -9, { position_m: null });
      const flight = { geometry, plane, settings: own, cameras: [stated], isChecked: true };
      const places = flightPlaces(flight);
      await places.look(0, rasterOf(grid));
      await surveyImage(
        { grid, camera: stated, geometry, plane },
        own,
        places.placeOf(0),
        found.visit,
      );
      expect(found.count()).toBe(0);
    }
    const columns = found.columns();
    expect(Object.keys(columns)).toEqual(["module_inspection_validity"]);
    const validity = Array.from(columns["module_inspection_validity"]!);
    expect(validity.filter((one) => one === PLACE_NOT_SURE).length).toBeGreaterThan(60);
  },
  patient(60_000),
);

it(
  "measures no module in an image that shows others than the twin has",
  async () => {
    const found = moduleSurvey(geometry, { ...noConditions, values }, settings);
    const camera = cameras[0]!;
    const grid = await imageOf(camera, hot, 1);
    const turned = lyingAcross(geometry);
    const at = await foundAlone(grid, camera, turned);
    await surveyImage({ grid, camera, geometry: turned, plane }, settings, at, found.visit);
    expect(found.count()).toBe(0);
  },
  patient(60_000),
);

it(
  "measures no module in a part of an image that lies beside the rest",
  async () => {
    const camera = cameras[0]!;
    const grid = await imageOf(camera, hot, 1);
    const { width } = grid;
    // The right part of the picture is seen eight pixels further up, as after a shake of a slow shutter.
    const torn = grid.values.map((own, at) =>
      at % width > 0.75 * width ? (grid.values[at + 8 * width] ?? own) : own,
    );
    const placed: boolean[] = [];
    const broken = { ...grid, values: torn };
    const at = await foundAlone(broken, camera, geometry);
    await surveyImage({ grid: broken, camera, geometry, plane }, settings, at, (one) =>
      placed.push(one.is_placed),
    );
    expect(placed.filter(Boolean).length).toBeGreaterThan(20);
    expect(placed.filter((one) => !one).length).toBeGreaterThan(8);
  },
  patient(60_000),
);
