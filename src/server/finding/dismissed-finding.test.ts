// A dismissed finding stays dismissed until the evidence changes, over HTTP on a real database.
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  HEALTHY,
  HOT,
  HOTTER,
  openFindingHost,
  type FindingHost,
  type SeenModule,
} from "../../../tests/fixtures/finding-host.ts";
import { findingLife } from "../store/schema/finding-life.ts";

let host: FindingHost;
let day = 2100;
beforeAll(async () => {
  host = await openFindingHost("Dismissed");
});
afterAll(() => host.server.close());
const nextDay = () => `${(day += 1)}-01-01`;

/** Releases a survey of one module, with the kelvin by which it is warmer. */
async function release(seen: SeenModule, kelvin: number | null): Promise<number> {
  const id = await host.survey(`Survey ${day}`, nextDay(), [seen], {
    delta_t_normalised: [kelvin],
  });
  await host.show(id, "released");
  return id;
}
async function dismissed(seen: SeenModule, kelvin: number | null): Promise<void> {
  await host.server.database.owner.db.delete(findingLife);
  const first = await release(seen, kelvin);
  await host.set(first, 0, { status: "dismissed", reason: "Reflection" });
}
const now = async () => {
  const one = await host.find(0);
  return [one?.status, one?.reason];
};
const STAYS = ["dismissed", "Reflection"];
const OPENS = ["open", null];

it("stays where the same is seen again, and where its value differs within the uncertainty", async () => {
  await dismissed(HOTTER, 20);
  await release(HOTTER, 20.2);
  expect(await now()).toEqual(STAYS);
  await release(HOT, 18);
  expect(await now()).toEqual(STAYS);
});

it("comes back with the highest severity where its value has doubled", async () => {
  await dismissed(HOTTER, 20);
  await release(HOTTER, 40);
  expect(await now()).toEqual(OPENS);
});

it("comes back where its value has grown step by step, each step within the uncertainty", async () => {
  await dismissed(HOTTER, 20);
  for (const kelvin of [22, 24, 26, 28, 30, 32, 34, 36, 38, 40]) await release(HOTTER, kelvin);
  expect(await now()).toEqual(OPENS);
});

it("comes back with the same severity where it was gone in between", async () => {
  await dismissed(HOT, null);
  await release(HEALTHY, 0);
  expect(await now()).toEqual(STAYS);
  await release(HOT, null);
  expect(await now()).toEqual(OPENS);
});

it("is compared by its severity alone where a survey has no value of it", async () => {
  await dismissed(HOT, null);
  await release(HOT, 60);
  expect(await now()).toEqual(STAYS);
  await release(HOTTER, null);
  expect(await now()).toEqual(OPENS);
});
