// The camera comes up to what stands in a plant, and not through it.
import type { Atom } from "jotai";
import { expect, test } from "vitest";
import { geometryOf } from "../../domain/twin-view/solid.fixture.ts";
import { dimensionDefaults } from "../../domain/twin-view/dimension.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { openRowAtom } from "../../state/plant/component/component.ts";
import { markedRowsAtom } from "../component/selected-marks.ts";
import { walkingAtom } from "../../state/map/space.ts";
import type { Camera } from "../../state/map/view.ts";
import type { DrawnLevel } from "./solid/drawn-level.ts";
import { freeShare } from "./obstacle.ts";
import { flatPose, localPieces, noKeeper, wholeFrame } from "./solid/piece-source.fixture.ts";
import { solidPieces } from "./solid/solid-pieces.ts";
import { standingAtom } from "./standing.ts";
import { FIELD_OF_VIEW, placeCamera, screenOf, type Point3 } from "./twin-camera.ts";
import { userMoves } from "./user-move.ts";
import { walkBegun, walkerOf } from "./walk.ts";

const origin = [15, 42] as const;
const { toLonLat, toPlane } = planeAt(origin);
const size = { width: 1200, height: 800 };
const perPixelAt1 = (2 * Math.tan(FIELD_OF_VIEW / 2)) / size.height;
/** A flat table of 40 m by 4 m along east: its axis stands at max(1.2, 2 m · sin 60° + 0.5 m) = 2.23 m. */
const table = geometryOf("tracker", [{ x: 0, y: 0, length: 40, width: 4 }]);
const common = {
  type: "tracker",
  geometry: table,
  above: undefined,
  values: null,
  colouring: null,
  mask: null,
  detail: [0, Infinity],
} as const;
const levels: DrawnLevel[] = [
  { ...common, id: "tracker", as: undefined, isPicked: true },
  { ...common, id: "posts", as: "posts", isPicked: false },
];

async function movesFrom(
  camera: Camera,
  isWalking = false,
  more: readonly (readonly [Atom<unknown>, unknown])[] = [],
) {
  const pieces = solidPieces(localPieces(), noKeeper);
  const placed = placeCamera(camera, origin, size);
  const scene = { placed, pose: flatPose, ground: null, dimensions: dimensionDefaults };
  await wholeFrame(pieces, levels, scene, perPixelAt1);
  const values = new Map<Atom<unknown>, unknown>([
    [walkingAtom, isWalking],
    [standingAtom, () => null],
    [markedRowsAtom, []],
    ...more,
  ]);
  return userMoves({
    store: { get: (of: Atom<unknown>) => values.get(of) ?? null } as never,
    origin,
    size: () => size,
    levels: () => levels,
    pieces: pieces.built,
    perPixelAt1: () => perPixelAt1,
  });
}
const eyeOf = (camera: Camera) => placeCamera(camera, origin, size).eye;

test("the wheel stops half a metre before a table, from wherever it comes", async () => {
  for (const pitch of [0, 20, 35]) {
    let camera: Camera = { centre: toLonLat(0, 0), zoom: 20, bearing: 15, pitch };
    const moves = await movesFrom(camera);
    for (let i = 0; i < 60; i += 1) {
      camera = moves.after(camera, { kind: "zoom", by: 0.25, at: [600, 400] });
    }
    expect(eyeOf(camera)[2]).toBeGreaterThan(2.25);
    expect(eyeOf(camera)[2]).toBeLessThan(6);
  }
});

test("a walk ends at a post and at a table, looks around there, and goes on beside it", async () => {
  // A lower table: its upper face is where a walker has the head.
  const start = walkBegun(
    { centre: toLonLat(-30, 0), zoom: 20, bearing: 90, pitch: 50 },
    origin,
    size,
  );
  const moves = await movesFrom(start, true);
  let camera = start;
  for (let i = 0; i < 60; i += 1) camera = moves.walk(camera, { ahead: 1, aside: 0, turn: 0 });
  // The first post stands at the end of the table, 20 m before its middle.
  const [x] = walkerOf(camera, origin);
  expect(x).toBeLessThan(-20);
  expect(x).toBeGreaterThan(-21.5);
  const turned = moves.walk(camera, { ahead: 1, aside: 0, turn: -30 });
  expect(turned.bearing).toBeCloseTo(60, 6);
  const aside = moves.walk(camera, { ahead: 0, aside: -3, turn: 0 });
  expect(walkerOf(aside, origin)[1]).toBeCloseTo(3, 3);
});

