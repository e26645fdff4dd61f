import { expect, it } from "vitest";
import { stringsOf, wiringOf } from "./wiring.ts";

const unknown = { modules_per_string: null, strings_per_tracker: null };

/** Tables with so many modules side by side. */
function plant(...tables: readonly number[]) {
  const rows = tables.flatMap((size, table) => Array.from({ length: size }, (_, i) => [table, i]));
  return {
    count: rows.length,
    parent: Uint32Array.from(rows, ([table]) => table!),
    centreX: Float32Array.from(rows, ([, i]) => i! * 1.1),
    centreY: Float32Array.from(rows, ([table]) => table! * 6),
  };
}

it.each([
  [50, 25],
  [40, 20],
  [28, 28],
  [56, 28],
  [84, 28],
  [90, 30],
  [26, 26],
  [41, null],
  [37, null],
  [10, null],
])("tables of %i modules show strings of %s", (table, modules_per_string) => {
  const modules = plant(table, table, table);
  const source = modules_per_string === null ? "unknown" : "derived";
  const expected = { source, modules_per_string, strings_per_tracker: null };
  expect(wiringOf(modules, unknown)).toEqual(expected);
});

it("what the plant states counts, and tables that differ show nothing", () => {
  const stated = { modules_per_string: 14, strings_per_tracker: 6 };
  expect(wiringOf(plant(28, 28), stated)).toEqual({ source: "stated", ...stated });
  expect(wiringOf(plant(28, 50, 40), unknown).source).toBe("unknown");
  const most = [...Array.from({ length: 30 }, () => 28), 20];
  expect(wiringOf(plant(...most), unknown)).toMatchObject({ modules_per_string: 28 });
});

it("divides tables, joins short ones, and leaves out those that do not fit", () => {
  const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  expect(stringsOf(plant(50), 25)).toEqual([rows(0, 25), rows(25, 50)]);
  expect(stringsOf(plant(14, 14, 14), 28)).toEqual([rows(0, 28)]);
  expect(stringsOf(plant(28, 41, 28), 28)).toEqual([rows(0, 28), rows(69, 97)]);
});

/** Tables of so many lines above each other, turned by an angle; modules of 1.1 x 2.3 m, counted column by column. */
function high(lines: number, columns: number, angle: number) {
  const places = Array.from({ length: lines * columns }, (_, i) => [
    Math.floor(i / lines) * 1.1,
    (i % lines) * 2.3,
  ]);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    count: places.length,
    parent: new Uint32Array(places.length),
    centreX: Float32Array.from(places, ([x, y]) => 400 + x! * cos - y! * sin),
    centreY: Float32Array.from(places, ([x, y]) => -90 + x! * sin + y! * cos),
  };
}

it.each([0, 0.4, Math.PI / 2, -2])(
  "the strings of a tracker with two modules above each other are its two lines, turned by %f",
  (angle) => {
    const modules = high(2, 28, angle);
    expect(wiringOf(modules, unknown)).toMatchObject({ source: "derived", modules_per_string: 28 });
    const line = (from: number) => Array.from({ length: 28 }, (_, i) => 2 * i + from);
    const found = stringsOf(modules, 28).map((one) => one.toSorted((a, b) => a - b));
    expect(found.toSorted((a, b) => a[0]! - b[0]!)).toEqual([line(0), line(1)]);
  },
);

it("divides lines, and knows no wiring where a line cannot be divided", () => {
  expect(stringsOf(high(2, 56, 0.2), 28)).toHaveLength(4);
  expect(wiringOf(high(2, 56, 0.2), unknown)).toMatchObject({ modules_per_string: 28 });
  // 84 modules are 3 x 28, but 42 are not: a string would change its line, and nothing says where.
  expect(wiringOf(high(2, 41, 0), unknown).source).toBe("unknown");
  expect(stringsOf(high(2, 42, 0), 28)).toEqual([]);
  // A table that is one string.
  expect(wiringOf(high(2, 14, 0), unknown)).toMatchObject({ modules_per_string: 28 });
  expect(stringsOf(high(2, 14, 0), 28).map((one) => one.length)).toEqual([28]);
});
