import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { Diagnostic } from "../../../domain/diagnostic.ts";
import { limits } from "../../../domain/limits.ts";
import { sweepDiagnostics } from "../../store/diagnostic.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const report = (error_id: string, message = "boom", app_version = "1.0.0") => ({
  error_id,
  message,
  app_url: "https://app.example/plants?find=private#x",
  timestamp: "2026-11-21T10:00:00.000Z",
  app_version,
  user_agent: "Firefox/143.0",
});
const send = (as: AccountKey, ...errors: ReturnType<typeof report>[]) =>
  server.ask(api.session.sendDiagnostics, as, { body: { errors } });
const list = async (
  query: Record<string, string | number> = {},
  as: AccountKey = "super_admin",
) => {
  const { status, body } = await server.ask(api.diagnostic.list, as, { query });
  return { status, ...(body as { rows: Diagnostic[]; total: number }) };
};
const ids = async (query?: Record<string, string | number>) =>
  (await list(query)).rows.map(({ error_id }) => error_id);

it("staff find a report by the id the user read out, with who met it and where", async () => {
  expect((await send("viewer", report("aa11bb22"), report("cc33dd44", "late"))).status).toBe(200);
  const { rows, total } = await list({ q: "aa11bb22" });
  expect(total).toBe(1);
  expect(rows[0]).toMatchObject({
    error_id: "aa11bb22",
    message: "boom",
    app_url: "https://app.example/plants",
    app_version: "1.0.0",
    user_agent: "Firefox/143.0",
    user_email: server.accounts.viewer.email,
  });
});

it("is searched by user, version and text, newest first, and by time", async () => {
  await send("other_customer", report("ee55ff66", "100% full", "2.0.0"));
  expect(await ids()).toEqual(["ee55ff66", "cc33dd44", "aa11bb22"]);
  expect(await ids({ q: server.accounts.other_customer.email })).toEqual(["ee55ff66"]);
  expect(await ids({ q: "2.0.0" })).toEqual(["ee55ff66"]);
  expect(await ids({ q: "0% FULL" })).toEqual(["ee55ff66"]);
  expect(await ids({ q: "%" })).toEqual(["ee55ff66"]);
  expect(await ids({ q: "nobody" })).toEqual([]);
  await server.database.owner.pool.query(
    "update diagnostic set created_at = now() - interval '3 days' where error_id = 'aa11bb22'",
  );
  expect(await ids({ days: 1 })).toEqual(["ee55ff66", "cc33dd44"]);
  const ago = (hours: number) => new Date(Date.now() - hours * 3600_000).toISOString();
  expect(await ids({ since: ago(73) })).toHaveLength(3);
  expect(await ids({ since: ago(71) })).toEqual(["ee55ff66", "cc33dd44"]);
  expect(await ids({ since: ago(73), days: 1 })).toHaveLength(2);
});

it("comes page by page, and says how many there are in all", async () => {
  const first = await list({ limit: 2 });
  expect([first.rows.length, first.total]).toEqual([2, 3]);
  const rest = await list({ limit: 2, before: first.rows[1]!.id });
  expect(rest.rows.map(({ error_id }) => error_id)).toEqual(["aa11bb22"]);
});

it("keeps a report that is sent again once", async () => {
  await send("viewer", report("aa11bb22"), report("aa11bb22"));
  expect((await list({ q: "aa11bb22" })).total).toBe(1);
});

it("is for staff alone", async () => {
  expect((await list({}, "viewer")).status).toBe(403);
  expect((await list({}, "analyst")).status).toBe(200);
});

it("is forgotten after ninety days", async () => {
  expect(limits.diagnosticDays).toBe(90);
  await sweepDiagnostics(server.database.owner.db, new Date(Date.now() - 2 * 24 * 3600_000));
  expect(await ids()).toEqual(["ee55ff66", "cc33dd44"]);
});
