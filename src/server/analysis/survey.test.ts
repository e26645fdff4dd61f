import { afterAll, beforeAll, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { patient } from "../../../tests/fixtures/patience.ts";
import { isEveryday, isRelease } from "../../../tests/fixtures/rounds.ts";
import { openResultImport, type ResultImport } from "../../../tests/fixtures/result-import.ts";
import { tiffOf } from "../raster/tiff.fixture.ts";
import { isFailure } from "../../domain/error.ts";
import { NOT_JUDGED } from "../../domain/evaluation/component-survey.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { countUnsure } from "../result/release-effect.ts";
import { listColumns } from "../store/plant/column/column.ts";
import { readEvaluationLog } from "../store/plant/analysis/evaluation.ts";
import { listFindings } from "../store/plant/analysis/finding.ts";
import { analysisColumn, plant } from "../store/schema/plant.ts";
import * as fixture from "./survey.fixture.ts";

let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

const rasters = new Map<string, Promise<Uint8Array>>();
/** Most tests ask for the same raster: it is drawn once. */
function rasterOf(
  from: number,
  to: number,
  hot: number,
  more?: { beside?: number; over?: number; isVisible?: boolean },
): Promise<Uint8Array> {
  const key = JSON.stringify([from, to, hot, more]);
  const drawn = rasters.get(key) ?? fixture.rasterOf(host, from, to, hot, more);
  rasters.set(key, drawn);
  return drawn;
}
const fileOf = (name: string, content: Uint8Array | string) => fixture.fileOf(host, name, content);
const evaluate = (
  id: number,
  files: Parameters<typeof fixture.evaluate>[2],
  about?: Parameters<typeof fixture.evaluate>[3],
) => fixture.evaluate(host, id, files, about);
const valuesOf = (id: number, key: string) => fixture.valuesOf(host, id, key);
/** The tags of size, corner and system of a map. */
const noPlace = { 33550: null, 33922: null, 34735: null };
const weather = "time,irradiance\n2026-06-01T10:00:00Z,800\n";

it(
  "measures a plant in a raster of another projection, and says what was not seen",
  async () => {
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
  },
  patient(60_000),
);

it.skipIf(isEveryday)(
  "has a log that says it all, and repeats: the same inputs have the same bytes",
  async () => {
    const id = await host.plant.addAnalysis("logged", "2026-02-11");
    const other = await host.plant.addAnalysis("logged again", "2026-02-12");
    const files = [
      await fileOf("thermal.tif", await rasterOf(0, 40, 7)),
      await fileOf("conditions.csv", weather),
    ];
    await evaluate(id, files);
    const text = (await readEvaluationLog(host.owner.db, id))!;
    const log = JSON.parse(text);
    expect(log.inputs.map((one: { name: string }) => one.name)).toEqual([
      "thermal.tif",
      "conditions.csv",
    ]);
    expect(log.condition_rows).toMatchObject([
      { quantity: "irradiance", value: 800, source: "file" },
    ]);
    expect(log.formulas.delta_t_normalised).toContain("1000 / irradiance");
    expect(log.outputs.delta_t_normalised).toMatch(/^[0-9a-f]{64}$/);
    expect(log.version).toMatch(/^\d+\./);
    // The limits of the log, and its conditions entered by hand, give the same values.
    await evaluate(other, files.slice(0, 1), { rows: log.condition_rows });
    const repeated = JSON.parse((await readEvaluationLog(host.owner.db, other))!);
    expect(repeated.outputs).toEqual(log.outputs);
    await evaluate(id, files);
    expect(await readEvaluationLog(host.owner.db, id)).toBe(text);
  },
  patient(90_000),
);

it(
  "takes a raster for temperatures only where a user says so",
  async () => {
    const id = await host.plant.addAnalysis("heights", "2026-02-13");
    const files = [await fileOf("heights.tif", await rasterOf(0, 40, 7))];
    const log = await evaluate(id, files, { confirmed: false });
    expect(log).toMatchObject({ unconfirmed: ["heights.tif"], measured: 0 });
    expect(await listColumns(host.owner.db, [id])).toEqual([]);
    expect(await evaluate(id, files)).toMatchObject({ unconfirmed: [], not_judged: 40 });
  },
  patient(60_000),
);

it.skipIf(isEveryday)(
  "leaves imported values of the same key figures as they are, and says so",
  async () => {
    const id = await host.plant.addAnalysis("imported", "2026-02-14");
    const files = [
      await fileOf("thermal.tif", await rasterOf(0, 40, 7)),
      await fileOf("conditions.csv", weather),
    ];
    await evaluate(id, files);
    const { id: figure } = keyFigureByKey("delta_t_normalised")!;
    const before = await listColumns(host.owner.db, [id], [figure]);
    await host.owner.db
      .update(analysisColumn)
      .set({ is_evaluated: false })
      .where(eq(analysisColumn.key_figure_id, figure));
    const other = [await fileOf("thermal.tif", await rasterOf(0, 40, 8)), files[1]!];
    const log = await evaluate(id, other);
    expect(log?.kept).toEqual(["delta_t_normalised"]);
    const after = await listColumns(host.owner.db, [id], [figure]);
    expect(after[0]?.base_hash).toBe(before[0]?.base_hash);
    expect((await valuesOf(id, "module_offline"))?.slice(6, 9)).toEqual([0, 0, 1]);
  },
  patient(60_000),
);

it.skipIf(isEveryday)(
  "sees in a visible raster that a module is missing, and asks for a look at it",
  async () => {
    const id = await host.plant.addAnalysis("visible", "2026-02-17");
    const colours = await fileOf("colours.tif", await rasterOf(0, 40, 7, { isVisible: true }));
    const log = await evaluate(id, [colours]);
    expect(log).toMatchObject({ visible: ["colours.tif"], ignored: [], measured: 40 });
    const missing = await valuesOf(id, "module_missing");
    expect(missing?.slice(6, 9)).toEqual([0, 1, 0]);
    expect(missing?.[41]).toBe(255);
    expect(await valuesOf(id, "module_temperature")).toBeNull();
    const findings = await listFindings(host.owner.db, id);
    expect(findings).toMatchObject([{ dt_id: "T0.M7", reasons: ["visible"], confidence: null }]);
    // With temperatures that do not say so, the visible raster decides, and temperatures keep the rest.
    const thermal = await fileOf("thermal.tif", await rasterOf(0, 40, 12));
    await evaluate(id, [colours, thermal, await fileOf("conditions.csv", weather)]);
    expect((await valuesOf(id, "module_missing"))?.slice(6, 9)).toEqual([0, 1, 0]);
    expect((await valuesOf(id, "module_offline"))?.[12]).toBe(1);
  },
  patient(60_000),
);

it.runIf(isRelease)(
  "judges by the limits of the plant",
  async () => {
    const id = await host.plant.addAnalysis("own limits", "2026-02-15");
    const files = [
      await fileOf("thermal.tif", await rasterOf(0, 40, 7)),
      await fileOf("conditions.csv", weather),
    ];
    const set = (evaluation_limits: { module_warm_k?: number }) =>
      host.owner.db
        .update(plant)
        .set({ evaluation_limits })
        .where(eq(plant.id, host.plant.plant_id));
    await set({ module_warm_k: 9 });
    const log = await evaluate(id, files);
    expect(log?.settings.module_warm_k).toBe(9);
    expect((await valuesOf(id, "module_offline"))?.[7]).toBe(0);
    await set({});
    await evaluate(id, files);
    expect((await valuesOf(id, "module_offline"))?.[7]).toBe(1);
  },
  patient(60_000),
);

it(
  "flags a finding near its limit, and no clear one",
  async () => {
    const id = await host.plant.addAnalysis("near", "2026-02-16");
    const conditions = await fileOf("conditions.csv", weather);
    // 3.3 K are 4.1 K at 1000 W/m2: just above the limit of 4 K.
    await evaluate(id, [
      await fileOf("thermal.tif", await rasterOf(0, 40, 7, { over: 3.3 })),
      conditions,
    ]);
    const [finding, ...more] = await listFindings(host.owner.db, id);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ dt_id: "T0.M7", reasons: ["limit"], state: "open" });
    expect(finding?.confidence).toBeGreaterThan(0.5);
    expect(finding?.confidence).toBeLessThan(0.7);
    expect(finding?.candidates.map(({ dt_id }) => dt_id).toSorted()).toEqual(["T0.M6", "T0.M8"]);
    await evaluate(id, [await fileOf("thermal.tif", await rasterOf(0, 40, 7)), conditions]);
    expect(await listFindings(host.owner.db, id)).toEqual([]);
  },
  patient(60_000),
);