test("from under a table the way out by the wheel is free", async () => {
  const camera: Camera = { centre: toLonLat(0, 0), zoom: 25, bearing: 0, pitch: 0 };
  expect(eyeOf(camera)[2]).toBeLessThan(2.2);
  const moves = await movesFrom(camera);
  let out = camera;
  for (let i = 0; i < 12; i += 1)
    out = moves.after(out, { kind: "zoom", by: -0.25, at: [600, 400] });
  expect(eyeOf(out)[2]).toBeGreaterThan(4);
});

test("a drag takes the table along at its height, not the ground below it", async () => {
  const camera: Camera = { centre: toLonLat(0, 0), zoom: 20, bearing: 0, pitch: 0 };
  const moves = await movesFrom(camera);
  const next = moves.after(camera, { kind: "pan", from: [600, 400], to: [700, 400] });
  // 100 pixels of the ground, less what is nearer to the eye: the face is 2.25 m high.
  const eye = eyeOf(camera)[2];
  const metres = 100 * perPixelAt1 * (eye - 2.25);
  expect(toPlane(...next.centre)[0]).toBeCloseTo(-metres, 1);
  expect(metres).toBeLessThan(100 * perPixelAt1 * eye - 0.1);
});

test("a turn goes around the open component, or else around the middle of the selected ones", async () => {
  const camera: Camera = { centre: toLonLat(0, 0), zoom: 18, bearing: 0, pitch: 40 };
  const middles = [
    [60, 10, 1],
    [40, 30, 3],
  ] as const;
  const middleOf = [50, 20, 2] as const;
  const seenAt = (of: Camera, point: Point3) =>
    screenOf(placeCamera(of, origin, size), size, point)!;
  const turn = { kind: "turn", bearing: 50, pitch: -10 } as const;
  for (const [open, pivot] of [
    [{ component_type: "tracker", row: 1 }, middles[1]],
    [null, middleOf],
  ] as const) {
    const selected = [0, 1].map((row) => ({ component_type: "tracker", row }));
    const moves = await movesFrom(camera, false, [
      [openRowAtom, open],
      [markedRowsAtom, selected],
      [standingAtom, ({ row }: { row: 0 | 1 }) => ({ middle: middles[row] })],
    ]);
    const turned = moves.after(camera, turn);
    const [before, after] = [seenAt(camera, pivot), seenAt(turned, pivot)];
    expect(turned.bearing).toBe(50);
    expect(after[0]).toBeCloseTo(before[0], 1);
    expect(after[1]).toBeCloseTo(before[1], 1);
  }
});

test("the free part of a way ends half a metre before what is met", () => {
  const meet = () => 4;
  expect(freeShare([0, 0, 0], [10, 0, 0], meet)).toBeCloseTo(0.35, 9);
  expect(freeShare([0, 0, 0], [3, 0, 0], meet)).toBe(1);
  expect(freeShare([0, 0, 0], [3.8, 0, 0], meet)).toBeCloseTo(3.5 / 3.8, 9);
  expect(freeShare([0, 0, 0], [0, 0, 0], meet)).toBe(1);
  expect(freeShare([0, 0, 0], [1, 0, 0], () => 0.2)).toBe(0);
});

test("a drag on a hillside holds what it began on, step by step", () => {
  const ground = (_x: number, y: number) => 0.3 * y;
  const hilly = { ...size, ground };
  const point: Point3 = [22, 31, 9.3];
  let camera: Camera = { centre: toLonLat(0, 0), zoom: 19, bearing: 15, pitch: 60 };
  const seen = () => screenOf(placeCamera(camera, origin, hilly), hilly, point)!;
  const moves = userMoves({
    store: { get: () => null } as never,
    origin,
    size: () => hilly,
    levels: () => [],
    pieces: new Map(),
    perPixelAt1: () => perPixelAt1,
  });
  let from = seen();
  for (let step = 0; step < 12; step += 1) {
    const to = [from[0] - 18, from[1] + 9] as const;
    camera = moves.after(camera, { kind: "pan", from, to });
    from = to;
  }
  const [x, y] = seen();
  expect(Math.hypot(x - from[0], y - from[1])).toBeLessThan(1);
});
