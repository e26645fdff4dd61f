import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import { session } from "../../store/schema/account.ts";

let server: TestServer;
let own: Holding;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
});
afterAll(() => server.close());

const seenBy = async (as: AccountKey) => {
  const params = { id: own.invisible_id };
  const plant = { params: { id: own.plant_id } };
  const lists = [
    await server.ask(api.analysis.list, as),
    await server.ask(api.analysis.listForView, as, plant),
    await server.ask(api.analysisResult.listOfPlant, as, plant),
  ].map(({ body }) => (body as Analysis[]).some(({ id }) => id === own.invisible_id));
  const read = await server.ask(api.analysis.read, as, { params });
  const columns = await server.ask(api.analysisResult.columns, as, { params });
  const { last_survey_at } = (await server.ask(api.plant.read, as, plant)).body as Plant;
  return { lists, read: read.status, columns: columns.status, month: last_survey_at?.slice(0, 7) };
};
const hidden = { lists: [false, false, false], read: 404, columns: 404 };
const shown = { lists: [true, true, true], read: 200, columns: 200 };

describe("results that only super admins see", () => {
  it("are protected by super admins alone, and are missing for all other users", async () => {
    const set = (as: AccountKey) =>
      server.ask(api.analysis.setVisibility, as, {
        params: { id: own.invisible_id },
        body: { visibility: "protected" },
      });
    expect(await seenBy("analyst")).toEqual({ ...shown, month: "2026-03" });
    expect((await set("analyst")).status).toBe(403);
    expect((await set("super_admin")).status).toBe(200);
    expect(await seenBy("super_admin")).toEqual({ ...shown, month: "2026-03" });
    // Two other analyses are older: one that staff see, and one that is released.
    expect(await seenBy("analyst")).toEqual({ ...hidden, month: "2026-02" });
    expect(await seenBy("viewer")).toEqual({ ...hidden, month: "2026-01" });
    expect(await seenBy("tenant")).toEqual({ ...hidden, month: "2026-01" });
    expect((await set("analyst")).status).toBe(404);
  });

  it("are missing for super admins who hide their role", async () => {
    const { db } = server.database.owner;
    const hide = (hidden_admin: boolean) =>
      db
        .update(session)
        .set({ hidden_admin })
        .where(eq(session.account_id, server.accounts.super_admin.id));
    await hide(true);
    const headers = { authorization: `Bearer ${server.accounts.super_admin.token}` };
    await server.fetch("/api/auth/user/reload-permissions", { method: "POST", headers });
    expect(await seenBy("super_admin")).toEqual({ ...hidden, month: "2026-02" });
    await hide(false);
    await server.fetch("/api/auth/user/reload-permissions", { method: "POST", headers });
    expect(await seenBy("super_admin")).toMatchObject(shown);
  });
});
