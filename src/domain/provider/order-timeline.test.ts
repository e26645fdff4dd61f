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

  it("divides the line by the days of its years", () => {
    // 2027 has 365 days, 2028 has 366.
    const { years } = timelineOf([orderOf({ end_date: "2028-01-01" })], DAY);
    const days = 365 + 365 + 366;
    expect(years.map(({ year }) => year)).toEqual([2026, 2027, 2028]);
    for (const [at, before] of [0, 365, 730].entries()) {
      expect(years[at]?.at).toBeCloseTo(before / days, 12);
      expect(years[at]?.width).toBeCloseTo((at === 2 ? 366 : 365) / days, 12);
    }
  });

  it("shows the year of an order without an end, and cuts bars at both edges", () => {
    const old = orderOf({ id: 1, start_date: "2010-05-01", end_date: "2022-01-01" });
    const far = orderOf({ id: 2, start_date: "2028-01-01", end_date: "2040-01-01" });
    const { bars, years } = timelineOf([old, far], DAY);
    expect([years[0]?.year, years.at(-1)?.year]).toEqual([2022, 2029]);
    const days = 8 * 365 + 2;
    expect(bars[0]).toMatchObject({ start: 0, end: 1 / days, continues: false });
    expect(bars[1]).toMatchObject({ end: 1, continues: true });
    expect(bars[1]?.start).toBeCloseTo((6 * 365 + 1) / days, 12);
    const open = timelineOf([orderOf({ start_date: "2028-01-01", end_date: null })], DAY);
    expect(open.years.map(({ year }) => year)).toEqual([2026, 2027, 2028]);
  });

  it("leaves out an order from the day after the last year on, and until the day before the first", () => {
    const long = orderOf({ id: 9, start_date: "2010-01-01", end_date: null });
    const shown = (start_date: string, end_date: string) =>
      timelineOf([long, orderOf({ start_date, end_date })], DAY).bars.length === 2;
    expect([shown("2020-01-01", "2021-12-31"), shown("2020-01-01", "2022-01-01")]).toEqual([
      false,
      true,
    ]);
    expect([shown("2030-01-01", "2030-02-01"), shown("2029-12-31", "2030-02-01")]).toEqual([
      false,
      true,
    ]);
    const last = timelineOf([orderOf({ end_date: "2029-12-31" })], DAY).bars[0];
    expect(last).toMatchObject({ end: 1, continues: false });
    const beyond = timelineOf([orderOf({ end_date: "2030-01-01" })], DAY).bars[0];
    expect(beyond).toMatchObject({ end: 1, continues: true });
  });

  it("puts bars in the order of their first days", () => {
    const at = (id: number, start_date: string) => orderOf({ id, start_date });
    const { bars } = timelineOf(
      [at(1, "2026-06-01"), at(2, "2026-02-01"), at(3, "2026-04-01")],
      DAY,
    );
    expect(bars.map(({ order, row }) => [order.id, row])).toEqual([
      [2, 0],
      [3, 1],
      [1, 2],
    ]);
  });

  it("puts bars that begin together in the order of their ids", () => {
    const { bars } = timelineOf([orderOf({ id: 5 }), orderOf({ id: 2 })], DAY);
    expect(bars.map(({ order, row }) => [order.id, row])).toEqual([
      [2, 0],
      [5, 1],
    ]);
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
