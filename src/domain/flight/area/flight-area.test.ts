import { describe, expect, it } from "vitest";
import { flightArea, square } from "../../../../tests/fixtures/flight.ts";
import {
  flightAreaProblems,
  flightAreasOf,
  polygonHectares,
  polygonRefusal,
  ringRefusal,
  takeOffRefusal,
  type FlightArea,
} from "./flight-area.ts";
import type { Place } from "../route/flight-route.ts";

const rules = { max_area_ha: 100, take_off_distance_m: 500 };
const problems = (changes: Partial<FlightArea>) =>
  flightAreaProblems({ ...flightArea, ...changes }, rules);
const outer = square(-3, 37, 0.005);
const hole = square(-2.999, 37.001, 0.001);

describe("a flight polygon", () => {
  it("has the area of a rectangle on the ellipsoid, without its holes", () => {
    // 0.005° at 37° north: 444.9 m (N cos φ) by 554.9 m (M), computed with the radii of curvature of WGS 84.
    const [a, e2, lat] = [6378137, 0.00669437999, (37.0025 * Math.PI) / 180];
    const w = 1 - e2 * Math.sin(lat) ** 2;
    const step = (0.005 * Math.PI) / 180;
    const metres = (step * a * Math.cos(lat)) / Math.sqrt(w);
    const expected = (metres * ((step * a * (1 - e2)) / w ** 1.5)) / 10_000;
    expect(polygonHectares([outer])).toBeCloseTo(expected, 3);
    expect(polygonHectares([outer, hole])).toBeCloseTo((expected * 24) / 25, 2);
    expect(polygonHectares([outer.toReversed()])).toBeCloseTo(expected, 3);
  });

  it("is refused for what is wrong with its outline", () => {
    expect(polygonRefusal([outer, hole], 100)).toBeNull();
    expect(polygonRefusal([outer.slice(0, -1)])?.reason).toBe("flight_ring_open");
    expect(polygonRefusal([[outer[0]!, outer[1]!, outer[0]!]])?.reason).toBe("flight_ring_short");
    expect(polygonRefusal([])?.reason).toBe("flight_ring_short");
    const [a, b, c, d] = outer as Place[] as [Place, Place, Place, Place];
    expect(polygonRefusal([[a, c, b, d, a]])?.reason).toBe("flight_ring_crosses");
    expect(polygonRefusal([[a, b, [-2.9975, 37], a]])?.reason).toMatch(/flight_ring/);
    expect(polygonRefusal([outer], 20)).toMatchObject({ reason: "flight_area_too_large" });
  });

  it("may be checked while it is drawn, before its last corner", () => {
    const [a, b, c, d] = outer as Place[] as [Place, Place, Place, Place];
    expect(ringRefusal([a, b])?.reason).toBe("flight_ring_short");
    expect(ringRefusal([a, b, c])).toBeNull();
    expect(ringRefusal([a, b, b, c, d])).toBeNull();
    expect(ringRefusal([a, c, b, d])?.reason).toBe("flight_ring_crosses");
  });

  it("crosses the 180th meridian: as degrees alone its sides go around the earth", () => {
    const ring: Place[] = [
      [179.99, -17],
      [-179.99, -17],
      [-179.99, -16.99],
      [179.99, -16.99],
      [179.99, -17],
    ];
    expect(polygonRefusal([ring])).toEqual({
      reason: "flight_ring_antimeridian",
      values: { vertex: 2 },
    });
    expect(ringRefusal(ring.slice(0, 4))?.reason).toBe("flight_ring_antimeridian");
    const beside = ring.map(([lon, lat]): Place => [lon > 0 ? 179.98 : 180, lat]);
    expect(polygonRefusal([beside])).toBeNull();
  });

  it("has its holes inside, apart from each other", () => {
    const at = (west: number) => square(west, 37.001, 0.001);
    expect(polygonRefusal([outer, at(-2.999), at(-2.997)])).toBeNull();
    expect(polygonRefusal([outer, at(-3.0005)])?.reason).toBe("flight_hole_outside");
    expect(polygonRefusal([outer, at(-2.9)])).toMatchObject({ values: { hole: 1 } });
    expect(polygonRefusal([outer, at(-2.999), at(-2.9985)])?.reason).toBe("flight_holes_meet");
    const inner = square(-2.9987, 37.0013, 0.0002);
    expect(polygonRefusal([outer, hole, inner])).toMatchObject({ values: { hole: 2 } });
    expect(polygonRefusal([outer, inner, hole])?.reason).toBe("flight_holes_meet");
  });
});

describe("a take-off position", () => {
  const areas = { flight: [[outer]], no_fly: [[hole]] };
  const refusal = (lon: number, lat: number) =>
    takeOffRefusal(areas, { place: [lon, lat], elevation_m: null }, rules);

  it("lies in a flight polygon or near one, and in no no-fly polygon", () => {
    expect(refusal(-2.9999, 37.0001)).toBeNull();
    expect(refusal(-2.9985, 37.0015)?.reason).toBe("take_off_in_no_fly");
    // 0.004° of latitude are 443.9 m at 37° north.
    expect(refusal(-2.998, 36.996)).toBeNull();
    expect(refusal(-2.998, 36.995)).toMatchObject({ reason: "take_off_far" });
    const metres = Number(refusal(-2.998, 36.995)?.values?.["distance"]);
    expect(Math.abs(metres - 554.9)).toBeLessThan(4);
  });

  it("is not far from anything while there is no flight polygon", () => {
    const takeOff = { place: [0, 0], elevation_m: null } as const;
    expect(takeOffRefusal({ flight: [], no_fly: [] }, takeOff, rules)).toBeNull();
  });
});

