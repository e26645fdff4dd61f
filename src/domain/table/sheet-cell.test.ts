import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalSignOf, readNumber } from "../number-text.ts";
import { measureOf } from "../number-with-unit.ts";
import { cellPlace, columnLetters, numberCell, numberKind, serialText } from "./sheet-cell.ts";

describe("the number of a sheet", () => {
  it.each([
    [14, undefined, "date"],
    [22, undefined, "time"],
    [20, undefined, "clock"],
    [45, undefined, "clock"],
    [46, undefined, "duration"],
    [0, undefined, "number"],
    [2, undefined, "number"],
    [10, undefined, "percent"],
    [164, "dd.mm.yyyy hh:mm", "time"],
    [164, "[$-409]d/m/yy h:mm AM/PM;@", "time"],
    [164, "yyyy-mm-dd", "date"],
    [164, "mmm-yy", "date"],
    [164, "h:mm AM/PM", "clock"],
    [164, "[h]:mm:ss", "duration"],
    [164, "[mm]:ss", "duration"],
    [164, '0.00" days"', { unit: "days" }],
    [164, "#,##0.0\\ \\d", { unit: "d" }],
    [164, '0.0"°F"', { unit: "°F" }],
    [164, '#,##0.0\\ "km/h";[Red]-#,##0.0\\ "km/h"', { unit: "km/h" }],
    [164, '0.0"%"', { unit: "%" }],
    // The letter says the sign once more.
    [164, '0.000"° N";0.000"° S"', "number"],
    [164, '_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-', "number"],
    [164, '"~"0.0', "number"],
    [164, '"L"00', { digits: 2, before: "L", behind: "" }],
    [164, '000"-A"', { digits: 3, before: "", behind: "-A" }],
    [164, "0.0,", "scaled"],
    [164, '#,##0,,"M"', "scaled"],
    [164, "#,##0", "number"],
    [164, "#,##0.00_);(#,##0.00)", "number"],
    [164, "# ?/?", "number"],
    [164, "[Red]0.00;[Blue]-0.00", "number"],
    [164, "0.00E+00", "number"],
    [164, "0.0%", "percent"],
    [164, "General", "number"],
    [164, "[Red]General;-General", "number"],
    [164, 'General" km/h"', { unit: "km/h" }],
    [164, 'General\\ "°F"', { unit: "°F" }],
    [164, '"General"0.0', "number"],
    // Amounts are no names, and their column has decimals as well.
    [164, '"R$ "0', "number"],
    [164, '"S/ "0', "number"],
    [164, '"USD "0', "number"],
    [164, '"kWh "0', { unit: "kWh" }],
    [164, '"kWh: "0.0', { unit: "kWh" }],
    [164, '"L"0', { digits: 1, before: "L", behind: "" }],
  ])("is by format %s %s a %s", (id, code, kind) => {
    expect(numberKind(id, code)).toEqual(kind);
  });

  it("keeps the zeros that its format shows", () => {
    expect(numberCell(7, numberKind(164, "0000"), false)).toBe("0007");
  });

  it("has the letters that its format shows", () => {
    expect(numberCell(20, numberKind(164, '0.0" km/h"'), false)).toBe("20 km/h");
    expect(numberCell(12.5, numberKind(164, '0.0"%"'), false)).toBe("12.5%");
    expect(numberCell(5, numberKind(164, '"T-"000'), false)).toBe("T-005");
  });

  it.each([1.234, 25.125, -1.234, 999.999, 0.125, 1234.567, 12, 1e-7])(
    "has one reading beside its unit, and proves no decimal sign: %d",
    (value) => {
      for (const unit of ["kWh", "%"]) {
        const text = numberCell(value, { unit }, false);
        const read = measureOf(String(text))!;
        expect(read).toMatchObject({ number: { kind: "number", value }, unit });
        expect(decimalSignOf([text as string])).toBeNull();
      }
    },
  );

  it("is asked for where it is shown in thousands", () => {
    expect(numberCell(850_000, numberKind(164, "0,"), false)).toEqual({ reason: "sheet_scaled" });
    expect(numberCell(0, numberKind(164, "0,"), false)).toBe(0);
  });

  it("keeps its percent sign, and is no fraction then", () => {
    expect(numberCell(0.07, "percent", false)).toBe("7%");
  });

  it("is not taken with more digits than a sheet keeps", () => {
    expect(numberCell(12_345_678_901_234_568, "number", false)).toEqual({ reason: "sheet_digits" });
    expect(numberCell(123_456_789_012_345, "number", false)).toBe(123_456_789_012_345);
  });

  it("is itself, whatever its decimals: no separator is asked for", () => {
    expect(readNumber("1.234").kind).toBe("ambiguous");
    expect(readNumber(1.234)).toEqual({ kind: "number", value: 1.234, decimal: null });
  });
});

