import { randomBytes } from "node:crypto";
import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import { openLocalAnalysisServer } from "../adapters/analysis-server.ts";
import { openObjectFolder } from "../adapters/object-folder.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { readSettings } from "./settings.ts";
import { account, confirmation, customer, role, session } from "../store/schema/account.ts";
import { task } from "../store/schema/plant.ts";
import { stagingFolder } from "../store/plant/twin-staging.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe("housekeeping", () => {
  it("deletes only expired sessions and confirmations", async () => {
    const { db } = database.owner;
    const at = new Date("2026-11-21T12:00:00Z");
    const before = (minutes: number) => new Date(at.getTime() - minutes * 60_000).toISOString();
    const [owner] = await db.insert(customer).values({ name: "Demo" }).returning();
    const [rights] = await db.insert(role).values({ key: "viewer", permissions: [] }).returning();
    const [person] = await db
      .insert(account)
      .values({ customer_id: owner?.id ?? 0, role_id: rights?.id ?? 0, email: "ana@example.org" })
      .returning();
    const account_id = person?.id ?? 0;
    const begun = (created: number, used: number) => ({
      token_hash: randomBytes(32),
      account_id,
      permission_version: 1,
      created_at: before(created),
      last_used_at: before(used),
    });
    const living = begun(700, 10);
    await db.insert(session).values([living, begun(100, 61), begun(721, 1)]);
    const key = (expires_at: string) => ({
      key_hash: randomBytes(32),
      account_id,
      kind: "email_login" as const,
      expires_at,
    });
    const open = key(before(-5));
    await db.insert(confirmation).values([open, key(before(1))]);
    const log = pino({ level: "silent" });
    const folder = await mkdtemp(join(tmpdir(), "house-"));
    const files = await openObjectFolder(folder);
    const uploaded = async (minutes: number) => {
      const key = `${stagingFolder(at)}/0`;
      await files.put(key, new Uint8Array(1));
      const time = new Date(before(minutes));
      await utimes(join(folder, key), time, time);
      return key;
    };
    const left = await uploaded(1441);
    const awaited = await uploaded(3000);
    const fresh = await uploaded(1439);
    await db.insert(task).values({ name: "import_twin", input: { files: [{ key: awaited }] } });
    const analysisServers = openLocalAnalysisServer(files);
    const parts = { settings: readSettings({}), log, now: () => at, files, analysisServers };
    const housekeeping = startHousekeeping(parts, db);
    await expect.poll(() => db.$count(session)).toBe(1);
    await expect.poll(() => db.$count(confirmation)).toBe(1);
    await expect.poll(() => files.size(left)).toBeNull();
    housekeeping.stop();
    expect([await files.size(awaited), await files.size(fresh)]).toEqual([1, 1]);
    await rm(folder, { recursive: true });
    expect((await db.select().from(session))[0]?.token_hash).toEqual(living.token_hash);
    expect((await db.select().from(confirmation))[0]?.key_hash).toEqual(open.key_hash);
  });
});
