import { describe, expect, it } from "vitest";
import { NOT_INSPECTED, NOT_PLAUSIBLE, PLACE_NOT_SURE, WITH_NOTE } from "../component-survey.ts";
import { joinedValidity } from "./joined-validity.ts";

const key = "module_inspection_validity";
/** The last component does not exist. */
const geometry = { count: 6, length: Float32Array.from([2, 2, 2, 2, 2, 0]) };
const colours = (has: readonly number[], unplaced: readonly number[] = [], isFalse = false) => ({
  isImplausible: () => isFalse,
  has: (row: number) => has.includes(row),
  isUnplaced: (row: number) => unplaced.includes(row),
});

describe("the validity by temperatures and colours", () => {
  it("counts a component once: in its place by colours, in none by temperatures", () => {
    const validity = Uint8Array.from([3, 3, 3, 3, 2, 255]);
    const found = joinedValidity({ [key]: validity }, geometry, key, colours([0, 1, 2]));
    expect(found).toMatchObject({ measured: 3, not_inspected: 1, place_not_sure: 1 });
    expect([...found.columns[key]!]).toEqual([1, 1, 1, 3, 2, 255]);
  });

  it("says of a visible raster without a place that its components have none", () => {
    const found = joinedValidity({}, geometry, key, colours([0], [0, 1, 2, 3, 4]));
    expect([...found.columns[key]!]).toEqual([
      WITH_NOTE,
      ...Array<number>(4).fill(PLACE_NOT_SURE),
      255,
    ]);
    expect(found).toMatchObject({ measured: 1, not_inspected: 0, place_not_sure: 4 });
  });

  it("keeps what temperatures say in a sure place", () => {
    const validity = Uint8Array.from([0, 1, 5, 8, 2, 255]);
    const found = joinedValidity({ [key]: validity }, geometry, key, colours([0, 1, 2, 3], [4]));
    expect([...found.columns[key]!]).toEqual([0, 1, 5, 8, PLACE_NOT_SURE, 255]);
    expect(found).toMatchObject({ measured: 4, not_inspected: 0, place_not_sure: 1 });
  });

  it("has no temperature that is not plausible beside colours that count", () => {
    const measured = {
      [key]: Uint8Array.from([NOT_PLAUSIBLE, NOT_PLAUSIBLE, 2, 2, 2, 255]),
      module_temperature: Float32Array.from([300, 301, NaN, NaN, NaN, NaN]),
    };
    const { columns } = joinedValidity(measured, geometry, key, colours([0]));
    expect([...columns["module_temperature"]!]).toEqual([NaN, 301, NaN, NaN, NaN, NaN]);
    expect([...columns[key]!]).toEqual([WITH_NOTE, NOT_PLAUSIBLE, 2, 2, 2, 255]);
    expect(measured.module_temperature[0]).toBe(300);
  });

  it("says of colours that cannot be true that they are not plausible, beside temperatures that are", () => {
    const validity = Uint8Array.from([0, 3, 4, 2, 2, 255]);
    const found = joinedValidity(
      { [key]: validity },
      geometry,
      key,
      colours([0, 1, 2, 3], [], true),
    );
    expect([...found.columns[key]!]).toEqual([0, 4, 4, 4, 2, 255]);
  });

  it("counts what colours show of a component as measured, and its temperature as not judged all the same", () => {
    const validity = Uint8Array.from([9, 9, 0, 2, 9, 255]);
    const found = joinedValidity({ [key]: validity }, geometry, key, colours([0]));
    expect(found).toMatchObject({ measured: 2, not_inspected: 1, not_judged: 3 });
    expect([...found.columns[key]!]).toEqual([WITH_NOTE, 9, 0, 2, 9, 255]);
    const unseen = joinedValidity({ [key]: validity }, geometry, key, colours([0], [], true));
    expect([...unseen.columns[key]!]).toEqual([9, 9, 0, 2, 9, 255]);
  });

  it("has no column where nothing was seen", () => {
    const found = joinedValidity({}, geometry, key, colours([]));
    expect(found).toEqual({
      columns: {},
      measured: 0,
      not_inspected: 5,
      place_not_sure: 0,
      not_judged: 0,
    });
    expect(NOT_INSPECTED).toBe(2);
  });
});
