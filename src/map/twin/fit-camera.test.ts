// What is asked for is shown in the part of the view that nothing covers.
import { expect, test } from "vitest";
import { planeAt } from "../../domain/geometry/plane.ts";
import { asAsked, cameraFor } from "./fit-camera.ts";
import { placeCamera, screenOf } from "./twin-camera.ts";

const origin = [-3.4, 37.2] as const;
const size = { width: 1200, height: 800 };
const { toLonLat, toPlane } = planeAt(origin);
const camera = { centre: toLonLat(0, 0), zoom: 16, bearing: 0, pitch: 0 };
type Camera = Parameters<typeof placeCamera>[0];
const seenAt = (of: Camera, x = 0, y = 0) =>
  screenOf(placeCamera(of, origin, size), size, [x, y, 0])!;
/** A legend on the right, and a bar below. */
const covers = [
  { left: 800, top: 0, right: 1200, bottom: 800 },
  { left: 0, top: 700, right: 1200, bottom: 800 },
];
const bounds = [...toLonLat(-900, -400), ...toLonLat(900, 400)] as [number, number, number, number];
const corners = [
  [-900, -400],
  [900, -400],
  [900, 400],
  [-900, 400],
] as readonly (readonly [number, number])[];

test.each([
  [0, 0],
  [0, 50],
  [90, 0],
  [-40, 60],
])("the whole plant lies beside the legend, bearing %i, pitch %i", (bearing, pitch) => {
  const fitted = cameraFor({ bounds }, { ...camera, bearing, pitch }, origin, size, covers);
  for (const corner of corners) {
    const [x, y] = seenAt(fitted, ...corner);
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(800);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(700);
  }
  expect(fitted).toMatchObject({ bearing, pitch });
  // It is no small dot there either.
  const places = corners.map((corner) => seenAt(fitted, ...corner));
  const spans = [0, 1].map((axis) => {
    const along = places.map((place) => place[axis]!);
    return Math.max(...along) - Math.min(...along);
  });
  expect(Math.max(spans[0]! / 800, spans[1]! / 700)).toBeGreaterThan(0.5);
});

test("“Show the whole plant” has north above, and the tilt of 3D", () => {
  const turned = { ...camera, bearing: 70, pitch: 50 };
  const whole = cameraFor({ bounds, straight: true }, turned, origin, size, covers);
  expect(whole).toMatchObject({ bearing: 0, pitch: 50 });
  const [left] = seenAt(whole, -900, 0);
  const [right] = seenAt(whole, 900, 0);
  expect(right - left).toBeGreaterThan(400);
});

test("a place below the legend comes to the middle of what is free; one in sight moves nothing", () => {
  const under = toLonLat(400, 100);
  const [x] = seenAt(camera, ...toPlane(...under));
  expect(x).toBeGreaterThan(824);
  const shown = cameraFor({ reveal: under }, camera, origin, size, covers);
  const at = seenAt(shown, ...toPlane(...under));
  expect(at[0]).toBeCloseTo(400, 0);
  expect(at[1]).toBeCloseTo(350, 0);
  const free = toLonLat(-200, 100);
  expect(cameraFor({ reveal: free }, camera, origin, size, covers)).toBe(camera);
  expect(cameraFor({ reveal: under }, camera, origin, size)).toBe(camera);
});

test("the own position is in the middle of what is free", () => {
  const target = { middle: toLonLat(3000, 0), leastZoom: 17 };
  const shown = cameraFor(target, camera, origin, size, covers);
  expect(shown.zoom).toBe(17);
  const at = seenAt(shown, ...toPlane(...target.middle));
  expect(at[0]).toBeCloseTo(400, 0);
  expect(at[1]).toBeCloseTo(350, 0);
});

test("a link into 3D keeps its tilt where the map opened it first, and what is done on the map counts", () => {
  const asked = { centre: [-6.1, 38.5] as const, zoom: 21, bearing: 180, pitch: 84 };
  const left = { ...asked, bearing: -180, pitch: 60 };
  expect(asAsked(left, { camera: asked }).pitch).toBe(84);
  expect(asAsked({ ...left, pitch: 40 }, { camera: asked }).pitch).toBe(40);
  expect(asAsked({ ...left, zoom: 20 }, { camera: asked }).pitch).toBe(60);
  expect(asAsked(left, { turnTo: "north" }).pitch).toBe(60);
  expect(asAsked(left, undefined).pitch).toBe(60);
});
