import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import { analysis, analysisColumn } from "../../store/schema/plant.ts";

let server: TestServer;
let own: Holding;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
});
afterAll(() => server.close());

describe("plants", () => {
  it("have no survey by an analysis without results, and none by what its images show alone", async () => {
    const { db } = server.database.owner;
    const newest = async () => {
      const { body } = await server.ask(api.plant.read, "analyst", {
        params: { id: own.plant_id },
      });
      return (body as Plant).last_survey_at;
    };
    const [empty] = await db
      .insert(analysis)
      .values({ plant_id: own.plant_id, name: "Empty", flown_at: "2026-09-01T10:00:00Z" })
      .returning();
    expect(await newest()).toBe("2026-03-01T10:00:00.000Z");
    const [column] = await db
      .select()
      .from(analysisColumn)
      .where(eq(analysisColumn.analysis_id, own.released_id));
    const fields = column!;
    const put = (key_figure_id: number) =>
      db.insert(analysisColumn).values({ ...fields, analysis_id: empty!.id, key_figure_id });
    await put(69);
    expect(await newest()).toBe("2026-03-01T10:00:00.000Z");
    await put(1);
    expect(await newest()).toBe("2026-09-01T10:00:00.000Z");
    await db.delete(analysis).where(eq(analysis.id, empty!.id));
  });
});
