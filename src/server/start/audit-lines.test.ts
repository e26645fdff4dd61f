import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { writeAuditEntry } from "../store/account/audit.ts";
import { readAuditTrail } from "../store/account/audit-trail.ts";
import { startAuditLines } from "./audit-lines.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const author = { viewer: { account_id: null, customer_id: null }, request_id: "r-1" };
const write = (detail: object) =>
  writeAuditEntry(author, database.owner.db, { action: "sign_in_failed", detail: { ...detail } });
type Line = { level: number; time: number; msg: string; audit: Record<string, unknown> };

function start() {
  const lines: Line[] = [];
  const faults: unknown[] = [];
  const log = { error: (error: unknown) => faults.push(error) } as never;
  const { stop } = startAuditLines({ log }, database.owner.db, (line) =>
    lines.push(JSON.parse(line) as Line),
  );
  return { lines, faults, stop };
}
const soon = { timeout: patient(5000) };

it("each entry is sent once, in order, with its seal and without secrets", async () => {
  await write({ number: 0 });
  const sender = start();
  const key = randomBytes(32).toString("base64url");
  for (let number = 1; number < 5; number += 1) await write({ number, address: key });
  await expect.poll(() => sender.lines.length, soon).toBe(5);
  await write({ number: 5 });
  await sender.stop();
  expect(sender.lines.map(({ audit }) => (audit["detail"] as { number: number }).number)).toEqual([
    0, 1, 2, 3, 4, 5,
  ]);
  expect(JSON.stringify(sender.lines)).not.toContain(key);
  const reader = { account_id: 1, plant_ids: null };
  const shown = await readAuditTrail(database.owner.db, reader, {}, { before: null, limit: 10 });
  expect(sender.lines.map(({ audit }) => [audit["position"], audit["hash"]])).toEqual(
    shown.map(({ position, hash }) => [position, hash]).toReversed(),
  );
  expect(sender.lines[0]).toMatchObject({ level: 30, msg: "audit" });
  expect(sender.faults).toEqual([]);
});

it("what was written while no server ran is sent by the next one, the last before it again", async () => {
  await write({ number: 6 });
  const sender = start();
  await expect.poll(() => sender.lines.length, soon).toBe(7);
  await sender.stop();
});

it("a database that fails is logged, and the entries follow", async () => {
  const sender = start();
  await expect.poll(() => sender.lines.length, soon).toBe(7);
  await database.owner.pool.query("alter table audit_seal rename to gone");
  await expect.poll(() => sender.faults.length, soon).toBeGreaterThan(0);
  await database.owner.pool.query("alter table gone rename to audit_seal");
  await write({ number: 7 });
  await expect.poll(() => sender.lines.length, soon).toBe(8);
  await sender.stop();
});
