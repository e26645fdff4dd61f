import { describe, expect, it } from "vitest";
import { rounds } from "../../../tests/fixtures/rounds.ts";
import { addDays } from "../calendar-date.ts";
import { packageUse, type PackageUser } from "./package-use.ts";

type Ordered = Parameters<typeof packageUse>[0][number];

const order = (id: number, changes: Partial<Ordered> = {}, quantity = 2): Ordered => ({
  id,
  customer_id: 1,
  plant_id: null,
  type: "subscription",
  start_date: "2025-03-15",
  end_date: null,
  order_product_packages: [
    { id: id * 10, quantity, product_package: { id: 1, name: "Thermography" } },
  ],
  ...changes,
});
const flown = (day: string, plant_id = 1, product_package_ids = [1]): PackageUser => ({
  customer_id: 1,
  plant_id,
  day,
  product_package_ids,
});
const use = (orders: readonly Ordered[], analyses: readonly PackageUser[], today: string) =>
  packageUse(orders, analyses, today).map(({ order_product_package_id: id, used, remaining }) => [
    id,
    used,
    remaining,
  ]);

describe("the packages of an order", () => {
  it("count by contract years, from the day on which the order begins", () => {
    const days = ["2025-03-14", "2025-03-15", "2026-03-14", "2026-03-15"].map((day) => flown(day));
    expect(use([order(1)], days, "2026-03-14")).toEqual([[10, 2, 0]]);
    expect(use([order(1)], days, "2026-03-15")).toEqual([[10, 1, 1]]);
    const [now] = packageUse([order(1)], [], "2027-01-01");
    expect(now).toMatchObject({ from: "2026-03-15", to: "2027-03-14" });
    expect(use([order(1)], days, "2025-03-14")).toEqual([]);
  });

  it("count over the whole period of a setup, and never below nothing", () => {
    const setup = order(1, { type: "setup", end_date: "2027-03-01" });
    const days = ["2025-04-01", "2026-04-01", "2026-05-01"].map((day) => flown(day));
    expect(use([setup], days, "2026-06-01")).toEqual([[10, 3, 0]]);
  });

  it("of the plant are used before those of all plants, and each analysis uses one", () => {
    const orders = [order(1), order(2, { plant_id: 1 }, 1), order(3, { customer_id: 2 })];
    const days = ["2025-04-01", "2025-05-01", "2025-06-01"].map((day) => flown(day));
    expect(use(orders, days, "2025-07-01")).toEqual([
      [10, 2, 0],
      [20, 1, 0],
      [30, 0, 2],
    ]);
    expect(
      use(orders, [flown("2025-04-01", 2), flown("2025-04-01", 1, [2])], "2025-07-01"),
    ).toEqual([
      [10, 1, 1],
      [20, 0, 1],
      [30, 0, 2],
    ]);
  });
});

/** Days are walked one by one, and every contract year is its own purse. */
function bruteForce(orders: readonly Ordered[], analyses: readonly PackageUser[], today: string) {
  const purses: { order: Ordered; days: Set<string>; used: number }[] = [];
  for (const one of orders) {
    const last = one.end_date ?? "2031-12-31";
    let days = new Set<string>();
    for (let day = one.start_date; day <= last; day = addDays(day, 1)) {
      const isYear = day.slice(5) === one.start_date.slice(5) && day !== one.start_date;
      if (isYear && one.type === "subscription") {
        purses.push({ order: one, days, used: 0 });
        days = new Set();
      }
      days.add(day);
    }
    purses.push({ order: one, days, used: 0 });
  }
  const byDay = analyses.toSorted((a, b) => a.day.localeCompare(b.day));
  for (const { customer_id, plant_id, day } of byDay) {
    const open = purses.filter(
      ({ order: one, days }) =>
        days.has(day) &&
        one.customer_id === customer_id &&
        (one.plant_id === null || one.plant_id === plant_id),
    );
    const rank = ({ order: one }: (typeof purses)[number]) =>
      `${one.plant_id === null ? 1 : 0} ${one.start_date} ${String(one.id).padStart(4, "0")}`;
    open.sort((a, b) => rank(a).localeCompare(rank(b)));
    const quantityOf = (purse: (typeof purses)[number]) =>
      purse.order.order_product_packages[0]!.quantity;
    const purse = open.find((one) => one.used < quantityOf(one)) ?? open[0];
    if (purse) purse.used += 1;
  }
  return orders.flatMap((one) => {
    const purse = purses.find((each) => each.order === one && each.days.has(today));
    const { id, quantity } = one.order_product_packages[0]!;
    return purse ? [[id, purse.used, Math.max(0, quantity - purse.used)]] : [];
  });
}

it("is what walking through every day gives", () => {
  let seed = 7;
  const below = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * limit);
  };
  const day = () => addDays("2025-01-01", below(1200));
  for (let round = 0; round < rounds(60, 2000); round += 1) {
    const orders = Array.from({ length: 1 + below(4) }, (_, at) => {
      const start_date = day();
      const type = below(3) === 0 ? ("setup" as const) : ("subscription" as const);
      const isOpen = type === "subscription" && below(2) === 0;
      const end_date = isOpen ? null : addDays(start_date, below(900));
      const plant_id = below(2) === 0 ? null : 1 + below(2);
      const customer_id = 1 + below(2);
      // The 29th of February has no day in other years that a walk could meet.
      const begin = start_date.endsWith("02-29") ? addDays(start_date, 1) : start_date;
      const changes = { type, start_date: begin, plant_id, customer_id };
      const last = end_date !== null && end_date < begin ? begin : end_date;
      return order(at + 1, { ...changes, end_date: last }, 1 + below(3));
    });
    const analyses = Array.from({ length: below(15) }, () => ({
      ...flown(day(), 1 + below(2)),
      customer_id: 1 + below(2),
    }));
    const today = day();
    const found = use(orders, analyses, today);
    expect([round, found]).toEqual([round, bruteForce(orders, analyses, today)]);
  }
});
