import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startWords } from "../../client/i18n.ts";
import type { OrderForm } from "../../domain/provider/order.ts";
import { valueOf } from "../shell/loaded.ts";
import { needWords } from "../shell/locale.ts";
import { asked, serve } from "../shell/served.fixture.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { onToast } from "../shell/toast.ts";
import * as state from "./order.ts";
import { productPackages } from "./product-package.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

const ordered = [{ id: 1, quantity: 2, product_package: { id: 5, name: "Mirrors" } }];
const row = {
  id: 7,
  customer_id: 1,
  customer_name: "Helios",
  plant_id: 4,
  plant_name: "North",
  type: "subscription",
  note: "",
  order_product_packages: ordered,
};
const form: OrderForm = {
  customer_id: 1,
  plant_id: 4,
  type: "subscription",
  start_date: "2026-01-01",
  end_date: null,
  note: "typed",
  order_product_packages: [{ product_package_id: 6, quantity: 1 }],
};
const said: string[] = [];
onToast(({ message }) => said.push(message));

let store = signedInStore();
beforeAll(async () => {
  await startWords("en");
  await needWords("order");
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 2, 9, 23, 59) });
  serve({
    "GET /auth/orders": [row],
    "GET /auth/orders/proposals": [{ key: "plant_unordered-4" }],
    "GET /auth/product-packages": [{ id: 5, name: "Mirrors" }],
    "POST /auth/order": { ...row, id: 8, plant_id: null, plant_name: null },
    "POST /auth/order/{id}": { ...row, note: "from the server" },
    "DELETE /auth/order/{id}": { done: true },
  });
  store = signedInStore(
    ["READ_ORDER", "READ_PRODUCT_PACKAGE"],
    [state.todayAtom, state.orders.listAtom, state.proposalsAtom, productPackages.listAtom],
  );
  await settle();
  said.splice(0);
});
afterEach(() => vi.useRealTimers());
const shown = () => valueOf(store.get(state.orders.listAtom));

describe("orders", () => {
  // What an order changes elsewhere.
  const refreshed = [
    ["GET /auth/orders/proposals?cur_date=2026-03-09"],
    ["GET /auth/product-packages"],
  ];
  const changing = async (change: () => Promise<unknown>) => {
    asked.splice(0);
    await change();
    await settle();
    return asked;
  };

  test("are fetched with the proposals as of the user's own day", () => {
    expect(store.get(state.todayAtom)).toBe("2026-03-09");
    expect(asked).toContainEqual(["GET /auth/orders/proposals?cur_date=2026-03-09"]);
    expect(valueOf(store.get(state.proposalsAtom))).toHaveLength(1);
    expect(shown()).toEqual([row]);
  });

  test("are idle for users who may not read them", () => {
    store = signedInStore([], [state.orders.listAtom]);
    expect(store.get(state.orders.listAtom).state).toBe("idle");
  });

  test("that are new renew proposals and counts; all plants of a customer are named", async () => {
    const sent = await changing(() => store.set(state.orders.create, form));
    expect(sent).toEqual([["POST /auth/order", form], ...refreshed]);
    expect(shown()?.map(({ id }) => id)).toEqual([7, 8]);
    expect(said).toEqual(["The order for All plants of Helios was created."]);
  });

  test("change at once but for their packages, whose names only the server knows", async () => {
    const sent = await changing(async () => {
      const changed = store.set(state.orders.change, 7, form);
      expect(shown()).toEqual([{ ...row, ...form, order_product_packages: ordered }]);
      expect(await changed).toMatchObject({ note: "from the server" });
    });
    expect(sent).toEqual([["POST /auth/order/7", form], ...refreshed]);
    expect(said).toEqual(["The order for North was saved."]);
  });

  test("that are deleted renew proposals and counts", async () => {
    const sent = await changing(() => store.set(state.orders.remove, 7));
    expect(sent).toEqual([["DELETE /auth/order/7"], ...refreshed]);
    expect([shown(), said]).toEqual([[], ["The order for North was deleted."]]);
  });
});

describe("the words of an order", () => {
  const period = (start_date: string, end_date: string | null) =>
    state.formatPeriod({ start_date, end_date });

  test("say the first and the last day in every time zone", () => {
    expect(period("2026-01-01", "2026-12-31")).toBe("1 Jan 2026 – 31 Dec 2026");
    expect(period("2026-01-01", null)).toBe("1 Jan 2026 – open");
  });

  test("say how often, by year or in all", () => {
    expect(state.formatQuantity("subscription", 2)).toBe("Yearly 2");
    expect(state.formatQuantity("setup", 2)).toBe("2 in total");
  });

  test("say every package", () => {
    const packages = (type: "subscription" | "setup", names: readonly string[]) =>
      state.formatPackages({
        type,
        order_product_packages: names.map((name, at) => ({
          quantity: at + 1,
          product_package: { id: at, name },
        })),
      });
    expect(packages("subscription", ["Receivers", "Mirrors"])).toBe(
      "Receivers · Yearly 1, Mirrors · Yearly 2",
    );
    expect(packages("setup", ["Receivers"])).toBe("Receivers · 1 in total");
    expect(packages("setup", [])).toBe("");
  });
});
