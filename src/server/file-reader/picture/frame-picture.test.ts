// Temperatures of single images that were exported as TIFF: measured in the unit that a user states, and only then; and
// where they lie, by those of their flight that are not measured.
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
import { rowsInSight } from "../../../domain/evaluation/place/image-view.ts";
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
async function measured(
  { files, images }: Exported,
  scale: TemperatureScale | null,
  isShown: (row: number) => boolean = () => false,
) {
  const found = moduleSurvey(geometry, { ...noConditions, values }, settings);
  const read = new Set<string>();
  const visited = new Set<number>();
  const store = {
    size: (key: string) => Promise.resolve(files.get(key)!.length),
    stream: (key: string, { start, end }: { start: number; end: number }) =>
      Promise.resolve([read.add(key) && files.get(key)!.slice(start, end + 1)]),
  } as unknown as Parameters<typeof visitImages>[0];
  const { counts, used } = await visitImages(store, images, {
    geometry,
    plane,
    settings,
    scale,
    isShown,
    rows: {
      visitRaster: nothing,
      flight: null,
      visitImage: nothing,
      columns: () => ({}),
      findings: () => [],
    },
    visible: {} as Parameters<typeof visitImages>[2]["visible"],
    visit(one) {
      visited.add(one.row);
      found.visit({ ...one, source: 0 });
    },
  });
  return { counts, used: used.map(({ name }) => name), columns: found.columns(), visited, read };
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

/** A raster shows all but what the first image shows alone. */
function isShownBy(images: Exported["images"]) {
  const rows = new Set(
    images.slice(1).flatMap(({ camera }) => rowsInSight(camera, geometry, plane)),
  );
  return (row: number) => rows.has(row);
}

it(
  "places an image that fills a hole of a raster by the images of its flight that the raster shows",
  async () => {
    const { files, images } = await exported();
    const isShown = isShownBy(images);
    const filled = await measured({ files, images }, { unit: "kelvin" }, isShown);
    expect(filled.used).toEqual(["0.tif"]);
    expect(filled.counts).toMatchObject({ measured: 1, placed: 1, flight_not_sure: 0 });
    expect(filled.visited.size).toBe(2);
    expect([...filled.visited].some(isShown)).toBe(false);
    // By itself it has no place, and a file that is broken is not needed.
    const broken = new Map<string, Uint8Array>(
      [...files].map(([name, bytes]) => [name, bytes.slice(0, 9)]),
    );
    broken.set("0.tif", files.get("0.tif")!);
    const alone = await measured({ files: broken, images }, { unit: "kelvin" }, isShown);
    expect(alone.counts).toMatchObject({ measured: 1, placed: 0, flight_not_sure: 1, odd_unit: 0 });
  },
  patient(120_000),
);

it(
  "reads no more images that a raster shows than the flight and those near the hole need",
  async () => {
    const { files, images } = await exported();
    // The four around are taken three times, so that twelve images follow the one of the hole.
    const again = ["x", "y"].flatMap((turn) =>
      images.slice(1).map((one) => {
        const name = `${turn}${one.name}`;
        return { ...one, key: name, name, sha256: name };
      }),
    );
    for (const { name } of again) files.set(name, files.get(name.slice(1))!);
    const all = { files, images: [...images, ...again] };
    const { counts, read } = await measured(all, { unit: "kelvin" }, isShownBy(images));
    expect(counts).toMatchObject({ measured: 1, placed: 1 });
    expect([...read].toSorted()).toEqual(
      [...images, ...again.slice(0, 4)].map(({ name }) => name).toSorted(),
    );
  },
  patient(120_000),
);
