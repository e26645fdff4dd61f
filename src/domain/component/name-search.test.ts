import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fitOf } from "./name-search.ts";
import { decodeNames, encodeNames } from "./names-codec.ts";

function matchAll(names: readonly string[], wanted: string): number[] {
  const nameAt = (row: number) => names[row]!;
  const { matcher } = decodeNames(
    encodeNames({ count: names.length, dtId: nameAt, pcs: () => "" }),
  );
  const fitAt = matcher!(wanted);
  return names.map((_, row) => fitAt(row));
}

test("case is ignored, and no match spans two names", () => {
  expect(matchAll(["LOOP-12", "loop-1", "12", "Xloop-1", ""], "loop-1")).toEqual([1, 0, 3, 2, 3]);
  expect(matchAll(["AB", "CD"], "bc")).toEqual([3, 3]);
});

test("letters beyond ASCII are compared as letters", () => {
  const names = ["LAÇO 7", "Día", "5 \u212A", "\u0130STANBUL", "ΟΔΟΣ"];
  for (const wanted of ["laço", "día", "k", "i", "οδος", "ç", "ist"]) {
    expect(matchAll(names, wanted)).toEqual(names.map((name) => fitOf(name, wanted)));
  }
});

test("searching bytes agrees with searching strings for any names", () => {
  const letter = fc.constantFrom(
    ..."aAbB1-.",
    "é",
    "É",
    "ß",
    "K",
    "İ",
    "Σ",
    "日",
    "😀",
    "@",
    "`",
    "[",
    "{",
  );
  const name = fc.string({ unit: letter, maxLength: 8 });
  const wanted = fc.string({ unit: letter, minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), wanted, (names, typed) => {
      const lower = typed.toLowerCase();
      expect(matchAll(names, lower)).toEqual(names.map((one) => fitOf(one, lower)));
    }),
    { numRuns: 500 },
  );
});

test("the better of a component's two names counts", () => {
  const names = { count: 2, dtId: () => "M12", pcs: (row: number) => (row === 0 ? "XM12" : "") };
  const fitAt = decodeNames(encodeNames(names)).matcher!("m12");
  expect([fitAt(0), fitAt(1)]).toEqual([0, 0]);
});
