import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../../tests/fixtures/database.ts";
import type { Database } from "../../context.ts";
import { auditEntry, customer } from "../schema/account.ts";
import { authorOf, changeWithAudit, type AuditEntry } from "./audit.ts";

let database: TestDatabase;
let author: Parameters<typeof changeWithAudit>[0];
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database.owner;
  author = { ...authorOf({ id: 7, customer_id: 3 }, "request"), db };
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.owner.db.delete(auditEntry);
  await database.owner.db.delete(customer);
});

const insert = async (db: Database) => {
  const [row] = await db.insert(customer).values({ name: "Valdesol" }).returning();
  return row?.id ?? 0;
};
const entries = () => database.owner.db.select().from(auditEntry).orderBy(auditEntry.id);
const customers = () => database.owner.db.$count(customer);

describe("a change with its audit entry", () => {
  it("records the user, the action and the customer", async () => {
    const id = await changeWithAudit(author, insert, (customer_id) => ({
      action: "create_customer",
      customer_id,
      detail: { name: "Valdesol" },
    }));
    expect(await entries()).toMatchObject([
      {
        account_id: 7,
        customer_id: id,
        action: "create_customer",
        detail: { name: "Valdesol" },
        request_id: "request",
      },
    ]);
  });

  it("belongs to the author's customer by default", async () => {
    await changeWithAudit(author, insert, () => ({ action: "sign_out" }));
    expect(await entries()).toMatchObject([{ customer_id: 3, detail: null }]);
  });

  it("writes nothing if nothing changed", async () => {
    await changeWithAudit(
      author,
      async () => false,
      () => null,
    );
    expect(await entries()).toEqual([]);
  });

  it("is written together with its entry or not at all", async () => {
    const tooLarge: AuditEntry = { action: "create_customer", customer_id: 2 ** 40 };
    await expect(changeWithAudit(author, insert, () => tooLarge)).rejects.toThrow(/Failed query/);
    expect(await customers()).toBe(0);
    const failing = async (db: Database) => {
      await insert(db);
      throw new Error("refused");
    };
    const refused = changeWithAudit(author, failing, () => ({ action: "create_customer" }));
    await expect(refused).rejects.toThrow("refused");
    expect([await customers(), await entries()]).toEqual([0, []]);
  });
});
