// A walker stands where the walk began, at the height of eyes, and steps and turns on the spot.
import { expect, test } from "vitest";
import type { Camera } from "../../state/map/view.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { placeCamera } from "./twin-camera.ts";
import { EYE_HEIGHT_M, stepOf, stepOfKey, walkBegun, walked, walkEnded, walkerOf } from "./walk.ts";

const origin = [-5.24, 37.76] as const;
const size = { width: 390, height: 844 };
const start = { centre: planeAt(origin).toLonLat(120, -40), zoom: 17, bearing: 0, pitch: 50 };
const stands = (camera: Camera) => placeCamera(camera, origin, size).eye;

test("a walk begins at the middle of the view, with the eyes at a person's height", () => {
  const [x, y, z] = stands(walkBegun(start, origin, size));
  expect(x).toBeCloseTo(120, 1);
  expect(y).toBeCloseTo(-40, 1);
  expect(z).toBeCloseTo(EYE_HEIGHT_M, 2);
});

test("steps go where the walker looks, turns keep the place", () => {
  const begun = walkBegun(start, origin, size);
  const turned = walked(begun, { ahead: 0, aside: 0, turn: 90 }, origin);
  expect(stands(turned)[0]).toBeCloseTo(120, 1);
  expect(stands(turned)[1]).toBeCloseTo(-40, 1);
  const [x, y] = stands(walked(turned, { ahead: 5, aside: 2, turn: 0 }, origin));
  expect(x).toBeCloseTo(125, 1);
  expect(y).toBeCloseTo(-42, 1);
});

test("after the walk its place is in the middle of the view", () => {
  const there = walked(walkBegun(start, origin, size), { ahead: 10, aside: 0, turn: 45 }, origin);
  const [x, y] = planeAt(origin).toPlane(...walkEnded(there, origin, size).centre);
  const [wx, wy] = walkerOf(there, origin);
  expect(x).toBeCloseTo(wx, 6);
  expect(y).toBeCloseTo(wy, 6);
  expect(y).toBeCloseTo(-30, 1);
});

test("a drag down or the key up walks ahead, a drag to the left turns right", () => {
  expect(stepOf({ kind: "pan", from: [0, 0], to: [0, 80] }).ahead).toBeCloseTo(1);
  expect(stepOf({ kind: "pan", from: [50, 0], to: [0, 0] }).turn).toBeGreaterThan(0);
});

test("W and S walk, A and D step aside, other keys do nothing", () => {
  const [x, y] = stands(walkBegun(start, origin, size));
  const after = (key: string) =>
    stands(walked(walkBegun(start, origin, size), stepOfKey(key)!, origin));
  expect(after("w")[1]).toBeCloseTo(y + 1, 3);
  expect(after("S")[1]).toBeCloseTo(y - 1, 3);
  expect(after("a")[0]).toBeCloseTo(x - 1, 3);
  expect(after("d")[0]).toBeCloseTo(x + 1, 3);
  expect(stepOfKey("e")).toBe(null);
});

test("on a hillside the eyes are at a person's height above the ground below them, up and down", () => {
  const hilly = { ...size, ground: (_x: number, y: number) => 0.2 * y, isWalk: true };
  for (const bearing of [0, 90, 180]) {
    const begun = walkBegun({ ...start, bearing }, origin, hilly);
    const there = walked(begun, { ahead: 7, aside: 0, turn: 0 }, origin);
    const { eye, base } = placeCamera(there, origin, hilly);
    expect(eye[2]).toBeCloseTo(0.2 * eye[1] + EYE_HEIGHT_M, 2);
    // The level of detail counts from the ground that the walker stands on.
    expect(eye[2] - base).toBeCloseTo(EYE_HEIGHT_M, 2);
  }
});
