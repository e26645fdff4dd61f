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
