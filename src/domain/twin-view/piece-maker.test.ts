// What the worker of the 3D view makes: the same solids as from the whole level, and where they lie.
import { expect, test } from "vitest";
import { dimensionDefaults } from "./dimension.ts";
import { pieceMaker, solidBuffers, solidColumns, type LevelPart } from "./piece-maker.ts";
import { PLACE_FLOATS, placesOf } from "./piece-place.ts";
import { geometryOf, points } from "./solid.fixture.ts";
import { solidsOf } from "./solid.ts";
import type { Geometry } from "../component/component-index.ts";

const plant = {
  technology: "photovoltaic",
  mounting_type: "fixed",
  mounting_orientation: null,
  module_inclination: 30,
  orientation_angle: 180,
  lat: 40,
} as const;
const sun = { elevation_deg: 50, azimuth_deg: 180 };
const table = geometryOf("tracker", [{ x: 100, y: 20, length: 10, width: 2 }]);
/** Two modules beside each other on the table, one that has been removed, and one of a table that has. */
const modules = geometryOf("module", [
  { x: 99, y: 20, length: 2, width: 1, rotation: Math.PI / 2, parent: 0 },
  { x: 100, y: 20, length: 2, width: 1, rotation: Math.PI / 2, parent: 0 },
  { x: 500, y: 500, length: 0, width: 1 },
  { x: -7, y: 3, length: 2, width: 1, parent: 5 },
]);

const part = ({ type, count, ...all }: Geometry, handle: number, from: number, to: number) => {
  const columns = Object.fromEntries(solidColumns.map((name) => [name, all[name].slice(from, to)]));
  return { handle, type, count, from, columns: columns as LevelPart["columns"] };
};

test("a level that came in parts becomes the triangles of the whole one, on its ground and with its gaps", () => {
  const maker = pieceMaker();
  maker.holdLevel(part(table, 1, 0, 1));
  maker.holdLevel(part(modules, 2, 0, 1));
  maker.holdLevel(part(modules, 2, 1, 4));
  // A slope of 10 % towards the east; west of the grid the ground is level.
  const grid = { xs: [0, 200], ys: [0, 200], heights: Float32Array.of(0, 20, 0, 20) };
  maker.holdGround(3, grid);
  const dimensions = { ...dimensionDefaults, module_gap_mm: 100 };
  const common = { rows: [0, 4], isCoarse: false, hasGaps: true, dimensions } as const;
  const pose = [plant, sun, dimensions] as const;
  const made = maker.solids({ ...common, geometry: 2, above: 1, ground: 3, pose });
  // To the south, the left of an axis towards the east rises.
  const tilt = () => (30 * Math.PI) / 180;
  const ground = (x: number) => Math.max(0, x) / 10;
  const direct = { ...common, geometry: modules, above: table, pose: tilt, ground };
  const expected = points(solidsOf(direct));
  const found = points(made);
  expect(found).toHaveLength(expected.length);
  for (const [at, [x, y, z]] of expected.entries()) {
    expect(found[at]![0]).toBeCloseTo(x!, 3);
    expect(found[at]![1]).toBeCloseTo(y!, 3);
    expect(found[at]![2]).toBeCloseTo(z!, 3);
  }
  expect(new Set(solidBuffers(made)).size).toBe(6);
});

test("what is not held, or no more, is refused", () => {
  const maker = pieceMaker();
  maker.holdLevel(part(table, 1, 0, 1));
  expect(maker.places({ geometry: 1, above: null, rows: 64 }).pieces).toHaveLength(PLACE_FLOATS);
  expect(() => maker.places({ geometry: 1, above: 2, rows: 64 })).toThrow(
    "nothing is held under 2",
  );
  maker.forget(1);
  expect(() => maker.places({ geometry: 1, above: null, rows: 64 })).toThrow("nothing is held");
});

test("a place has the boxes of its components, of their centres and of their parents' centres", () => {
  const { pieces, blocks } = placesOf(modules, table, 2);
  // The first piece: two modules whose half sides are 1 m and 0.5 m, so they reach 1.5 m at most.
  const first = [97.5, 18.5, 101.5, 21.5, 99, 20, 100, 20, 100, 20, 100, 20];
  expect([...pieces.subarray(0, PLACE_FLOATS)]).toEqual(first);
  // The second: one that exists, whose parent does not.
  const second = [-8.5, 1.5, -5.5, 4.5, -7, 3, -7, 3, -7, 3, -7, 3];
  expect([...pieces.subarray(PLACE_FLOATS)]).toEqual(second);
  expect(blocks).toEqual(pieces);
});

test("a piece has a block for each 64 rows, and a block without a row has no place", () => {
  const rows = Array.from({ length: 130 }, (_, at) => ({
    x: at,
    y: 0,
    length: at >= 64 && at < 128 ? 0 : 2,
    width: 2,
  }));
  const { pieces, blocks } = placesOf(geometryOf("tracker", rows), undefined, 128);
  expect(pieces).toHaveLength(2 * PLACE_FLOATS);
  // Two blocks for each piece; the second of the last piece has no rows.
  const owns = [0, 1, 2, 3].map((block) => [...blocks.subarray(block * 12, block * 12 + 4)]);
  expect(owns[0]).toEqual([-2, -2, 65, 2]);
  expect(owns[1]![0]).toBeGreaterThan(owns[1]![2]!);
  expect(owns[2]).toEqual([126, -2, 131, 2]);
  expect(owns[3]![0]).toBeGreaterThan(owns[3]![2]!);
  expect([...pieces.subarray(0, 4)]).toEqual([-2, -2, 65, 2]);
});
