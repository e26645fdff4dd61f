import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { api } from "../src/api/index.ts";
import type { Twin } from "../src/domain/component/component-index.ts";
import { decodeColumn } from "../src/domain/column/column-codec.ts";
import { isMissing } from "../src/domain/column/column.ts";
import { analysis, plant, task, twin } from "../src/server/store/schema/plant.ts";
import { addPlant } from "./fixtures/large-import.ts";
import { rounds } from "./fixtures/rounds.ts";
import { startCrashingServer, type CrashingServer } from "./fixtures/crashing-server.ts";

const kills = rounds(1, 100);
const trackers = 40;
const keyFigureIds = [50, 57, 58];

let server: CrashingServer;
let plant_id = 0;
let analysis_id = 0;

beforeAll(async () => {
  server = await startCrashingServer();
  await server.withDatabase(async (db) => {
    const { customer_id } = server;
    plant_id = await addPlant(db, customer_id);
    const [survey] = await db
      .insert(analysis)
      .values({
        plant_id,
        name: "Survey",
        state: "DATA_COMPLETE_VERIFIED",
        flown_at: "2026-11-01T10:00:00Z",
      })
      .returning();
    analysis_id = survey?.id ?? 0;
  });
});
afterAll(() => server.close());

/** A rectangle in metres around a place, as a GeoJSON feature. */
function rectangle(x: number, y: number, width: number, height: number, properties: object) {
  const at = (dx: number, dy: number) => [-70.1 + (x + dx) / 102_900, -22.4 + (y + dy) / 110_700];
  const ring = [at(0, 0), at(width, 0), at(width, height), at(0, height), at(0, 0)];
  return { type: "Feature", properties, geometry: { type: "Polygon", coordinates: [ring] } };
}

/** A plant whose trackers carry this many modules each, as the form of an import. */
function twinForm(modulesPerTracker: number): FormData {
  const files = { tracker: [] as object[], module: [] as object[] };
  for (let row = 0; row < trackers; row += 1) {
    const name = `T${row}`;
    const width = modulesPerTracker * 1.2;
    files.tracker.push(rectangle(0, row * 8, width, 2.4, { dt_id: name, name }));
    for (let place = 0; place < modulesPerTracker; place += 1) {
      const dt_id = `${name}-M${place}`;
      files.module.push(
        rectangle(place * 1.2 + 0.1, row * 8 + 0.1, 1, 2.2, { dt_id, name: dt_id, parent: name }),
      );
    }
  }
  const form = new FormData();
  for (const [type, features] of Object.entries(files)) {
    form.append("component_type", type);
    const text = JSON.stringify({ type: "FeatureCollection", features });
    form.append("file", new Blob([text]), `Pampa ${type}.geojson`);
  }
  return form;
}

const FAULT_TYPE_ID = 92;

/** A result that gives every module the same value in every key figure. */
function resultForm(modules: readonly string[], value: number): FormData {
  const columns = keyFigureIds.map((key_figure_id) => ({
    key_figure_id,
    dt_ids: modules,
    values: modules.map(() => value),
  }));
  const form = new FormData();
  const text = JSON.stringify({ format: "analysis-result", version: 1, columns });
  form.append("delete_before", "true");
  form.append("json_file", new Blob([text]), "result.json");
  return form;
}

const readTwin = () => server.ask(api.digitalTwin.read, { params: { id: plant_id } });

/** Modules of the twin that is served, after every object it names was read; 0 without a twin. */
async function servedModules(): Promise<number> {
  const { status, body } = await readTwin();
  if (status === 404) return 0;
  expect([status, body]).toEqual([200, expect.anything()]);
  const { levels, version } = body as Twin;
  for (const hash of levels.flatMap(({ geometry, names }) => [geometry, names])) {
    const object = await server.ask(api.digitalTwin.readObject, { params: { id: plant_id, hash } });
    if (object.status === 200) continue;
    // The repeated task may have put the next version in its place meanwhile; then look at that.
    const { body: now } = await readTwin();
    expect((now as Twin).version).toBeGreaterThan(version);
    return servedModules();
  }
  const counts = new Map(levels.map((level) => [level.component_type, level.component_count]));
  expect(counts.get("tracker")).toBe(trackers);
  return counts.get("module") ?? 0;
}

/** Versions of the twin in the database: each belongs to a whole import, the newest is served. */
async function expectWholeVersions(): Promise<void> {
  await server.withDatabase(async (db) => {
    const [served] = await db.select({ version: plant.twin_version }).from(plant);
    const [newest] = await db
      .select({ version: sql<number>`coalesce(max(${twin.version}), 0)` })
      .from(twin);
    expect(served?.version).toBe(Number(newest?.version));
  });
}

