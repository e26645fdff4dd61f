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

test("accents do not count, in the name or in what is typed", () => {
  const names = [
    "Sección 3",
    "Seccio\u0301n 3",
    "SECCION 3",
    "Bloque Ñandú",
    "São João 12",
    "한글",
  ];
  expect(matchAll(names, "seccion 3")).toEqual([0, 0, 0, 3, 3, 3]);
  expect(matchAll(names, "secci\u00F3n")).toEqual([1, 1, 1, 3, 3, 3]);
  expect(matchAll(names, "nandu")).toEqual([3, 3, 3, 2, 3, 3]);
  expect(matchAll(names, "sao joao")).toEqual([3, 3, 3, 3, 1, 3]);
  expect(matchAll(names, "글")).toEqual([3, 3, 3, 3, 3, 2]);
  expect(matchAll(names, "\u0301")).toEqual([3, 3, 3, 3, 3, 3]);
});

test("a wrong letter beside an accent is one typing error", () => {
  const names = ["Sección Norte", "Sector Norte"];
  const nameAt = (row: number) => names[row]!;
  const { near } = decodeNames(encodeNames({ count: 2, dtId: nameAt, pcs: () => "" }));
  const fitsBy = (typed: string) => [0, 1].map(near!(typed));
  expect(fitsBy("seccion norte")).toEqual([0, 4]);
  expect(fitsBy("sección-norte")).toEqual([0, 4]);
  expect(fitsBy("seccián norte")).toEqual([3, 4]);
  expect(fitsBy("seccin norte")).toEqual([3, 4]);
});

test("searching bytes agrees with searching strings for any names", () => {
  const letter = fc.constantFrom(
    ..."aAbB1-.",
    "é",
    "e\u0301",
    "É",
    "Ñ",
    "한",
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
