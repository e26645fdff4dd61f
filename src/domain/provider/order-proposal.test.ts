import { describe, expect, it } from "vitest";
import { orderOf, packagesOf } from "./order.fixture.ts";
import { orderProposals, type ProposalPlant } from "./order-proposal.ts";

const DAY = "2026-11-21";
const plantOf = (changes: Partial<ProposalPlant> = {}): ProposalPlant => ({
  id: 1,
  name: "Plant",
  customer_id: 1,
  customer_name: "Customer",
  setup_phase: false,
  has_release: false,
  ...changes,
});
const keys = (...given: [Parameters<typeof orderProposals>[0], ProposalPlant[]?]) =>
  orderProposals(given[0], given[1] ?? [], DAY).map(({ key }) => key);

describe("a renewal is proposed", () => {
  it("from the next day, as long as before, with the same packages", () => {
    const order = orderOf({ order_product_packages: packagesOf(1, 2) });
    expect(orderProposals([order], [], DAY)).toMatchObject([
      {
        key: "subscription_ends-1",
        cause: "subscription_ends",
        order_id: 1,
        ends_on: "2026-12-31",
        plant_id: 1,
        type: "subscription",
        start_date: "2027-01-01",
        end_date: "2027-12-31",
        order_product_packages: [
          { quantity: 1, product_package: { id: 1, name: "P1" } },
          { quantity: 2, product_package: { id: 2, name: "P2" } },
        ],
      },
    ]);
  });

  it("within the last 90 days of a running subscription, the most urgent first", () => {
    const ending = (id: number, end_date: string | null, start_date = "2026-01-01") =>
      orderOf({ id, plant_id: id, end_date, start_date });
    expect(
      keys([
        ending(1, "2027-02-19"),
        ending(2, "2027-02-20"),
        ending(3, DAY),
        ending(4, "2026-11-20"),
        ending(5, null),
        ending(6, "2026-12-31", "2026-12-01"),
      ]),
    ).toEqual(["subscription_ends-3", "subscription_ends-1"]);
  });

  it("unless another one of the same plant, or for all plants, continues a package", () => {
    const order = orderOf();
    const next = orderOf({ id: 2, start_date: "2027-01-01", end_date: "2027-12-31" });
    expect(keys([order, next])).toEqual([]);
    expect(keys([order, { ...next, plant_id: null, end_date: null }])).toEqual([]);
    expect(keys([order, { ...next, plant_id: 2 }])).toEqual(["subscription_ends-1"]);
    expect(keys([order, { ...next, customer_id: 2 }])).toEqual(["subscription_ends-1"]);
    const other = { ...next, order_product_packages: packagesOf(3) };
    expect(keys([order, other])).toEqual(["subscription_ends-1"]);
  });

  it("unless the other one lasts longer: one that ends on the same day is proposed too", () => {
    const order = orderOf();
    expect(keys([order, orderOf({ id: 2 })])).toEqual([
      "subscription_ends-1",
      "subscription_ends-2",
    ]);
    expect(keys([order, orderOf({ id: 2, end_date: "2027-01-01" })])).toEqual([
      "subscription_ends-2",
    ]);
    const setup = orderOf({ id: 2, type: "setup", end_date: "2027-12-31" });
    expect(keys([order, setup])).toEqual(["subscription_ends-1"]);
  });

  it("of two that end on one day, the older order first", () => {
    const [a, b] = [orderOf({ id: 9, plant_id: 1 }), orderOf({ id: 4, plant_id: 2 })];
    expect(keys([a, b])).toEqual(["subscription_ends-4", "subscription_ends-9"]);
  });

  it("for the plant and customer of the order", () => {
    const place = { customer_id: 7, customer_name: "Sol", plant_id: null, plant_name: null };
    expect(orderProposals([orderOf(place)], [], DAY)[0]).toMatchObject(place);
  });

  it("never of a setup", () => {
    expect(keys([orderOf({ type: "setup" })])).toEqual([]);
  });
});

describe("a setup is proposed", () => {
  it("for plants in setup phase without a setup order", () => {
    const plant = plantOf({ setup_phase: true });
    expect(orderProposals([], [plant], DAY)).toMatchObject([
      { cause: "plant_in_setup", type: "setup", start_date: DAY, end_date: "2027-02-20" },
    ]);
    const past = orderOf({ type: "setup", end_date: "2026-02-01" });
    expect(keys([past], [plant])).toEqual([]);
    expect(keys([orderOf({ end_date: null })], [plant])).toEqual(["plant_in_setup-1"]);
    expect(keys([], [plantOf()])).toEqual([]);
  });

  it("without packages, for the plant and its customer", () => {
    const plant = plantOf({ id: 8, name: "Sur", customer_id: 7, setup_phase: true });
    expect(orderProposals([], [plant], DAY)).toEqual([
      {
        key: "plant_in_setup-8",
        cause: "plant_in_setup",
        order_id: null,
        ends_on: null,
        customer_id: 7,
        customer_name: "Customer",
        plant_id: 8,
        plant_name: "Sur",
        type: "setup",
        start_date: DAY,
        end_date: "2027-02-20",
        order_product_packages: [],
      },
    ]);
    const elsewhere = orderOf({ type: "setup", plant_id: 8, customer_id: 1 });
    expect(keys([elsewhere], [plant])).toEqual(["plant_in_setup-8"]);
  });
});

describe("a subscription is proposed", () => {
  const plant = plantOf({ has_release: true });

  it("for plants with releases and none running or upcoming, with the packages of the last", () => {
    expect(orderProposals([], [plant], DAY)).toMatchObject([
      { cause: "plant_unordered", order_id: null, order_product_packages: [], end_date: null },
    ]);
    const ended = [
      orderOf({ id: 5, end_date: "2025-12-31", order_product_packages: packagesOf(2) }),
      orderOf({ id: 4, end_date: "2024-12-31" }),
    ];
    expect(orderProposals(ended, [plant], DAY)).toMatchObject([
      {
        order_id: 5,
        ends_on: "2025-12-31",
        start_date: DAY,
        order_product_packages: [{ quantity: 2, product_package: { id: 2 } }],
      },
    ]);
  });

  it("unless one covers the plant, now or soon", () => {
    expect(keys([orderOf({ end_date: null })], [plant])).toEqual([]);
    expect(keys([orderOf({ plant_id: null, end_date: null })], [plant])).toEqual([]);
    expect(keys([orderOf({ start_date: "2027-01-01", end_date: null })], [plant])).toEqual([]);
    expect(keys([orderOf({ plant_id: 2, end_date: null })], [plant])).toEqual([
      "plant_unordered-1",
    ]);
    expect(keys([], [plantOf()])).toEqual([]);
  });

  it("after the one that ended last, in whatever order they are listed", () => {
    const ended = ["2023-12-31", "2025-12-31", "2024-12-31"].map((end_date, at) =>
      orderOf({ id: at + 1, start_date: "2023-01-01", end_date }),
    );
    for (const orders of [ended, ended.toReversed()]) {
      expect(orderProposals(orders, [plant], DAY)).toMatchObject([
        { key: "plant_unordered-1", type: "subscription", order_id: 2, plant_name: "Plant" },
      ]);
    }
    const setup = orderOf({ type: "setup", end_date: "2027-12-31" });
    expect(orderProposals([setup], [plant], DAY)).toMatchObject([
      { order_id: null, ends_on: null, customer_id: 1, customer_name: "Customer", plant_id: 1 },
    ]);
  });
});
