import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import type { Order } from "../../../domain/provider/order.ts";
import type { PackageUse } from "../../../domain/provider/package-use.ts";
import { analysisProductPackage } from "../../store/schema/analysis.ts";
import { analysis } from "../../store/schema/plant.ts";
import { productPackage } from "../../store/schema/provider.ts";

let server: TestServer;
let own: { plant_id: number; customer_id: number };
let packages: number[];
beforeAll(async () => {
  server = await startTestServer();
  const { customer_id } = server.accounts.tenant;
  const { plant_id } = await storeHolding(server, customer_id, "Andasol");
  own = { plant_id, customer_id };
  const rows = await server.database.owner.db
    .insert(productPackage)
    .values([{ name: "Receivers" }, { name: "Mirrors" }, { name: "Modules" }])
    .returning();
  packages = rows.map(({ id }) => id);
});
afterAll(() => server.close());

describe("what remains of the packages", () => {
  it("is what the database counts in each contract year, whatever the state of the analyses", async () => {
    const { db } = server.database.owner;
    const made = await server.ask(api.order.create, "analyst", {
      body: {
        customer_id: own.customer_id,
        plant_id: own.plant_id,
        type: "subscription",
        start_date: "2025-04-10",
        end_date: null,
        order_product_packages: [
          { product_package_id: packages[0]!, quantity: 3 },
          { product_package_id: packages[1]!, quantity: 1 },
        ],
      },
    });
    expect(made.status).toBe(200);
    const year = made.body as Order;
    const { body } = await server.ask(api.plant.read, "analyst", { params: { id: own.plant_id } });
    const zone = (body as Plant).time_zone;
    expect(zone).toBe("Europe/Madrid");
    // By the clock at the plant.
    const flights = [
      ["2025-04-09 23:59:59", [0]],
      ["2025-04-10 00:00:00", [0]],
      ["2026-04-09 23:59:59", [0, 1]],
      ["2026-04-10 00:00:00", [0, 1]],
      ["2026-05-01 12:00:00", [1]],
      ["2026-05-02 12:00:00", [2]],
    ] as const;
    for (const [at, [local, used]] of flights.entries()) {
      const { rows: instants } = await db.execute<{ flown_at: string }>(
        sql`select (${local}::timestamp at time zone ${zone})::text as flown_at`,
      );
      const { flown_at } = instants[0]!;
      const [row] = await db
        .insert(analysis)
        .values({
          plant_id: own.plant_id,
          name: `Use ${at}`,
          state: at % 2 === 0 ? "DATA_INCOMPLETE" : "FINISHED",
          flown_at,
        })
        .returning({ id: analysis.id });
      const uses = used.map((one) => ({
        analysis_id: row!.id,
        product_package_id: packages[one]!,
      }));
      await db.insert(analysisProductPackage).values(uses);
    }
    for (const cur_date of ["2026-04-09", "2026-04-10", "2027-04-10"]) {
      const answer = await server.ask(api.order.packageUse, "analyst", { query: { cur_date } });
      // PostgreSQL walks the years itself: the last one that has begun, and the flights inside it.
      const counted = await db.execute(sql`
        select o.id, o.quantity,
          (select count(*)::int from analysis a
            join analysis_product_package ap on ap.analysis_id = a.id
            where ap.product_package_id = o.product_package_id and a.plant_id = ${own.plant_id}
              and a.flown_at >= y.begins at time zone ${zone}
              and a.flown_at < (y.begins + interval '1 year') at time zone ${zone}) as used
        from order_product_package o, lateral (
          select max(day) as begins from generate_series(timestamp '2025-04-10 00:00',
            timestamp '2030-04-10 00:00', interval '1 year') as day
          where day <= ${cur_date}::date) y
        where o.order_id = ${year.id} order by o.id`);
      const expected = counted.rows.map((row) => {
        const { id, quantity, used } = row as { id: number; quantity: number; used: number };
        return [id, used, Math.max(0, quantity - used)];
      });
      const found = (answer.body as PackageUse[])
        .toSorted((a, b) => a.order_product_package_id - b.order_product_package_id)
        .map(({ order_product_package_id: id, used, remaining }) => [id, used, remaining]);
      expect([cur_date, found]).toEqual([cur_date, expected]);
      expect(expected).toHaveLength(2);
    }
  });
});
