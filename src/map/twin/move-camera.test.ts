// What a move holds: what lies under the pointer at its height, and what is selected while the view turns.
import { expect, test } from "vitest";
import { planeAt } from "../../domain/geometry/plane.ts";
import { onGround } from "./hold-point.ts";
import { movedCamera } from "./move-camera.ts";
import { placeCamera, rayOf, screenOf, type Point3 } from "./twin-camera.ts";

const origin = [-3.4, 37.2] as const;
const size = { width: 1200, height: 800 };
const camera = { centre: planeAt(origin).toLonLat(0, 0), zoom: 19, bearing: 35, pitch: 60 };
const seenAt = (of: typeof camera | Parameters<typeof placeCamera>[0], point: Point3) =>
  screenOf(placeCamera(of, origin, size), size, point)!;
/** A point high above the ground, seen before the ground behind it. */
const high: Point3 = [4, -3, 6];

test("the wheel keeps what is under the pointer there, high above the ground and in a flat view too", () => {
  for (const pitch of [0, 60, 78]) {
    const at = seenAt({ ...camera, pitch }, high);
    const move = { kind: "zoom", by: 1, at } as const;
    const after = seenAt(movedCamera({ ...camera, pitch }, move, origin, size), high);
    expect(after[0]).toBeCloseTo(at[0], 3);
    expect(after[1]).toBeCloseTo(at[1], 3);
  }
});

test("what is dragged stays under the pointer at its height", () => {
  const from = seenAt(camera, high);
  const to = [from[0] + 90, from[1] + 40] as const;
  const after = seenAt(
    movedCamera(camera, { kind: "pan", from, to }, origin, size, { height: 6 }),
    high,
  );
  expect(after[0]).toBeCloseTo(to[0], 3);
  expect(after[1]).toBeCloseTo(to[1], 3);
});

test("a turn goes around what is selected while it is in view", () => {
  const pivot: Point3 = [20, 12, 1.5];
  const before = seenAt(camera, pivot);
  for (const turn of [
    { kind: "turn", bearing: 40, pitch: 0 },
    { kind: "turn", bearing: -170, pitch: -25 },
  ] as const) {
    const turned = movedCamera(camera, turn, origin, size, { pivot });
    expect(turned.pitch).toBe(camera.pitch + turn.pitch);
    const after = seenAt(turned, pivot);
    expect(after[0]).toBeCloseTo(before[0], 1);
    expect(after[1]).toBeCloseTo(before[1], 1);
    // Without it the middle of the screen stays, and the component leaves its place.
    const free = seenAt(movedCamera(camera, turn, origin, size), pivot);
    expect(Math.hypot(free[0] - before[0], free[1] - before[1])).toBeGreaterThan(30);
  }
});

test("what is selected far away does not swing the view around", () => {
  const turn = { kind: "turn", bearing: 40, pitch: 0 } as const;
  for (const pivot of [
    [0, -4000, 0],
    [900, 0, 0],
  ] as const) {
    expect(movedCamera(camera, turn, origin, size, { pivot }).centre).toEqual(camera.centre);
  }
});

/** A hillside that rises by 30 m in 100 m to the north, and one with waves. */
const slope = (_x: number, y: number) => 0.3 * y;
const waves = (x: number, y: number) => 0.2 * y + 3 * Math.sin((x + y) / 20);

test.each([
  ["a hillside", slope, 18, 50],
  ["a hillside", slope, 20, 75],
  ["a hillside", slope, 17, 0],
  ["waves", waves, 18, 60],
] as const)(
  "on %s the wheel and a drag hold what is under the pointer",
  (_name, ground, zoom, pitch) => {
    const hilly = { ...size, ground };
    const from = { ...camera, zoom, pitch };
    const seen = (of: typeof from | Parameters<typeof placeCamera>[0], point: Point3) =>
      screenOf(placeCamera(of, origin, hilly), hilly, point)!;
    for (const [x, y] of [
      [25, 30],
      [-20, 12],
      [10, -15],
    ] as const) {
      const point: Point3 = [x, y, ground(x, y)];
      const at = seen(from, point);
      for (const by of [1, -1, 0.25]) {
        const after = seen(movedCamera(from, { kind: "zoom", by, at }, origin, hilly), point);
        expect(Math.hypot(after[0] - at[0], after[1] - at[1])).toBeLessThan(1);
      }
      const to = [at[0] + 60, at[1] + 25] as const;
      const moved = movedCamera(from, { kind: "pan", from: at, to }, origin, hilly);
      const after = seen(moved, point);
      expect(Math.hypot(after[0] - to[0], after[1] - to[1])).toBeLessThan(1);
    }
  },
);

test("a ray meets the near side of a hill, and the sky above it", () => {
  // A ridge across the view, 10 m high and 40 m wide, 50 m before the middle of the screen.
  const ground = (_x: number, y: number) => Math.max(0, 10 - Math.abs(y + 50) * 0.5);
  const hilly = { ...size, ground };
  const placed = placeCamera({ ...camera, zoom: 18, bearing: 0, pitch: 80 }, origin, hilly);
  const toward = ([x, y, z]: Point3): Point3 => [
    x - placed.eye[0],
    y - placed.eye[1],
    z - placed.eye[2],
  ];
  const met = onGround(placed, toward([0, -55, 7.5]), ground)!;
  expect(met[1]).toBeCloseTo(-55, 1);
  expect(met[2]).toBeCloseTo(7.5, 1);
  expect(onGround(placed, rayOf(placed, size, 600, 0), ground)).toBeNull();
});
