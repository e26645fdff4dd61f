import { describe, expect, it } from "vitest";
import {
  hasSerial,
  serialChangeRefusal,
  serialKey,
  serialRefusal,
  type SerialChange,
} from "./serial-number.ts";

const change = (more: Partial<SerialChange> = {}): SerialChange => ({
  component_type: "module",
  dt_id: "T0.M0",
  serial: "JK-100",
  before: null,
  source: "typed",
  ending: null,
  fitted_on: null,
  ...more,
});
const facts = { present: null, holder: null, name: "Module 1" };
const reason = (more: Partial<SerialChange>, also: Partial<typeof facts> | object = {}) =>
  serialChangeRefusal(change(more), { ...facts, ...also })?.reason ?? null;

describe("a serial number", () => {
  it("is the same however somebody spaces it or writes its letters", () => {
    expect(serialKey(" jk 100\t7")).toBe("JK1007");
    expect(serialKey("JK-100")).not.toBe(serialKey("JK100"));
  });

  it("is one of modules and tubes", () => {
    expect((["module", "absorber_tube", "tracker", "mirror"] as const).map(hasSerial)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(reason({ component_type: "tracker" })).toBe("serial_component_type");
  });

  it("is refused where a spreadsheet has shortened it, or it cannot be shown", () => {
    for (const text of ["1.23457E+17", "1,23457e+17", "5E+16"]) {
      expect(serialRefusal(text)?.reason, text).toBe("serial_shortened");
    }
    for (const text of ["two\nlines", "x".repeat(61), " ", "bell\u0007"]) {
      expect(serialRefusal(text)?.reason, text).toBe("serial_unreadable");
    }
    for (const text of ["3E12345678", "123456789012345678", "LR5-72HPH/550M 1", "1.5"]) {
      expect(serialRefusal(text), text).toBeNull();
    }
  });
});

describe("a change of a serial number", () => {
  it("is refused where another component has the number, with both names", () => {
    expect(serialChangeRefusal(change(), { ...facts, holder: "Module 7" })).toEqual({
      reason: "serial_taken",
      field: "serial",
      values: { value: "JK-100", name: "Module 1", holder: "Module 7" },
    });
    expect(reason({})).toBeNull();
  });

  it("is refused where somebody changed it meanwhile", () => {
    expect(reason({ before: null }, { present: "A" })).toBe("serial_changed");
    expect(reason({ before: "B", ending: "corrected" }, { present: "A" })).toBe("serial_changed");
    expect(reason({ before: "A", ending: "corrected" }, { present: "A" })).toBeNull();
  });

  it("says what became of the number before", () => {
    expect(reason({ before: "A" }, { present: "A" })).toBe("serial_ending_missing");
    expect(reason({ before: "A", serial: null }, { present: "A" })).toBeNull();
    expect(reason({ before: "A", serial: "A" }, { present: "A" })).toBeNull();
  });
});
