// Many observations over HTTP: their summarised days, against counts that PostgreSQL makes on its own
// calendar, and the pages of their list.
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import type { ObservationDate } from "../../../domain/observation/observation-date.ts";
import type { Observation } from "../../../domain/observation/observation.ts";
import { observation } from "../../store/schema/observation.ts";

/** Noon in UTC: the zones below are on the day before, the same day and the day after. */
const NOW = "2026-11-26T12:00:00Z";
const zones = [
  "UTC",
  "Europe/Madrid",
  "America/Santiago",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
] as const;
const ranges = [
  "last_7_days",
  "last_30_days",
  "last_90_days",
  "past_year",
  "year_2024",
  "year_2025",
  "year_2026",
  "all_time",
] as const;
type Range = (typeof ranges)[number];

/** The days of each range in SQL; `today` is the day in the asked time zone. */
const isIn: Record<Range, string> = {
  last_7_days: "day > today - 7 and day <= today",
  last_30_days: "day > today - 30 and day <= today",
  last_90_days: "day > today - 90 and day <= today",
  past_year: "day > today - interval '1 year' and day <= today",
  year_2024: "extract(year from day) = 2024",
  year_2025: "extract(year from day) = 2025",
  year_2026: "extract(year from day) = 2026",
  all_time: "true",
};

let server: TestServer;
let plant: ResultPlant;
beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Atacama");
  const times = [...(await borders()), ...scattered(400)];
  await server.database.owner.db.insert(observation).values(
    times.map((observed_at, at) => ({
      plant_id: plant.plant_id,
      component_type: "module" as const,
      dt_id: plant.moduleId((at * 7) % plant.modules),
      observed_at,
      external_id: `seen-${at}`,
      column_values: valuesOf(at),
      created_by: at % 5 === 0 ? null : server.accounts[at % 3 === 0 ? "analyst" : "viewer"].id,
    })),
  );
});
afterAll(() => server.close());
afterEach(() => (server.clock.now = undefined));

/** None to three values: custom properties 1 and 2, key figure 7. */
function valuesOf(at: number) {
  return [
    ...(at % 2 === 0 ? [{ column_id: "ccp_1", value: "a" }] : []),
    ...(at % 3 === 0 ? [{ column_id: "ccp_2", value: true }] : []),
    ...(at % 7 === 0 ? [{ column_id: "pi_7", value: at }] : []),
  ];
}

/** The last and the first instants around each border of each range, in each zone, on PostgreSQL's calendar. */
async function borders(): Promise<string[]> {
  const { rows } = await server.database.owner.db.execute<{ at: string }>(sql`
    select distinct to_char(edge at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from unnest(array[${sql.join(
      zones.map((zone) => sql`${zone}`),
      sql`, `,
    )}]::text[]) zone,
      lateral (select (${NOW}::timestamptz at time zone zone)::date as today) now,
      lateral (values (today - 6), (today - 29), (today - 89), (today + 1),
        ((today - interval '1 year')::date + 1),
        ('2024-01-01'::date), ('2025-01-01'), ('2026-01-01'), ('2027-01-01')) days (day),
      lateral (values (day::timestamp at time zone zone - interval '1 ms'),
        (day::timestamp at time zone zone)) edges (edge)
    order by 1`);
  return rows.map(({ at }) => at);
}

/** Spread over 1,100 days up to a week after now, the same in every run. */
function scattered(count: number): string[] {
  const last = Date.parse(NOW) + 7 * 86_400_000;
  return Array.from({ length: count }, (_, at) =>
    new Date(last - ((at * 7919) % 1100) * 86_400_000 - at * 1_234_567).toISOString(),
  );
}

const asked = async (query: { range?: Range; time_zone?: string; filters?: string }) => {
  const { status, body } = await server.ask(api.observation.dates, "viewer", {
    params: { id: plant.plant_id },
    query,
  });
  expect(status).toBe(200);
  return body as ObservationDate[];
};

type Counts = Record<string, Record<string, number>>;
type Counted = Record<"date" | "d_from" | "d_to", string> & {
  count: number;
  component_count: number;
  per: Counts;
};

