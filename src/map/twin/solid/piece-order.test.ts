// Pieces are ordered where the camera looks, taken over within a time, and named where they cannot be made.
import { afterEach, expect, test, vi } from "vitest";
import { geometryOf } from "../../../domain/twin-view/solid.fixture.ts";
import { dimensionDefaults } from "../../../domain/twin-view/dimension.ts";
import type { PoseInput } from "../../../domain/twin-view/pose.ts";
import { settle } from "../../../state/shell/signed-in.fixture.ts";
import { placeCamera } from "../twin-camera.ts";
import type { DrawnLevel } from "./drawn-level.ts";
import {
  flatPose,
  localPieces,
  noKeeper,
  wholeFrame,
  type LocalPieces,
} from "./piece-source.fixture.ts";
import { pieceRows } from "./piece-view.ts";
import { solidPieces } from "./solid-pieces.ts";

const ORIGIN = [15, 42] as const;
const PER_PIXEL = 1 / 900;
const level = {
  id: "tracker",
  type: "tracker",
  /** Ten pieces in a row towards the east, 512 m each. */
  geometry: geometryOf(
    "tracker",
    Array.from({ length: 5120 }, (_, x) => ({ x, y: 0, length: 1, width: 1 })),
  ),
  above: undefined,
  as: undefined,
  values: null,
  colouring: null,
  mask: null,
  detail: [0, Infinity],
  isPicked: true,
} satisfies DrawnLevel;
const camera = { centre: ORIGIN, zoom: 17, bearing: 90, pitch: 80 };
const placed = placeCamera(camera, ORIGIN, { width: 800, height: 600 });
const scene = { placed, pose: flatPose, ground: null, dimensions: dimensionDefaults };

/** A source whose orders wait until the test lets them come. */
function heldPieces() {
  const local = localPieces();
  const orders: { from: number; come(): Promise<void>; fail(): Promise<void> }[] = [];
  const source: LocalPieces = {
    ...local,
    solids: (order) =>
      new Promise((resolve, reject) => {
        orders.push({
          from: order.rows[0],
          come: () => (resolve(local.solids(order)), settle()),
          fail: () => (reject(new Error("broken")), settle()),
        });
      }),
  };
  return { source, orders };
}

const draw = (pieces: ReturnType<typeof solidPieces>, pose: PoseInput = flatPose) =>
  pieces.frame([level], { ...scene, pose }, PER_PIXEL);

afterEach(() => vi.restoreAllMocks());

test("four pieces are ordered at a time, the nearest first, and each one once", async () => {
  const { source, orders } = heldPieces();
  const pieces = solidPieces(source, noKeeper);
  draw(pieces);
  expect(orders).toHaveLength(0);
  await settle();
  draw(pieces);
  draw(pieces);
  expect(orders.map(({ from }) => from / 512)).toEqual([0, 1, 2, 3]);
  await orders[1]!.come();
  draw(pieces);
  expect(orders.map(({ from }) => from / 512)).toEqual([0, 1, 2, 3, 4]);
});

test("a frame takes over for six milliseconds, and one piece at least", async () => {
  let now = 1000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const { source, orders } = heldPieces();
  const taken: number[] = [];
  const keeper = { ...noKeeper, take: () => void (taken.push(now), (now += 4)) };
  const pieces = solidPieces(source, keeper);
  draw(pieces);
  await settle();
  draw(pieces);
  for (const order of orders.slice()) await order.come();
  // The first ends after 4 ms, the second after 8.
  expect(draw(pieces)).toMatchObject({ isMissing: true, isWaiting: true });
  expect(taken).toEqual([1000, 1004]);
  draw(pieces);
  expect(taken).toHaveLength(4);
});

