import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openResultImport, type ResultImport } from "../../../tests/fixtures/result-import.ts";
import { isFailure } from "../../domain/error.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { tiffOf } from "../raster/tiff.fixture.ts";
import { listColumns, readColumn } from "../store/plant/column.ts";
import { readTwin } from "../store/plant/twin.ts";
import { readLevel } from "../store/plant/twin-object.ts";
import { lonLatSystem } from "../twin-file/crs.ts";
import { evaluateSurvey } from "./survey.ts";

let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

const utm = lonLatSystem("EPSG:32719")!;
const pixel = 0.05;

/** A raster of the modules `from` to `to` in UTM 19 south: all at 45 °C, `hot` 6 K warmer, the ground at 25 °C; `beside` metres too far east. */
async function rasterOf(from: number, to: number, hot: number, beside = 0): Promise<Uint8Array> {
  const twin = (await readTwin(host.owner.db, host.plant.plant_id))!;
  const level = twin.levels.find(({ component_type }) => component_type === "module")!;
  const { geometry, names } = await readLevel(host.owner.files, level);
  const plane = planeAt(twin.origin);
  const rows = Array.from({ length: geometry.count }, (_, row) => row);
  const place = (x: number, y: number) => utm.fromLonLat(...plane.toLonLat(x, y));
  const at = (row: number) => place(geometry.centreX[row]!, geometry.centreY[row]!);
  const index = (row: number) => {
    const [tracker, module] = names.dtId(row).slice(1).split(".M").map(Number);
    return tracker! * 20 + module!;
  };
  const shown = rows.filter((row) => index(row) >= from && index(row) < to);
  const [xs, ys] = [shown.map((row) => at(row)[0]), shown.map((row) => at(row)[1])];
  const [west, north] = [Math.min(...xs) - 1.2, Math.max(...ys) + 1.2];
  const width = Math.ceil((Math.max(...xs) + 1.2 - west) / pixel);
  const height = Math.ceil((north - Math.min(...ys) + 1.2) / pixel);
  const picture = new Float32Array(width * height).fill(25);
  const image = { width, height, sample: "float32" as const, strip: 16 };
  for (const row of shown) {
    const [x, y] = at(row);
    const reach = Math.ceil(geometry.length[row]! / pixel);
    const [column, line] = [Math.round((x - west) / pixel), Math.round((north - y) / pixel)];
    for (let down = -reach; down <= reach; down++) {
      for (let across = -reach; across <= reach; across++) {
        const [lon, lat] = utm.toLonLat(
          west + (column + across + 0.5) * pixel,
          north - (line + down + 0.5) * pixel,
        );
        const [px, py] = plane.toPlane(lon, lat);
        const [dx, dy] = [px - geometry.centreX[row]!, py - geometry.centreY[row]!];
        const [cos, sin] = [Math.cos(geometry.rotation[row]!), Math.sin(geometry.rotation[row]!)];
        if (Math.abs(dx * cos + dy * sin) > geometry.length[row]! / 2) continue;
        if (Math.abs(dy * cos - dx * sin) > geometry.width[row]! / 2) continue;
        const cell = (line + down) * width + column + across;
        if (cell >= 0 && cell < picture.length) picture[cell] = 45 + (index(row) === hot ? 6 : 0);
      }
    }
  }
  const value = (column: number, row: number) => picture[row * width + column]!;
  return tiffOf([{ ...image, value }], {
    epsg: 32719,
    to_map: [pixel, 0, west + beside, 0, -pixel, north],
  });
}

async function fileOf(name: string, content: Uint8Array | string) {
  const bytes = Buffer.from(content);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await host.owner.files.put(`survey/${sha256}`, bytes);
  return { name, key: `survey/${sha256}`, bytes: bytes.length, sha256 };
}

const weather = "time,irradiance\n2026-06-01T10:00:00Z,800\n";

async function evaluate(analysis_id: number, files: Awaited<ReturnType<typeof fileOf>>[]) {
  const { signal } = new AbortController();
  return evaluateSurvey(host.owner, { analysis_id, files, signal });
}

