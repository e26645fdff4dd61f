// Control points over HTTP: set, refused, used by the next evaluation, and taken away.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { openResultImport, type ResultImport } from "../../../../tests/fixtures/result-import.ts";
import { api } from "../../../api/index.ts";
import type { ControlPoint } from "../../../domain/evaluation/place/control-point.ts";
import { planeAt } from "../../../domain/geometry/plane.ts";
import * as survey from "../../analysis/survey.fixture.ts";
import { readHistory } from "../../store/plant/analysis/analysis-history.ts";
import { analysisFile } from "../../store/schema/analysis-file.ts";
import { readTwin } from "../../store/plant/twin.ts";
import { readLevel } from "../../store/plant/twin-object.ts";
import { isEveryday } from "../../../../tests/fixtures/rounds.ts";

const calls = api.controlPoint;
/** Metres that the raster lies too far east: further than the rows are looked for. */
const BESIDE_M = 6;
let host: ResultImport;
let id: number;
let raster: Awaited<ReturnType<typeof survey.fileOf>>;
/** Corners of the first and the last module of the raster, as a person sets them, to the centimetre. */
let points: ControlPoint[];

beforeAll(async () => {
  host = await openResultImport();
  id = await host.plant.addAnalysis("Beside", "2026-04-01");
  const bytes = await survey.rasterOf(host, 0, 40, 7, { beside: BESIDE_M });
  raster = await survey.fileOf(host, "beside.tif", bytes);
  await host.owner.db.insert(analysisFile).values({
    analysis_id: id,
    file_name: raster.name,
    name_key: raster.name,
    object: raster.key,
    bytes: raster.bytes,
    sha256: raster.sha256,
  });
  const twin = (await readTwin(host.owner.db, host.plant.plant_id))!;
  const level = twin.levels.find(({ component_type }) => component_type === "module")!;
  const { geometry, names } = await readLevel(host.owner.files, level);
  const plane = planeAt(twin.origin);
  points = [0, 19].map((module, at) => {
    const row = Array.from({ length: geometry.count }, (_, one) => one).find(
      (one) => names.dtId(one) === host.plant.moduleId(module),
    )!;
    const place = [geometry.centreX[row]!, geometry.centreY[row]!] as const;
    const error = at === 0 ? 0.01 : -0.01;
    return {
      place: plane.toLonLat(...place),
      // UTM and the plane differ by a share of a percent: a few centimetres.
      seen: plane.toLonLat(place[0] + BESIDE_M + error, place[1]),
    };
  });
}, patient(60_000));
afterAll(() => host.server.close());

const set = async (body: { sha256: string; points: ControlPoint[] }) => {
  const answer = await host.server.ask(calls.set, "analyst", { params: { id }, body });
  return { status: answer.status, body: answer.body as Record<string, never> };
};
const list = async () =>
  (await host.server.ask(calls.list, "analyst", { params: { id } })).body as {
    rasters: { points: ControlPoint[]; place: { found: unknown } | null }[];
  };
const isOutdated = async () =>
  (
    (await host.server.ask(api.evaluation.conditions, "analyst", { params: { id } })).body as {
      is_outdated: boolean;
    }
  ).is_outdated;
const evaluate = () => survey.evaluate(host, id, [raster]);
const inPlace = ({ measured, not_judged }: { measured: number; not_judged: number }) =>
  measured + not_judged;

describe("control points", () => {
  it.skipIf(isEveryday)(
    "place a raster that lies too far away, and removing them ends that",
    async () => {
      const before = (await evaluate())!;
      expect([inPlace(before), before.place_not_sure > 30]).toEqual([0, true]);
      expect((await list()).rasters).toMatchObject([{ points: [], place: { found: null } }]);

      expect((await set({ sha256: raster.sha256, points })).status).toBe(200);
      expect((await list()).rasters[0]!.points).toEqual(points);
      expect(await isOutdated()).toBe(true);
      const [newest] = await readHistory(host.owner.db, id);
      expect(newest).toMatchObject({ field: "control_points", old_value: null });
      expect(newest!.new_value).toMatch(/^beside\.tif 2 ± 0\.0\d\d m$/);

      const log = (await evaluate())!;
      expect(log.control_points).toEqual([{ sha256: raster.sha256, points }]);
      const { found } = log.registrations[0]!;
      expect(found).toMatchObject({ is_ambiguous: false, control: { points: 2, check: "agrees" } });
      expect(found!.shift_m[0]).toBeCloseTo(BESIDE_M, 1);
      // Without the irradiance modules have their temperature, and no finding.
      expect(inPlace(log)).toBeGreaterThanOrEqual(40);
      const values = (await survey.valuesOf(host, id, "module_temperature"))!;
      expect(values[7]).toBeCloseTo(51, 1);
      expect(values[8]).toBeCloseTo(45, 1);
      expect(await isOutdated()).toBe(false);

      expect((await set({ sha256: raster.sha256, points: [] })).status).toBe(200);
      expect(await isOutdated()).toBe(true);
      expect(inPlace((await evaluate())!)).toBe(0);
    },
    patient(120_000),
  );

  it("are for maps, not for single images that were exported as TIFF", async () => {
    const { db } = host.owner;
    const [row] = await db
      .insert(analysisFile)
      .values({
        analysis_id: id,
        file_name: "DJI_0001_T.tif",
        name_key: "dji_0001_t.tif",
        object: "frame",
        bytes: 1,
        sha256: "f".repeat(64),
        temperature_values: { low: 25, median: 35, high: 45 },
      })
      .returning({ id: analysisFile.id });
    const names = (await list()).rasters.map((one) => (one as { file_name?: string }).file_name);
    await db.delete(analysisFile).where(eq(analysisFile.id, row!.id));
    expect(names).toEqual(["beside.tif"]);
  });

  it("are refused with the reason, and nothing is stored", async () => {
    const [first, last] = points as [ControlPoint, ControlPoint];
    const close = { ...last, place: first.place, seen: first.seen };
    const reasonOf = async (body: Parameters<typeof set>[0]) => {
      const { status, body: answer } = await set(body);
      return [status, (answer["problems"] as unknown as { reason: string }[])[0]?.reason];
    };
    const { sha256 } = raster;
    expect(await reasonOf({ sha256, points: [first] })).toEqual([400, "control_count"]);
    expect(await reasonOf({ sha256, points: [first, close] })).toEqual([400, "control_twice"]);
    expect(await reasonOf({ sha256: "0".repeat(64), points })).toEqual([400, "control_raster"]);
    expect((await list()).rasters[0]!.points).toEqual([]);
  });

  it("are not for who may not change the analysis", async () => {
    const body = { sha256: raster.sha256, points };
    const answer = await host.server.ask(calls.set, "viewer", { params: { id }, body });
    expect(answer.status).toBe(403);
  });
});
