// Parts of a plant that are warm as a whole: the plants are simulated, and share no code with the references.
import { describe, expect, it } from "vitest";
import { neighbourReferences } from "../module/neighbour-reference.ts";
import { normalNumbers } from "../scene.fixture.ts";

const [ROWS, MODULES, APART, STEP] = [40, 40, 5.6, 1.15] as const;
const options = { neighbours: 64, warm_k: 3, none_k: 12 };
const count = ROWS * MODULES;
const rows = Array.from({ length: count }, (_, at) => at);
const rowOf = (at: number) => Math.floor(at / MODULES);
/** Part of the plant from west to east, and from south to north. */
const across = (at: number) => rowOf(at) / (ROWS - 1);
const along = (at: number) => (at % MODULES) / (MODULES - 1);

/**
 * Components of which the survey is not sure, of a plant whose modules are so many K warmer.
 * @param roads rows in front of which there are so many metres of road
 */
function unsureOf(
  kelvin: (at: number) => number,
  roads: ReadonlyMap<number, number> = new Map(),
  seed = 3,
): number[] {
  const random = normalNumbers(seed);
  const ofRow = Array.from({ length: ROWS }, () => 0.2 * random());
  const east = (row: number) => {
    let road = 0;
    for (const [before, metres] of roads) if (row >= before) road += metres;
    return row * APART + road;
  };
  const values = Float64Array.from(
    rows,
    (at) => 40 + ofRow[rowOf(at)]! + 0.3 * random() + kelvin(at),
  );
  const places = {
    x: Float64Array.from(rows, (at) => east(rowOf(at))),
    y: Float64Array.from(rows, (at) => (at % MODULES) * STEP),
    group: Uint32Array.from(rows, rowOf),
  };
  const { step } = neighbourReferences(rows, places, values, options);
  return rows.filter((row) => step[row]! > 0);
}

const isBlock = (at: number) => across(at) > 0.55;

describe("a block of warm modules", () => {
  it("is not sure behind a road, where it has no rim", () => {
    const roads = new Map([[22, 25]]);
    expect(unsureOf((at) => (isBlock(at) ? 3.6 : 0), roads)).toEqual(rows.filter(isBlock));
  });

  it("is not sure all over, and not at its rim alone, where rows lie beside it", () => {
    const isWarm = (at: number) => across(at) > 0.35 && across(at) < 0.95 && along(at) > 0.4;
    const unsure = new Set(unsureOf((at) => (isWarm(at) ? 4 : 0)));
    expect(rows.filter((at) => isWarm(at) && !unsure.has(at))).toEqual([]);
    // What is far from it is the plant.
    expect(rows.filter((at) => across(at) < 0.2 && unsure.has(at))).toEqual([]);
  });

  it("is not sure in the shadow of a cloud, also inside of it", () => {
    const depth = (at: number) => Math.min(1, Math.max(0, (across(at) - 0.5) * 10));
    const unsure = new Set(unsureOf((at) => -6 * depth(at)));
    expect(rows.filter((at) => across(at) > 0.62 && !unsure.has(at))).toEqual([]);
  });

  it("is the one that is not sure where it is half of the plant, or a bit more", () => {
    const roads = new Map([[22, 25]]);
    for (const isWarm of [(at: number) => rowOf(at) < 22, (at: number) => rowOf(at) >= 22])
      expect(unsureOf((at) => (isWarm(at) ? 4 : 0), roads)).toEqual(rows.filter(isWarm));
  });
});

describe("a plant without such a block is sure everywhere", () => {
  const roads = new Map([
    [8, 10],
    [16, 14],
    [24, 10],
    [32, 14],
  ]);

  it("with roads", () => expect(unsureOf(() => 0, roads)).toEqual([]));

  it("with 6 K from one side to the other, also over roads", () => {
    expect(unsureOf((at) => 6 * across(at))).toEqual([]);
    expect(unsureOf((at) => 6 * across(at), roads)).toEqual([]);
    expect(unsureOf((at) => 3 * (across(at) + along(at)), roads)).toEqual([]);
    const wide = new Map([...roads.keys()].map((row) => [row, 25] as const));
    expect(unsureOf((at) => 6 * across(at), wide)).toEqual([]);
  });

  it("with two flights that differ by 1.5 K", () => {
    expect(unsureOf((at) => (across(at) > 0.5 ? 1.5 : 0), roads)).toEqual([]);
  });

  it("with open strings and missing modules beside a road", () => {
    const isOpen = (at: number) => rowOf(at) === 16 || (rowOf(at) === 30 && along(at) < 0.5);
    const isMissing = (at: number) => rowOf(at) === 10 && at % MODULES < 8;
    expect(unsureOf((at) => (isOpen(at) ? 4 : isMissing(at) ? -16 : 0), roads)).toEqual([]);
  });
});

it("is not sure of the smaller one of two flights that differ by 3 K: an inverter that is off looks the same", () => {
  const unsure = new Set(unsureOf((at) => (across(at) > 0.6 ? 3 : 0)));
  expect(rows.filter((at) => across(at) > 0.7 && !unsure.has(at))).toEqual([]);
  expect(rows.filter((at) => across(at) < 0.5 && unsure.has(at))).toEqual([]);
});
