// The chain of the audit trail: written in order by many at once, and checked by code that shares nothing with it.
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import type { Database } from "../context.ts";
import { authorOf, changeWithAudit, writeAuditEntry } from "../store/account/audit.ts";
import { auditEntry, auditSeal } from "../store/schema/account.ts";
import { viewerDatabase } from "../store/viewer-database.ts";
import { brokenAudit, newestSeal, type AuditHead } from "./broken-audit.ts";

const opened: TestDatabase[] = [];
let database: TestDatabase;
let owner: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  opened.push(database);
  owner = database.owner.db;
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const author = authorOf({ id: 7, customer_id: 3 }, "request ü");
const asApp = () => viewerDatabase(database.app.db, { customer_id: 3 });
const write = (db: Database, n: number) =>
  writeAuditEntry(author, db, {
    action: "update_plant",
    detail: { number: n, name: "Año “1”\n" },
  });
const writeMany = async (count: number) => {
  for (let n = 1; n <= count; n += 1) await write(asApp(), n);
};
async function faults(head?: AuditHead): Promise<string[]> {
  const words: string[] = [];
  for await (const fault of brokenAudit(owner, head)) words.push(fault.words);
  return words;
}
const seals = () => owner.select().from(auditSeal).orderBy(auditSeal.position);

describe("the seals of the audit trail", () => {
  it("form one chain in commit order, also with many writers at once", async () => {
    const half = (n: number) => (n % 2 === 0 ? asApp() : owner);
    const writers = Array.from({ length: 60 }, (_, n) =>
      half(n).transaction(async (transaction) => {
        await write(transaction, n);
        // Some hold their transaction open, some write two entries, some give up.
        await transaction.execute(sql`select pg_sleep(${(n % 5) / 200})`);
        if (n % 4 === 0) await write(transaction, n + 100);
        if (n % 6 === 5) throw new Error("given up");
      }),
    );
    const ends = await Promise.allSettled(writers);
    const refusals = ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
    expect(refusals).toEqual(Array.from({ length: 10 }, () => "Error: given up"));
    const entries = await owner.$count(auditEntry);
    expect(entries).toBe(50 + 15);
    expect((await seals()).map(({ position }) => position)).toEqual(
      Array.from({ length: entries }, (_, at) => at + 1),
    );
    expect(await faults()).toEqual([]);
  });

  it("hold up nothing while a transaction that has written goes on", async () => {
    let end = () => {};
    const held = new Promise<void>((resolve) => (end = resolve));
    const slow = owner.transaction(async (transaction) => {
      await write(transaction, 1);
      await held;
    });
    await write(asApp(), 2);
    expect((await seals()).length).toBe(1);
    end();
    await slow;
    expect(await faults()).toEqual([]);
  });

  it("cannot be written, changed or made by the role that serves requests", async () => {
    await writeMany(1);
    for (const query of [
      "insert into audit_seal values (9, 9, '\\x00')",
      "update audit_seal set hash = '\\x00'",
      "delete from audit_seal",
      "select seal_audit_entry(e) from audit_entry e",
    ]) {
      await expect(database.app.pool.query(query)).rejects.toThrow(/permission denied/);
    }
  });

  it("are kept with the entry's customer: another tenant sees neither", async () => {
    await writeMany(2);
    const other = viewerDatabase(database.app.db, { customer_id: 4 });
    expect(await other.$count(auditSeal)).toBe(0);
    expect(await asApp().$count(auditSeal)).toBe(2);
    await write(other, 3);
    expect(await faults()).toEqual([]);
  });
});

describe("fsck names an entry of the audit trail", () => {
  const entry = async (position: number) => (await seals())[position - 1]!.entry_id;

  it("that was changed", async () => {
    await writeMany(5);
    const id = await entry(3);
    await owner.update(auditEntry).set({ account_id: 8 }).where(eq(auditEntry.id, id));
    expect(await faults()).toEqual([expect.stringContaining(`entry ${id} of the audit trail`)]);
    expect((await faults())[0]).toContain("it was changed");
  });

  it.each(["created_at", "customer_id", "action", "detail", "request_id", "id"])(
    "whose %s was changed",
    async (column) => {
      await writeMany(2);
      const value = {
        created_at: "created_at + interval '1 microsecond'",
        customer_id: "null",
        action: "'sign_in'",
        detail: `detail || '{"number": 9}'`,
        request_id: "request_id || ' '",
        id: "id + 1000",
      }[column]!;
      const id = await entry(1);
      await owner.execute(sql.raw(`update audit_entry set ${column} = ${value} where id = ${id}`));
      const found = await faults();
      expect(found[0]).toContain(`entry ${id} of the audit trail`);
      expect(found.length).toBe(column === "id" ? 2 : 1);
    },
  );

  it("that was changed together with its seal", async () => {
    await writeMany(4);
    const id = await entry(2);
    await owner.delete(auditSeal).where(eq(auditSeal.position, 2));
    await owner.update(auditEntry).set({ account_id: 8 }).where(eq(auditEntry.id, id));
    const forged = Buffer.alloc(32, 1);
    await owner.insert(auditSeal).values({ position: 2, entry_id: id, hash: forged });
    expect((await faults()).join("\n")).toContain(`entry ${id} of the audit trail`);
  });

  it("that was removed, alone or with its seal", async () => {
    await writeMany(5);
    const id = await entry(2);
    await owner.delete(auditEntry).where(eq(auditEntry.id, id));
    expect(await faults()).toEqual([`entry ${id} of the audit trail, with seal 2, was removed`]);
    await owner.delete(auditSeal).where(eq(auditSeal.position, 2));
    expect(await faults()).toEqual([
      expect.stringContaining("a seal of the audit trail before seal 3"),
    ]);
  });

  it("that was inserted past the trigger", async () => {
    await writeMany(2);
    await owner.execute(sql`alter table audit_entry disable trigger seal`);
    await owner.insert(auditEntry).values({ action: "sign_in" });
    await owner.execute(sql`alter table audit_entry enable trigger seal`);
    expect(await faults()).toEqual([expect.stringContaining("was inserted without a seal")]);
  });

  it("at the end only by a seal that was noted before", async () => {
    await writeMany(3);
    const head = (await newestSeal(owner))!;
    expect([head.position, await faults(head)]).toEqual([3, []]);
    const id = await entry(3);
    await owner.delete(auditSeal).where(eq(auditSeal.position, 3));
    await owner.delete(auditEntry).where(eq(auditEntry.id, id));
    expect(await faults()).toEqual([]);
    expect(await faults(head)).toEqual([expect.stringContaining("were removed at its end")]);
    await write(asApp(), 9);
    expect(await faults(head)).toEqual([expect.stringContaining("is not the one that was noted")]);
  });
});

it("a change and its seal are one transaction", async () => {
  await owner.execute(sql`alter table audit_seal add constraint closed check (position < 1)`);
  const change = (db: Database) => db.insert(auditEntry).values({ action: "sign_out" });
  const made = changeWithAudit({ ...author, db: owner }, change, () => ({
    action: "sign_in",
  }));
  await expect(made).rejects.toThrow();
  expect(await owner.$count(auditEntry)).toBe(0);
});
