// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Dot } from "../src/domain/column/hidden-part.ts";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { standScene } from "../tests/e2e/map/scene.ts";
import { urgentDots } from "./urgent-dots.ts";

const { scene } = standScene({ count: 100 });
const dot = (count: number) => ({ x: 30, y: -20, count }) as Dot;
const dots = [1, 2, 4, 32, 64].map(dot);
const [points, numbers] = urgentDots
  .build([{ side: "this", dots, swipe: [0, 1] }], scene, 0.5)
  .map(({ props }) => props as unknown as Record<string, (one: Dot) => unknown>);

test("a dot grows by 1.2 pixels when its number doubles, up to nine", () => {
  expect(dots.map(points!["getRadius"]!)).toEqual([3, 4.2, 5.4, 9, 9]);
});

test("two parts and more have their number beside the dot", () => {
  const written = numbers!["data"] as unknown as Dot[];
  expect(written.map(({ count }) => count)).toEqual([2, 4, 32, 64]);
  expect(written.map(numbers!["getText"]!)).toEqual(["2", "4", "32", "64"]);
  expect(numbers!["getPixelOffset"]!(dot(4))).toEqual([8.4, 0]);
});

test("dots and numbers are where the part is", () => {
  const place = planeAt(scene.origin).toLonLat(30, -20);
  expect(points!["getPosition"]!(dot(1))).toEqual(place);
  expect(numbers!["getPosition"]!(dot(1))).toEqual(place);
});
