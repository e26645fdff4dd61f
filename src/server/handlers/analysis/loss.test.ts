// What losses cost, over HTTP on a real database: the sums equal the headline's, and the repairs keep to the budget.
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { ComponentRepair } from "../../../domain/loss/repair.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { readComponents } from "../../store/plant/plant-component.ts";
import { plant as plantTable, twin as twinTable } from "../../store/schema/plant.ts";
import { fillTwinAreas } from "../../store/plant/twin-area.ts";
import { writeColumns } from "../../store/plant/column/column.ts";

let server: TestServer;
let plant: ResultPlant;
let id: number;

beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Losing", 16);
  id = await plant.addAnalysis("Autumn", "2026-10-01", { visibility: "released" });
  const column = (key: string, values: Float32Array | Uint8Array) =>
    [keyFigureByKey(key)!.id, values] as const;
  const count = plant.modules;
  const at = (of: (row: number) => number) => Float32Array.from({ length: count }, (_, i) => of(i));
  const classOf = (of: (row: number) => number) => Uint8Array.from(at(of));
  const columns = new Map([
    column(
      "class_of_abnormality",
      classOf((row) => (row < 40 ? 3 : 1)),
    ),
    column(
      "bypass_diode",
      classOf((row) => (row < 40 ? 1 + (row % 2) : 0)),
    ),
    column(
      "power_loss",
      at((row) => (row < 40 ? 180 * (1 + (row % 2)) : 5)),
    ),
  ]);
  await writeColumns(services, id, columns, { twin_version: 1 });
});
afterAll(() => server.close());

type Sums = {
  count: number;
  mwh: number;
  money: number;
  uncertainty: { mwh: number; money: number };
};

it("says what findings and others lose, and the headline says the same whole", async () => {
  const asked = await server.ask(api.loss.summary, "viewer", { params: { id } });
  expect(asked.status).toBe(200);
  const { total, findings, others, causes, wiring } = asked.body as Record<
    "total" | "findings" | "others",
    Sums
  > & { causes: (Sums & { cause: string })[]; wiring: unknown };
  // 20 modules lose 180 W, 20 lose 360 W; 2,000 hours, 60 euros.
  expect(findings.mwh).toBeCloseTo(20 * 0.18 * 2 + 20 * 0.36 * 2, 6);
  expect(others.mwh).toBeCloseTo((plant.modules - 40) * 0.005 * 2, 6);
  expect(findings.money).toBeCloseTo(findings.mwh * 60, 6);
  expect(causes.map(({ cause }) => cause)).toEqual(["bypass_diode", "other_fault"]);
  const headline = await server.ask(api.analysisResult.headline, "viewer", { params: { id } });
  const { lost_energy } = headline.body as { lost_energy: Sums };
  expect(Math.abs(lost_energy.mwh / total.mwh - 1)).toBeLessThan(0.001);
  expect(Math.abs(lost_energy.money / total.money - 1)).toBeLessThan(0.001);
  // Both say the same uncertainty: a quarter for values that state none, a tenth for the power of a module, which is
  // derived from the capacity, and a tenth for the light of a year.
  const expected = Math.hypot(0.25, 0.1, 0.1) * total.mwh;
  for (const { uncertainty } of [lost_energy, total])
    expect(Math.abs(uncertainty.mwh / expected - 1)).toBeLessThan(0.001);
  // Tables of 20 modules are one string each.
  const derived = { source: "derived", modules_per_string: 20, strings_per_tracker: null };
  expect(wiring).toEqual(derived);
});

it("takes the wiring that the plant states, and an empty one for not known", async () => {
  const params = { id: plant.plant_id };
  const wiringOf = async (body: object) => {
    const set = await server.ask(api.loss.set, "super_admin", { params, body });
    expect(set.status).toBe(200);
    const { body: read } = await server.ask(api.loss.summary, "viewer", { params: { id } });
    return (read as { wiring: unknown }).wiring;
  };
  expect(await wiringOf({ modules_per_string: 10, strings_per_tracker: 2 })).toEqual({
    source: "stated",
    modules_per_string: 10,
    strings_per_tracker: 2,
  });
  expect(await wiringOf({ modules_per_string: null })).toMatchObject({ source: "derived" });
  const wrong = { modules_per_string: 0 };
  const refused = await server.ask(api.loss.set, "super_admin", { params, body: wrong });
  expect(refused.status).toBe(400);
});

