// What the modes of editable-layers propose, against rings that are written down by hand.
import { describe, expect, it } from "vitest";
import { square } from "../../../tests/fixtures/flight.ts";
import type { FlightAreas, Place } from "../../domain/flight/route/flight-route.ts";
import { clicked, cornersOf, lineOf, moved, withTakeOff } from "./area-modes.ts";

const outer = square(0, 0, 0.01);
const hole = square(0.002, 0.002, 0.002);
const areas: FlightAreas = {
  flight: [[outer, hole]],
  no_fly: [[square(0.006, 0.006, 0.001)]],
  take_offs: [{ place: [0.001, 0.001], elevation_m: 5 }],
};
const grip = { is: "corner", kind: "flight", polygon: 0, ring: 0, corner: 0 } as const;
const there: Place = [-0.001, 0];

describe("a proposal to move", () => {
  it("changes one corner of one ring, and keeps it closed in the order in which it was drawn", () => {
    const next = moved(areas, grip, there);
    expect(next.flight[0]![0]).toEqual([there, ...outer.slice(1, 4), there]);
    expect(next.flight[0]![1]).toBe(hole);
    expect(next.no_fly).toEqual(areas.no_fly);
    expect(next.take_offs).toEqual(areas.take_offs);
    const turned: FlightAreas = { ...areas, flight: [[outer.toReversed()]] };
    expect(moved(turned, { ...grip, corner: 2 }, there).flight[0]![0]).toEqual(
      outer.toReversed().with(2, [...there]),
    );
    expect(areas.flight[0]![0]).toEqual(square(0, 0, 0.01));
  });

  it("reaches the corners of holes and of no-fly polygons", () => {
    const inHole = moved(areas, { ...grip, ring: 1, corner: 3 }, [0.003, 0.0035]);
    expect(inHole.flight[0]![1]).toEqual(hole.with(3, [0.003, 0.0035]));
    expect(inHole.flight[0]![0]).toBe(outer);
    const noFly = moved(areas, { ...grip, kind: "no_fly", corner: 1 }, [0.0075, 0.006]);
    expect(noFly.no_fly[0]![0]![1]).toEqual([0.0075, 0.006]);
    expect(noFly.flight).toEqual(areas.flight);
  });

  it("makes a corner on an edge, the last one too", () => {
    const last = moved(areas, { ...grip, is: "edge", corner: 3 }, [-0.001, 0.005]);
    expect(last.flight[0]![0]).toEqual([...outer.slice(0, 4), [-0.001, 0.005], outer[0]]);
    const first = moved(areas, { ...grip, is: "edge" }, [0.005, -0.001]);
    expect(first.flight[0]![0]).toEqual(outer.toSpliced(1, 0, [0.005, -0.001]));
  });

  it("keeps the names of take-off positions, whichever is moved or added", () => {
    const named = {
      ...areas,
      take_offs: [...areas.take_offs, { place: there, elevation_m: null, name: "Gate" }],
    };
    const names = ({ take_offs }: FlightAreas) => take_offs.map(({ name }) => name);
    expect(names(moved(named, { is: "take_off", at: 1 }, [0, 0.002]))).toEqual([undefined, "Gate"]);
    expect(names(moved(named, grip, there))).toEqual([undefined, "Gate"]);
    expect(names(withTakeOff(named, [0.002, 0.001]))).toEqual([undefined, "Gate", undefined]);
  });

  it("moves a take-off position with its height, and adds one without", () => {
    expect(moved(areas, { is: "take_off", at: 0 }, there).take_offs).toEqual([
      { place: there, elevation_m: 5 },
    ]);
    const more = withTakeOff(areas, there);
    expect(more.take_offs).toEqual([...areas.take_offs, { place: there, elevation_m: null }]);
    expect(more.flight).toEqual(areas.flight);
  });
});

describe("a proposal to draw", () => {
  const corners = outer.slice(0, 3);

  it("is a corner until the click is at the end", () => {
    for (const isLine of [false, true]) {
      expect(clicked({ corners: [], isLine }, there, false)).toBe("corner");
      expect(clicked({ corners, isLine }, there, false)).toBe("corner");
      expect(clicked({ corners, isLine }, outer[0]!, true)).toBe("end");
    }
  });

  it("is a corner a metre beside the first one, which is far for a small outline", () => {
    const beside: Place = [outer[0]![0] + 0.00001, outer[0]![1]];
    expect(clicked({ corners, isLine: false }, beside, false)).toBe("corner");
  });

  it("shows an outline closed, and a line open", () => {
    expect(lineOf({ corners, isLine: false })).toEqual([...corners, corners[0]]);
    expect(lineOf({ corners, isLine: true })).toEqual(corners);
    expect(lineOf({ corners: corners.slice(0, 2), isLine: false })).toEqual(corners.slice(0, 2));
    expect(lineOf({ corners: [], isLine: false })).toEqual([]);
  });

  it("offers each corner of each ring once", () => {
    const all = cornersOf(areas);
    expect(all).toHaveLength(12);
    expect(all[5]).toEqual({
      at: { kind: "flight", polygon: 0, ring: 1, corner: 1 },
      place: hole[1],
    });
    expect(all[8]?.at).toEqual({ kind: "no_fly", polygon: 0, ring: 0, corner: 0 });
  });
});
