// The stated uncertainty of a reference against how wrong it is, over random plants whose truth is known.
import { describe, expect, it } from "vitest";
import { neighbourReferences } from "./neighbour-reference.ts";

/** Numbers from 0 to 1 (Numerical Recipes' quick generator). */
function random(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

/** Rows of 30 modules, each row warmer or colder as a whole; a fifth of the modules is warm. */
function plantOf(seed: number, rows: number, ofRow_k: number, own_k: number) {
  const next = random(seed);
  const normal = () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
  const count = rows * 30;
  const [x, y, group] = [new Float64Array(count), new Float64Array(count), new Uint32Array(count)];
  const values = new Float64Array(count);
  for (let row = 0; row < rows; row++) {
    const away = ofRow_k * normal();
    for (let at = 0; at < 30; at++) {
      const one = row * 30 + at;
      [x[one], y[one], group[one]] = [row * 5.6, at * 1.15, row];
      values[one] = 40 + away + own_k * normal() + (next() < 0.2 ? 6 : 0);
    }
  }
  return { places: { x, y, group }, values };
}

/** Root of the mean square of what references are wrong by, and of what they state, over some plants. */
function comparedOn(plants: number, ofRow_k: number, own_k: number) {
  let [wrong, stated, count] = [0, 0, 0];
  for (let seed = 1; seed <= plants; seed++) {
    const { places, values } = plantOf(seed * 7919, 24, ofRow_k, own_k);
    const rows = Array.from(values.keys());
    const found = neighbourReferences(rows, places, values, { neighbours: 64, warm_k: 3 });
    for (const row of rows) {
      wrong += (found.temperature[row]! - 40) ** 2;
      stated += found.uncertainty[row]! ** 2;
      count += 1;
    }
  }
  return { wrong: Math.sqrt(wrong / count), stated: Math.sqrt(stated / count) };
}

it("takes modules that a cloud has cooled for no reference of the others", () => {
  const { places, values } = plantOf(5, 24, 0.1, 0.2);
  // Every second row of the middle lies in its shadow: around each of them a third and more are colder.
  const isCooled = (row: number) => [9, 11, 13, 15].includes(Math.floor(row / 30));
  const cooled = values.map((value, row) => (isCooled(row) ? value - 7 : value));
  const rows = Array.from(cooled.keys());
  const { temperature } = neighbourReferences(rows, places, cooled, { neighbours: 64, warm_k: 3 });
  const beside = rows.filter((row) => !isCooled(row));
  // By the colder ones, whole rows would be warm.
  expect(beside.filter((row) => temperature[row]! < 39).length).toBe(0);
});

it("compares two open strings at the edge of a plant with the modules beyond them", () => {
  for (const seed of [5, 6, 7]) {
    const { places, values } = plantOf(seed, 24, 0.1, 0.2);
    const isOpen = (row: number) => row % 30 >= 4 && row < 4 * 30;
    const warm = values.map((value, row) => (isOpen(row) ? 44 + (value - 40) / 10 : value));
    const rows = Array.from(warm.keys());
    const { temperature } = neighbourReferences(rows, places, warm, {
      neighbours: 64,
      warm_k: 2.5,
    });
    // By those around, which are all open, none of them would be warm.
    expect(rows.filter((row) => isOpen(row) && temperature[row]! > 41.5)).toEqual([]);
  }
});

describe("a reference at the edge of a cloud", () => {
  const options = { neighbours: 64, warm_k: 3, none_k: 12 };
  /** The plant is colder beyond a line in this direction, through a point at this part of its sides. */
  const cloudOn = (
    plant: ReturnType<typeof plantOf>,
    degrees: number,
    kelvin: number,
    part: number,
  ) => {
    const { x, y } = plant.places;
    const [along, across] = [Math.sin(degrees / 57.3), Math.cos(degrees / 57.3)];
    const edge = part * (128 * across + 34 * along);
    const shadeOf = (row: number) =>
      Math.min(1, Math.max(0, (x[row]! * across + y[row]! * along - edge) / 6 + 0.5));
    const values = plant.values.map((value, row) => value - kelvin * shadeOf(row));
    return { values, healthy: (row: number) => 40 - kelvin * shadeOf(row) };
  };

  it.each([
    [0, 0.5],
    [45, 0.5],
    [70, 0.5],
    [90, 0.5],
    [10, 0.4],
    [45, 0.4],
    [30, 0.5],
    [30, 0.8],
  ])("is sure only where it is right, at %s° and %s of the plant", (degrees, part) => {
    const plant = plantOf(11, 24, 0.1, 0.2);
    const rows = Array.from(plant.values.keys());
    const { values, healthy } = cloudOn(plant, degrees, 6, part);
    const { temperature, step } = neighbourReferences(rows, plant.places, values, options);
    const errorOf = (row: number) => Math.abs(temperature[row]! - healthy(row));
    const wrong = rows.filter((row) => errorOf(row) > 1.5);
    expect(wrong.length).toBeGreaterThan(20);
    expect(wrong.filter((row) => step[row] === 0)).toEqual([]);
    // So wrong they may be.
    expect(wrong.filter((row) => errorOf(row) > step[row]! + 0.3)).toEqual([]);
  });

  it("is sure everywhere without one, with open strings, missing modules and 1.5 K across the plant", () => {
    for (const seed of [3, 4, 5]) {
      const { places, values } = plantOf(seed, 24, 0.2, 0.3);
      const rows = Array.from(values.keys());
      const kelvin = (row: number) => {
        if (row >= 180 && row < 240) return 4;
        return row >= 400 && row < 415 ? -16 : (1.5 * places.x[row]!) / 130;
      };
      const changed = values.map((value, row) => value + kelvin(row));
      const { step } = neighbourReferences(rows, places, changed, options);
      expect(rows.filter((row) => step[row]! > 0)).toEqual([]);
    }
  });
});

describe("the uncertainty of a reference is what it is wrong by", () => {
  it.each([
    [0.3, 0.3],
    [0.3, 0.1],
    [0.6, 0.2],
    [0, 0.3],
  ])("where rows differ by %s K and modules by %s K", (ofRow_k, own_k) => {
    const { wrong, stated } = comparedOn(40, ofRow_k, own_k);
    expect(stated / wrong).toBeGreaterThan(0.9);
    expect(stated / wrong).toBeLessThan(1.15);
  });
});
