// The camera of the 3D view: what a pixel shows, and that it shows what the map shows.
import { expect, test } from "vitest";
import { planeAt } from "../../domain/geometry/plane.ts";
import { metresPerPixel } from "../component/projection.ts";
import { cameraFor, movedCamera } from "./move-camera.ts";
import { onPlane, placeCamera, rayOf } from "./twin-camera.ts";

const origin = [-3.4, 37.2] as const;
const size = { width: 1200, height: 800 };
const camera = { centre: [-3.39, 37.205], zoom: 16, bearing: 35, pitch: 50 } as const;
const groundAt = (at: typeof camera | Parameters<typeof placeCamera>[0], x: number, y: number) => {
  const placed = placeCamera(at, origin, size);
  return onPlane(placed.eye, rayOf(placed, size, x, y));
};

test("the middle of the screen shows the centre, whatever the angle", () => {
  const [x, y] = planeAt(origin).toPlane(...camera.centre);
  for (const pitch of [0, 30, 60, 85]) {
    const at = groundAt({ ...camera, pitch }, 600, 400)!;
    expect(at[0]).toBeCloseTo(x, 4);
    expect(at[1]).toBeCloseTo(y, 4);
  }
});

test("straight down, a pixel is as large as on the map, and the bearing is at the top", () => {
  const from = groundAt({ ...camera, pitch: 0 }, 600, 400)!;
  const to = groundAt({ ...camera, pitch: 0 }, 600, 300)!;
  const metres = Math.hypot(to[0] - from[0], to[1] - from[1]);
  expect(metres).toBeCloseTo(100 * metresPerPixel(16, origin), 3);
  const bearing = (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI;
  expect(bearing).toBeCloseTo(35, 6);
});

test("the sky has no ground", () => {
  expect(groundAt({ ...camera, pitch: 85 }, 600, 5)).toBeNull();
});

test("what is dragged stays under the pointer, and what is zoomed at stays where it is", () => {
  const dragged = movedCamera(
    camera,
    { kind: "pan", from: [300, 500], to: [420, 560] },
    origin,
    size,
  );
  const before = groundAt(camera, 300, 500)!;
  const after = groundAt(dragged, 420, 560)!;
  expect(after[0]).toBeCloseTo(before[0], 2);
  expect(after[1]).toBeCloseTo(before[1], 2);
  const nearer = movedCamera(camera, { kind: "zoom", by: 1.5, at: [900, 600] }, origin, size);
  expect(nearer.zoom).toBe(17.5);
  const held = groundAt(nearer, 900, 600)!;
  const was = groundAt(camera, 900, 600)!;
  expect(held[0]).toBeCloseTo(was[0], 2);
  expect(held[1]).toBeCloseTo(was[1], 2);
});

test("a turn stays between the limits", () => {
  const turned = movedCamera(camera, { kind: "turn", bearing: 200, pitch: 60 }, origin, size);
  expect(turned.bearing).toBeCloseTo(-125, 9);
  expect(turned.pitch).toBe(85);
});

test("what is asked for is shown: bounds fit, a place in view does not move the camera", () => {
  const bounds = [-3.41, 37.195, -3.39, 37.21] as const;
  const fitted = cameraFor({ bounds }, { ...camera, pitch: 0, bearing: 0 }, origin, size);
  const [x, y] = planeAt(origin).toPlane(bounds[2], bounds[3]);
  const corner = groundAt(fitted, 1200, 0)!;
  expect(corner[0]).toBeGreaterThan(x);
  expect(corner[1]).toBeGreaterThan(y);
  expect(cameraFor({ reveal: camera.centre }, camera, origin, size)).toBe(camera);
  const far = cameraFor({ reveal: [-3.3, 37.3] }, camera, origin, size);
  expect(far.centre).toEqual([-3.3, 37.3]);
});
