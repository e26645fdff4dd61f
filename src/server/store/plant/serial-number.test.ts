// The search for serial numbers on a real database of 20,000 numbers.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { addResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { searchSerials } from "./serial-number.ts";

let server: TestServer;
let plant_id: number;
const db = () => server.database.owner.db;
beforeAll(async () => {
  server = await startTestServer();
  const { customer_id } = server.accounts.viewer;
  ({ plant_id } = await addResultPlant({ ...server.services, db: db() }, customer_id, "Large", 1));
  await db().execute(sql`
    insert into serial_number (plant_id, component_type, dt_id, serial, serial_key, source, ended_at, "end")
    select ${plant_id}, 'module', 'M' || i, 'jk ' || i, 'JK' || i, 'import',
      case when i % 2 = 0 then now() end, case when i % 2 = 0 then 'removed' end
    from generate_series(1, 20000) i`);
  await db().execute(sql`analyze serial_number`);
});
afterAll(() => server.close());

const found = async (text: string) =>
  (await searchSerials(db(), plant_id, text)).map(({ serial, is_present }) =>
    is_present ? serial : `(${serial})`,
  );

it("shows what begins with the letters first, and present numbers before former ones", async () => {
  expect(await found("jk 1234")).toEqual([
    "jk 12341",
    "jk 12343",
    "jk 12345",
    "jk 12347",
    "jk 12349",
    "(jk 1234)",
    "(jk 12340)",
    "(jk 12342)",
    "(jk 12344)",
    "(jk 12346)",
    "(jk 12348)",
  ]);
  expect(await found("9999")).toEqual(["jk 9999", "jk 19999"]);
  expect(await found("zz")).toEqual([]);
  expect(await found("JK 20000")).toEqual(["(jk 20000)"]);
});

it("compares few of the numbers that have the letters, and finds the first ones by an index", async () => {
  expect(await found("JK")).toHaveLength(20);
  const { rows } = await db().execute(sql`
    explain select * from serial_number where plant_id = ${plant_id}
      and serial_key ~>=~ 'JK' and serial_key ~<~ 'JK~' order by serial_key using ~<~ limit 1000`);
  expect(JSON.stringify(rows)).toContain("Index Scan using serial_number_key");
});
