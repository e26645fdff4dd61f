// Colours and temperatures of one plant, each in its place or beside it.
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { openResultImport, type ResultImport } from "../../../tests/fixtures/result-import.ts";
import { countUnsure } from "../result/release-effect.ts";
import * as fixture from "./survey.fixture.ts";

let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

const weather = "time,irradiance\n2026-06-01T10:00:00Z,800\n";
const thermalAt = async (beside: number) =>
  fixture.fileOf(host, "thermal.tif", await fixture.rasterOf(host, 0, 40, 7, { beside }));
const coloursAt = async (beside: number) => {
  const colours = await fixture.rasterOf(host, 0, 40, 12, { isVisible: true, beside });
  return fixture.fileOf(host, "colours.tif", colours);
};
const countOf = (values: readonly number[] | null, wanted: number) =>
  values?.filter((one) => one === wanted).length ?? 0;

it(
  "counts a component once where its colours are in place and its temperatures are not",
  async () => {
    const id = await host.plant.addAnalysis("one in place", "2026-03-01");
    const conditions = await fixture.fileOf(host, "conditions.csv", weather);
    const files = [await coloursAt(0), await thermalAt(30), conditions];
    const log = (await fixture.evaluate(host, id, files))!;
    expect(log.registrations.map(({ file, found }) => [file, found === null])).toEqual([
      ["colours.tif", false],
      ["thermal.tif", true],
    ]);
    expect(log.measured).toBe(40);
    expect(log.measured + log.not_inspected + log.place_not_sure).toBe(60);
    const validity = await fixture.valuesOf(host, id, "module_inspection_validity");
    // What colours show is valid with a note; of the others no place is sure, or nothing was seen.
    expect(validity?.slice(0, 40)).toEqual(Array<number>(40).fill(1));
    expect(countOf(validity, 3)).toBe(log.place_not_sure);
    expect(countOf(validity, 2)).toBe(log.not_inspected);
    expect((await fixture.valuesOf(host, id, "module_missing"))?.slice(11, 14)).toEqual([0, 1, 0]);
    // A release asks for a written confirmation: the temperatures have no place at all.
    expect(log.place_not_sure).toBe(0);
    expect(await countUnsure(host.owner.db, id)).toBe(1);
  },
  patient(60_000),
);

it(
  "says that no fault was judged by temperatures in weak light, also where colours show the modules",
  async () => {
    const id = await host.plant.addAnalysis("weak light", "2026-03-09");
    const weak = await fixture.fileOf(host, "weak.csv", weather.replace("800", "90"));
    const files = [await coloursAt(0), await thermalAt(0), weak];
    const log = (await fixture.evaluate(host, id, files))!;
    expect(log).toMatchObject({ measured: 40, not_inspected: 20, not_judged: 40 });
    const validity = await fixture.valuesOf(host, id, "module_inspection_validity");
    expect(countOf(validity, 1)).toBe(40);
    // A release asks for a written confirmation of each of them.
    expect(await countUnsure(host.owner.db, id)).toBe(40);
  },
  patient(60_000),
);

it(
  "says of each component that only a visible raster without a place shows that its place is not sure",
  async () => {
    const id = await host.plant.addAnalysis("colours beside", "2026-03-02");
    const log = (await fixture.evaluate(host, id, [await coloursAt(6)]))!;
    expect(log).toMatchObject({ measured: 0, registrations: [{ found: null }] });
    expect(log.place_not_sure).toBeGreaterThan(20);
    const validity = await fixture.valuesOf(host, id, "module_inspection_validity");
    expect(countOf(validity, 3)).toBe(log.place_not_sure);
    expect(countOf(await fixture.valuesOf(host, id, "module_missing"), 255)).toBe(60);
    // A release asks for a written confirmation.
    expect(await countUnsure(host.owner.db, id)).toBe(log.place_not_sure);
  },
  patient(60_000),
);

it(
  "measures nothing in a raster that shows temperatures as colours, and says so",
  async () => {
    const id = await host.plant.addAnalysis("iron", "2026-03-03");
    const iron = await fixture.rasterOf(host, 0, 40, 12, { isIron: true });
    const files = [await fixture.fileOf(host, "colours.tif", iron)];
    const log = await fixture.evaluate(host, id, files);
    expect(log).toMatchObject({
      false_colour: ["colours.tif"],
      visible: [],
      registrations: [],
      measured: 0,
      not_inspected: 60,
      flagged: 0,
    });
    expect(await fixture.valuesOf(host, id, "soiling")).toBeNull();
    expect(await fixture.valuesOf(host, id, "module_missing")).toBeNull();
  },
  patient(60_000),
);

it(
  "has no value of a module in whose place the file has the number 0 alone",
  async () => {
    const id = await host.plant.addAnalysis("hole", "2026-03-04");
    const hole = await fixture.rasterOf(host, 0, 40, 7, { empty: 30 });
    const files = [
      await fixture.fileOf(host, "thermal.tif", hole),
      // Of the day of the flight: without an irradiance no fault is judged.
      await fixture.fileOf(host, "conditions.csv", weather.replace("06-01", "03-04")),
    ];
    const log = await fixture.evaluate(host, id, files);
    expect(log).toMatchObject({ measured: 39, not_inspected: 21, place_not_sure: 0 });
    // It is not missing for sure: nothing was seen there.
    const missing = await fixture.valuesOf(host, id, "module_missing");
    expect(missing?.slice(29, 32)).toEqual([0, 255, 0]);
    const validity = await fixture.valuesOf(host, id, "module_inspection_validity");
    expect(validity?.[30]).toBe(2);
    for (const beside of [29, 31]) expect(validity?.[beside]).toBeLessThan(2);
  },
  patient(60_000),
);