describe("flight areas as a whole", () => {
  it("name the field and the place in the list of all that is wrong", () => {
    expect(problems({})).toEqual([]);
    const polygons = { type: "MultiPolygon" as const, coordinates: [[outer], [outer.slice(0, 3)]] };
    expect(problems({ flight_polygons: polygons, no_fly_polygons: polygons })).toEqual([
      { reason: "flight_ring_open", field: "flight_polygons", feature: 2 },
      { reason: "flight_ring_open", field: "no_fly_polygons", feature: 2 },
    ]);
    const takeOff = { place: [-2.9985, 37.0015] as [number, number], elevation_m: null };
    expect(problems({ take_off_positions: [takeOff] })).toEqual([
      { reason: "take_off_in_no_fly", field: "take_off_positions", feature: 1 },
    ]);
  });
});

describe("obstacles", () => {
  const mast: FlightArea["obstacles"][number] = { form: "point", places: [[-3, 37]], height_m: 12 };
  const wire = (corners: number): typeof mast => ({
    form: "line",
    places: Array.from({ length: corners }, (_, i): [number, number] => [-3 + i / 1e6, 37.02]),
    height_m: 20,
  });

  it("are as many as a plant may have, and a point has one place", () => {
    const places = wire(5).places;
    expect(problems({ obstacles: [mast, { ...mast, places }] })).toEqual([
      { reason: "obstacle_point_places", values: { places: 5 }, field: "obstacles", feature: 2 },
    ]);
    const reasons = (obstacles: FlightArea["obstacles"]) =>
      problems({ obstacles, take_off_positions: [] }).map(({ reason, values }) => [reason, values]);
    expect(reasons(Array.from({ length: 300 }, () => mast))).toEqual([]);
    expect(reasons(Array.from({ length: 301 }, () => mast))).toEqual([
      ["obstacles_over_limit", { obstacles: 301, most: 300 }],
    ]);
    expect(reasons([wire(2000), wire(2000), wire(1000)])).toEqual([]);
    expect(reasons([wire(2000), wire(2000), wire(1001)])).toEqual([
      ["obstacle_corners_over_limit", { corners: 5001, most: 5000 }],
    ]);
  });

  it("say how many areas a plant may have before they are sent, and how many corners", () => {
    const small = (at: number): [number, number][] => {
      const [lon, lat] = [-3 + at / 1000, 37];
      return [
        [lon, lat],
        [lon + 5e-4, lat],
        [lon + 5e-4, lat + 5e-4],
        [lon, lat],
      ];
    };
    const many = (count: number) => ({
      type: "MultiPolygon" as const,
      coordinates: Array.from({ length: count }, (_, at) => [small(at)]),
    });
    const bare = { flight_polygons: null, no_fly_polygons: null, take_off_positions: [] };
    const found = (changes: Partial<FlightArea>) =>
      problems({ ...bare, obstacles: [], ...changes });
    expect(found({ flight_polygons: { ...many(200), names: [] } })).toEqual([]);
    expect(found({ flight_polygons: { ...many(201), names: [] } })).toEqual([
      {
        reason: "flight_polygons_over_limit",
        values: { number: 201, most: 200 },
        field: "flight_polygons",
      },
    ]);
    expect(found({ no_fly_polygons: { ...many(250), names: [] } })).toMatchObject([
      { reason: "no_fly_polygons_over_limit", values: { number: 250, most: 200 } },
    ]);
    const take_off = { place: [-3, 37] as [number, number], elevation_m: null };
    expect(found({ take_off_positions: Array.from({ length: 51 }, () => take_off) })).toMatchObject(
      [{ reason: "take_offs_over_limit", values: { number: 51, most: 50 } }],
    );
    const round = Array.from({ length: 2001 }, (_, i): [number, number] => [
      -3 + 0.001 * Math.cos((i / 2000) * 2 * Math.PI),
      37 + 0.001 * Math.sin((i / 2000) * 2 * Math.PI),
    ]);
    const ring = round.with(2000, round[0]!);
    const one = { type: "MultiPolygon" as const, coordinates: [[ring]], names: [] };
    expect(found({ flight_polygons: one })).toMatchObject([
      // 2001 places of a closed ring are 2000 corners.
      { reason: "flight_corners_over_limit", values: { number: 2000, most: 1999 }, feature: 1 },
    ]);
    const fewer = { ...one, coordinates: [[ring.toSpliced(7, 1)]] };
    expect(found({ flight_polygons: fewer }).map(({ reason }) => reason)).not.toContain(
      "flight_corners_over_limit",
    );
    expect(found({ obstacles: [wire(2001)] })).toMatchObject([
      {
        reason: "flight_corners_over_limit",
        values: { number: 2001, most: 2000 },
        field: "obstacles",
        feature: 1,
      },
    ]);
    const holed = {
      type: "MultiPolygon" as const,
      coordinates: [many(201).coordinates.flat()],
      names: [],
    };
    expect(found({ no_fly_polygons: holed })).toMatchObject([
      { reason: "flight_holes_over_limit", values: { number: 200, most: 199 }, feature: 1 },
    ]);
  });

  it("are none in a copy that was kept before there were any", () => {
    const { obstacles: _, ...before } = flightArea;
    expect(flightAreasOf(before as FlightArea)).toEqual(flightAreasOf(flightArea));
  });
});
