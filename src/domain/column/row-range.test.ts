import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeRows, encodeRows } from "./row-range.ts";

const ascending = fc
  .uniqueArray(fc.nat({ max: 400 }), { maxLength: 200 })
  .map((rows) => rows.toSorted((a, b) => a - b));

describe("rows as text", () => {
  it("are read back unchanged", () => {
    fc.assert(
      fc.property(ascending, (rows) => {
        expect([...(decodeRows(encodeRows(rows)) ?? [])]).toEqual(rows);
      }),
    );
  });

  it("are one part per range", () => {
    expect(encodeRows([4, 5, 6, 9])).toBe("4-2.3");
    expect(encodeRows([])).toBe("");
    expect([...decodeRows("")!]).toEqual([]);
    expect([...decodeRows("4-2.3")!]).toEqual([4, 5, 6, 9]);
    expect(encodeRows([0, 1, 40, 41, 42, 79])).toBe("0-1.13-2.11");
  });

  it("are a short text for a million rows", () => {
    expect(encodeRows(Uint32Array.from({ length: 1_000_000 }, (_, row) => row + 36))).toBe(
      "10-lflr",
    );
    expect(decodeRows("10-lflr")).toHaveLength(1_000_000);
    expect([...decodeRows("100000-10")!].slice(-1)).toEqual([36 ** 5 + 36]);
  });

  it.each(["4-", "-4", "4..5", ".", "4.", "A", "4 5", "4-2-3", "4!", "!4", "1234567", "4-1234567"])(
    "refuse a text with another form: %s",
    (text) => expect(decodeRows(text)).toBeNull(),
  );

  it("refuse a repeated row, more rows than a plant can have, and rows beyond 32 bits", () => {
    expect(decodeRows("4.0")).toBeNull();
    expect([...decodeRows("0.1")!]).toEqual([0, 1]);
    expect(decodeRows(`0-${(3_999_999).toString(36)}`)).toHaveLength(4_000_000);
    expect(decodeRows(`0-${(4_000_000).toString(36)}`)).toBeNull();
    // Six digits reach 2,176,782,335: two of them pass 32 bits.
    expect(decodeRows("zzzzzz.zzzzzz")).toBeNull();
    expect([...decodeRows(`zzzzzz.${(0xfffffffe - 2_176_782_335).toString(36)}`)!]).toEqual([
      2_176_782_335, 0xfffffffe,
    ]);
  });
});
