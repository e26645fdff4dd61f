import * as fc from "fast-check";
import { expect, test } from "vitest";
import { keyFigureById } from "../key-figure/key-figure.ts";
import { containerRows } from "../component/container.ts";
import { MISSING_U8 } from "./column.ts";
import { partsOf } from "./parts.ts";

const temperature = keyFigureById(2)!;
const limits = [60, 90, 120];

test("three of six tubes are to be acted on, the worst has 214 °C", () => {
  const values = Float32Array.of(130, 20, 214, NaN, 121, 70, 500);
  const containers = Uint32Array.of(4, 4, 4, 4, 4, 4, 5);
  const request = { keyFigure: temperature, limits };
  expect(partsOf(values, containers, 4, request)).toEqual({
    severities: [1, 1, 0, 3],
    missing: 1,
    worst: 214,
  });
  // Without the hottest, which the filters leave out.
  const mask = Uint8Array.of(0, 0, 1, 0, 0, 0, 0);
  expect(partsOf(values, containers, 4, { ...request, mask })).toMatchObject({
    severities: [1, 1, 0, 2],
    worst: 130,
  });
  expect(partsOf(values, containers, 9, request)).toEqual({
    severities: [0, 0, 0, 0],
    missing: 0,
    worst: NaN,
  });
});

test("the parts of all containers together are those of the column, and each worst is one of them", () => {
  const columns = fc.array(
    fc.record({ container: fc.nat(4), value: fc.option(fc.integer({ min: 0, max: 150 })) }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(columns, (rows) => {
      const values = Float32Array.from(rows, ({ value }) => value ?? NaN);
      const containers = Uint32Array.from(rows, ({ container }) => container);
      for (let container = 0; container < 5; container += 1) {
        const own = rows.filter((row) => row.container === container);
        const measured = own.flatMap(({ value }) => value ?? []);
        const parts = partsOf(values, containers, container, { keyFigure: temperature, limits });
        const between = (from: number, to: number) =>
          measured.filter((value) => value >= from && value < to).length;
        expect(parts).toEqual({
          severities: [between(0, 60), between(60, 90), between(90, 120), between(120, 999)],
          missing: own.length - measured.length,
          worst: measured.length > 0 ? Math.max(...measured) : NaN,
        });
      }
    }),
  );
});

test("the worst class is that of the highest severity, not of the highest number", () => {
  const gas = keyFigureById(10)!;
  const containers = new Uint32Array(3);
  // Class 4, "gas possible", is milder than class 2.
  const values = Uint8Array.of(4, 2, MISSING_U8);
  expect(partsOf(values, containers, 0, { keyFigure: gas, limits: [] })).toEqual({
    severities: [0, 1, 0, 1],
    missing: 1,
    worst: 2,
  });
});

test("containers are found over several levels, and a level that the plant lacks is left out", () => {
  const level = (...parent: number[]) => ({ parent: Uint32Array.from(parent) }) as never;
  const levels = new Map([
    ["absorber_tube", level(0, 0, 1, 2)],
    ["sce", level(0, 1, 1)],
    ["sca", level(0, 0)],
  ] as const);
  expect([...containerRows(levels as never, "absorber_tube", "sca")]).toEqual([0, 0, 1, 1]);
  expect([...containerRows(levels as never, "absorber_tube", "loop")]).toEqual([0, 0, 0, 0]);
  expect([...containerRows(levels as never, "sce", "sca")]).toEqual([0, 1, 1]);
  const flat = new Map([["absorber_tube", level(3, 5)]] as const);
  expect([...containerRows(flat as never, "absorber_tube", "sca")]).toEqual([3, 5]);
});
