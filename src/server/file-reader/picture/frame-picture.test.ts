// Temperatures of single images that were exported as TIFF: measured in the unit that a user states, and only then.
import { expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { noConditions } from "../../../domain/evaluation/condition-record.ts";
import { evaluationSettings as settings } from "../../../domain/evaluation/evaluation-settings.ts";
import {
  cameraAt,
  imageOf,
  outerCameras,
  plane,
} from "../../../domain/evaluation/image-scene.fixture.ts";
import { moduleSurvey } from "../../../domain/evaluation/module/module-survey.ts";
import { sceneGeometry as geometry } from "../../../domain/evaluation/scene.fixture.ts";
import type { TemperatureScale } from "../../../domain/raster/temperature.ts";
import { tiffOf } from "../../raster/tiff.fixture.ts";
import { visitImages } from "./image-part.ts";

const nothing = () => Promise.resolve();
const values = { irradiance: { mean: 1000, deviation: 0, count: 1 } };
/** Images in K of one flight: module 60 is 8 K warmer than the others, which have 45 °C. */
async function exported() {
  const files = new Map<string, Uint8Array>();
  const cameras = [cameraAt(20, -9), ...outerCameras];
  const images = [];
  for (const [index, one] of cameras.entries()) {
    const {
      width,
      height,
      values: celsius,
    } = await imageOf(one, (row) => (row === 60 ? 8 : 0), index + 1);
    const value = (column: number, row: number) => celsius[row * width + column]! + 273.15;
    const lies = { 33550: null, 33922: null, 34735: null };
    const name = `${index}.tif`;
    files.set(name, tiffOf([{ width, height, sample: "float32", strip: 32, value, lies }]));
    const about = { is_thermal: true, is_radiometric: true, is_exported: true };
    const times = { taken_at: null, clock: null, drone_serial: null };
    images.push({ key: name, name, sha256: name, camera: one, ...about, ...times });
  }
  return { files, images };
}

type Exported = Awaited<ReturnType<typeof exported>>;

/** What they give with this unit. */
async function measured({ files, images }: Exported, scale: TemperatureScale | null) {
  const found = moduleSurvey(geometry, { ...noConditions, values }, settings);
  const store = {
    size: (key: string) => Promise.resolve(files.get(key)!.length),
    stream: (key: string, { start, end }: { start: number; end: number }) =>
      Promise.resolve([files.get(key)!.slice(start, end + 1)]),
  } as unknown as Parameters<typeof visitImages>[0];
  const { counts } = await visitImages(store, images, {
    geometry,
    plane,
    settings,
    scale,
    isShown: () => false,
    rows: {
      visitRaster: nothing,
      flight: null,
      visitImage: nothing,
      columns: () => ({}),
      findings: () => [],
    },
    visible: {} as Parameters<typeof visitImages>[2]["visible"],
    visit: (one) => found.visit({ ...one, source: 0 }),
  });
  return { counts, columns: found.columns() };
}

it(
  "is measured in the stated unit, and left out without one or in an impossible one",
  async () => {
    const given = await exported();
    const { counts, columns } = await measured(given, { unit: "kelvin" });
    expect(counts).toMatchObject({ measured: 5, placed: 5, unconfirmed: 0, odd_unit: 0 });
    expect(columns["module_temperature"]![60]).toBeCloseTo(53, 0);
    expect((await measured(given, null)).counts).toMatchObject({ measured: 0, unconfirmed: 5 });
    // 318 °C is no temperature of a module.
    const celsius = await measured(given, { unit: "celsius" });
    expect(celsius.counts).toMatchObject({ measured: 0, odd_unit: 5 });
  },
  patient(60_000),
);
