import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BLOCK_ROWS, type Geometry } from "../component/component-index.ts";
import { countInView, listInView, polygonArea, rowsInView, type PlaneBox } from "./in-view.ts";

const DEGREE = Math.PI / 180;

/** Components at these places; every fifth does not exist. The bounds of a block hold its places. */
function geometryOf(places: readonly (readonly [number, number])[]): Geometry {
  const count = places.length;
  const blocks = Math.ceil(count / BLOCK_ROWS);
  const bounds = Array.from({ length: blocks }, (_, block) => {
    const inside = places.slice(block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS);
    const xs = inside.map(([x]) => x);
    const ys = inside.map(([, y]) => y);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  });
  return {
    count,
    centreX: Float32Array.from(places, ([x]) => x),
    centreY: Float32Array.from(places, ([, y]) => y),
    length: Float32Array.from(places, (_, row) => (row % 5 === 0 ? 0 : 1)),
    blockBounds: Float32Array.from(bounds.flat()),
  } as unknown as Geometry;
}

const places = fc.array(
  fc.tuple(fc.integer({ min: -8, max: 8 }), fc.integer({ min: -8, max: 8 })),
  {
    minLength: 1,
    maxLength: 40,
  },
);
const side = fc.integer({ min: -10, max: 10 });

describe("what is in view", () => {
  it("is all that exists inside the box, block by block as row by row", () => {
    fc.assert(
      fc.property(places, side, side, side, side, (some, x1, y1, x2, y2) => {
        // Copies far apart fill blocks that are wholly inside, wholly outside, or cut by the box.
        const all = [0, 1000, 0].flatMap((shift, block) =>
          Array.from({ length: block === 2 ? 5 : BLOCK_ROWS }, (_, at) => {
            const [x, y] = some[at % some.length]!;
            return [x + shift, y] as const;
          }),
        );
        const box: PlaneBox = [
          Math.min(x1, x2),
          Math.min(y1, y2),
          Math.max(x1, x2),
          Math.max(y1, y2),
        ];
        const expected = all.map(([x, y], row) =>
          row % 5 !== 0 && x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3] ? 1 : 0,
        );
        expect([...rowsInView(geometryOf(all), box)]).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it("is what lies between the corners of a turned view, however they are given", () => {
    const turn = fc.integer({ min: 1, max: 359 });
    const half = fc.integer({ min: 2, max: 9 });
    fc.assert(
      fc.property(places, turn, half, half, fc.boolean(), (some, degrees, w, h, isBack) => {
        const all = [0, 6, 1000].flatMap((shift, block) =>
          Array.from({ length: block === 2 ? 5 : BLOCK_ROWS }, (_, at) => {
            const [x, y] = some[at % some.length]!;
            return [x + shift, y] as const;
          }),
        );
        const [cos, sin] = [Math.cos(degrees * DEGREE), Math.sin(degrees * DEGREE)];
        // No place of whole metres lies on an edge of these sides.
        const [width, height] = [w + Math.SQRT1_2 / 3, h + Math.SQRT1_2 / 7];
        const corners = ([-1, 1] as const).flatMap((up) =>
          [-up, up].map((right): [number, number] => {
            const [x, y] = [right * width, up * height];
            return [x * cos - y * sin, x * sin + y * cos];
          }),
        );
        // Turned back, the view is a rectangle around the middle.
        const inView = all.map(([x, y], row) => {
          const [across, along] = [x * cos + y * sin, y * cos - x * sin];
          return row % 5 !== 0 && Math.abs(across) < width && Math.abs(along) < height ? 1 : 0;
        });
        const area = polygonArea(isBack ? corners.toReversed() : corners);
        const geometry = geometryOf(all);
        expect([...rowsInView(geometry, area)]).toEqual(inView);
        const rows = Uint32Array.from(all.keys());
        expect(countInView(geometry, area, rows)).toBe(inView.filter(Boolean).length);
        const listed = listInView(geometry, area, () => true, Infinity);
        expect(listed).toEqual(inView.flatMap((one, row) => (one ? row : [])));
      }),
      { numRuns: 60 },
    );
  });

  it("is everything that exists without a box", () => {
    const all = Array.from({ length: BLOCK_ROWS + 7 }, (_, at) => [at, -at] as const);
    expect([...rowsInView(geometryOf(all), null)]).toEqual(all.map((_, row) => (row % 5 ? 1 : 0)));
  });
});
