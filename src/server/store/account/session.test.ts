// The read of sessions, which every request waits for.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { connect } from "../database.ts";
import { hashOf, openSessions } from "./session.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it("is planned once per connection, and not for each call", async () => {
  const one = connect(server.database.ownerUrl, 1, { seesAll: true });
  const find = openSessions(one.db);
  const { viewer, tenant } = server.accounts;
  for (let call = 0; call < 12; call += 1) {
    const [both, missing] = await Promise.all([
      Promise.all([viewer, tenant].map(({ token }) => find(hashOf(token)))),
      find(hashOf("unknown")),
    ]);
    expect([...both.map((row) => row?.account_id), missing]).toEqual([viewer.id, tenant.id, null]);
  }
  const { rows } = await one.pool.query<{ generic_plans: string; custom_plans: string }>(
    "select generic_plans, custom_plans from pg_prepared_statements where name = 'session_lookup'",
  );
  await one.close();
  // PostgreSQL tries five plans for the values of a call first.
  expect(rows).toEqual([{ generic_plans: "7", custom_plans: "5" }]);
});
