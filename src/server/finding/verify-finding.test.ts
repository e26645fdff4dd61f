// A released survey verifies what was repaired, and brings back what was not, over HTTP on a real database.
import { afterAll, beforeAll, expect, it } from "vitest";
import { addResultPlant, type ResultPlant } from "../../../tests/fixtures/result-plant.ts";
import { startTestServer, type AccountKey, type TestServer } from "../../../tests/fixtures/http.ts";
import { api } from "../../api/index.ts";
import type {
  FindingFields,
  FindingHistory,
  FindingPage,
} from "../../domain/finding/finding-life.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { MISSING_U8 } from "../../domain/column/column.ts";
import { readComponents } from "../store/plant/plant-component.ts";
import { writeColumns } from "../store/plant/column/column.ts";

const calls = api.findingLife;
const types = keyFigureByKey("fault_type")!;
const classes = keyFigureByKey("class_of_abnormality")!;
const type = (name: string) => types.classes.find(({ key }) => key === name)!.value;
const classOf = (name: string) => classes.classes.find(({ key }) => key === name)!.value;
const HOT = [type("hotspot"), classOf("thermal_abnormality")] as const;
const HOTTER = [type("hotspot"), classOf("safety_relevant")] as const;
const DIODE = [type("substring_bypassed"), classOf("thermal_abnormality")] as const;
const HEALTHY = [type("none"), classOf("no_abnormality")] as const;
const UNSEEN = [MISSING_U8, MISSING_U8] as const;

let server: TestServer;
let plant: ResultPlant;
let rowOf: (index: number) => number;
beforeAll(async () => {
  server = await startTestServer();
  plant = await addResultPlant(services(), server.accounts.viewer.customer_id, "Verified");
  const directory = await (await readComponents(services(), plant.plant_id)).directory();
  rowOf = (index) => directory.byDtId(plant.moduleId(index))!.row;
});
afterAll(() => server.close());

const services = () => ({ ...server.services, db: server.database.owner.db });

/** A survey of these modules; all others are healthy. */
async function survey(
  name: string,
  day: string,
  seen: readonly (readonly [number, number])[],
  visibility: "released" | "not_released" = "not_released",
): Promise<number> {
  const id = await plant.addAnalysis(name, day, { visibility, state: "FINISHED" });
  const columns = [types, classes].map((figure, at) => {
    const values = new Uint8Array(plant.modules).fill(HEALTHY[at]!);
    for (const [index, one] of seen.entries()) values[rowOf(index)] = one[at]!;
    return [figure.id, values] as const;
  });
  await writeColumns(services(), id, new Map(columns), { twin_version: 1 });
  return id;
}

const release = (id: number) => show(id, "released");
const withdraw = (id: number) => show(id, "not_released");
const show = async (id: number, visibility: "released" | "not_released") => {
  const params = { id };
  const body = { visibility };
  const { status } = await server.ask(api.analysis.setVisibility, "analyst", { params, body });
  expect(status).toBe(200);
};

const list = async (as: AccountKey = "viewer") => {
  const { body } = await server.ask(calls.list, as, { params: { id: plant.plant_id } });
  const lives = (body as FindingPage).findings;
  return Array.from({ length: 6 }, (_, index) =>
    lives.find(({ dt_id }) => dt_id === plant.moduleId(index)),
  );
};

it("verifies, brings back and leaves alone, as one step that goes with its release", async () => {
  const first = await survey("First", "2026-01-01", [HOT, HOT, HOT, HOT, HOT, HOT], "released");
  const set = async (index: number, ...fields: FindingFields[]) => {
    for (const [revision, one] of fields.entries()) {
      const place = { component_type: "module" as const, dt_id: plant.moduleId(index) };
      const findings = [{ ...place, fault_type: HOT[0], revision }];
      const body = { findings, set: one };
      const { status } = await server.ask(calls.change, "viewer", { params: { id: first }, body });
      expect(status).toBe(200);
    }
  };
  await set(0, { crew: "North" }, { status: "done" });
  await set(1, { crew: "North", due_on: "2026-02-01" }, { status: "done" });
  await set(2, { status: "dismissed", reason: "Bird" });
  await set(3, { status: "dismissed", reason: "Bird" });
  await set(4, { status: "done" });
  await set(5, { crew: "North" });

  // Flown before the repairs were said to be done: it shows what was to be repaired.
  const between = await survey("Between", "2026-06-01", [HOT, HOT, HOT, HOT, HOT, HOT]);
  await release(between);
  const decided = ["done", "done", "dismissed", "dismissed", "done", "assigned"];
  expect((await list()).map((one) => one?.status)).toEqual(decided);

  // Flown after the repairs were said to be done, which was today.
  const seen = [HEALTHY, HOT, HOT, HOTTER, UNSEEN, HEALTHY];
  const second = await survey("Second", "2199-01-01", seen);
  await release(second);
  expect((await list()).map((one) => [one?.status, one?.returned, one?.severity])).toEqual([
    ["verified", false, 0],
    ["open", true, 2],
    ["dismissed", false, 2],
    ["open", true, 3],
    ["done", false, 2],
    ["assigned", false, 0],
  ]);
  const [verified, returned, , worse] = await list();
  expect(returned).toMatchObject({ crew: "North", due_on: "2026-02-01", analysis_id: second });
  expect(worse?.reason).toBeNull();

  const params = { id: plant.plant_id, life_id: verified!.id };
  const { body } = await server.ask(calls.history, "viewer", { params });
  const [step] = (body as FindingHistory).steps;
  expect(step).toMatchObject({
    kind: "survey",
    analysis_name: "Second",
    count: 3,
    user_name: null,
  });
  expect(step!.changes).toEqual([{ field: "status", old_value: "done", new_value: "verified" }]);

  const undo = { id: plant.plant_id, step_id: step!.id };
  // A survey's verdict is no decision that one press takes back at all of its findings.
  const refused = await server.ask(calls.undo, "viewer", { params: undo });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ problems: [{ reason: "finding_step_of_analysis" }] });
  await withdraw(second);
  expect((await list())[1]).toMatchObject({ status: "done", returned: false });
});

it("is not judged by an older survey", async () => {
  const before = await list();
  const older = await survey("Older", "2025-01-01", [HOT, HOT, HOTTER, HOTTER, HOT, HOT]);
  await release(older);
  expect(await list()).toEqual(before);
});

it("says nothing of a fault where another one is the worst now", async () => {
  const third = await survey("Third", "2199-02-01", [DIODE, DIODE, DIODE, DIODE, DIODE, DIODE]);
  await release(third);
  const lives = await list();
  expect(lives.map((one) => one?.status)).toEqual([
    "done",
    "done",
    "dismissed",
    "dismissed",
    "done",
    "assigned",
  ]);
});

it("judges only what is released", async () => {
  await survey("Fourth", "2199-03-01", [HEALTHY, HEALTHY, HEALTHY, HEALTHY, HEALTHY, HEALTHY]);
  expect((await list()).map((one) => one?.status)).toContain("done");
});
