import { describe, expect, it } from "vitest";
import { square } from "../../../../tests/fixtures/flight.ts";
import * as draft from "./area-draft.ts";
import { areaFeatures } from "../format/map-feature.ts";
import { flightAreasOf, multiPolygonOf, polygonHectares, polygonRefusal } from "./flight-area.ts";
import type { FlightAreas, FlightPolygon, Place } from "../route/flight-route.ts";
import { splitPolygon } from "./split-polygon.ts";

const outer = square(0, 0, 0.01);
const hole = square(0.002, 0.002, 0.002);
const areas: FlightAreas = {
  flight: [[outer, hole]],
  no_fly: [[square(0.006, 0.006, 0.001)]],
  take_offs: [{ place: [0.001, 0.001], elevation_m: 5 }],
};
const corner = { kind: "flight", polygon: 0, ring: 0, corner: 2 } as const;

describe("names of polygons", () => {
  const [a, b] = [[square(0.02, 0, 0.01)], [square(0.04, 0, 0.01)]];
  const named = draft.addPolygons(areas, "flight", [
    { polygon: a, name: "Block A" },
    { polygon: b, name: "Block B" },
  ]);
  const names = (all: FlightAreas) => all.flight.map((_, at) => draft.nameOf(all, "flight", at));

  it("are given, changed and taken away, of take-off positions as well", () => {
    const at = (polygon: number) => ({ is: "polygon", kind: "flight", polygon }) as const;
    expect(names(draft.renamed(named, at(0), "North"))).toEqual(["North", "Block A", "Block B"]);
    expect(names(draft.renamed(named, at(2), ""))).toEqual(["", "Block A", ""]);
    const gate = draft.renamed(areas, { is: "take_off", at: 0 }, "Gate");
    expect(gate.take_offs).toEqual([{ place: [0.001, 0.001], elevation_m: 5, name: "Gate" }]);
    expect(draft.renamed(gate, { is: "take_off", at: 0 }, "").take_offs).toEqual(areas.take_offs);
    expect(draft.areaName("  Gate\n2 ")).toBe("Gate 2");
  });

  it("stay with their polygons when others are added, removed or divided", () => {
    expect(names(named)).toEqual(["", "Block A", "Block B"]);
    expect(names(draft.addPolygon(named, "flight", square(0.06, 0, 0.01)))).toEqual([
      "",
      "Block A",
      "Block B",
      "",
    ]);
    expect(names(draft.removePolygon(named, { kind: "flight", polygon: 0 }))).toEqual([
      "Block A",
      "Block B",
    ]);
    const parts = draft.replacePolygon(named, { kind: "flight", polygon: 1 }, [a, a]);
    expect(names(parts)).toEqual(["", "Block A", "Block A", "Block B"]);
    const moved = draft.removeCorner(named, { kind: "flight", polygon: 2, ring: 0, corner: 1 });
    expect(names(moved)).toEqual(["", "Block A", "Block B"]);
    expect(draft.nameOf(named, "no_fly", 0)).toBe("");
  });

  it("are kept by what is saved, and none is said where there is none", () => {
    const saved = multiPolygonOf(named.flight, named.names?.flight);
    expect(saved).toMatchObject({ names: ["", "Block A", "Block B"] });
    const read = flightAreasOf({
      flight_polygons: saved,
      no_fly_polygons: null,
      take_off_positions: [],
      obstacles: [],
    });
    expect(names(read)).toEqual(["", "Block A", "Block B"]);
    expect(multiPolygonOf(areas.flight)).not.toHaveProperty("names");
    const none = draft.removePolygon(draft.removePolygon(named, { kind: "flight", polygon: 2 }), {
      kind: "flight",
      polygon: 1,
    });
    expect(none).not.toHaveProperty("names");
    expect(areaFeatures(named).map(({ name }) => name)).toEqual([
      "",
      "Block A",
      "Block B",
      "",
      "Take-off position",
    ]);
  });
});

