import { beforeEach, describe, expect, test, vi } from "vitest";
import { keepSession } from "../../client/session.ts";
import { asked, serve } from "../shell/served.fixture.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { droneOwnersAtom } from "./drone.ts";
import { orderCustomersAtom, plantsOfCustomerAtom } from "./order-choice.ts";
import { customerChoicesAtom } from "./plant-customer.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

const plant = (id: number, name: string, customer_id: number, customer_name: string) => ({
  id,
  name,
  customer_id,
  customer_name,
});
const all = [droneOwnersAtom, orderCustomersAtom, plantsOfCustomerAtom, customerChoicesAtom];
const choices = {
  owners: droneOwnersAtom,
  orders: orderCustomersAtom,
  plants: customerChoicesAtom,
};

type Known = { customers?: boolean; plants?: boolean; own?: { id: number; name: string } | null };
/** The names offered to a user who may read these lists, and acts for `own` or belongs to it. */
async function offered({ customers = false, plants = false, own = null }: Known) {
  const store = signedInStore(
    [
      ...(customers ? (["READ_CUSTOMER"] as const) : []),
      ...(plants ? (["READ_ALL_PLANT"] as const) : []),
    ],
    all,
    { customer: own } as never,
  );
  await settle();
  const names = Object.entries(choices).map(([what, atom]) => [
    what,
    store.get(atom).map(({ id, name }) => `${id} ${name}`),
  ]);
  return Object.fromEntries(names) as Record<keyof typeof choices, string[]>;
}

beforeEach(() =>
  serve({
    "GET /auth/customers": [
      { id: 2, name: "Zenith" },
      { id: 1, name: "Árbol" },
    ],
    "GET /auth/plants-for-table": [
      plant(12, "West", 2, "Zenith in the list of plants"),
      plant(11, "Ébano", 2, "Zenith in the list of plants"),
      plant(13, "North", 3, "Beta"),
    ],
  }),
);

describe("customers to choose from", () => {
  test("are all that the user may read, by name", async () => {
    const { owners } = await offered({ customers: true });
    expect(owners).toEqual(["1 Árbol", "2 Zenith"]);
  });

  test("are also those of the plants, for orders and for plants", async () => {
    const { owners, orders, plants } = await offered({ customers: true, plants: true });
    expect(owners).toEqual(["1 Árbol", "2 Zenith"]);
    expect(orders).toEqual(["1 Árbol", "3 Beta", "2 Zenith"]);
    expect(plants).toEqual(["1 Árbol", "3 Beta", "2 Zenith"]);
  });

  test("are those of the plants for users who may read no customers", async () => {
    const { owners, orders, plants } = await offered({ plants: true });
    expect(owners).toEqual([]);
    const seen = ["3 Beta", "2 Zenith in the list of plants"];
    expect([orders, plants]).toEqual([seen, seen]);
  });

  test("are the user's own, where there is one", async () => {
    const { owners, orders, plants } = await offered({
      plants: true,
      own: { id: 9, name: "Alba" },
    });
    expect([owners, plants]).toEqual([["9 Alba"], ["9 Alba"]]);
    expect(orders).toEqual(["9 Alba", "3 Beta", "2 Zenith in the list of plants"]);
  });

  test("are none when signed out", () => {
    const store = signedInStore([], all);
    keepSession(null);
    expect(Object.values(choices).map((atom) => store.get(atom))).toEqual([[], [], []]);
  });

  test("are none while nothing is loaded", async () => {
    expect(await offered({})).toEqual({ owners: [], orders: [], plants: [] });
    expect(asked).toEqual([]);
  });
});

describe("plants to choose from", () => {
  test("are those of the customer, by name", async () => {
    const store = signedInStore(["READ_ALL_PLANT"], all);
    await settle();
    const names = (customer_id: number | null) =>
      store
        .get(plantsOfCustomerAtom)(customer_id)
        .map(({ name }) => name);
    expect([names(2), names(3), names(1), names(null)]).toEqual([
      ["Ébano", "West"],
      ["North"],
      [],
      [],
    ]);
  });
});
