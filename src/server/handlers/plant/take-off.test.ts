// Two people move the take-off position of a plant at the same time: the second one is refused, and nothing is lost.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type Answer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import { plant } from "../../store/schema/plant.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it("one of two changes that are based on the same position is refused", async () => {
  const { db } = server.database.owner;
  const { plant_id } = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  const params = { id: plant_id };
  const version = async () =>
    (await db.select().from(plant).where(eq(plant.id, plant_id)))[0]!.flight_area_version;
  const before = await version();
  const move = (lat: number) =>
    server.ask(api.plant.update, "super_admin", {
      params,
      body: { take_off_position: [0, lat] },
    } as never);
  const asked = await db.transaction(async (other) => {
    await other.select().from(plant).where(eq(plant.id, plant_id)).for("update");
    const both = [move(0.001), move(0.002)];
    await expect
      .poll(async () => {
        const { rows } = await db.execute("select 1 from pg_locks where not granted");
        return rows.length;
      })
      .toBe(2);
    return { both };
  });
  const answers: Answer[] = await Promise.all(asked.both);
  const said = answers.map(({ status, body }) => [
    status,
    ((body as { problems?: { reason: string }[] }).problems ?? []).map(({ reason }) => reason),
  ]);
  expect(said.toSorted()).toEqual([
    [200, []],
    [409, ["flight_areas_changed"]],
  ]);
  expect(await version()).toBe(before + 1);
});
