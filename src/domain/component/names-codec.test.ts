import * as fc from "fast-check";
import { expect, it } from "vitest";
import { packWhole } from "../column/number-pack.ts";
import { joinSections } from "../column/sections.ts";
import { decodeNames, encodeNames } from "./names-codec.ts";

it("gives back every name in any script", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: "grapheme" }), fc.string())), (rows) => {
      const names = decodeNames(
        encodeNames({
          count: rows.length,
          dtId: (row) => rows[row]![0],
          pcs: (row) => rows[row]![1],
        }),
      );
      expect(names.count).toBe(rows.length);
      expect(rows.map((_, row) => [names.dtId(row), names.pcs(row)])).toEqual(rows);
    }),
  );
});

it("answers an empty name beyond the end", () => {
  const names = decodeNames(encodeNames({ count: 1, dtId: () => "a", pcs: () => "" }));
  expect([names.dtId(1), names.pcs(7)]).toEqual(["", ""]);
});

it("refuses bytes that are cut off", () => {
  const bytes = encodeNames({ count: 3, dtId: (row) => `module-${row}`, pcs: () => "Mesa 1" });
  expect(() => decodeNames(bytes.subarray(0, bytes.length - 16))).toThrow(RangeError);
});

it("gives the same names when all of many are read, ASCII or not", () => {
  const rows = Array.from({ length: 25_000 }, (_, row) => row);
  const dtId = (row: number) => `T${row % 97}.M${row}`;
  const pcs = (row: number) => (row === 20_000 ? "Módulo ñ" : `Mesa ${row}`);
  const names = decodeNames(encodeNames({ count: rows.length, dtId, pcs }));
  expect(rows.map((row) => names.dtId(row))).toEqual(rows.map(dtId));
  expect(rows.map((row) => names.pcs(row))).toEqual(rows.map(pcs));
});

it("gives back long names in any script", () => {
  const nameAt = (row: number) => "日本語 ñ".repeat(row % 60) + row;
  const names = decodeNames(encodeNames({ count: 500, dtId: nameAt, pcs: nameAt }));
  for (let row = 0; row < 500; row += 1) {
    expect([names.dtId(row), names.pcs(row)]).toEqual([nameAt(row), nameAt(row)]);
  }
});

it("refuses lengths that reach beyond the text, and bytes without a count", () => {
  const text = (name: string) => ({
    name,
    count: 1,
    packed: { coding: { kind: "raw" } as const, bytes: new TextEncoder().encode("abcd") },
  });
  const bytesOf = (info: object, ...lengths: number[]) =>
    joinSections("SWN1", { ...info }, [
      text("dt_id"),
      text("pcs"),
      ...["dt_id lengths", "pcs lengths"].map((name) => ({
        name,
        count: lengths.length,
        packed: packWhole(Uint32Array.from(lengths)),
      })),
    ]);
  const names = decodeNames(bytesOf({ count: 2 }, 1, 3));
  expect([names.dtId(0), names.pcs(1)]).toEqual(["a", "bcd"]);
  expect(() => decodeNames(bytesOf({ count: 2 }, 1, 4))).toThrow("names are cut off");
  expect(() => decodeNames(bytesOf({ count: "2" }, 1, 3))).toThrow("unknown names");
});
