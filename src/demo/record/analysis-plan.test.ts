import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { addResultPlant } from "../../../tests/fixtures/result-plant.ts";
import { analysisHistory, analysis } from "../../server/store/schema/plant.ts";
import { eq } from "drizzle-orm";
import { invoiceRefusal } from "../../domain/analysis/invoice-change.ts";
import { writeAnalysisWork } from "./analysis-plan.ts";
import { writeDrones } from "./drone-plan.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it("gives every analysis a drone, an invoice that may have its state, and a history up to its state", async () => {
  const owner = { ...server.services, db: server.database.owner.db };
  const { customer_id } = server.accounts.viewer;
  const own = { own: customer_id, other: customer_id, provider: customer_id };
  await writeDrones({ ...owner, now: () => new Date() }, own);
  const plant = await addResultPlant(owner, customer_id, "Atacama");
  const old = await plant.addAnalysis("old", "2026-01-01");
  await owner.db
    .update(analysis)
    .set({ state: "FINISHED", visibility: "released" })
    .where(eq(analysis.id, old));
  const author = server.accounts.analyst.id;
  await writeAnalysisWork(owner.db, author, new Date("2026-11-01"));
  const rows = await owner.db.select().from(analysis);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row.drone_id).not.toBeNull();
    expect(invoiceRefusal(row)).toBeNull();
    const history = await owner.db
      .select()
      .from(analysisHistory)
      .where(eq(analysisHistory.analysis_id, row.id))
      .orderBy(analysisHistory.id);
    expect(history.at(-1)?.new_value ?? "EMPTY").toBe(row.state);
    expect(history.every(({ created_at }) => created_at > row.flown_at)).toBe(true);
  }
  expect(rows.find(({ id }) => id === old)).toMatchObject({ invoice_state: "PAID" });
});
