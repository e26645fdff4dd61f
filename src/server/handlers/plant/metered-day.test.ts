// Files of metered energy that follow each other: the day at their edge, and months beside days, on a real database.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { meteredEnergyApi as calls } from "../../../api/plant/metered-energy.ts";
import type { MeterComparison, MeterImport } from "../../../domain/meter/meter.ts";

let server: TestServer;
let plant: ResultPlant;

beforeAll(async () => {
  server = await startTestServer();
  // 13 July 2026, noon at the plant.
  server.clock.now = Date.parse("2026-07-13T16:00:00Z");
  const services = { ...server.services, db: server.database.owner.db };
  // In the north of Chile: UTC-4 in June.
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Edges");
});
afterAll(() => server.close());

function ask(text: string, apply: "yes" | "no", given: Readonly<Record<string, string>>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(given)) body.append(name, value);
  body.append("time_zone", "America/Santiago");
  body.append("file", new File([text], "energy.csv"));
  const params = { id: plant.plant_id };
  return server.ask(calls.importFile, "super_admin", { params, query: { apply }, body });
}

async function send(text: string, apply: "yes" | "no"): Promise<MeterImport> {
  const given = { last_month: "whole", values: "energy", stamp: "begin" };
  const answer = await ask(text, apply, given);
  expect(answer.status).toBe(200);
  return answer.body as MeterImport;
}

/** The preview says what the import does; answers that of the import. */
async function store(text: string): Promise<MeterImport> {
  const seen = await send(text, "no");
  const stored = await send(text, "yes");
  expect({ ...seen, is_stored: true }).toEqual(stored);
  return stored;
}

/** Hours from one instant to another in UTC, each with 1 kWh. */
function hours(meter: string, from: string, to: string): string {
  const lines = [`time (UTC),${meter} (kWh)`];
  for (let at = Date.parse(`${from}Z`); at < Date.parse(`${to}Z`); at += 3_600_000) {
    lines.push(`${new Date(at).toISOString().slice(0, 16).replace("T", " ")},1`);
  }
  return lines.join("\n");
}

async function stored(meter: string): Promise<(readonly [string, number, number])[]> {
  const found = await server.database.owner.db.execute<{ day: string; days: number; kwh: number }>(
    sql`select day::text, days, kwh from metered_day join meter on meter.id = meter_id
      where name = ${meter} order by day`,
  );
  return found.rows.map(({ day, days, kwh }) => [day, days, Math.round(kwh)] as const);
}

describe("a file that begins or ends within a day of the plant", () => {
  it("keeps the fuller day of the file before, and says so", async () => {
    await store(hours("A", "2026-06-01T00:00", "2026-07-01T00:00"));
    // 20 hours of 30 June at the plant; July has the other four.
    expect((await stored("A")).at(-1)).toEqual(["2026-06-30", 1, 20]);
    const july = await store(hours("A", "2026-07-01T00:00", "2026-07-03T00:00"));
    expect(july.meters).toMatchObject([{ replaced_days: 0 }]);
    expect(july.notes).toEqual([
      { reason: "meter_day_kept", values: { day: "2026-06-30", count: 1 } },
    ]);
    expect((await stored("A")).slice(-3)).toEqual([
      ["2026-06-30", 1, 20],
      ["2026-07-01", 1, 24],
      ["2026-07-02", 1, 20],
    ]);
  });

  it("replaces no day by the row at its end", async () => {
    await store(hours("B", "2026-06-10T04:00", "2026-06-12T04:00"));
    const ended = await store(hours("B", "2026-06-09T04:00", "2026-06-10T05:00"));
    expect(ended.notes).toMatchObject([{ reason: "meter_day_kept" }]);
    expect(await stored("B")).toEqual([
      ["2026-06-09", 1, 24],
      ["2026-06-10", 1, 24],
      ["2026-06-11", 1, 24],
    ]);
  });

  it("replaces what it has as much of, and what it has more of", async () => {
    const first = hours("C", "2026-06-10T10:00", "2026-06-12T10:00");
    await store(first);
    const again = await store(first.replaceAll(",1", ",2"));
    expect([again.meters[0]?.replaced_days, again.notes]).toEqual([3, []]);
    expect((await stored("C"))[0]).toEqual(["2026-06-10", 1, 36]);
    const more = await store(hours("C", "2026-06-10T06:00", "2026-06-11T04:00"));
    expect([more.meters[0]?.replaced_days, more.notes]).toEqual([1, []]);
    expect((await stored("C"))[0]).toEqual(["2026-06-10", 1, 22]);
  });
});