it("withholds what follows from a power that no module has, says it, and takes the one that the plant states", async () => {
  const params = { id: plant.plant_id };
  const { db } = server.database.owner;
  const [stated] = await db
    .update(plantTable)
    .set({ nominal_capacity: 50 })
    .where(eq(plantTable.id, plant.plant_id))
    .returning();
  expect(stated?.nominal_capacity).toBe(50);
  const read = async () => {
    const { body } = await server.ask(api.loss.summary, "viewer", { params: { id } });
    const headline = await server.ask(api.analysisResult.headline, "viewer", { params: { id } });
    const { total, module_power } = body as { total: Sums; module_power: object };
    return { total, module_power, ...(headline.body as { lost_energy: Sums | null }) };
  };
  // 320 modules of 156 kW each.
  expect(await read()).toMatchObject({
    total: { count: 0, mwh: 0 },
    module_power: { watts: 156_250, modules: 320, nominal_capacity: 50, is_plausible: false },
    lost_energy: null,
  });
  const set = (body: object) => server.ask(api.loss.set, "super_admin", { params, body });
  expect(await set({ module_watts: 500 })).toMatchObject({
    body: { own: ["module_watts"], module_power: { watts: 500, is_stated: true } },
  });
  expect((await read()).lost_energy?.mwh).toBeGreaterThan(20);
  // 60 is a price in euros: in another currency there is no money until one is stated.
  expect(await set({ module_watts: 500, currency: "CLP" })).toMatchObject({
    body: { settings: { tariff: null, currency: "CLP" } },
  });
  expect((await read()).lost_energy?.money).toBeNull();
  expect((await set({ tariff: 60_000, currency: "CLP" })).status).toBe(200);
  const capacity = (plant.modules * 200) / 1e6;
  await db.update(plantTable).set({ nominal_capacity: capacity });
  await set({});
  expect((await read()).module_power).toMatchObject({
    watts: 200,
    is_stated: false,
    is_plausible: true,
    uncertainty_share: 0.1,
  });
});

it("withholds a usual power that the area of the modules cannot have, in sums, settings and lists of plants", async () => {
  const { db } = server.database.owner;
  const set = (watts: number, module_inclination = 0) =>
    db
      .update(plantTable)
      .set({
        nominal_capacity: (plant.modules * watts) / 1e6,
        mounting_type: "fixed",
        module_inclination,
      })
      .where(eq(plantTable.id, plant.plant_id));
  // At 24 degrees south a degree is 101,752 m to the east and 110,758 m to the north (WGS 84): 0.9 and 1 times 10^-5 of
  // them are 1.0143 m². 300 W are a power of modules, but not on that: 296 W/m².
  await set(300);
  const ask = async () => {
    const params = { id: plant.plant_id };
    const { body } = await server.ask(api.loss.summary, "viewer", { params: { id } });
    const settings = await server.ask(api.loss.read, "viewer", { params });
    const list = await server.ask(api.plant.listForTable, "viewer", {});
    const row = (list.body as { id: number; lost_energy: object | null }[]).find(
      (one) => one.id === plant.plant_id,
    );
    return {
      total: (body as { total: Sums }).total.count,
      powers: [body, settings.body].map(
        (one) =>
          (one as { module_power: { is_plausible: boolean; module_m2: number } }).module_power,
      ),
      lost: row?.lost_energy ?? null,
    };
  };
  const withheld = await ask();
  expect(withheld).toMatchObject({ total: 0, lost: null });
  // A face that is tilted by 40° is larger than it is seen from above: 227 W/m².
  await set(300, 40);
  const tilted = await ask();
  const sound = { is_plausible: true, tilt_deg: 40 };
  expect(tilted.powers).toMatchObject([sound, sound]);
  expect(tilted.total).toBeGreaterThan(0);
  expect(tilted.lost).not.toBeNull();
  await set(300);
  expect(await ask()).toEqual(withheld);
  for (const { is_plausible, module_m2 } of withheld.powers) {
    expect(is_plausible).toBe(false);
    expect(module_m2).toBeCloseTo(1.0143, 2);
  }
  // A twin that an older version has stored has no area until housekeeping has counted it.
  await db.update(twinTable).set({
    manifest: sql`jsonb_set(${twinTable.manifest}, '{levels}', (select jsonb_agg(one - 'mean_m2') from jsonb_array_elements(${twinTable.manifest}->'levels') one))`,
  });
  expect((await ask()).powers).toMatchObject([
    { is_plausible: true, module_m2: null },
    { is_plausible: true, module_m2: null },
  ]);
  await fillTwinAreas({ ...server.services, db });
  expect(await ask()).toEqual(withheld);
  await set(200);
  expect((await ask()).total).toBeGreaterThan(0);
});

it("plans the repairs under a budget, best first", async () => {
  const ask = async (crew_hours: string, spare_parts: string) => {
    const query = { crew_hours, spare_parts };
    const { status, body } = await server.ask(api.loss.repairs, "viewer", {
      params: { id },
      query,
    });
    expect(status).toBe(200);
    return body as {
      all: Sums;
      chosen: Sums & { parts: number; hours: number };
      repairs: { mwh: number; name: string; dt_id: string; reason: { value: number } }[];
    };
  };
  const { all, chosen, repairs } = await ask("100", "25");
  expect(all.count).toBe(40);
  expect(chosen).toMatchObject({ count: 25, parts: 25, hours: 25 });
  // The 20 with two substrings come first.
  expect(repairs.slice(0, 20).every(({ reason }) => reason.value === 2)).toBe(true);
  expect(repairs[0]!.mwh).toBeCloseTo(0.72, 6);
  expect(repairs[0]!.dt_id).not.toBe("");
  expect((await ask("0", "25")).repairs).toEqual([]);
  // Nothing here is dangerous: the order by safety is the one by money.
  const query = { crew_hours: "100", spare_parts: "25", first: "safety" } as const;
  const safety = await server.ask(api.loss.repairs, "viewer", { params: { id }, query });
  expect(safety.body).toMatchObject({ chosen });
  const wrong = { ...query, first: "beauty" as "safety" };
  expect(
    (await server.ask(api.loss.repairs, "viewer", { params: { id }, query: wrong })).status,
  ).toBe(400);
});

