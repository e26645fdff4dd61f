// Coverage over HTTP on a real database: counted from uploaded images, asked before and renewed after a deletion.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { sampleBytes, uploadsOf } from "../../../../tests/fixtures/upload.ts";
import { generateCoverage } from "../../../../workers/jobs/generate-coverage.ts";
import { api } from "../../../api/index.ts";
import { coverageTask, type Coverage, type Unseen } from "../../../domain/coverage/coverage.ts";
import type { DroneCoverage } from "../../../domain/coverage/drone-coverage.ts";
import { valueAt } from "../../../domain/column/column.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import type { Services } from "../../context.ts";
import { listColumns, readColumn } from "../../store/plant/column/column.ts";
import { analysisFile } from "../../store/schema/analysis-file.ts";
import { drone } from "../../store/schema/provider.ts";
import { readDroneModels, writeShippedModels } from "../../store/provider/drone-model.ts";
import { analysis, task } from "../../store/schema/plant.ts";
import { readTwin } from "../../store/plant/twin.ts";
import { readLevel } from "../../store/plant/twin-object.ts";
import { planeAt } from "../../../domain/geometry/plane.ts";

let server: TestServer;
let services: Services;
let plant: ResultPlant;
let id: number;
/** Longitude and latitude of the middle of a module. */
let placeOf: (module: number) => readonly [number, number];
let rowOf: (module: number) => number;

beforeAll(async () => {
  server = await startTestServer();
  // As a task: it sees all plants.
  services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Covered");
  id = await plant.addAnalysis("Survey", "2026-10-01", {
    state: "EMPTY",
    visibility: "not_released",
  });
  const twin = (await readTwin(server.database.owner.db, plant.plant_id))!;
  const level = twin.levels.find(({ component_type }) => component_type === "module")!;
  const { geometry, names } = await readLevel(server.services.files, level);
  const plane = planeAt(twin.origin);
  rowOf = (module) =>
    Array.from({ length: names.count }, (_, row) => names.dtId(row)).indexOf(
      plant.moduleId(module),
    );
  placeOf = (module) => {
    const row = rowOf(module);
    return plane.toLonLat(geometry.centreX[row]!, geometry.centreY[row]!);
  };
});
afterAll(() => server.close());

/** A picture from 3 m straight above a module: 4 m wide and high. */
async function put(name: string, module: number, drone_serial: string | null = null) {
  await uploadsOf(server).put(id, name, sampleBytes(10 + module, module + 1));
  const [lon, lat] = placeOf(module);
  const lens = {
    focal_35mm: null,
    calibrated_px: 750,
    centre_px: null,
    dewarp: null,
    is_dewarped: false,
  };
  const at = { lon, lat, relative_altitude: 3, gimbal_pitch: -90, gimbal_yaw: 0, gimbal_roll: 0 };
  const camera = { camera_model: "Other", width: 1000, height: 1000, is_radiometric: true, lens };
  await server.database.owner.db
    .update(analysisFile)
    .set({
      ...at,
      ...camera,
      drone_serial,
      reading_state: "read",
      taken_at: "2026-10-01T04:00:00Z",
    })
    .where(eq(analysisFile.file_name, name));
}

const read = async () =>
  (await server.ask(api.coverage.read, "analyst", { params: { id } })).body as Coverage;

/** Runs the tasks that wait, as a worker does. */
async function run() {
  const { db } = server.database.owner;
  const waiting = await db.select().from(task).where(eq(task.name, coverageTask));
  for (const { id: task_id, state } of waiting) {
    if (state !== "PENDING") continue;
    const progress = { step: () => Promise.resolve() };
    const about = { task_id, account_id: null, signal: new AbortController().signal };
    const result = await generateCoverage.run(services, { analysis_id: id }, progress, about);
    await db
      .update(task)
      .set({ state: "SUCCESSFUL", result, finished_at: new Date().toISOString() })
      .where(eq(task.id, task_id));
  }
}

async function looks() {
  const { db } = server.database.owner;
  const figure = keyFigureByKey("module_looks")!;
  const [column] = await listColumns(db, [id], [figure.id]);
  const values = await readColumn(server.services.files, column!.summary.hash);
  return (module: number) => valueAt(values, rowOf(module));
}

