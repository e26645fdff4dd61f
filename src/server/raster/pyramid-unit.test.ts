// The unit of a thermal orthomosaic: said by the file, by its numbers, or by a user; never guessed.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { isFailure } from "../../domain/error.ts";
import type { RasterSample } from "../../domain/raster/raster.ts";
import type { TemperatureScale } from "../../domain/raster/temperature.ts";
import { openRaster } from "./open-raster.ts";
import { buildPyramid } from "./pyramid.ts";
import { memorySource } from "./range-source.ts";
import { tiffOf } from "./tiff.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "pyramid-unit-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SIDE = 40;
/** 20 to 59 °C, a column each. */
const celsius = (column: number) => 20 + column;

type Stored = {
  sample?: RasterSample;
  of: (celsius: number) => number;
  unit?: string;
  chosen?: TemperatureScale;
};

async function built({ sample = "float32", of, unit, chosen }: Stored) {
  const item = `<Item name="UNITTYPE" sample="0" role="unittype">${unit}</Item>`;
  const bytes = tiffOf([
    {
      width: SIDE,
      height: SIDE,
      sample,
      value: (column) => of(celsius(column)),
      ...(unit !== undefined && { metadata: `<GDALMetadata>${item}</GDALMetadata>` }),
    },
  ]);
  const work = mkdtempSync(join(folder, "work-"));
  const path = join(work, "source.tif");
  writeFileSync(path, bytes);
  const raster = await openRaster(memorySource(bytes));
  return (await buildPyramid(raster, path, work, chosen ?? null)).temperature;
}

it.each<[string, Stored, string]>([
  // As °F they would be -7 to 15 °C.
  ["°C", { of: (value) => value }, "usual"],
  ["tenths of °C", { sample: "int16", of: (value) => 10 * value }, "values"],
  ["hundredths of °C", { sample: "uint16", of: (value) => 100 * value }, "values"],
  ["K", { of: (value) => value + 273.15 }, "values"],
  ["°F that the file names", { of: (value) => 32 + 1.8 * value, unit: "degF" }, "file"],
  [
    "°F that a user names",
    { of: (value) => 32 + 1.8 * value, chosen: { unit: "fahrenheit" } },
    "user",
  ],
  [
    "another scale that a user names",
    { of: (value) => (value + 40) * 7, chosen: { unit: "custom", factor: 1 / 7, offset: -40 } },
    "user",
  ],
])("reads %s", async (_, stored, said_by) => {
  const found = await built(stored);
  expect(found?.said_by).toBe(said_by);
  expect(found?.lowest).toBeCloseTo(20, 2);
  expect(found?.highest).toBeCloseTo(59, 2);
  expect(found?.values?.median).toBeCloseTo(stored.of(40), 2);
});

it.each<[string, Stored]>([
  ["°F that is not named", { of: (value) => 32 + 1.8 * value }],
  ["K that could be tenths of °C", { of: (value) => 273 + 2.4 * (value - 20) }],
  ["°C that the file calls K", { of: (value) => value, unit: "K" }],
])("asks for the unit of %s", async (_, stored) => {
  const cause: unknown = await built(stored).catch((fault: unknown) => fault);
  const [problem] = isFailure(cause) ? cause.problems : [];
  expect(problem?.reason).toBe("orthomosaic_unit");
  // With these the screen shows what each unit would mean.
  expect(Number(problem?.values?.["median"])).toBeCloseTo(stored.of(40), 1);
});
