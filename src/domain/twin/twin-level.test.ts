import * as fc from "fast-check";
import { expect, test } from "vitest";
import { NO_ROW } from "../component/component-index.ts";
import { METRE_STEP, RADIAN_STEP } from "../geometry/geometry-codec.ts";
import { parentsOnGround, polygonsOf, projectLevel } from "./twin-level.ts";
import { box, levelOf, plane, type Piece } from "./twin.fixture.ts";

const project = (pieces: readonly Piece[]) => projectLevel(levelOf("module", pieces), plane);

test("a level is projected to whole steps of the codec", () => {
  const { centreX, centreY, length, width, rotation, isPolygon, xy } = project([
    { ring: box(12.3456, -7.8912, 4.4444, 1.1111, 0.3) },
    { ring: [0, 0, 5, 0, 0, 5] },
  ]);
  const near = (values: ArrayLike<number>, step: number) =>
    Array.from(values).every((value) => Number.isInteger(value / step));
  for (const values of [centreX, centreY, length, width]) {
    expect(near(values, METRE_STEP)).toBe(true);
  }
  expect(near(rotation, RADIAN_STEP)).toBe(true);
  expect(Math.abs(centreX[0]! - 12.3456)).toBeLessThan(METRE_STEP);
  expect(Math.abs(centreY[0]! + 7.8912)).toBeLessThan(METRE_STEP);
  expect(Math.abs(length[0]! - 4.4444)).toBeLessThan(METRE_STEP);
  expect(Math.abs(width[0]! - 1.1111)).toBeLessThan(METRE_STEP);
  expect(Math.abs(rotation[0]! - 0.3)).toBeLessThan(2 * RADIAN_STEP);
  expect([...isPolygon]).toEqual([0, 1]);
  expect(Array.from(xy.slice(8), (metres) => Math.round(metres * 1000) + 0)).toEqual([
    0, 0, 5000, 0, 0, 5000,
  ]);
});

test("a level never contains minus zero, which the codec would keep apart from zero", () => {
  const { centreX, centreY, rotation } = project([
    { ring: box(-0.0001, -0.0001, 4, 2, -0.000001) },
  ]);
  for (const [value] of [centreX, centreY, rotation]) expect(Object.is(value, 0)).toBe(true);
});

test("a component is at least one step long and wide, since length 0 stands for a removed one", () => {
  const { length, width } = project([{ ring: box(0, 0, 0.0003, 0.0001) }]);
  expect([length[0], width[0]]).toEqual([METRE_STEP, METRE_STEP]);
});

const offsetL = [0, 0, 9, 0, 9, 2, 2, 2, 2, 6, 0, 6];
/** Around an L at a place, as drawn in one direction or the other, or a plain box. */
const outline = fc.record({
  isBox: fc.boolean(),
  isClockwise: fc.boolean(),
  x: fc.integer({ min: -300, max: 300 }),
  y: fc.integer({ min: -300, max: 300 }),
});

test("outlines that are no rectangles are kept in the order of their rows, counter-clockwise", () => {
  fc.assert(
    fc.property(fc.array(outline, { maxLength: 6 }), fc.nat(), (drawn, turn) => {
      const rings = drawn.map(({ isBox, x, y }) =>
        isBox ? box(x, y, 4, 2) : offsetL.map((metres, i) => metres + (i % 2 === 0 ? x : y)),
      );
      const reversed = (ring: readonly number[]) =>
        Array.from({ length: ring.length }, (_, i) => ring[ring.length - 2 - i + 2 * (i % 2)]!);
      const pieces = rings.map((ring, i) => ({
        ring: drawn[i]!.isClockwise ? reversed(ring) : ring,
      }));
      // The rows are those of the draft, turned around a circle.
      const rows = Uint32Array.from(drawn, (_, i) => (i + turn) % drawn.length);
      const polygons = polygonsOf(project(pieces), rows);
      const expected = [...drawn.keys()]
        .filter((i) => !drawn[i]!.isBox)
        .toSorted((a, b) => rows[a]! - rows[b]!);
      expect([...polygons.rows]).toEqual(expected.map((i) => rows[i]!));
      expect([...polygons.offsets]).toEqual([0, ...expected.map((_, at) => (at + 1) * 6)]);
      const xy = expected.flatMap((i) => rings[i]!);
      expect(polygons.xy).toHaveLength(xy.length);
      polygons.xy.forEach((metres, at) => expect(metres).toBeCloseTo(xy[at]!, 3));
    }),
    { numRuns: 60 },
  );
});

test("a parent that the file names stays; others are found on the ground, children in between have none", () => {
  const parents = project([{ ring: box(0, 0, 10, 4) }, { ring: box(0, 6, 10, 4) }]);
  const children = project([
    { ring: box(0, 0, 2, 1), parent: 1 },
    { ring: box(0, 0, 2, 1) },
    { ring: box(0, 6, 2, 1), parent: 0 },
    // The centre is in the gap, two corners and the middle between them are in the second.
    { ring: box(0, 3.8, 2, 1.2) },
    { ring: box(0, 60, 2, 1) },
    { ring: box(1, 5, 2, 1) },
  ]);
  expect([...parentsOnGround(children, parents)]).toEqual([1, 0, 0, 1, NO_ROW, 1]);
  expect([...children.draft.parent]).toEqual([1, NO_ROW, 0, NO_ROW, NO_ROW, NO_ROW]);
});

test("a child belongs to the parent around its centre of gravity, not around most of its corners", () => {
  const parents = project([{ ring: box(0, 0, 10, 10) }, { ring: box(10, 0, 9.9, 10) }]);
  // A wedge with its mass on the left and four of its six corners on the right.
  const wedge = [-4, -4, 5.2, -0.4, 5.4, -0.2, 5.4, 0.2, 5.2, 0.4, -4, 4];
  expect([...parentsOnGround(project([{ ring: wedge }]), parents)]).toEqual([0]);
});