const readColumns = () => server.ask(api.analysisResult.columns, { params: { id: analysis_id } });

/** The one value that all columns hold, after reading every one; null without columns. */
async function servedValue(): Promise<number | null> {
  const { status, body } = await readColumns();
  expect(status).toBe(200);
  const columns = body as { key_figure_id: number; hash: string }[];
  if (columns.length === 0) return null;
  // The kinds of faults follow from some of these values, and are published with them.
  const imported = columns.filter(({ key_figure_id }) => key_figure_id !== FAULT_TYPE_ID);
  expect(imported.map(({ key_figure_id }) => key_figure_id).toSorted()).toEqual(keyFigureIds);
  const found = new Set<number>();
  for (const { key_figure_id, hash } of columns) {
    const params = { analysis_id, key_figure_id, hash };
    const column = await server.ask(api.analysisResult.column, { params });
    if (column.status !== 200) {
      expect((await readColumns()).body).not.toEqual(body);
      return servedValue();
    }
    const values = decodeColumn(column.body as Uint8Array);
    if (key_figure_id === FAULT_TYPE_ID) continue;
    for (const value of values) if (!isMissing(value)) found.add(value);
  }
  expect([...found]).toHaveLength(1);
  return [...found][0] ?? null;
}

/** Waits for every task to end, and gives the states, with their reasons, of those younger than `after`. */
async function settledTasks(after: number): Promise<{ last: number; states: string[] }> {
  for (const begun = Date.now(); Date.now() - begun < patient(60_000); await sleep(100)) {
    const rows = await server.withDatabase((db) => db.select().from(task).orderBy(task.id));
    if (rows.some(({ state }) => state === "PENDING" || state === "RUNNING")) continue;
    const fresh = rows.filter(({ id }) => id > after);
    const outcome = ({ state, error, problems }: (typeof rows)[number]) =>
      error === null && state !== "FAILED"
        ? state
        : `${state} ${error} ${JSON.stringify(problems)}`;
    return { last: rows.at(-1)?.id ?? 0, states: fresh.map(outcome) };
  }
  throw new Error("a task did not end");
}

type Import<State> = {
  /** Sends the import that leads to the state of this round. */
  send(round: number): Promise<{ status: number; body: unknown }>;
  stateOf(round: number): State;
  /** What is served now; fails where that is not whole. */
  served(): Promise<State>;
};

/** Kills the server at times spread over a whole import, and looks what is there after each. */
async function crashThrough<State>({ send, stateOf, served }: Import<State>): Promise<void> {
  const undisturbed = performance.now();
  const { status, body } = await send(0);
  expect([status, body]).toEqual([200, { task_id: expect.any(Number) }]);
  let { last, states } = await settledTasks(0);
  expect(states.at(-1)).toBe("SUCCESSFUL");
  const duration = performance.now() - undisturbed;
  let before = stateOf(0);
  expect(await served()).toEqual(before);
  for (let round = 1; round <= kills; round += 1) {
    const sent = send(round).catch(() => null);
    await sleep((duration * 1.2 * (round - 0.5)) / kills);
    await server.kill(round % 3 === 0);
    await sent;
    await server.restart();
    expect([before, stateOf(round)]).toContainEqual(await served());
    ({ last, states } = await settledTasks(last));
    // Either the task was stored, and is done now; or no caller was promised that it would be.
    expect(states).toEqual(states.map(() => "SUCCESSFUL"));
    const expected = states.length > 0 ? stateOf(round) : before;
    expect(await served()).toEqual(expected);
    before = expected;
  }
}

describe(`kill -9, ${kills} times each`, { timeout: patient(20 * 60_000) }, () => {
  const modulesOf = (round: number) => trackers * (60 + round);
  const valueOf = (round: number) => 1 + round;

  it("during the import of a digital twin leaves the old plant or the new one, never a half", async () => {
    await crashThrough({
      send: (round) =>
        server.ask(api.digitalTwin.importFiles, {
          params: { id: plant_id },
          body: twinForm(modulesOf(round) / trackers),
        }),
      stateOf: modulesOf,
      async served() {
        await expectWholeVersions();
        return servedModules();
      },
    });
  });

  it("during the import of a result leaves all old columns or all new ones, never a half", async () => {
    const count = (await servedModules()) / trackers;
    const modules = Array.from({ length: trackers * count }, (_, index) => {
      return `T${Math.floor(index / count)}-M${index % count}`;
    });
    await crashThrough({
      send: (round) =>
        server.ask(api.analysisResult.importFile, {
          params: { id: analysis_id },
          body: resultForm(modules, valueOf(round)),
        }),
      stateOf: valueOf as (round: number) => number | null,
      served: servedValue,
    });
  });
});