describe("a day number", () => {
  // ECMA-376 part 1, 18.17.4.1, and the dates that Excel shows.
  it.each([
    [1, false, "1900-01-01"],
    [59, false, "1900-02-28"],
    [60, false, null],
    [61, false, "1900-03-01"],
    [25_569, false, "1970-01-01"],
    [0, true, "1904-01-01"],
    [46_174.5, false, "2026-06-01 12:00:00"],
    [44_712.5, true, "2026-06-01 12:00:00"],
    [0.520833333333333, false, "12:30:00"],
    [0, false, "00:00:00"],
    [2_958_465, false, "9999-12-31"],
    [2_958_466, false, null],
    [-1, false, null],
    [Number.NaN, false, null],
  ])("%s (1904: %s) is %s", (serial, is1904, text) => {
    expect(serialText(serial, is1904)).toBe(text);
  });

  it("keeps its midnight where its format shows a clock", () => {
    expect(serialText(46_174, false, "time")).toBe("2026-06-01 00:00:00");
    expect(numberCell(46_174, numberKind(22), false)).toBe("2026-06-01 00:00:00");
    expect(numberCell(46_174, numberKind(14), false)).toBe("2026-06-01");
    // A clock alone is midnight in both systems.
    expect(serialText(0, true, "clock")).toBe("00:00:00");
    expect(serialText(0.25, true, "clock")).toBe("06:00:00");
  });

  it("counts hours beyond a day where its format does", () => {
    // By hand: 1.25 days are 30 hours.
    expect(serialText(1.25, false, "duration")).toBe("30:00:00");
    expect(serialText(1.25, true, "duration")).toBe("30:00:00");
    expect(serialText(0.5, false, "duration")).toBe("12:00:00");
    expect(serialText(100 + 1 / 86_400, false, "duration")).toBe("2400:00:01");
  });

  it("has the second from which sums have drifted, and keeps real milliseconds", () => {
    expect(serialText(46_174.5 + 0.007 / 86_400, false)).toBe("2026-06-01 12:00:00");
    expect(serialText(46_174.5 - 0.007 / 86_400, false)).toBe("2026-06-01 12:00:00");
    expect(serialText(46_174.5 + 0.25 / 86_400, false)).toBe("2026-06-01 12:00:00.250");
  });

  it("is the second that was written, in both systems", () => {
    const seconds = fc.integer({
      min: Date.UTC(1950, 0, 1) / 1000,
      max: Date.UTC(2100, 0, 1) / 1000,
    });
    fc.assert(
      fc.property(seconds, fc.boolean(), (second, is1904) => {
        const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
        // As programs write it: with fifteen digits.
        const serial = Number(((second * 1000 - start) / 86_400_000).toPrecision(15));
        const iso = new Date(second * 1000).toISOString().slice(0, 19).replace("T", " ");
        expect(serialText(serial, is1904)).toBe(iso.replace(" 00:00:00", ""));
      }),
    );
  });
});

it("columns have letters", () => {
  expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(["A", "Z", "AA", "ZZ", "AAA"]);
  fc.assert(
    fc.property(fc.nat(16_383), fc.integer({ min: 1, max: 1_048_576 }), (column, row) => {
      expect(cellPlace(`${columnLetters(column)}${row}`)).toEqual({ column, row });
    }),
  );
  expect(["", "A0", "1A", "AAAA1"].map(cellPlace)).toEqual([null, null, null, null]);
});
