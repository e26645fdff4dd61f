// Metered energy over HTTP on a real database: days at the plant as PostgreSQL’s own time zones have them, and what the
// survey explains of a tracker that delivers less.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { meteredEnergyApi as calls } from "../../../api/plant/metered-energy.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import type { MeterComparison, MeterImport } from "../../../domain/meter/meter.ts";
import { readComponents } from "../../store/plant/plant-component.ts";
import { storeLossSettings } from "../../store/plant/analysis/loss-settings.ts";
import { writeColumns } from "../../store/plant/column/column.ts";
import { plant as plantTable } from "../../store/schema/plant.ts";

let server: TestServer;
let plant: ResultPlant;
let analysis_id: number;

beforeAll(async () => {
  server = await startTestServer();
  server.clock.now = Date.parse("2026-11-01T00:00:00Z");
  const services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Metered");
  analysis_id = await plant.addAnalysis("Autumn", "2026-04-20", { visibility: "released" });
  // The modules of the third tracker lose 10 % of the 500 W that each has, as the plant states.
  const watts = 500;
  const nominal_capacity = (plant.modules * watts) / 1e6;
  await services.db.update(plantTable).set({ nominal_capacity });
  await storeLossSettings(services.db, plant.plant_id, { module_watts: watts });
  const { names } = (await readComponents(services, plant.plant_id)).levels.get("module")!;
  const power_loss = Float32Array.from({ length: plant.modules }, (_, row) =>
    names.dtId(row).startsWith("T2.") ? watts / 10 : 0,
  );
  const columns = new Map([[keyFigureByKey("power_loss")!.id, power_loss] as const]);
  await writeColumns(services, analysis_id, columns, { twin_version: 1 });
});
afterAll(() => server.close());

/** Half-hours around the end of summer time, in UTC: each tracker delivers by the hour, the third one 12 % less. */
function halfHours(): { at: string; kwh: number[] }[] {
  const rows = [];
  for (let time = Date.UTC(2026, 2, 25); time < Date.UTC(2026, 3, 15); time += 1_800_000) {
    const date = new Date(time);
    const hour = (date.getUTCHours() + 20) % 24;
    const sun = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI)) * 4.5;
    rows.push({ at: date.toISOString(), kwh: [sun, sun, sun * 0.88] });
  }
  return rows;
}

const csv = (head: string, rows: readonly (readonly (string | number)[])[]) =>
  [head, ...rows.map((row) => row.join(","))].join("\n");

function send(
  text: string,
  apply: "yes" | "no",
  given: Record<string, string> = { values: "energy", stamp: "begin" },
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(given)) body.append(name, value);
  body.append("file", new File([text], "energy.csv"));
  return server.ask(calls.importFile, "super_admin", {
    params: { id: plant.plant_id },
    query: { apply },
    body,
  });
}

async function read(as: "viewer" | "super_admin" = "viewer"): Promise<MeterComparison> {
  const answer = await server.ask(calls.read, as, {
    params: { id: analysis_id },
    query: { period: "last_year" },
  });
  expect(answer.status).toBe(200);
  return answer.body as MeterComparison;
}

