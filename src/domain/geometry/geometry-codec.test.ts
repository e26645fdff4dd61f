import { brotliCompressSync, constants } from "node:zlib";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { joinSections } from "../column/sections.ts";
import type { Geometry } from "../component/component-index.ts";
import { decodeGeometry, encodeGeometry } from "./geometry-codec.ts";

function geometryOf(count: number, at: (row: number) => number): Geometry {
  const floats = (scale: number) =>
    Float32Array.from({ length: count }, (_, row) => at(row) * scale);
  return {
    type: "module",
    count,
    parent: Uint32Array.from({ length: count }, (_, row) =>
      row % 7 === 0 ? 0xffffffff : row >> 5,
    ),
    centreX: floats(1),
    centreY: floats(-3),
    length: floats(0.5),
    width: floats(0.25),
    rotation: floats(1e-3),
    height: new Float32Array(count).fill(1.5),
    polygons: {
      rows: new Uint32Array([2]),
      offsets: new Uint32Array([0, 3]),
      xy: new Float32Array([0, 0, 1.5, 0, 1, 2]),
    },
    blockBounds: new Float32Array([NaN, NaN, NaN, NaN]),
  };
}

it("gives back every number, whole steps or not", () => {
  fc.assert(
    fc.property(fc.array(fc.float({ noDefaultInfinity: true })), fc.boolean(), (values, whole) => {
      const geometry = geometryOf(values.length, (row) =>
        whole ? Math.round(values[row]! % 1000) : values[row]!,
      );
      expect(decodeGeometry(encodeGeometry(geometry))).toEqual(geometry);
    }),
  );
});

it("reads an unaligned copy as it arrives inside a larger buffer", () => {
  const geometry = geometryOf(10, (row) => row * 0.1);
  const bytes = encodeGeometry(geometry);
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  expect(decodeGeometry(shifted.subarray(3))).toEqual(geometry);
});

it("packs a surveyed field with noise of 5 mm into at most 8 bytes per module on the wire", () => {
  const count = 100_000;
  const step = (metres: number) => Math.round(metres * 1024) / 1024;
  const noise = (row: number, salt: number) => Math.sin(row * 12.9898 + salt) * 0.005;
  const field = geometryOf(count, () => 0);
  for (let row = 0; row < count; row++) {
    field.centreX[row] = step((row % 40) * 1.01 + noise(row, 1));
    field.centreY[row] = step(Math.floor(row / 40) * 6 + noise(row, 2));
    field.length[row] = step(2.2 + noise(row, 3));
    field.width[row] = step(1 + noise(row, 4));
    field.rotation[row] = Math.round(noise(row, 5) * 2 ** 17) / 2 ** 17;
  }
  const wire = brotliCompressSync(encodeGeometry(field), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  });
  expect(decodeGeometry(encodeGeometry(field))).toEqual(field);
  expect(wire.length).toBeLessThan(count * 8);
});

it("refuses a geometry of an unknown type or without a number of rows", () => {
  for (const info of [{ type: "roof", count: 0 }, { type: "module" }, { count: 0 }]) {
    expect(() => decodeGeometry(joinSections("SWG1", info, []))).toThrow(
      new RangeError("unknown geometry"),
    );
  }
});

it("refuses bytes that are no geometry or are cut off", () => {
  const bytes = encodeGeometry(geometryOf(100, (row) => row));
  expect(() => decodeGeometry(new Uint8Array(4))).toThrow(RangeError);
  expect(() => decodeGeometry(bytes.subarray(0, bytes.length - 20))).toThrow(RangeError);
});