describe("a month that goes on, and months to come", () => {
  const table = (june: number, july: number, august: number) =>
    `date,M (MWh)\n2026-04-01,3\n2026-05-01,4\n2026-06-01,${june}\n2026-07-01,${july}\n2026-08-01,${august}`;
  const given = (last_month?: string) => ({
    values: "energy",
    stamp: "begin",
    ...(last_month && { last_month }),
  });

  it("are not stored, and the last month is asked where the file may be older", async () => {
    // Filled in on 13 June: half of it is there, and zeros follow.
    const form = table(1.5, 0, 0);
    const seen = await ask(form, "no", given());
    expect(seen).toMatchObject({ status: 200, body: { last_month: "2026-06", to: "2026-07-01" } });
    expect((seen.body as MeterImport).notes).toMatchObject([
      { reason: "meter_open_month", values: { month: "2026-07" } },
      { reason: "meter_future", values: { count: 1 } },
    ]);
    const refused = await ask(form, "yes", given());
    expect(refused).toMatchObject({
      status: 400,
      body: { problems: [{ reason: "meter_last_month", values: { month: "2026-06" } }] },
    });
    expect(await stored("M")).toEqual([]);
    expect((await ask(form, "yes", given("part"))).status).toBe(200);
    expect(await stored("M")).toEqual([
      ["2026-04-01", 30, 3000],
      ["2026-05-01", 31, 4000],
    ]);
  });

  it("shows that the month before was whole, where it has energy", async () => {
    const done = await ask(table(6, 1.5, 0), "yes", given());
    expect(done).toMatchObject({ status: 200, body: { last_month: null, to: "2026-07-01" } });
    expect((await stored("M")).at(-1)).toEqual(["2026-06-01", 30, 6000]);
  });
});

describe("days that earlier versions stored of the future", () => {
  it("are no part of the period", async () => {
    await store(hours("F", "2026-07-01T04:00", "2026-07-03T04:00"));
    await server.database.owner.db.execute(
      sql`insert into metered_day (meter_id, day, days, kwh, covered)
        select id, '2026-07-01'::date + 31, 31, 0, 1 from meter where name = 'F'`,
    );
    const id = await plant.addAnalysis("Winter", "2026-06-20", { visibility: "released" });
    const { body } = await server.ask(calls.read, "super_admin", {
      params: { id },
      query: { period: "last_year" },
    });
    const { meters, to } = body as MeterComparison;
    expect(to).toBe("2026-07-03");
    expect(meters.find(({ name }) => name === "F")).toMatchObject({ to: "2026-07-03" });
  });
});

describe("months beside days", () => {
  it("stay where a file has a part of their last day", async () => {
    await store("date,D (MWh)\n2026-04-01,3\n2026-05-01,3");
    const june = await store(hours("D", "2026-06-01T00:00", "2026-06-02T04:00"));
    expect(june.meters).toMatchObject([{ replaced_days: 0 }]);
    expect(june.notes).toMatchObject([{ values: { day: "2026-05-31" } }]);
    expect(await stored("D")).toEqual([
      ["2026-04-01", 30, 3000],
      ["2026-05-01", 31, 3000],
      ["2026-06-01", 1, 24],
    ]);
  });

  it("go where a file has a whole day of them, and count all their days", async () => {
    const may = await store(hours("D", "2026-05-31T02:00", "2026-06-01T04:00"));
    expect(may.meters).toMatchObject([{ replaced_days: 31 }]);
    expect(may.notes).toEqual([]);
    expect(await stored("D")).toEqual([
      ["2026-04-01", 30, 3000],
      ["2026-05-30", 1, 2],
      ["2026-05-31", 1, 24],
      ["2026-06-01", 1, 24],
    ]);
  });
});