describe("drawn areas", () => {
  it("lose a corner, and stay closed", () => {
    const less = draft.removeCorner(areas, { ...corner, corner: 0 });
    expect(less.flight[0]![0]).toEqual([...outer.slice(1, 4), outer[1]]);
    expect(less.flight[0]![1]).toBe(hole);
    expect(areas.flight[0]![0]).toHaveLength(5);
  });

  it("lose a hole or a polygon with the last corner that it can spare", () => {
    const inHole = { ...corner, ring: 1, corner: 0 };
    const triangle = draft.removeCorner(areas, inHole);
    expect(triangle.flight[0]![1]).toHaveLength(4);
    expect(draft.removeCorner(triangle, inHole).flight).toEqual([[outer]]);
    const bare = draft.removeCorner(draft.removeCorner(areas, corner), corner);
    expect(bare.flight).toEqual([]);
    expect(bare.no_fly).toBe(areas.no_fly);
  });

  it("are found by what lies nearest", () => {
    const at = (lon: number, lat: number) => draft.hitAt(areas, [lon, lat], 20);
    expect(at(0.00105, 0.001)).toEqual({ is: "take_off", at: 0 });
    expect(at(0.01, 0.0101)).toEqual({ is: "corner", ...corner });
    expect(at(0.005, 0.0001)).toEqual({ is: "edge", ...corner, corner: 0 });
    expect(at(0.0065, 0.0065)).toEqual({ is: "polygon", kind: "no_fly", polygon: 0 });
    expect(at(0.005, 0.005)).toEqual({ is: "polygon", kind: "flight", polygon: 0 });
    expect(at(0.003, 0.003)).toBeNull();
    expect(at(0.02, 0.02)).toBeNull();
  });

  it("catch a place near a corner or an edge", () => {
    expect(draft.snapped(areas, [0.0101, 0.0101], 20)).toEqual([0.01, 0.01]);
    const [lon, lat] = draft.snapped(areas, [0.005, -0.0001], 20);
    expect([lon, lat]).toEqual([expect.closeTo(0.005, 9), expect.closeTo(0, 9)]);
    expect(draft.snapped(areas, [0.02, 0.02], 20)).toEqual([0.02, 0.02]);
  });
});

describe("a polygon cut by a line", () => {
  const split = (polygon: FlightPolygon, ...line: Place[]) => splitPolygon(polygon, line);

  it("has two parts with the same area, and each hole in one of them", () => {
    const lines: Place[][] = [
      [
        [0.005, -0.001],
        [0.005, 0.011],
      ],
      [
        [-0.001, 0.007],
        [0.004, 0.009],
        [0.011, 0.0065],
      ],
      // Enters and leaves by the same side.
      [
        [0.006, -0.001],
        [0.006, 0.001],
        [0.008, 0.001],
        [0.008, -0.001],
      ],
    ];
    for (const polygon of [
      [outer, hole],
      [outer.toReversed(), hole],
    ] as FlightPolygon[]) {
      for (const line of lines) {
        const cut = splitPolygon(polygon, line);
        if (!("parts" in cut)) throw new Error(cut.refusal.reason);
        expect(cut.parts.map((part) => polygonRefusal(part))).toEqual([null, null]);
        const sum = cut.parts.reduce((all, part) => all + polygonHectares(part), 0);
        expect(sum).toBeCloseTo(polygonHectares(polygon), 6);
        expect(cut.parts.flat()).toHaveLength(3);
      }
    }
  });

  it("is refused where it does not cross the outline twice, or meets a hole", () => {
    expect(split([outer, hole], [0.005, 0.005], [0.005, 0.02])).toMatchObject({
      refusal: { reason: "split_line_crosses_twice" },
    });
    expect(split([outer, hole], [0.003, -0.001], [0.003, 0.011])).toMatchObject({
      refusal: { reason: "split_line_in_hole" },
    });
  });
});
