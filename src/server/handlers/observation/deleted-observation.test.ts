// Which observations were deleted and can be put back, over HTTP on a real database.
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { addResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import { limits } from "../../../domain/limits.ts";
import type { DeletedObservation, Observation } from "../../../domain/observation/observation.ts";
import { sweepDeletedObservations } from "../../store/plant/observation/observation.ts";

let server: TestServer;
let params: { id: number };
let other: { id: number };
beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  const { customer_id } = server.accounts.viewer;
  params = { id: (await addResultPlant(services, customer_id, "Atacama")).plant_id };
  other = { id: (await addResultPlant(services, customer_id, "Thar")).plant_id };
});
afterAll(() => server.close());

const make = async (at: { id: number }, notes: string) => {
  const body = { dt_id: "T0.M0", observed_at: "2026-03-05T10:00:00+01:00", notes };
  const made = await server.ask(api.observation.create, "viewer", { params: at, body } as never);
  return made.body as Observation;
};
const remove = (id: number) => server.ask(api.observation.remove, "viewer", { params: { id } });
const ask = (as: AccountKey = "viewer", at = params) =>
  server.ask(api.observation.deleted, as, { params: at });
const deleted = async (at = params) =>
  (await ask("viewer", at)).body as {
    days: number;
    count: number;
    observations: DeletedObservation[];
  };

it("lists them by their deletion, the last one first, until they are put back or forgotten", async () => {
  expect(await deleted()).toEqual({
    days: limits.deletedObservationDays,
    count: 0,
    observations: [],
  });
  const [first, second, elsewhere] = [
    await make(params, "Hail"),
    await make(params, "Snow"),
    await make(other, "Sand"),
  ];
  await remove(second.id);
  await remove(first.id);
  await remove(elsewhere.id);
  const { count, observations } = await deleted();
  expect(count).toBe(2);
  expect(observations.map(({ id, notes }) => [id, notes])).toEqual([
    [first.id, "Hail"],
    [second.id, "Snow"],
  ]);
  expect(observations[0]).toMatchObject({
    component_type: "module",
    pcs: first.fieldgeometry_component.pcs,
    observed_at: "2026-03-05T09:00:00.000Z",
    created_by_user: first.created_by_user,
    photo_count: 0,
  });
  const restored = await server.ask(api.observation.restore, "viewer", {
    params: { ...params, observation_id: first.id },
  });
  expect(restored.status).toBe(200);
  expect((await deleted()).observations.map(({ id }) => id)).toEqual([second.id]);
  await sweepDeletedObservations(server.database.owner.db, new Date(Date.now() + 60_000));
  expect((await deleted()).count).toBe(0);
});

it("shows none to another customer", async () => {
  expect((await ask("other_customer")).status).toBe(404);
});
