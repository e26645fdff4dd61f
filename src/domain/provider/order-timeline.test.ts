import { describe, expect, it } from "vitest";
import { orderOf } from "./order.fixture.ts";
import { timelineOf } from "./order-timeline.ts";

const DAY = "2026-07-02";

describe("the timeline of orders", () => {
  it("shows whole years, at least the current one", () => {
    const years = (...orders: Parameters<typeof timelineOf>[0]) =>
      timelineOf(orders, DAY).years.map(({ year }) => year);
    expect(years()).toEqual([2026]);
    expect(years(orderOf({ start_date: "2025-06-01", end_date: "2027-05-31" }))).toEqual([
      2025, 2026, 2027,
    ]);
    const long = years(orderOf({ start_date: "1999-01-01", end_date: "2080-01-01" }));
    expect([long[0], long.at(-1)]).toEqual([2022, 2029]);
  });

  it("places bars and today by their days; the last day belongs to the bar", () => {
    const { bars, today } = timelineOf([orderOf({ end_date: "2026-12-31" })], DAY);
    expect(bars[0]).toMatchObject({ start: 0, end: 1, continues: false });
    expect(today).toBeCloseTo(182 / 365, 10);
    const half = timelineOf([orderOf({ start_date: "2026-07-02", end_date: null })], DAY).bars[0];
    expect(half).toMatchObject({ start: 182 / 365, end: 1, continues: true });
  });

  it("puts overlapping bars in different rows, and reuses rows", () => {
    const at = (id: number, start_date: string, end_date: string | null) =>
      orderOf({ id, start_date, end_date });
    const { bars, rowCount } = timelineOf(
      [
        at(1, "2026-01-01", "2026-03-31"),
        at(2, "2026-03-31", null),
        at(3, "2026-04-01", "2026-05-01"),
      ],
      DAY,
    );
    expect(bars.map(({ order, row }) => [order.id, row])).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
    ]);
    expect(rowCount).toBe(2);
  });

  it("leaves out orders outside the shown years", () => {
    expect(
      timelineOf([orderOf({ start_date: "2019-01-01", end_date: "2020-01-01" })], DAY),
    ).toEqual(expect.objectContaining({ bars: [], rowCount: 0 }));
  });
});
