// Releases, changes and undos of findings at the same time: they do not wait in a ring, and a ring that comes about all the
// same ends with both done.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { HOT, openFindingHost, type FindingHost } from "../../../../tests/fixtures/finding-host.ts";
import { api } from "../../../api/index.ts";
import type { Database } from "../../context.ts";
import { authorOf, changeWithAudit } from "../../store/account/audit.ts";
import { lockAnalysis } from "../../store/plant/column/column.ts";
import { insertStep, lockStep } from "../../store/plant/finding/finding-step.ts";
import { customer, auditEntry } from "../../store/schema/account.ts";
import { findingLife } from "../../store/schema/finding-life.ts";

let host: FindingHost;
let survey: number;
let db: Database;
beforeAll(async () => {
  host = await openFindingHost("Locked");
  ({ db } = host.server.database.owner);
  survey = await host.survey("Spring", "2026-03-01", [HOT]);
  await host.show(survey, "released");
});
afterAll(() => host.server.close());

const stepOf = async () => {
  await host.set(survey, 0, { status: "in_work" });
  const [life] = await host.steps(0);
  return life!.id;
};

it("a step is stored while a release holds the analysis", async () => {
  const { plant_id } = host.plant;
  const created_at = "2026-03-02T10:00:00Z";
  const step = { plant_id, kind: "person", analysis_id: survey, account_id: null } as const;
  await db.transaction(async (release) => {
    await lockAnalysis(release, survey);
    const id = await db.transaction(async (other) => {
      await other.execute("set local lock_timeout = '2s'");
      return insertStep(other, { ...step, created_at }, []);
    });
    expect(id).toBeGreaterThan(0);
  });
});

it("an undo waits for findings before it holds its step", async () => {
  const step_id = await stepOf();
  const { plant_id } = host.plant;
  const params = { id: plant_id, step_id };
  const undo = await db.transaction(async (other) => {
    // As the undo of a step of an order does: findings first.
    await other
      .select({ id: findingLife.id })
      .from(findingLife)
      .where(eq(findingLife.plant_id, plant_id))
      .for("update");
    const asked = host.server.ask(api.findingLife.undo, "viewer", { params });
    await expect
      .poll(async () => {
        const { rows } = await db.execute("select 1 from pg_locks where not granted");
        return rows.length;
      })
      .toBeGreaterThan(0);
    await other.execute("set local lock_timeout = '2s'");
    await lockStep(other, { is_admin: true, is_super_admin: true }, plant_id, step_id);
    return { asked };
  });
  expect((await undo.asked).status).toBe(200);
});

it("of two changes that wait for each other both are made, with one entry each", async () => {
  const ids = (
    await db
      .insert(customer)
      .values([{ name: "Ring one" }, { name: "Ring two" }])
      .returning()
  ).map(({ id }) => id);
  await db.delete(auditEntry);
  const author = { ...authorOf({ id: 7, customer_id: ids[0]! }, "request"), db };
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let runs = 0;
  const change = (own: 0 | 1) =>
    changeWithAudit(
      author,
      async (transaction) => {
        runs += 1;
        const rename = (at: number) =>
          transaction
            .update(customer)
            .set({ name: `Ring ${own} ${at}` })
            .where(eq(customer.id, ids[at]!));
        await rename(own);
        both[own].resolve();
        await both[1 - own]!.promise;
        await rename(1 - own);
      },
      () => ({ action: "update_customer" }),
    );
  await Promise.all([change(0), change(1)]);
  expect(runs).toBe(3);
  expect(await db.$count(auditEntry)).toBe(2);
});
