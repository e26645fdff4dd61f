// Which number a component had when its fault was measured, by hand.
import { describe, expect, it } from "vitest";
import { presentSerial, serialOn, type SerialSpan } from "./serial-course.ts";

const span = (
  serial: string,
  stated_on: string,
  end: SerialSpan["end"] = null,
  fitted_on: string | null = null,
): SerialSpan => ({ serial, stated_on, end, fitted_on });

describe("a number that was never replaced", () => {
  const spans = [span("A", "2026-05-01")];
  it.each([["2026-03-01"], ["2026-08-01"], [null]])("counts on %s", (day) => {
    expect(serialOn(spans, day)).toBe("A");
  });
  it("is none of the component that stood there before it was fitted", () => {
    const later = [span("A", "2026-05-01", null, "2026-04-10")];
    expect(serialOn(later, "2026-04-10")).toBeNull();
    expect(serialOn(later, "2026-04-11")).toBe("A");
  });
});

it("is that of the only component, fitted on a stated day, where the day of the fault is not known", () => {
  const fitted = span("A", "2026-05-01", null, "2026-04-10");
  expect(serialOn([fitted], null)).toBe("A");
  expect(serialOn([span("typo", "2026-04-20", "corrected"), fitted], null)).toBe("A");
  expect(serialOn([span("A", "2026-05-01", "removed", "2026-04-10")], null)).toBeNull();
  expect(serialOn([span("A", "2026-02-01", "replaced"), fitted], null)).toBeNull();
});

describe("a component that was replaced on a known day", () => {
  const spans = [span("A", "2026-02-01", "replaced"), span("B", "2026-06-02", null, "2026-05-20")];
  it.each([
    ["2026-01-01", "A"],
    ["2026-03-01", "A"],
    // The flight is before the repair of its day.
    ["2026-05-20", "A"],
    ["2026-05-21", "B"],
    ["2026-09-01", "B"],
    [null, null],
  ])("on %s it was %s", (day, serial) => {
    expect(serialOn(spans, day)).toBe(serial);
  });
  it("has the new number now", () => expect(presentSerial(spans)).toBe("B"));
  it("had no known number where none was stated before", () => {
    expect(serialOn([span("B", "2026-06-02", null, "2026-05-20")], "2026-03-01")).toBeNull();
  });
});

describe("a component that was replaced on an unknown day", () => {
  const spans = [span("A", "2026-02-01", "replaced"), span("B", "2026-06-02")];
  it.each([
    ["2026-01-15", "A"],
    ["2026-02-01", "A"],
    // It may have been either.
    ["2026-03-01", null],
    ["2026-06-02", null],
    ["2026-06-03", "B"],
  ])("on %s it was %s", (day, serial) => {
    expect(serialOn(spans, day)).toBe(serial);
  });
});

it("takes a corrected number for that of the same component", () => {
  const spans = [
    span("typo", "2026-02-01", "corrected", "2026-01-20"),
    span("A", "2026-02-03", "replaced"),
    span("wrong", "2026-06-02", "corrected", "2026-05-20"),
    span("B", "2026-06-09"),
  ];
  expect(serialOn(spans, "2026-01-19")).toBeNull();
  expect(serialOn(spans, "2026-03-01")).toBe("A");
  expect(serialOn(spans, "2026-06-01")).toBe("B");
});

it("says no number that was taken away, and not that of a later one", () => {
  const spans = [span("A", "2026-02-01", "removed"), span("B", "2026-06-02")];
  expect(serialOn(spans, "2026-01-01")).toBeNull();
  expect(serialOn(spans, "2026-03-01")).toBeNull();
  expect(serialOn(spans, "2026-07-01")).toBe("B");
  expect(presentSerial([span("A", "2026-02-01", "removed")])).toBeNull();
  expect(serialOn([], "2026-02-01")).toBeNull();
});