it("gives the cost of a component with its parts, and the place of its repair in the list", async () => {
  const query = { crew_hours: "100", spare_parts: "25" };
  const { body: plan } = await server.ask(api.loss.repairs, "viewer", { params: { id }, query });
  const list = (plan as { repairs: { dt_id: string }[] }).repairs.map(({ dt_id }) => dt_id);
  const ask = async (component_type: "module" | "tracker", dt_id: string) => {
    const params = { id, component_type, dt_id };
    const { status, body } = await server.ask(api.loss.component, "viewer", { params, query });
    return { status, ...(body as ComponentRepair) };
  };
  // Two substrings: 360 W for 2,000 hours, at 60 euros.
  const one = await ask("module", "T0.M1");
  expect(one.loss?.mwh).toBeCloseTo(0.72, 6);
  expect(one.loss?.money).toBeCloseTo(43.2, 6);
  expect(one.loss?.uncertainty.mwh).toBeCloseTo(Math.hypot(0.25, 0.1, 0.1) * 0.72, 3);
  expect(one).toMatchObject({ repairs: { count: 1 }, first: { action: "replace_module" } });
  // Watts of its modules, of which the first 40 rows have bypassed substrings, for 2,000 hours.
  const services = { ...server.services, db: server.database.owner.db };
  const { names } = (await readComponents(services, plant.plant_id)).levels.get("module")!;
  const rows = Array.from({ length: plant.modules }, (_, row) => row);
  const own = rows.filter((row) => names.dtId(row).startsWith("T0."));
  const faulty = own.filter((row) => row < 40);
  const sum = (of: readonly number[]) =>
    of.reduce((all, row) => all + (row < 40 ? 360 * (1 + (row % 2)) : 10) / 1000, 0);
  expect([own.length, faulty.length > 1]).toEqual([20, true]);
  const tracker = await ask("tracker", "T0");
  expect(tracker.loss?.mwh).toBeCloseTo(sum(own), 6);
  expect(tracker.repairs).toMatchObject({ count: faulty.length, parts: faulty.length });
  expect(tracker.repairs.money).toBeCloseTo(sum(faulty) * 60, 6);
  const places = [];
  for (const row of rows.slice(0, 40)) {
    const dt_id = names.dtId(row);
    const { rank } = await ask("module", dt_id);
    expect(rank, dt_id).toBe(list.includes(dt_id) ? list.indexOf(dt_id) + 1 : null);
    if (rank !== null) places.push(rank);
  }
  expect(places).toHaveLength(25);
  const first = list.findIndex((dt_id) => dt_id.startsWith("T0."));
  expect(tracker).toMatchObject({ rank: first + 1, first: { dt_id: list[first] }, chosen: 25 });
  // 5 W are lost without a finding.
  const sound = await ask("module", names.dtId(40));
  expect(sound).toMatchObject({ first: null, rank: null, repairs: { count: 0 } });
  expect(sound.loss?.mwh).toBeCloseTo(0.01, 6);
  expect((await ask("module", "T99.M1")).status).toBe(404);
  expect((await ask("tracker", "T0.M0")).status).toBe(404);
});

it("follows the settings of the plant, which only some may set", async () => {
  const params = { id: plant.plant_id };
  const body = { tariff: 120, module_hours: 4, currency: "CLP" as const };
  const viewer = await server.ask(api.loss.set, "viewer", { params, body });
  expect(viewer.status).toBe(403);
  const set = await server.ask(api.loss.set, "super_admin", { params, body });
  expect(set.status).toBe(200);
  const { findings, settings } = (await server.ask(api.loss.summary, "viewer", { params: { id } }))
    .body as { findings: Sums; settings: { currency: string } };
  expect(findings.money).toBeCloseTo(findings.mwh * 120, 6);
  expect(settings.currency).toBe("CLP");
  const query = { crew_hours: "10", spare_parts: "25" };
  const plan = await server.ask(api.loss.repairs, "viewer", { params: { id }, query });
  expect(plan.body).toMatchObject({ chosen: { count: 2, hours: 8 } });
});

it("refuses a budget that is none", async () => {
  const query = { crew_hours: "-1", spare_parts: "2" };
  const { status } = await server.ask(api.loss.repairs, "viewer", { params: { id }, query });
  expect(status).toBe(400);
});
