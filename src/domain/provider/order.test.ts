import { describe, expect, it } from "vitest";
import { orderOf, packagesOf } from "./order.fixture.ts";
import {
  coversPlant,
  dayAfterEnd,
  orderPackagesRefusal,
  orderPeriodRefusal,
  orderPlantRefusal,
  orderState,
  overlappingOrders,
} from "./order.ts";

const form = (changes: Partial<Parameters<typeof overlappingOrders>[0]> = {}) => ({
  customer_id: 1,
  plant_id: 1,
  type: "subscription" as const,
  start_date: "2026-06-01",
  end_date: null,
  order_product_packages: [{ product_package_id: 1, quantity: 1 }],
  ...changes,
});

describe("an order", () => {
  it("is upcoming before its first day, running up to its last, and ended after it", () => {
    const year = orderOf();
    const states = ["2025-12-31", "2026-01-01", "2026-12-31", "2027-01-01"].map((day) =>
      orderState(year, day),
    );
    expect(states).toEqual(["upcoming", "running", "running", "ended"]);
    expect(orderState(orderOf({ end_date: null }), "2099-01-01")).toBe("running");
  });

  it("ends on its first day or later; a setup must end, a subscription need not", () => {
    const refusal = (type: "setup" | "subscription", start_date: string, end_date: string | null) =>
      orderPeriodRefusal({ type, start_date, end_date })?.reason ?? null;
    expect(refusal("setup", "2026-01-02", "2026-01-02")).toBeNull();
    expect(refusal("setup", "2026-01-02", "2026-01-01")).toBe("order_ends_before_start");
    expect(refusal("subscription", "2026-01-02", "2026-01-01")).toBe("order_ends_before_start");
    expect(refusal("setup", "2026-01-02", null)).toBe("order_setup_without_end");
    expect(refusal("subscription", "2026-01-02", null)).toBeNull();
  });

  it("says the field of a refusal", () => {
    const period = { type: "setup", start_date: "2026-01-02" } as const;
    const ends = [null, "2026-01-01"].map(
      (end_date) => orderPeriodRefusal({ ...period, end_date })?.field,
    );
    const one = { product_package_id: 1, quantity: 2 };
    const packages = [[], [one, one]].map((given) => orderPackagesRefusal(given)?.field);
    expect(ends).toEqual(["end_date", "end_date"]);
    expect(packages).toEqual(["order_product_packages", "order_product_packages"]);
    expect(orderPlantRefusal(1, { customer_id: 2 })?.field).toBe("plant_id");
  });

  it("is followed on the day after its last, also across the end of February", () => {
    expect(dayAfterEnd({ end_date: "2026-12-31" })).toBe("2027-01-01");
    expect(dayAfterEnd({ end_date: "2028-02-28" })).toBe("2028-02-29");
    expect(dayAfterEnd({ end_date: null })).toBeNull();
  });

  it("covers its plant, or without one all plants of its customer", () => {
    const covers = (mine: number | null, other: number | null, customer_id = 1) =>
      coversPlant({ customer_id: 1, plant_id: mine }, { customer_id, plant_id: other });
    expect([covers(1, 1), covers(1, 2), covers(null, 2), covers(1, null)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect([covers(1, 1, 2), covers(null, null), covers(null, 1, 2)]).toEqual([false, true, false]);
  });

  it("has at least one package, each once", () => {
    const one = { product_package_id: 1, quantity: 2 };
    expect(orderPackagesRefusal([])?.reason).toBe("order_without_packages");
    expect(orderPackagesRefusal([one, { ...one, quantity: 3 }])?.reason).toBe(
      "order_package_twice",
    );
    expect(orderPackagesRefusal([one, { product_package_id: 2, quantity: 2 }])).toBeNull();
  });

  it("is for a plant of its customer, or for all of them", () => {
    expect(orderPlantRefusal(1, null)).toBeNull();
    expect(orderPlantRefusal(1, { customer_id: 1 })).toBeNull();
    expect(orderPlantRefusal(1, { customer_id: 2 })?.reason).toBe("order_plant_of_other_customer");
  });
});

describe("overlapping subscriptions", () => {
  const overlaps = (changes: Parameters<typeof form>[0], order = orderOf()) =>
    overlappingOrders(form(changes), [order]).length === 1;

  it("give the same plant the same package on the same day", () => {
    expect(overlaps({})).toBe(true);
    expect(overlaps({ start_date: "2026-12-31" })).toBe(true);
    expect(overlaps({ start_date: "2027-01-01" })).toBe(false);
    expect(overlaps({ start_date: "2025-01-01", end_date: "2025-12-31" })).toBe(false);
    expect(overlaps({ plant_id: 2 })).toBe(false);
    expect(overlaps({ customer_id: 2 })).toBe(false);
    expect(overlaps({}, orderOf({ order_product_packages: packagesOf(2, 3) }))).toBe(false);
    expect(overlaps({}, orderOf({ order_product_packages: packagesOf(2, 1) }))).toBe(true);
    expect(overlaps({ start_date: "2025-01-01", end_date: "2026-01-01" })).toBe(true);
  });

  it("count those for all plants of the customer", () => {
    expect(overlaps({ plant_id: null })).toBe(true);
    expect(overlaps({}, orderOf({ plant_id: null, end_date: null }))).toBe(true);
  });

  it("count neither setups nor the order itself", () => {
    expect(overlaps({ type: "setup" })).toBe(false);
    expect(overlaps({}, orderOf({ type: "setup" }))).toBe(false);
    expect(overlaps({ id: 1 })).toBe(false);
  });
});
