import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvCell, csvRow, csvText } from "./csv.ts";
import { csvReader } from "../result-file/csv-reader.ts";
import { isFailure } from "../error.ts";

function readCsv(text: string | Uint8Array, size = 7): string[][] {
  const rows: string[][] = [];
  const reader = csvReader((fields) => rows.push(fields));
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size));
  reader.end();
  return rows;
}

function placeOf(text: string | Uint8Array): unknown {
  try {
    return readCsv(text, 65_536);
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    return `${cause.problems[0]?.reason} ${cause.problems[0]?.line}`;
  }
}

describe("CSV", () => {
  test("that was written is read back, with any chunk sizes", () => {
    const cell = fc
      .string({ unit: fc.constantFrom("a", '"', ",", ";", "\n", "\r\n", "ä", "1", " ", "=") })
      .filter((one) => !/^[=\r\n]/.test(one));
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 6 });
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 30 }), (rows, size) => {
        const text = csvRow(["dt_id", "value"]) + rows.map(csvRow).join("");
        expect(readCsv(text, size)).toEqual([["dt_id", "value"], ...rows]);
      }),
      { numRuns: 1000 },
    );
  });

  test("gives back every text, whatever it begins with", () => {
    const text = fc.string({ unit: fc.constantFrom("'", "=", "-", "@", "+", "a", "1", ",") });
    const unquoted = (cell: string) => readCsv(`${cell},x\r\n`)[0]![0]!;
    fc.assert(
      fc.property(text, (one) => {
        expect(csvText(unquoted(csvCell(one)))).toBe(one);
        expect(csvCell(one).replace(/^"/, "")).not.toMatch(/^[=+\-@]/);
      }),
      { numRuns: 1000 },
    );
  });

  test("never begins a cell as a formula", () => {
    for (const text of [
      "=1+1",
      "+1",
      "-1",
      "@SUM(A1)",
      "\t=1",
      "\r=1",
      "＝1+1",
      "＋1",
      "－1",
      "＠SUM(A1)",
    ]) {
      expect(csvRow([text, 1]).replace(/^"/, "")).toMatch(/^'/);
    }
    expect(csvRow([-1.5, NaN, null, "ok"])).toBe("-1.5,,,ok\r\n");
  });

  test("is read with semicolons, a byte order mark and without a last line break", () => {
    expect(readCsv("\ufeffdt_id;50\r\nm-1;1,5\r\n\r\nm-2;2")).toEqual([
      ["dt_id", "50"],
      ["m-1", "1,5"],
      ["m-2", "2"],
    ]);
  });

  test("is refused with the line of the error", () => {
    expect(placeOf('a,b\nc,"d\n\n')).toBe("csv_quote_not_closed 2");
    expect(placeOf('a,b\nc,d"d"\n')).toBe("csv_quote_misplaced 2");
    expect(placeOf('a,b\n"c"c,d\n')).toBe("csv_quote_misplaced 2");
    expect(placeOf("a,b\nc,\0d\n")).toBe("csv_control_character 2");
    expect(placeOf("a,b\nc,d".repeat(20_000).replaceAll("\n", " "))).toBe("csv_record_too_long 1");
    expect(placeOf(`a,b\n"${"\n".repeat(90_000)}`)).toBe("csv_record_too_long 2");
    expect(placeOf(",".repeat(300))).toBe("csv_too_many_fields 1");
    expect(placeOf(Uint8Array.of(0x61, 0x2c, 0xff, 0x0a))).toBe("not_utf8 1");
    // UTF-16 that ends within a letter.
    expect(placeOf(Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x62))).toBe("not_utf8 1");
  });

  test("is read in UTF-16 where its mark says so, with any chunk size", () => {
    for (const size of [1, 2, 3, 100]) {
      expect(readCsv(Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x2c, 0, 0xf1, 0), size)).toEqual([
        ["a", "ñ"],
      ]);
      expect(readCsv(Uint8Array.of(0xfe, 0xff, 0, 0x61, 0, 0x2c, 0, 0xf1), size)).toEqual([
        ["a", "ñ"],
      ]);
    }
  });
});
