// The level of detail on ground that is not at the height of the plant's origin.
import { expect, test } from "vitest";
import { moduleField } from "../../../../tests/fixtures/module-field.ts";
import { NO_ROW, type Geometry } from "../../../domain/component/component-index.ts";
import { dimensionDefaults } from "../../../domain/twin-view/dimension.ts";
import type { GroundSurface } from "../../../domain/twin-view/ground-surface.ts";
import type { DrawnLevel } from "./drawn-level.ts";
import { flatPose, localPieces, noKeeper, wholeFrame } from "./piece-source.fixture.ts";
import { pickSolid } from "./solid-pick.ts";
import { solidPieces } from "./solid-pieces.ts";
import { placeCamera, rayOf, screenOf } from "../twin-camera.ts";
import { isEveryday } from "../../../../tests/fixtures/rounds.ts";

const ORIGIN = [15, 42] as const;
const SIZE = { width: 800, height: 600 };
const PER_PIXEL = 1 / 900;

const geometryOf = (type: "tracker" | "module", parent: number, length: number): Geometry => ({
  type,
  count: 1,
  parent: Uint32Array.of(parent),
  centreX: Float32Array.of(0),
  centreY: Float32Array.of(0),
  length: Float32Array.of(length),
  width: Float32Array.of(2),
  rotation: Float32Array.of(0),
  height: Float32Array.of(0),
  polygons: { rows: new Uint32Array(0), offsets: new Uint32Array(0), xy: new Float32Array(0) },
  blockBounds: new Float32Array(0),
});
const tracker = geometryOf("tracker", NO_ROW, 20);
const common = { as: undefined, values: null, colouring: null, mask: null, isPicked: true };
/** Modules up to 90 m from the eye, their trackers beyond. */
const levels: DrawnLevel[] = [
  {
    ...common,
    id: "module",
    type: "module",
    geometry: geometryOf("module", 0, 1),
    above: tracker,
    detail: [0, 0.1],
  },
  {
    ...common,
    id: "tracker",
    type: "tracker",
    geometry: tracker,
    above: undefined,
    detail: [0.1, Infinity],
  },
];

const hill = (height: number): GroundSurface => ({
  at: () => height,
  lowest: Math.min(0, height),
  highest: Math.max(0, height),
  xs: [-1000, 1000],
  ys: [-1000, 1000],
  heights: new Float32Array(4).fill(height),
  zero_m: 0,
});

/** What is drawn, and what is found in the middle of the screen, seen from above at this zoom. */
async function seen(zoom: number, ground: GroundSurface | null) {
  const camera = { centre: ORIGIN, zoom, bearing: 0, pitch: 0 };
  const size = { ...SIZE, ...(ground && { ground: ground.at }) };
  const placed = placeCamera(camera, ORIGIN, size);
  const pieces = solidPieces(localPieces(), noKeeper);
  const scene = { placed, pose: flatPose, ground, dimensions: dimensionDefaults };
  const { drawn } = await wholeFrame(pieces, levels, scene, PER_PIXEL);
  const picked = pickSolid({
    levels,
    pieces: pieces.built.values(),
    eye: placed.eye,
    base: placed.base,
    ray: rayOf(placed, SIZE, 400, 300),
    perPixelAt1: PER_PIXEL,
  });
  return { drawn: drawn.map(({ level }) => level.id), picked: picked?.component_type };
}

test.each([
  [20, "module"],
  [17, "tracker"],
] as const)(
  "at zoom %i a %s is drawn and found at any height of the ground",
  async (zoom, type) => {
    for (const ground of [null, hill(0), hill(250), hill(-250)]) {
      expect(await seen(zoom, ground)).toEqual({ drawn: [type], picked: type });
    }
  },
);

/** Numbers from 0 to 1 that are the same in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

test.skipIf(isEveryday)(
  "the blocks that are drawn have all components that the shader draws, and few others",
  async () => {
    const field = moduleField(40_000);
    const [module, table] = [
      { ...common, id: "module", type: "module", geometry: field.modules, above: field.trackers },
      { ...common, id: "tracker", type: "tracker", geometry: field.trackers, above: field.groups },
    ] as const;
    const all: DrawnLevel[] = [
      { ...module, detail: [0, 0.1] },
      { ...table, detail: [0.1, Infinity] },
    ];
    const pieces = solidPieces(localPieces(), noKeeper);
    const next = random(11);
    let [drawnRows, wantedRows, missing] = [0, 0, 0];
    for (let view = 0; view < 20; view += 1) {
      const camera = { centre: ORIGIN, zoom: 17 + 4 * next(), bearing: 360 * next(), pitch: 50 };
      const placed = placeCamera(camera, ORIGIN, SIZE);
      const scene = { placed, pose: flatPose, ground: null, dimensions: dimensionDefaults };
      const frame = await wholeFrame(pieces, all, scene, PER_PIXEL);
      for (const level of all) {
        const rows = new Set<number>();
        for (const { piece, indices, level: of } of frame.drawn) {
          if (of !== level) continue;
          for (let at = indices[0]; at < indices[1]; at += 1)
            rows.add(piece.solids.owners[piece.solids.indices[at]! * 2]!);
        }
        drawnRows += rows.size;
        const { geometry, above } = level;
        for (let row = 0; row < geometry.count; row += 1) {
          const parent = geometry.parent[row]!;
          const away = (of: Geometry, at: number) =>
            Math.hypot(
              of.centreX[at]! - placed.eye[0],
              of.centreY[at]! - placed.eye[1],
              placed.eye[2],
            );
          if (away(above!, parent) >= level.detail[1] / PER_PIXEL) continue;
          if (away(geometry, row) < level.detail[0] / PER_PIXEL) continue;
          if (!screenOf(placed, SIZE, [geometry.centreX[row]!, geometry.centreY[row]!, 0]))
            continue;
          wantedRows += 1;
          if (!rows.has(row)) missing += 1;
        }
      }
    }
    expect(missing).toBe(0);
    expect(wantedRows).toBeGreaterThan(10_000);
    expect(drawnRows).toBeLessThan(2 * wantedRows);
  },
);

test.each([
  // A pixel of 4.9 cm: gaps of 2 cm would be dots, gaps of 20 cm are four pixels wide.
  [20.5, 20, false],
  [20.5, 200, true],
  // A pixel of 0.9 cm.
  [23, 20, true],
  [23, 0, true],
])(
  "at zoom %s gaps of %s mm between modules are drawn: %s",
  async (zoom, module_gap_mm, isDrawn) => {
    const placed = placeCamera({ centre: ORIGIN, zoom, bearing: 0, pitch: 0 }, ORIGIN, SIZE);
    const pieces = solidPieces(localPieces(), noKeeper);
    const dimensions = { ...dimensionDefaults, module_gap_mm };
    const scene = { placed, pose: flatPose, ground: null, dimensions };
    await wholeFrame(pieces, levels, scene, PER_PIXEL);
    const module = [...pieces.built.values()].find(({ level }) => level === "module");
    expect(module?.hasGaps).toBe(isDrawn);
  },
);
