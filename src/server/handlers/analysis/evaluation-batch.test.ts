import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { EvaluationBatch } from "../../../domain/analysis/evaluation-batch.ts";
import { analysis, analysisColumn } from "../../store/schema/plant.ts";
import { drone, droneModel } from "../../store/schema/provider.ts";

let server: TestServer;
let own: Holding;
let other: Holding;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  other = await storeHolding(server, server.accounts.other_customer.customer_id, "Kaxu");
});
afterAll(() => server.close());

const outcome = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { problems?: { reason: string }[] }).problems?.[0]?.reason ?? null,
];
const create = (
  number: number,
  name: string,
  plant_id = own.plant_id,
  as: AccountKey = "analyst",
) =>
  server.ask(api.evaluationBatch.create, as, { params: { id: plant_id }, body: { number, name } });
const list = async (plant_id = own.plant_id) =>
  (await server.ask(api.evaluationBatch.list, "analyst", { params: { id: plant_id } }))
    .body as EvaluationBatch[];

describe("evaluation batches of a plant", () => {
  it("are listed by number, which is unique per plant, also for simultaneous requests", async () => {
    await create(2, "South");
    const answers = await Promise.all([create(1, "North"), create(1, "West"), create(1, "East")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(outcome(refused)).toEqual([409, "evaluation_batch_number_taken"]);
    await create(1, "Elsewhere", other.plant_id);
    expect((await list()).map(({ number }) => number)).toEqual([1, 2]);
    expect((await list(other.plant_id)).map(({ name }) => name)).toEqual(["Elsewhere"]);
    expect((await create(0, "None")).status).toBe(400);
    expect((await create(3, "Mine", own.plant_id, "viewer")).status).toBe(403);
  });

  it("keep their number and stay while results name them", async () => {
    const [first, second] = await list();
    await server.database.owner.db
      .update(analysisColumn)
      .set({ eval_batch_num: 1 })
      .where(eq(analysisColumn.analysis_id, own.released_id));
    const params = { id: own.plant_id, batch_id: first!.id };
    const change = (body: Partial<{ number: number; name: string }>) =>
      server.ask(api.evaluationBatch.update, "analyst", { params, body });
    expect((await list()).map(({ result_count }) => result_count)).toEqual([1, 0]);
    // A batch of the same number at another plant has no results.
    expect((await list(other.plant_id))[0]?.result_count).toBe(0);
    expect(outcome(await change({ number: 7 }))).toEqual([409, "evaluation_batch_has_results"]);
    expect((await change({ number: 1, name: "North-west" })).body).toMatchObject({
      name: "North-west",
    });
    const remove = (batch_id: number) =>
      server.ask(api.evaluationBatch.remove, "analyst", { params: { id: own.plant_id, batch_id } });
    expect(outcome(await remove(first!.id))).toEqual([409, "evaluation_batch_has_results"]);
    expect((await remove(second!.id)).status).toBe(200);
    const foreign = (await list(other.plant_id))[0]!.id;
    expect((await remove(foreign)).status).toBe(404);
  });
});

describe("drones", () => {
  it("are known by the plants they flew, and cannot be deleted then", async () => {
    const { db } = server.database.owner;
    const [model] = await db
      .insert(droneModel)
      .values({ name: "M30", abbreviation: "M", vendor: "DJI" })
      .returning();
    const [row] = await db
      .insert(drone)
      .values({ drone_model_id: model!.id, serial_number: "1", internal_identifier: "D-1" })
      .returning();
    const remove = () => server.ask(api.drone.remove, "analyst", { params: { id: row!.id } });
    const fly = (id: number, fields: Partial<typeof analysis.$inferInsert>) =>
      db
        .update(analysis)
        .set({ drone_id: row!.id, ...fields })
        .where(eq(analysis.id, id));
    await fly(own.released_id, {});
    await fly(own.unreleased_id, {});
    // Chosen for a flight that is still to come.
    await fly(other.released_id, { state: "EMPTY" });
    const { body } = await server.ask(api.drone.plantCoverage, "analyst");
    expect(body).toEqual([
      {
        drone_id: row!.id,
        drone_name: "D-1",
        model_name: "M30",
        plant_id: own.plant_id,
        plant_name: "Andasol",
        customer_name: expect.any(String),
        analysis_count: 2,
        first_flown_at: "2026-01-01T10:00:00.000Z",
        last_flown_at: "2026-02-01T10:00:00.000Z",
      },
    ]);
    expect((await server.ask(api.drone.plantCoverage, "viewer")).status).toBe(403);
    expect(outcome(await remove())).toEqual([409, "drone_has_analyses"]);
    await db.update(analysis).set({ drone_id: null });
    expect((await remove()).status).toBe(200);
  });
});
