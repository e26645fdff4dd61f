import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packFloats, packWhole, unpackFloats, unpackWhole, type Packed } from "./number-pack.ts";
import { joinSections, splitSections } from "./sections.ts";

const floats = (...values: number[]) => Float32Array.from(values);
const numbers = Uint32Array.of(7, 9, 4_000_000_000, 0);
const object = joinSections("TEST", { crs: 4326 }, [
  { name: "x", count: 3, packed: packFloats(floats(0.5, 1.5, -2), 0.5) },
  { name: "row", count: 4, packed: packWhole(numbers) },
]);

describe("packed numbers", () => {
  it("are read back unchanged for any values", () => {
    const value = fc.oneof(
      fc.integer({ min: -5000, max: 5000 }).map((steps) => steps / 8),
      fc.float(),
      fc.constantFrom(0, -0, NaN, Infinity, 2 ** 31, -(2 ** 31), 1.5),
    );
    const some = fc.oneof(
      fc.array(value, { maxLength: 40 }),
      fc
        .tuple(value, fc.nat({ max: 20 }))
        .map(([one, count]) => Array.from({ length: count }, () => one)),
      fc.array(
        fc.integer({ min: -5000, max: 5000 }).map((steps) => steps / 8),
        { maxLength: 40 },
      ),
    );
    fc.assert(
      fc.property(some, fc.constantFrom(1, 2), (drawn, stride) => {
        const values = Float32Array.from(drawn);
        const packed = packFloats(values, 0.125, stride);
        // As it travels: the coding as JSON, the bytes at a place of their own.
        const coding = JSON.parse(JSON.stringify(packed.coding)) as Packed["coding"];
        for (const shift of [0, 1]) {
          const bytes = new Uint8Array(packed.bytes.length + 8);
          bytes.set(packed.bytes, shift);
          const moved = { coding, bytes: bytes.subarray(shift, shift + packed.bytes.length) };
          expect(unpackFloats(moved, values.length)).toEqual(values);
        }
      }),
      { numRuns: 400 },
    );
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 0xffffffff })), (drawn) => {
        const values = Uint32Array.from(drawn);
        expect(unpackWhole(packWhole(values), values.length)).toEqual(values);
      }),
    );
  });

  it("have the shortest lossless packing", () => {
    expect(packFloats(floats(3, 3, 3), 0.5)).toMatchObject({ coding: { kind: "same", value: 3 } });
    expect(packFloats(floats(3, 3, 3.5), 0.5).coding).toEqual({
      kind: "steps",
      step: 0.5,
      stride: 1,
    });
    expect(packFloats(floats(3, 3, 3.3), 0.5).coding).toEqual({ kind: "raw" });
    expect(packFloats(floats(1, -0), 0.5).coding).toEqual({ kind: "raw" });
    for (const odd of [NaN, -0, Infinity]) {
      expect(packFloats(floats(odd, odd), 0.5).coding).toEqual({ kind: "raw" });
    }
    expect(packFloats(floats(), 0.5).coding).toEqual({ kind: "same", value: 0 });
    expect(packWhole(Uint32Array.of(5, 5))).toMatchObject({ coding: { kind: "same", value: 5 } });
    expect(packWhole(Uint32Array.of(5, 6)).coding).toEqual({ kind: "whole" });
  });

  it("cannot be read as the other kind", () => {
    expect(() => unpackWhole(packFloats(floats(1, 2), 1), 2)).toThrow(
      "not a packing of whole numbers",
    );
    expect(() => unpackFloats(packWhole(Uint32Array.of(1, 2)), 2)).toThrow(
      "not a packing of floats",
    );
  });
});

describe("an object of sections", () => {
  it("gives back its header and each section by name", () => {
    const { info, section } = splitSections("TEST", object);
    expect(info).toEqual({ crs: 4326 });
    expect([...unpackFloats(section("x").packed, 3)]).toEqual([0.5, 1.5, -2]);
    expect(unpackWhole(section("row").packed, 4)).toEqual(numbers);
    expect(() => section("y")).toThrow("section y is missing");
  });

  it("begins each section at a multiple of 8 bytes", () => {
    expect(object.length % 8).toBe(0);
    const { section } = splitSections("TEST", object);
    for (const name of ["x", "row"]) expect(section(name).packed.bytes.byteOffset % 8).toBe(0);
  });

  it("is refused with another magic, or if it is cut off anywhere", () => {
    expect(() => splitSections("ELSE", object)).toThrow("does not begin with ELSE");
    for (let length = 0; length < object.length; length += 1) {
      const reason = length < 8 ? "does not begin with TEST" : /is cut off/;
      expect(() => splitSections("TEST", object.subarray(0, length)), String(length)).toThrow(
        reason,
      );
    }
    const empty = joinSections("NONE", {}, []);
    expect(splitSections("NONE", empty).info).toEqual({});
  });
});
