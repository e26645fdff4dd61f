// A hot place that may be a reflection of the sun, and a warm module that may be open, over HTTP: not sure, until a
// person says what it is.
import { eq, ne } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { openResultImport, type ResultImport } from "../../../../tests/fixtures/result-import.ts";
import { api } from "../../../api/index.ts";
import type { Review } from "../../../domain/evaluation/finding-review.ts";
import * as survey from "../../analysis/survey.fixture.ts";
import { flaggedFinding } from "../../store/schema/finding.ts";
import { plant } from "../../store/schema/plant.ts";

const review = api.findingReview;
/** Numbers of the class of abnormality and of the fault type. */
const [POWER_LOST, OPEN_CIRCUIT] = [5, 4];
let host: ResultImport;
let id: number;
beforeAll(async () => {
  host = await openResultImport();
}, patient(60_000));

/** A survey of the plant in which module 7 has a round hot place. */
async function evaluated(name: string, irradiance: number): Promise<void> {
  id = await host.plant.addAnalysis(name, "2026-03-03");
  const raster = await survey.rasterOf(host, 0, 40, 7, { over: 30, isRound: true });
  const conditions = `time,irradiance,wind\n2026-03-03T10:00:00Z,${irradiance},1\n`;
  await survey.evaluate(host, id, [
    await survey.fileOf(host, "t.tif", raster),
    await survey.fileOf(host, "conditions.csv", conditions),
  ]);
}

afterAll(() => host.server.close());

const valueOf = async (key: string) => (await survey.valuesServed(host, id, key))?.[7];
const said = async () => [
  await valueOf("module_inspection_validity"),
  await valueOf("review_mark"),
  await valueOf("hotspots"),
];

// At 500 W/m2 the whole survey is valid with a note: the module is no better than the others.
it.each([
  ["Reflection", 800, 0],
  ["Reflection in little sun", 500, 1],
])(
  "is not sure of a round hot place, and takes it for a reflection where a person rejects it: %s",
  async (name, irradiance, validity) => {
    await evaluated(name, irradiance);
    expect(await said()).toEqual([6, 4, 255]);
    const answer = await host.server.ask(review.list, "analyst", { params: { id } });
    const [finding] = (answer.body as Review).findings;
    expect(finding?.reasons).toContain("reflection");
    const params = { id, finding_id: finding!.id };
    const body = { verdict: "reject", moved_to: null, stated_as: null } as const;
    expect((await host.server.ask(review.judge, "analyst", { params, body })).status).toBe(200);
    expect(await said()).toEqual([validity, 1, 0]);
    expect((await host.server.ask(review.reopen, "analyst", { params })).status).toBe(200);
    expect(await said()).toEqual([6, 4, 255]);
  },
);

it("reads the verdicts once for all findings where the number of reviewers changes", async () => {
  const client = await host.server.database.app.pool.connect();
  const type = Object.getPrototypeOf(client) as { query: (...given: unknown[]) => unknown };
  client.release();
  const asked = vi.spyOn(type, "query");
  const set = (reviewers: 1 | 2) =>
    host.server.ask(review.setReviewers, "analyst", { params: { id }, body: { reviewers } });
  const { db } = host.server.database.owner;
  const [finding] = await db
    .select()
    .from(flaggedFinding)
    .where(eq(flaggedFinding.analysis_id, id));
  const { id: _, ...row } = finding!;
  await db
    .insert(flaggedFinding)
    .values(Array.from({ length: 30 }, (_, at) => ({ ...row, dt_id: `copy ${at}` })));
  asked.mockClear();
  expect((await set(2)).status).toBe(200);
  const texts = asked.mock.calls.map(([one]) => JSON.stringify(one));
  asked.mockRestore();
  // Once to settle, once for the answer.
  expect(texts.filter((text) => /from \W*finding_verdict/.test(text))).toHaveLength(2);
  await db.delete(flaggedFinding).where(ne(flaggedFinding.id, finding!.id));
  await set(1);
});

it("is not sure of a warm module that may be open, until a person takes it for one that is not", async () => {
  const warm = await host.plant.addAnalysis("Warm", "2026-03-04");
  id = warm;
  const raster = await survey.rasterOf(host, 0, 40, 7, { over: 2.2 });
  const conditions = "time,irradiance,wind\n2026-03-04T10:00:00Z,800,1\n";
  await survey.evaluate(host, id, [
    await survey.fileOf(host, "w.tif", raster),
    await survey.fileOf(host, "conditions.csv", conditions),
  ]);
  const state = async () => [
    await valueOf("module_inspection_validity"),
    await valueOf("review_mark"),
    await valueOf("module_offline"),
    await valueOf("class_of_abnormality"),
  ];
  expect(await state()).toEqual([7, 5, 255, 255]);
  const answer = await host.server.ask(review.list, "analyst", { params: { id } });
  const finding = (answer.body as Review).findings.find(({ reasons }) => reasons.includes("warm"));
  // The limit of a hot cell says nothing of it.
  expect(finding).toMatchObject({ reasons: ["warm"], confidence: null });
  const params = { id, finding_id: finding!.id };
  const body = { verdict: "reject", moved_to: null, stated_as: null } as const;
  expect((await host.server.ask(review.judge, "analyst", { params, body })).status).toBe(200);
  expect(await state()).toEqual([0, 0, 0, 1]);
  expect((await host.server.ask(review.reopen, "analyst", { params })).status).toBe(200);
  expect(await state()).toEqual([7, 5, 255, 255]);

  // Accepted, it is what the person says, with its loss.
  const accept = async (stated_as: string | null) => {
    const given = { verdict: "accept", moved_to: null, stated_as };
    return (await host.server.ask(review.judge, "analyst", { params, body: given as never }))
      .status;
  };
  const loss = async () => [await valueOf("performance_loss"), await valueOf("power_loss")];
  expect(await loss()).toEqual([NaN, NaN]);
  expect(await accept(null)).toBe(409);
  expect(await accept("module_missing")).toBe(409);
  expect(await state()).toEqual([7, 5, 255, 255]);
  expect(await accept("open_circuit")).toBe(200);
  expect(await state()).toEqual([0, 0, 1, POWER_LOST]);
  expect(await valueOf("fault_type")).toBe(OPEN_CIRCUIT);
  const [share, watts] = await loss();
  expect(share).toBe(100);
  // All modules together have the power of the plant.
  const [row] = await host.owner.db.select().from(plant).where(eq(plant.id, host.plant.plant_id));
  expect(Math.abs((watts! * host.plant.modules) / (1e6 * row!.nominal_capacity) - 1)).toBeLessThan(
    0.01,
  );
  expect(await valueOf("power_loss_uncertainty")).toBeGreaterThan(0);
  expect((await host.server.ask(review.reopen, "analyst", { params })).status).toBe(200);
  expect(await state()).toEqual([7, 5, 255, 255]);
  expect(await loss()).toEqual([NaN, NaN]);
});
