// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from "vitest";
import { openedPlant } from "../plant/opened.fixture.ts";
import { answers, refusal } from "../plant/two-plants.fixture.ts";
import { openedOrderAtom } from "../plant/work-order/order.ts";
import { refusedPartsAtom, viewAtom } from "./address.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);
vi.mock("../../client/mesh.ts", () => ({ buildMesh: async () => ({}) }));

const usual = { ...answers };
const mayRead = ["READ_WORK_ORDER", "READ_FINDING"] as const;
let close = () => {};
let store!: Awaited<ReturnType<typeof openedPlant>>["store"];
afterEach(() => {
  close();
  for (const call of Object.keys(answers)) if (!(call in usual)) delete answers[call];
});
const refused = () => store.get(refusedPartsAtom);

describe("a link to a work order", () => {
  const ORDERS = "GET /auth/plant/{id}/work-orders";

  test("opens it, and is the same after that", async () => {
    answers[ORDERS] = () => [{ id: 7, number: 3 }];
    ({ store, close } = await openedPlant("work_order=7", mayRead));
    expect(refused()).toEqual([]);
    expect(store.get(openedOrderAtom)).toMatchObject({ id: 7 });
    expect(store.get(viewAtom).work_order_id).toBe(7);
  });

  test("says so where it is gone, or not for the viewer", async () => {
    answers[ORDERS] = () => [{ id: 7, number: 3 }];
    ({ store, close } = await openedPlant("work_order=8", mayRead));
    expect(refused()).toEqual(["work_order"]);
    expect(store.get(viewAtom).work_order_id).toBeNull();
    close();
    ({ store, close } = await openedPlant("work_order=7"));
    expect(refused()).toEqual(["work_order"]);
  });

  test("stays where the orders cannot be had now", async () => {
    answers[ORDERS] = () => {
      throw refusal("UNAVAILABLE");
    };
    ({ store, close } = await openedPlant("work_order=7", mayRead));
    expect(refused()).toEqual([]);
    expect(store.get(viewAtom).work_order_id).toBe(7);
  });
});