test("a piece stands as it stood until the turned one has come", async () => {
  const { source, orders } = heldPieces();
  const discarded: string[] = [];
  const keeper = { ...noKeeper, discard: () => void discarded.push("one") };
  const pieces = solidPieces(source, keeper);
  draw(pieces);
  await settle();
  draw(pieces);
  await orders[0]!.come();
  const before = draw(pieces).drawn[0]!.piece;
  const turned: PoseInput = [{ ...flatPose[0], module_inclination: 20 }, flatPose[1], flatPose[2]];
  for (const order of orders.slice(1, 4)) await order.come();
  draw(pieces, turned);
  const again = orders.findIndex(({ from }, at) => at > 3 && from === 0);
  expect(draw(pieces, turned).drawn[0]!.piece).toBe(before);
  expect(discarded).toEqual([]);
  await orders[again]!.come();
  const after = draw(pieces, turned).drawn[0]!.piece;
  expect(after).not.toBe(before);
  expect(after.pose).toBe(turned);
  expect(discarded).toEqual(["one"]);
});

test("a piece that fails is ordered once more; then its level is named, and is no longer waited for", async () => {
  const { source, orders } = heldPieces();
  const fail = vi.fn();
  const failed = new Set<string>();
  const noted = { ...source, fail, isFailed: (type: string) => failed.has(type) };
  const pieces = solidPieces(noted, noKeeper);
  draw(pieces);
  await settle();
  draw(pieces);
  await orders[0]!.fail();
  expect(fail).not.toHaveBeenCalled();
  draw(pieces);
  expect(orders.at(-1)!.from).toBe(0);
  await orders.at(-1)!.fail();
  expect(fail.mock.calls).toEqual([["tracker", new Error("broken")]]);
  failed.add("tracker");
  expect(draw(pieces)).toMatchObject({ drawn: [], isMissing: false, isWaiting: false });
  // Asked for again, it is tried again.
  failed.clear();
  draw(pieces);
  expect(orders.at(-1)!.from).toBe(0);
});

test("a level whose places cannot be found is named too", async () => {
  const fail = vi.fn();
  const places = () => Promise.reject(new RangeError("Array buffer allocation failed"));
  const pieces = solidPieces({ ...localPieces(), places, fail }, noKeeper);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    draw(pieces);
    await settle();
  }
  expect(fail.mock.calls.map(([type]) => type)).toEqual(["tracker"]);
});

test("what comes after the view was closed is neither drawn nor reported", async () => {
  const { source, orders } = heldPieces();
  const [fail, onCome] = [vi.fn(), vi.fn()];
  const pieces = solidPieces({ ...source, fail }, { ...noKeeper, onCome });
  draw(pieces);
  await settle();
  draw(pieces);
  await orders[1]!.fail();
  draw(pieces);
  expect(orders.at(-1)!.from).toBe(512);
  onCome.mockReset();
  pieces.clear();
  await orders[0]!.come();
  // The second time.
  await orders.at(-1)!.fail();
  expect([fail.mock.calls, onCome.mock.calls]).toEqual([[], []]);
});

test("the largest pieces with the usual sizes are two megabytes", async () => {
  const sizes = {
    sce: [12, 5.8],
    sca: [150, 5.8],
    mirror: [1.7, 1.6],
    module: [2.3, 1.1],
  } as const;
  for (const [type, [length, width]] of Object.entries(sizes)) {
    const rows = Array.from({ length: 512 }, () => ({ x: 0, y: 0, length, width }));
    const geometry = geometryOf(type as keyof typeof sizes, rows);
    for (const as of [undefined, "glass", "posts"] as const) {
      const one: DrawnLevel = { ...level, type: geometry.type, geometry, as };
      const near = placeCamera({ ...camera, zoom: 22 }, ORIGIN, { width: 800, height: 600 });
      const pieces = solidPieces(localPieces(), noKeeper);
      await wholeFrame(pieces, [one], { ...scene, placed: near }, PER_PIXEL);
      expect(pieces.built.size).toBe(512 / pieceRows(one));
      for (const { solids, isCoarse } of pieces.built.values()) {
        expect(isCoarse).toBe(false);
        const arrays = [
          solids.vertices,
          solids.owners,
          solids.edges,
          solids.centres,
          solids.indices,
        ];
        const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
        expect(bytes, `${type} as ${as}`).toBeLessThan(2_000_000);
      }
    }
  }
});
