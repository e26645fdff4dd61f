// A way of 100 m to the east and 50 m to the north, over ground that is known up to 60 m east. Places are read back in metres.
import { expect, it } from "vitest";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import { PLACE, takeOffAt } from "../plan/flight-fields.fixture.ts";
import type { Place } from "../route/flight-route.ts";
import { unknownDashes } from "./unknown-ground.ts";

const spotOf = (place: Place) =>
  localPlaneAt(PLACE)
    .toPlane(...place)
    .map((metres) => Math.round(metres) + 0);
const way = [takeOffAt(0, 0), takeOffAt(100, 0), takeOffAt(100, 50)].map(({ place }) => place);
const upTo = (metres: number) => (place: Place) => (spotOf(place)[0]! > metres ? null : 500);
const dashesOver = (metres: number) =>
  unknownDashes(way, upTo(metres)).map((dash) => dash.map(spotOf));

it("dashes are every second piece of 10 m that has an end over unknown ground", () => {
  expect(dashesOver(60)).toEqual([
    [
      [60, 0],
      [70, 0],
    ],
    [
      [80, 0],
      [90, 0],
    ],
    [
      [100, 0],
      [100, 10],
    ],
    [
      [100, 20],
      [100, 30],
    ],
    [
      [100, 40],
      [100, 50],
    ],
  ]);
});

it("there are none over known ground, and one over a small gap", () => {
  expect(dashesOver(100)).toEqual([]);
  const gap = (place: Place) => (spotOf(place)[0] === 30 ? null : 500);
  expect(unknownDashes(way, gap).map((dash) => dash.map(spotOf))).toEqual([
    [
      [20, 0],
      [30, 0],
    ],
  ]);
});