describe("metered energy", () => {
  it("is shown before it is stored", async () => {
    expect(await read()).toMatchObject({ meters: [], from: null, plant: null });
    const rows = halfHours().map(({ at, kwh }) => [at, ...kwh]);
    const seen = await send(csv("time,T0 (kWh),T1 (kWh),T2 (kWh)", rows), "no");
    expect(seen.status).toBe(200);
    const { meters, ...rest } = seen.body as MeterImport;
    expect(rest).toMatchObject({ is_stored: false, interval_minutes: 30, from: "2026-03-24" });
    expect(meters.map(({ name, replaced_days }) => [name, replaced_days])).toEqual([
      ["T0", 0],
      ["T1", 0],
      ["T2", 0],
    ]);
    expect((await read()).meters).toEqual([]);
  });

  it("is summed by days of the plant, as PostgreSQL’s time zones have them", async () => {
    const rows = halfHours().map(({ at, kwh }) => [at, ...kwh]);
    const stored = await send(csv("time,T0 (kWh),T1 (kWh),T2 (kWh)", rows), "yes");
    expect(stored.body).toMatchObject({ is_stored: true });
    const { db } = server.database.owner;
    const times = halfHours();
    const expected = await db.execute<{ day: string; kwh: number }>(sql`
      select (t at time zone 'America/Santiago')::date::text as day, sum(kwh)::float8 as kwh
      from unnest(${sql.param(times.map(({ at }) => at))}::timestamptz[],
        ${sql.param(times.map(({ kwh }) => kwh[2]!))}::float8[]) as given(t, kwh)
      group by 1 order by 1`);
    const found = await db.execute<{ day: string; kwh: number }>(sql`
      select day::text, kwh from metered_day join meter on meter.id = meter_id
      where name = 'T2' order by day`);
    expect(found.rows.map(({ day }) => day)).toEqual(expected.rows.map(({ day }) => day));
    for (const [at, { kwh }] of found.rows.entries())
      expect(kwh).toBeCloseTo(expected.rows[at]!.kwh, 6);
  });

  it("stands beside the loss that the survey calculates, and the difference is said", async () => {
    const { meters, common_days, plant: whole } = await read();
    const third = meters.find(({ name }) => name === "T2")!;
    expect(third).toMatchObject({
      component_type: "tracker",
      dt_id: "T2",
      is_assigned: false,
      capacity_share: expect.closeTo(1 / 3, 9),
    });
    // The first day has 3 hours and the last one 20: the values begin and end at midnight of UTC.
    expect(common_days).toBe(20);
    expect(third.coverage).toBeCloseTo((3 / 24 + 20 + 20 / 24) / 22, 6);
    expect(third.against_others).toBeCloseTo(-0.12, 9);
    // The year is not compared with three weeks.
    expect(whole).toMatchObject({ source: "sum", is_year: false });
    // 20 modules lose a tenth of their power: 2,000 hours of 10 kW.
    expect(third.calculated!.mwh).toBeCloseTo(2000 * 0.01 * 0.1, 6);
  });

  it("is compared on the days that all have, over a year by days", async () => {
    const days: (string | number)[][] = [];
    for (let time = Date.UTC(2025, 7, 1); time < Date.UTC(2026, 7, 1); time += 86_400_000) {
      const day = new Date(time).toISOString().slice(0, 10);
      // T1 was not metered in January; the third one delivers 12 % less.
      const isGap = day.startsWith("2026-01");
      days.push([day, 0.054, isGap ? "" : 0.054, 0.054 * 0.88]);
    }
    const stored = await send(csv("date,T0 (MWh),T1 (MWh),T2 (MWh)", days), "yes");
    // The days of before are replaced.
    expect(stored.body).toMatchObject({
      interval_minutes: 1440,
      meters: [{ replaced_days: 22 }, { replaced_days: 22 }, { replaced_days: 22 }],
    });
    const { meters, common_days, from, to, plant: whole } = await read();
    expect([from, to, common_days]).toEqual(["2025-08-01", "2026-08-01", 365 - 31]);
    const third = meters.find(({ name }) => name === "T2")!;
    expect(third.against_others).toBeCloseTo(-0.12, 9);
    // The survey finds a tenth: 2 points are not explained.
    expect(third.explained).toBeCloseTo(-0.1, 2);
    expect(whole).toMatchObject({
      source: "sum",
      is_year: true,
      mwh: expect.closeTo(0.054 * (365 + 334 + 0.88 * 365), 6),
      expected_mwh: 60,
    });
  });

  it("belongs to the component or the plant that a person states", async () => {
    const { meters } = await read();
    const { id } = meters[0]!;
    const params = { id: plant.plant_id, meter_id: id };
    const state = async (dt_id: string | null, is_plant: boolean) =>
      (await server.ask(calls.update, "super_admin", { params, body: { dt_id, is_plant } })).status;
    expect(await state("T9", false)).toBe(400);
    expect(await state("T0.M3", false)).toBe(200);
    expect((await read()).meters[0]).toMatchObject({ component_type: "module", is_assigned: true });
    expect(await state(null, true)).toBe(200);
    expect(await read()).toMatchObject({
      meters: [{ is_plant: true }, {}, {}],
      plant: { source: "meter", mwh: expect.closeTo(0.054 * 365, 6) },
    });
    const foreign = {
      params: { ...params, meter_id: 99_999 },
      body: { dt_id: null, is_plant: false },
    };
    expect((await server.ask(calls.update, "super_admin", foreign)).status).toBe(404);
    expect((await server.ask(calls.remove, "super_admin", { params })).status).toBe(200);
    expect((await read()).meters.map(({ name }) => name)).toEqual(["T1", "T2"]);
  });

  it("is refused with its line, and nothing of it is stored", async () => {
    const before = await read();
    const text = csv("time,T1 (kWh)", [
      ["2026-09-01 10:00", 1],
      ["2026-09-01 11:00", "much"],
    ]);
    const without = await send(text, "yes");
    expect(without.body).toMatchObject({
      code: "FILE_REFUSED",
      problems: [{ reason: "condition_time_zone", line: 2, file: "energy.csv" }, {}],
    });
    const zoned = { values: "energy", stamp: "begin", time_zone: "America/Santiago" };
    expect((await send(text, "yes", zoned)).body).toMatchObject({
      problems: [{ reason: "meter_no_number", line: 3, field: "T1" }],
    });
    expect((await send(text, "yes", { values: "energy" })).status).toBe(400);
    expect(await read()).toEqual(before);
  });
});
