// A view that would show more than is kept is drawn coarser, whole, and within its bound.
import { expect, test } from "vitest";
import { moduleField } from "../../../../tests/fixtures/module-field.ts";
import { dimensionDefaults } from "../../../domain/twin-view/dimension.ts";
import { placeCamera } from "../twin-camera.ts";
import { boundedDetail } from "./bounded-detail.ts";
import type { DrawnLevel } from "./drawn-level.ts";
import { flatPose, localPieces, noKeeper, wholeFrame } from "./piece-source.fixture.ts";
import { solidPieces } from "./solid-pieces.ts";

const ORIGIN = [15, 42] as const;
const PER_PIXEL = 1 / 2000;
/** Many more than are needed; a view that never gets whole ends the test. */
const MOST_FRAMES = 5000;
const field = moduleField(40_000);
const common = { as: undefined, values: null, colouring: null, mask: null, isPicked: true };
const levels: DrawnLevel[] = [
  {
    ...common,
    id: "module",
    type: "module",
    geometry: field.modules,
    above: field.trackers,
    detail: [0, 0.8],
  },
  {
    ...common,
    id: "tracker",
    type: "tracker",
    geometry: field.trackers,
    above: field.groups,
    detail: [0.8, Infinity],
  },
];
const camera = { centre: ORIGIN, zoom: 17.5, bearing: 20, pitch: 70 };
const placed = placeCamera(camera, ORIGIN, { width: 3840, height: 2160 });
const scene = { placed, pose: flatPose, ground: null, dimensions: dimensionDefaults };

/** Vertices on the GPU, at most and at the end. */
function keeper() {
  const counts = { now: 0, most: 0 };
  const of = ({ solids }: { solids: { owners: Float32Array } }) => solids.owners.length / 2;
  return {
    counts,
    ...noKeeper,
    take(piece: { solids: { owners: Float32Array } }) {
      counts.now += of(piece);
      counts.most = Math.max(counts.most, counts.now);
    },
    discard: (piece: { solids: { owners: Float32Array } }) => void (counts.now -= of(piece)),
  };
}

test("what has room is drawn as finely as its pixels allow", async () => {
  const frame = await wholeFrame(solidPieces(localPieces(), noKeeper), levels, scene, PER_PIXEL);
  expect(frame.perPixelAt1).toBe(PER_PIXEL);
});

test("what has none is drawn by parents from nearer on, and nothing is left out", async () => {
  const all = keeper();
  await wholeFrame(solidPieces(localPieces(), all), levels, scene, PER_PIXEL);
  const bound = Math.round(all.counts.now / 3);
  const bounded = keeper();
  const pieces = solidPieces(localPieces(), bounded, bound);
  let frame = pieces.frame(levels, scene, PER_PIXEL);
  for (let i = 0; i < MOST_FRAMES && frame.isMissing; i += 1) {
    await Promise.resolve();
    frame = pieces.frame(levels, scene, PER_PIXEL);
  }
  expect(bounded.counts.now).toBeLessThanOrEqual(bound);
  // On the way there are the pieces that were being made: four of 512 modules.
  expect(bounded.counts.most).toBeLessThanOrEqual(bound + 6 * 512 * 24);
  expect(frame.perPixelAt1).toBeGreaterThan(PER_PIXEL);
  expect(frame.isMissing).toBe(false);
  // What is near is still drawn by its modules, and what is far by its trackers.
  expect(new Set(frame.drawn.map(({ level }) => level.id))).toEqual(new Set(["module", "tracker"]));
  // The view rests: it does not try the finer step again and again.
  for (let i = 0; i < 5; i += 1) {
    expect(pieces.frame(levels, scene, PER_PIXEL).perPixelAt1).toBe(frame.perPixelAt1);
  }
});

test("elsewhere a coarse view gets finer again, step by step", () => {
  const detail = boundedDetail(1000);
  expect([detail.drawn(1200, placed, true), detail.share()]).toEqual([true, 1.25]);
  expect([detail.drawn(300, placed, false), detail.share()]).toEqual([false, 1.25]);
  const elsewhere = placeCamera({ ...camera, zoom: 20 }, ORIGIN, { width: 3840, height: 2160 });
  expect([detail.drawn(700, elsewhere, false), detail.share()]).toEqual([false, 1.25]);
  expect([detail.drawn(300, elsewhere, true), detail.share()]).toEqual([false, 1.25]);
  expect([detail.drawn(300, elsewhere, false), detail.share()]).toEqual([true, 1]);
});