it("counts looks, tells what a deletion leaves unseen, and counts again after it", async () => {
  for (const [name, module] of [
    ["a.jpg", 2],
    ["b.jpg", 2],
    ["c.jpg", 10],
    ["d.jpg", 50],
  ] as const) {
    await put(name, module);
  }
  expect(await read()).toMatchObject({ usable: 4, uploaded: 4, generated_at: null, levels: [] });
  const started = await server.ask(api.coverage.generate, "analyst", { params: { id } });
  expect(started.status).toBe(200);
  expect((await read()).task_id).toBe((started.body as { task_id: number }).task_id);
  await run();
  const before = await looks();
  expect([before(1), before(2), before(3), before(10), before(17), before(50)]).toEqual([
    2, 2, 2, 1, 0, 1,
  ]);
  const counted = await read();
  expect(counted).toMatchObject({ is_current: true, task_id: null });
  const [level] = counted.levels;
  expect(level!.component_count).toBe(plant.modules);
  expect(level!.valid + level!.valid_with_note + level!.not_inspected).toBe(plant.modules);
  // Three in a row twice, three in a row once, and again.
  expect([level!.valid, level!.valid_with_note]).toEqual([3, 6]);

  const ask = async (...file_names: string[]) =>
    (await server.ask(api.coverage.unseen, "analyst", { params: { id }, body: { file_names } }))
      .body as Unseen;
  expect((await ask("b.jpg")).levels[0]).toMatchObject({ count: 0, dt_ids: [] });
  const both = await ask("A.JPG", "b.jpg", "c.jpg");
  expect(both.images).toBe(3);
  expect(new Set(both.levels[0]!.dt_ids)).toEqual(
    new Set([1, 2, 3, 9, 10, 11].map((module) => plant.moduleId(module))),
  );
  expect(both.levels[0]!.count).toBe(6);

  const removed = await server.ask(api.analysisFile.remove, "analyst", {
    params: { id },
    body: { file_names: ["c.jpg"] },
  });
  expect(removed.status).toBe(200);
  const between = await read();
  expect(between.is_current).toBe(false);
  expect(between.task_id).not.toBeNull();
  await run();
  expect(await read()).toMatchObject({ is_current: true, usable: 3 });
  expect((await looks())(10)).toBe(0);
});

const drones = async () =>
  (await server.ask(api.coverage.drones, "analyst", { params: { id } })).body as DroneCoverage;

it("counts what each drone has flown, and knows the drone by its serial number", async () => {
  const { db } = server.database.owner;
  await writeShippedModels(db);
  const [model] = await readDroneModels(db);
  const [falcon] = await db
    .insert(drone)
    .values({
      drone_model_id: model!.id,
      serial_number: "SN-1",
      internal_identifier: "Falcon-9",
      type: "portable",
      retired: false,
      generic: false,
    })
    .returning({ id: drone.id });
  await db.update(analysis).set({ drone_id: falcon!.id }).where(eq(analysis.id, id));
  // The three of the survey do not name their drone.
  expect(await drones()).toMatchObject({
    chosen: { drone_id: falcon!.id, drone_name: "Falcon-9" },
    drones: [{ drone_serial: null, images: 3, placed: 3, drone_id: null, is_chosen: false }],
  });
  await db
    .update(analysisFile)
    .set({ drone_serial: "SN-2" })
    .where(eq(analysisFile.analysis_id, id));
  // Who took an image changes nothing of what all images show.
  expect((await read()).is_current).toBe(true);
  await put("e.jpg", 2, "sn-1");
  expect((await drones()).is_current).toBe(false);
  await server.ask(api.coverage.generate, "analyst", { params: { id } });
  await run();
  const { drones: flown, is_current } = await drones();
  expect(is_current).toBe(true);
  // Two of SN-2 show the same three modules, the third shows three others.
  expect(flown).toMatchObject([
    {
      drone_serial: "SN-2",
      drone_id: null,
      images: 3,
      thermal: 3,
      first_taken_at: "2026-10-01T04:00:00.000Z",
      seen: [{ component_type: "module", count: 6, component_count: plant.modules }],
    },
    {
      drone_serial: "sn-1",
      drone_id: falcon!.id,
      drone_name: "Falcon-9",
      is_chosen: true,
      images: 1,
      seen: [{ component_type: "module", count: 3, component_count: plant.modules }],
    },
  ]);
  expect((await server.ask(api.coverage.drones, "viewer", { params: { id } })).status).toBe(403);
});

it("is no result: it is not carried, released or taken for a survey", async () => {
  const release = await server.ask(api.analysis.setVisibility, "analyst", {
    params: { id },
    body: { visibility: "released" },
  });
  expect(release.status).toBe(409);
});

it("is refused once customers see it", async () => {
  const { db } = server.database.owner;
  await db.update(analysis).set({ visibility: "released" }).where(eq(analysis.id, id));
  const again = await server.ask(api.coverage.generate, "analyst", { params: { id } });
  expect(again.status).toBe(409);
});
