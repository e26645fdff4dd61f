// How near what is drawn can be: computed against points on the screen.
import { expect, test } from "vitest";
import { depthBelow } from "./solid-volume.ts";
import { onPlane, placeCamera, rayOf, screenOf } from "../twin-camera.ts";

const ORIGIN = [15, 42] as const;
const SIZE = { width: 1280, height: 800 };

/** Numbers from 0 to 1 that are the same in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

test("nothing on the screen is nearer, and its lower edge shows what is that near", () => {
  const next = random(7);
  let known = 0;
  for (let camera = 0; camera < 300; camera += 1) {
    const [zoom, bearing, pitch] = [14 + 8 * next(), 360 * next(), 85 * next()];
    const placed = placeCamera({ centre: ORIGIN, zoom, bearing, pitch }, ORIGIN, SIZE);
    const highest = placed.eye[2] * (next() * 1.2 - 0.1);
    const depth = depthBelow(placed, highest);
    if (depth > 0) known += 1;
    for (let point = 0; point < 30; point += 1) {
      const ray = rayOf(placed, SIZE, next() * SIZE.width, next() * SIZE.height);
      const height = highest - next() * 5;
      const at = onPlane(placed.eye, ray, height);
      if (!at || depth === 0) continue;
      const [x, y, z] = [...at, height].map((part, axis) => part - placed.eye[axis]!);
      const [east, north, up] = placed.forward;
      expect(x! * east + y! * north + z! * up).toBeGreaterThan(depth * (1 - 1e-9));
    }
    if (depth === 0) continue;
    const below = rayOf(placed, SIZE, SIZE.width / 2, SIZE.height);
    const at = onPlane(placed.eye, below, highest)!;
    const shown = screenOf(placed, SIZE, [...at, highest]);
    expect(shown?.[1]).toBeCloseTo(SIZE.height, 3);
    // A ray's length is counted along the view, so its steps are the depth.
    expect((highest - placed.eye[2]) / below[2]).toBeCloseTo(depth, 6);
  }
  expect(known).toBeGreaterThan(100);
});

test("of what is as high as the eye, and of a look up, nothing is known", () => {
  const placed = placeCamera({ centre: ORIGIN, zoom: 20, bearing: 0, pitch: 60 }, ORIGIN, SIZE);
  expect(depthBelow(placed, placed.eye[2])).toBe(0);
  expect(depthBelow({ ...placed, forward: [0, 0.6, 0.8], up: [0, -0.8, 0.6] }, 0)).toBe(0);
});
