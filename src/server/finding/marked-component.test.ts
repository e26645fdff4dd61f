// Filters by images, observations, custom properties and the repair state of findings, over HTTP on a real database.
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addFindingLife } from "../../../tests/fixtures/finding-record.ts";
import { addResultPlant, type ResultPlant } from "../../../tests/fixtures/result-plant.ts";
import { startTestServer, type AccountKey, type TestServer } from "../../../tests/fixtures/http.ts";
import { analysisResultApi as calls } from "../../api/analysis/analysis-result.ts";
import { rolePermissions } from "../../domain/account/role.ts";
import type { Filter } from "../../domain/column/filter.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import type { Permission } from "../../domain/account/permission.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { MarkFilter } from "../../domain/column/column-filter.ts";
import type { Viewer } from "../context.ts";
import { markReader } from "./marked-component.ts";
import { role } from "../store/schema/account.ts";
import { observation } from "../store/schema/observation.ts";
import { resultImage } from "../store/schema/plant.ts";
import { writeColumns } from "../store/plant/column/column.ts";
import { readComponents } from "../store/plant/plant-component.ts";

const types = keyFigureByKey("fault_type")!;
const classes = keyFigureByKey("class_of_abnormality")!;
const valueOf = ({ classes: all }: typeof types, name: string) =>
  all.find(({ key }) => key === name)!.value;

let server: TestServer;
let plant: ResultPlant;
let analysis_id: number;
beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  const { db } = services;
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Marked");
  const { plant_id } = plant;
  analysis_id = await plant.addAnalysis("spring", "2026-03-01", { visibility: "released" });
  const directory = await (await readComponents(services, plant_id)).directory();
  const fault = new Uint8Array(plant.modules).fill(valueOf(types, "none"));
  const severe = new Uint8Array(plant.modules).fill(valueOf(classes, "no_abnormality"));
  for (const dt_id of ["T0.M1", "T0.M2", "T1.M3"]) {
    const { row } = directory.byDtId(dt_id)!;
    fault[row] = valueOf(types, "hotspot");
    severe[row] = valueOf(classes, "thermal_abnormality");
  }
  const columns = new Map([
    [types.id, fault],
    [classes.id, severe],
  ]);
  await writeColumns(services, analysis_id, columns, { twin_version: 1 });
  const hot = { plant_id, analysis_id, fault_type: valueOf(types, "hotspot") };
  await addFindingLife(db, { ...hot, component_type: "module", dt_id: "T0.M2", status: "done" });
  const picture = {
    full: "x",
    thumb: "x",
    width: 1,
    height: 1,
    content_type: "image/png",
  } as const;
  await db.insert(resultImage).values(
    ["T0.M1", "T1.M9"].map((dt_id) => ({
      ...picture,
      analysis_id,
      component_type: "module" as const,
      dt_id,
      file_name: `${dt_id}.png`,
      kind: "thermal" as const,
    })),
  );
  const seen = (dt_id: string, day: number, value: string) => ({
    plant_id,
    component_type: "module" as const,
    dt_id,
    observed_at: `2026-03-0${day}T10:00:00Z`,
    notes: "",
    external_id: `${dt_id} ${day}`,
    column_values: [{ column_id: "ccp_7", value }],
    file_ids: [],
  });
  await db
    .insert(observation)
    .values([seen("T0.M4", 1, "bent"), seen("T0.M4", 2, "straight"), seen("T1.M5", 1, "bent")]);
});
afterAll(() => server.close());

async function found(filter: Filter, as: AccountKey = "viewer"): Promise<string[]> {
  const params = { analysis_id, key_figure_id: classes.id };
  const query = { filters: JSON.stringify([filter]), limit: 100 };
  const { status, body } = await server.ask(calls.read, as, { params, query });
  expect(status).toBe(200);
  return (body as { rows: { dt_id: string }[] }).rows.map(({ dt_id }) => dt_id).toSorted();
}

const bent: Filter = {
  kind: "property",
  property_id: 7,
  values: ["bent"],
  min: null,
  max: null,
  text: null,
};

it("answers the components with images, observations, a property and a repair state", async () => {
  expect(await found({ kind: "known", of: "image", present: true })).toEqual(["T0.M1", "T1.M9"]);
  const without = await found({ kind: "known", of: "image", present: false });
  expect(without).toHaveLength(plant.modules - 2);
  expect(without).not.toContain("T1.M9");
  const observed = await found({ kind: "known", of: "observation", present: true });
  expect(observed).toEqual(["T0.M4", "T1.M5"]);
  expect(await found(bent)).toEqual(["T1.M5"]);
  expect(await found({ kind: "repair", values: ["open"] })).toEqual(["T0.M1", "T1.M3"]);
  expect(await found({ kind: "repair", values: ["done"] })).toEqual(["T0.M2"]);
});

it("says nothing of what the viewer may not see", async () => {
  const set = (permissions: readonly Permission[]) =>
    server.database.owner.db
      .update(role)
      .set({ permissions: [...permissions] })
      .where(eq(role.key, "customer_user"));
  const hidden: readonly Permission[] = ["READ_FINDING", "READ_OBSERVATION"];
  const held = rolePermissions.customer_user;
  await set(held.filter((name) => !hidden.includes(name)));
  expect(await found({ kind: "repair", values: ["open", "done"] })).toEqual([]);
  expect(await found({ kind: "known", of: "observation", present: true })).toEqual([]);
  expect(await found({ kind: "known", of: "observation", present: false })).toEqual([]);
  expect(await found(bent)).toEqual([]);
  expect(await found({ kind: "known", of: "image", present: true })).toEqual(["T0.M1", "T1.M9"]);
  await set(held);
});

it("reads each list once for all conditions of a request", async () => {
  let reads = 0;
  const { db } = server.database.owner;
  const counting = new Proxy(db, {
    get(target, name) {
      if (name === "select" || name === "execute") reads += 1;
      return Reflect.get(target, name, target) as unknown;
    },
  });
  const { files } = server.services;
  const viewer = {
    is_admin: true,
    is_super_admin: true,
    permissions: new Set<Permission>(["READ_FINDING", "READ_OBSERVATION"]),
  } as unknown as Viewer;
  const analysis = { id: analysis_id, plant_id: plant.plant_id } as Analysis;
  const markedBy = markReader({ db: counting, files, viewer }, analysis);
  const conditions: MarkFilter[] = [
    { kind: "repair", values: ["open"] },
    { kind: "known", of: "image", present: true },
    { kind: "known", of: "observation", present: true },
  ];
  for (const one of conditions) expect((await markedBy(one))?.length).toBeGreaterThan(0);
  expect(reads).toBeGreaterThan(2);
  const first = reads;
  for (const one of [...conditions, { kind: "repair", values: ["done"] } as const, bent]) {
    await markedBy(one as MarkFilter);
  }
  expect(reads).toBe(first);
});

it("reads all observations, of more than one piece, the newest of a component first", async () => {
  const { db } = server.database.owner;
  await db.execute(sql`
    insert into observation (plant_id, component_type, dt_id, observed_at, notes, external_id, column_values)
    select ${plant.plant_id}, 'module', 'T1.M5', '2026-03-05T10:00:00Z', '', 'many ' || n,
      jsonb_build_array(jsonb_build_object('column_id', 'ccp_7', 'value', case n when 4100 then 'bent' else 'straight' end))
    from generate_series(1, 4100) n`);
  // Of those of one time the last one counts, as in the list.
  expect(await found(bent)).toEqual(["T1.M5"]);
  const observed = await found({ kind: "known", of: "observation", present: true });
  expect(observed).toEqual(["T0.M4", "T1.M5"]);
});