/** Every day of the plant in this zone, and the ranges that it is in. */
async function counted(time_zone: string): Promise<(Counted & { ranges: Range[] })[]> {
  const utc = `at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
  const names = ranges.map((range) => `case when ${isIn[range]} then '${range}' end`).join();
  const { rows } = await server.database.owner.db.execute<Counted & { ranges: Range[] }>(sql`
    with seen as (
      select (observed_at at time zone ${time_zone})::date as day,
        (${NOW}::timestamptz at time zone ${time_zone})::date as today, observation.*,
        first_name || ' ' || last_name as author
      from observation left join account on account.id = observation.created_by
      where plant_id = ${plant.plant_id} and notes = ''),
    value as (select day, v ->> 'column_id' as id from seen, jsonb_array_elements(column_values) v),
    key as (
      select day, 'components' as kind, dt_id as key from seen
      union all select day, 'user_names', author from seen where author is not null
      union all select day, 'ccps', substr(id, 5) from value where starts_with(id, 'ccp_')
      union all select day, 'pis', substr(id, 4) from value where starts_with(id, 'pi_')),
    counted as (select day, kind, key, count(*)::int as n from key group by day, kind, key),
    kind as (select day, kind, json_object_agg(key, n) as counts from counted group by day, kind),
    per as (select day, json_object_agg(kind, counts) as per from kind group by day)
    select day::text as date, count(*)::int as count, count(distinct dt_id)::int as component_count,
      (array_agg(per))[1] as per,
      ${sql.raw(`to_char(min(observed_at) ${utc}) as d_from, to_char(max(observed_at) ${utc}) as d_to,
      array_remove(array[${names}], null) as ranges`)}
    from seen join per using (day) group by day, today order by day desc`);
  return rows;
}

/** The counts of a day by kind and key, without kinds that have none. */
function keyed(day: ObservationDate): Counts {
  const kinds = {
    ccps: day.ccps.map(({ id, count }) => [id, count] as const),
    pis: day.pis.map(({ id, count }) => [id, count] as const),
    components: day.components.map(({ dt_id, count }) => [dt_id, count] as const),
    user_names: day.user_names.map(({ name, count }) => [name, count] as const),
  };
  const used = Object.entries(kinds).filter(([, counts]) => counts.length > 0);
  return Object.fromEntries(used.map(([kind, counts]) => [kind, Object.fromEntries(counts)]));
}

const factsOf = ({ date, d_from, d_to, count, component_count }: ObservationDate | Counted) => ({
  date,
  d_from,
  d_to,
  count,
  component_count,
});

describe("summarised days of observations", () => {
  it.each(zones)("are those of PostgreSQL in every range: %s", async (time_zone) => {
    server.clock.now = Date.parse(NOW);
    const all = await counted(time_zone);
    for (const range of ranges) {
      const expected = all.filter((day) => day.ranges.includes(range));
      expect(expected.length).toBeGreaterThan(1);
      const found = await asked({ range, time_zone });
      expect(
        found.map((day) => ({ ...factsOf(day), per: keyed(day) })),
        range,
      ).toEqual(expected.map((day) => ({ ...factsOf(day), per: day.per })));
    }
  });

  it("end the past year on the last day of February in a leap year", async () => {
    const { db } = server.database.owner;
    const at = ["2023-02-28T12:00:00Z", "2023-03-01T00:00:00Z", "2024-02-29T23:59:59Z"];
    await db.insert(observation).values(
      [...at, "2024-03-01T00:00:00Z"].map((observed_at) => ({
        plant_id: plant.plant_id,
        component_type: "module" as const,
        dt_id: plant.moduleId(0),
        observed_at,
        notes: "leap year",
        external_id: `leap-${observed_at}`,
      })),
    );
    server.clock.now = Date.parse("2024-02-29T08:00:00Z");
    const filters = JSON.stringify([{ kind: "text", text: "leap year" }]);
    const days = await asked({ range: "past_year", filters });
    expect(days.map(({ date }) => date)).toEqual(["2024-02-29", "2023-03-01"]);
  });
});

describe("the list of observations", () => {
  it("comes in pages, which together are the whole list; the same with a condition", async () => {
    const within = [{ component_type: "tracker", dt_id: "T1" }];
    for (const conditions of [{}, { component_filter: JSON.stringify({ within }) }]) {
      const page = async (offset: number, limit: number) => {
        const query = { ...conditions, offset: String(offset), limit: String(limit) };
        const params = { id: plant.plant_id };
        const { body } = await server.ask(api.observation.list, "viewer", { params, query });
        return body as { count: number; offset: number; observations: Observation[] };
      };
      const all = await page(0, 5000);
      expect(all.observations.length).toBe(all.count);
      expect(all.count).toBeGreaterThan(100);
      const found: Observation[] = [];
      for (let offset = 0; offset < all.count; offset += 60) {
        const { count, observations, ...rest } = await page(offset, 60);
        expect([count, rest]).toEqual([all.count, { offset }]);
        found.push(...observations);
      }
      expect(found).toEqual(all.observations);
      expect((await page(all.count, 60)).observations).toEqual([]);
      const names = new Set(found.map((one) => one.created_by_user));
      expect(names).toEqual(new Set([null, "viewer Tester", "analyst Tester"]));
    }
  });
});