it(
  "finds the place of a raster that lies beside it",
  async () => {
    const id = await host.plant.addAnalysis("beside", "2026-02-04");
    const raster = await fileOf("thermal.tif", await rasterOf(0, 40, 7, { beside: 0.6 }));
    const log = await evaluate(id, [raster, await fileOf("conditions.csv", weather)]);
    expect(log?.registrations[0]?.found?.shift_m[0]).toBeCloseTo(0.6, 1);
    expect((await valuesOf(id, "module_offline"))?.slice(6, 9)).toEqual([0, 1, 0]);
  },
  patient(60_000),
);

it(
  "leaves out what needs an irradiance, where none is given",
  async () => {
    const id = await host.plant.addAnalysis("dark", "2026-02-02");
    await evaluate(id, [await fileOf("thermal.tif", await rasterOf(0, 40, 7))]);
    expect((await valuesOf(id, "module_temperature"))?.[7]).toBeCloseTo(51, 3);
    expect(await valuesOf(id, "delta_t_normalised")).toBeNull();
    expect((await valuesOf(id, "module_inspection_validity"))?.[7]).toBe(NOT_JUDGED);
    // A release asks for them.
    expect(await countUnsure(host.owner.db, id)).toBe(40);
  },
  patient(60_000),
);

it(
  "leaves a raster without a place out, names it, and measures the others",
  async () => {
    const id = await host.plant.addAnalysis("unplaced", "2026-02-20");
    const good = await fileOf("thermal.tif", await rasterOf(0, 40, 7));
    const placeless = tiffOf([
      { width: 3000, height: 40, sample: "float32", strip: 8, value: () => 30, lies: noPlace },
    ]);
    const log = await evaluate(id, [await fileOf("bare.tif", placeless), good]);
    expect(log).toMatchObject({ not_judged: 40, unplaced: [{ file: "bare.tif" }] });
    expect(log!.unplaced[0]!.reason).toBe("raster_not_georeferenced");
  },
  patient(60_000),
);

it(
  "is refused where no raster has a place, and what an earlier evaluation wrote stays",
  async () => {
    const id = await host.plant.addAnalysis("all unplaced", "2026-02-21");
    await evaluate(id, [await fileOf("thermal.tif", await rasterOf(0, 40, 7))]);
    const written = () => readEvaluationLog(host.owner.db, id);
    const before = await written();
    expect(before).not.toBeNull();
    const bare = tiffOf([
      { width: 3000, height: 40, sample: "float32", strip: 8, value: () => 30, lies: noPlace },
    ]);
    const refused = await evaluate(id, [await fileOf("bare.tif", bare)]).catch(
      (cause: unknown) => cause,
    );
    expect(isFailure(refused) && refused.problems).toMatchObject([
      { reason: "raster_not_georeferenced", file: "bare.tif" },
    ]);
    expect(await written()).toBe(before);
  },
  patient(60_000),
);

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
  patient(60_000),
);