async function valuesOf(analysis_id: number, key: string): Promise<number[] | null> {
  const [column] = await listColumns(host.owner.db, [analysis_id], [keyFigureByKey(key)!.id]);
  if (!column) return null;
  const values = await readColumn(host.owner.files, column.base_hash);
  const twin = (await readTwin(host.owner.db, host.plant.plant_id))!;
  const level = twin.levels.find(({ component_type }) => component_type === "module")!;
  const { names } = await readLevel(host.owner.files, level);
  const rows = new Map(Array.from(values, (value, row) => [names.dtId(row), value]));
  return Array.from({ length: host.plant.modules }, (_, i) => rows.get(host.plant.moduleId(i))!);
}

it("measures a plant in a raster of another projection, and says what was not seen", async () => {
  const id = await host.plant.addAnalysis("survey", "2026-02-01");
  const files = [
    await fileOf("thermal.tif", await rasterOf(0, 40, 7)),
    await fileOf("conditions.csv", weather),
  ];
  const log = await evaluate(id, files);
  expect(log).toMatchObject({ measured: 40, not_inspected: 20, conditions: { irradiance: 800 } });
  const warm = await valuesOf(id, "delta_t_normalised");
  expect(warm?.[7]).toBeCloseTo(7.5, 3);
  expect(warm?.[6]).toBeCloseTo(0, 3);
  expect((await valuesOf(id, "delta_t_uncertainty"))?.[7]).toBeGreaterThan(1);
  expect((await valuesOf(id, "module_offline"))?.slice(6, 9)).toEqual([0, 1, 0]);
  expect((await valuesOf(id, "module_temperature"))?.[8]).toBeCloseTo(45, 3);
  const validity = await valuesOf(id, "module_inspection_validity");
  expect(validity?.slice(0, 40)).toEqual(Array<number>(40).fill(0));
  // Not seen is not "no finding".
  expect(validity?.[41]).toBe(2);
  expect((await valuesOf(id, "module_offline"))?.[41]).toBe(255);
  const before = await listColumns(host.owner.db, [id]);
  await evaluate(id, files);
  const after = await listColumns(host.owner.db, [id]);
  expect(after.map(({ base_hash }) => base_hash)).toEqual(before.map(({ base_hash }) => base_hash));
}, 60_000);

it("finds the place of a raster that lies beside it", async () => {
  const id = await host.plant.addAnalysis("beside", "2026-02-04");
  const raster = await fileOf("thermal.tif", await rasterOf(0, 40, 7, 0.6));
  const log = await evaluate(id, [raster, await fileOf("conditions.csv", weather)]);
  expect(log?.registrations[0]?.found?.shift_m[0]).toBeCloseTo(0.6, 1);
  expect((await valuesOf(id, "module_offline"))?.slice(6, 9)).toEqual([0, 1, 0]);
}, 60_000);

it("leaves out what needs an irradiance, where none is given", async () => {
  const id = await host.plant.addAnalysis("dark", "2026-02-02");
  await evaluate(id, [await fileOf("thermal.tif", await rasterOf(0, 40, 7))]);
  expect((await valuesOf(id, "module_temperature"))?.[7]).toBeCloseTo(51, 3);
  expect(await valuesOf(id, "delta_t_normalised")).toBeNull();
  expect((await valuesOf(id, "module_inspection_validity"))?.[7]).toBe(1);
}, 60_000);

it.each([
  ["thermal.tif", "no picture", "raster_no_tiff", undefined],
  ["conditions.csv", "time,wind\n2026-06-01T10:00:00Z,fast\n", "condition_value_bad", 2],
])(
  "refuses a broken %s and stores nothing",
  async (name, content, reason, line) => {
    const id = await host.plant.addAnalysis(`bad ${name}`, "2026-02-03");
    const good = await fileOf("other.tif", await rasterOf(0, 2, 0));
    const refused = await evaluate(id, [good, await fileOf(name, content)]).catch(
      (cause: unknown) => cause,
    );
    expect(isFailure(refused) && refused.problems[0]).toMatchObject({
      reason,
      file: name,
      ...(line !== undefined && { line }),
    });
    expect(await listColumns(host.owner.db, [id])).toEqual([]);
  },
  60_000,
);
