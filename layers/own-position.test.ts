// The own position on the map, at 10 east on the equator, where a degree has 111,319.49 m.
import { expect, test } from "vitest";
import type { Atom } from "jotai";
import { guideAtom } from "../src/state/field/guide.ts";
import { headingAtom, ownPositionAtom } from "../src/state/field/own-position.ts";
import { cameraAtom } from "../src/state/map/view.ts";
import { sceneAtom } from "../src/map/scene.ts";
import { standScene, standStore } from "../tests/e2e/map/scene.ts";
import { ownPosition } from "./own-position.ts";

const METRES = 111_319.4908;
const scene = { ...standScene({ count: 100 }).scene, origin: [10, 0] as const };
/** A pixel has a metre: the equator has 40,075,016.686 m, and the world 512 pixels at zoom 0. */
const zoom = Math.log2(40_075_016.686 / 512);

type Own = {
  position?: { lon: number; lat: number; accuracy_m: number; course: number | null } | null;
  heading?: number | null;
  to?: readonly [x: number, y: number];
};
const here = { lon: 10, lat: 0, accuracy_m: 7, course: null };

function drawnOf({ position = here, heading = null, to }: Own) {
  const values = new Map<Atom<unknown>, unknown>([
    [sceneAtom, scene],
    [cameraAtom, { centre: [10, 0], zoom, bearing: 0, pitch: 0 }],
    [ownPositionAtom, position],
    [headingAtom, heading],
    [guideAtom, to ? { way: { to } } : null],
  ]);
  const data = standStore(values).get(ownPosition.data);
  if (data === null) return null;
  return ownPosition.build(data, scene, 1).map(({ id, props }) => ({ id, props }));
}
const metres = (place: readonly number[]) =>
  [(place[0]! - 10) * METRES, place[1]! * METRES].map((one) => Math.round(one * 100) / 100 + 0);
/** What a layer draws, by the end of its ID. */
const dataOf = (own: Own, name: string) =>
  drawnOf(own)!.find(({ id }) => id === `own_position-${name}`)!.props.data as number[][][];

test("the dot and the circle of its accuracy are at the position", () => {
  const drawn = drawnOf({ position: { ...here, lon: 10.1, lat: -0.2 } })!;
  const [circle, , , dot] = drawn;
  expect(circle).toMatchObject({ id: "own_position-accuracy", props: { radiusUnits: "meters" } });
  expect(circle!.props).toMatchObject({ data: [[10.1, -0.2]], getRadius: 7 });
  expect(dot!.props).toMatchObject({ data: [[10.1, -0.2]], radiusUnits: "pixels" });
  expect(drawnOf({ position: null })).toBeNull();
});

test("the cone opens by 24 degrees to both sides of the heading, 34 pixels long", () => {
  const east = dataOf({ heading: 90 }, "heading")[0]!.map(metres);
  // 34 m east and 13.83 m beside at 34 cos 24 = 31.06 m.
  expect(east).toEqual([
    [0, 0],
    [31.06, 13.83],
    [34, 0],
    [31.06, -13.83],
  ]);
  const north = dataOf({ heading: 0 }, "heading")[0]!.map(metres);
  expect(north[2]).toEqual([0, 34]);
});

test("the course stands for a compass that is not there, and without both there is no cone", () => {
  const moving = { ...here, course: 180 };
  expect(metres(dataOf({ position: moving }, "heading")[0]![2]!)).toEqual([0, -34]);
  expect(metres(dataOf({ position: moving, heading: 270 }, "heading")[0]![2]!)).toEqual([-34, 0]);
  expect(dataOf({}, "heading")).toEqual([]);
});

test("the way leads from the position to the component", () => {
  expect(dataOf({ to: [300, -40] }, "way")[0]!.map(metres)).toEqual([
    [0, 0],
    [300, -40],
  ]);
  expect(dataOf({}, "way")).toEqual([]);
});
