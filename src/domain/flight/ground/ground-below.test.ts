// Ground below straight ways, between the places that a search in steps looks up. Heights are read here by a formula of our own.
import { describe, expect, it } from "vitest";
import { randomFrom } from "../../../../tests/fixtures/random.ts";
import { groundProblems, homeHeights, leastAboveGround } from "../route/home-leg.ts";
import type { FlightRoute, Place } from "../route/flight-route.ts";
import { elevationAt, type ElevationGrid } from "./elevation.ts";
import { mostAlong, mostSwept } from "./ground-below.ts";

const [LON, LAT] = [-69.9, -20.3];
const metre = 1 / 111_320;
const metreEast = metre / Math.cos((LAT * Math.PI) / 180);
const at = (east: number, north: number): Place => [LON + east * metreEast, LAT + north * metre];

/** Points every metre from 50 m west and south of the take-off position, flat at 1,200 m but where `rise` says more. */
function gridWith(rise: (east: number, north: number) => number): ElevationGrid {
  const [columns, rows] = [600, 320];
  const heights = Float32Array.from(
    { length: columns * rows },
    (_, i) => 1200 + rise((i % columns) - 50, Math.floor(i / columns) - 50),
  );
  const [west, south] = at(-50, -50);
  return { west, south, step_lon: metreEast, step_lat: metre, columns, rows, heights };
}

/** A line 400 m east of the take-off position, 150 m to the north. */
function route(spots: readonly Place[] = [at(400, 0), at(400, 150)]): FlightRoute {
  return {
    name: "Narrow",
    aircraft: "M3T",
    flight_type: "pv_thermal",
    lenses: ["ir"],
    altitude_agl_m: 20,
    speed_m_s: 4,
    take_off: { place: at(0, 0), elevation_m: 1200 },
    waypoints: spots.map((place) => {
      return { place, height_m: 20, heading_deg: null, gimbal_pitch_deg: -90, damping_m: 0 };
    }),
    photo_runs: [],
    distance_m: 0,
    duration_s: 0,
  };
}

/** A rock of one point of the grid. */
const rock = (east: number, north: number, metres: number) =>
  elevationAt(gridWith((x, y) => (x === east && y === north ? metres : 0)));

describe("a rock that is narrower than the steps of a search", () => {
  it("lifts the way home that passes over it, between two ways of 50 m", () => {
    // Ways home from 0 and 50 m of the line pass 200 m east at 0 and 25 m to the north: the rock stands between.
    expect(homeHeights(route(), rock(200, 12, 60), [])).toEqual({
      security_height_m: 30,
      return_height_m: 90,
      isGroundKnown: true,
    });
    // Beside the triangle it changes nothing: the way from the far end passes 250 m east at 93.75 m.
    expect(homeHeights(route(), rock(250, 96, 60), []).return_height_m).toBe(30);
    expect(homeHeights(route(), rock(250, 93, 60), []).return_height_m).toBe(90);
  });

  it("lifts the way out, between two places of 5 m", () => {
    expect(homeHeights(route(), rock(203, 0, 60), [])).toMatchObject({ security_height_m: 90 });
  });

  it("is a fault of the leg that passes through it, with how deep it does", () => {
    const [problem, ...others] = groundProblems(route(), rock(400, 72, 60));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      reason: "leg_near_ground",
      values: { waypoint: 2, metres: -40, least: 10 },
    });
    expect(leastAboveGround(route(), 0, rock(400, 72, 60))).toBeCloseTo(-40, 3);
  });
});

it("ground that is not known between two ways is said", () => {
  const hole = elevationAt(gridWith((x, y) => (x === 200 && y === 12 ? NaN : 0)));
  expect(homeHeights(route(), hole, []).isGroundKnown).toBe(false);
  expect(homeHeights(route([at(400, 100), at(400, 150)]), hole, []).isGroundKnown).toBe(true);
});

it("ways out of the grid are not known", () => {
  const flat = elevationAt(gridWith(() => 0));
  expect(homeHeights(route([at(400, 0), at(700, 0)]), flat, []).isGroundKnown).toBe(false);
});

// At (u, v) of the cell the ground is 100 (u (1 - v) + v (1 - u)). Along v = u / 2 that is 150 u - 100 u2, at most 56.25 at 0.75;
// along the diagonal at most 50, and 100 (1 - v) on the eastern side.
it("the highest ground inside a cell is that of the border of what is swept, also where a route turns back", () => {
  const heights = Float32Array.from([0, 100, 100, 0]);
  const saddle = { west: 0, south: 0, step_lon: 1, step_lat: 1, columns: 2, rows: 2, heights };
  const [home, low, high]: Place[] = [
    [0, 0],
    [1, 0.5],
    [1, 1],
  ];
  const swept = (places: readonly Place[]) => mostSwept(elevationAt(saddle), home!, places).most;
  expect(swept([low!, high!])).toBeCloseTo(56.25, 6);
  expect(swept([high!, low!])).toBeCloseTo(56.25, 6);
  expect(swept([high!, low!, high!])).toBeCloseTo(56.25, 6);
});

describe("over rough ground", () => {
  const random = randomFrom(7);
  const [columns, rows] = [24, 20];
  const heights = Float32Array.from({ length: columns * rows }, () => 100 * random());
  const grid = { west: 0, south: 0, step_lon: 1, step_lat: 1, columns, rows, heights };
  const elevation = elevationAt(grid);
  const spot = (): Place => [(columns - 1) * random(), (rows - 1) * random()];
  const heightAt = ([x, y]: Place) => {
    const [i, j] = [Math.min(columns - 2, Math.floor(x)), Math.min(rows - 2, Math.floor(y))];
    const of = (a: number, b: number) => heights[(j + b) * columns + i + a]!;
    const [u, v] = [x - i, y - j];
    return (
      (1 - u) * (1 - v) * of(0, 0) +
      u * (1 - v) * of(1, 0) +
      (1 - u) * v * of(0, 1) +
      u * v * of(1, 1)
    );
  };
  const between = (a: Place, b: Place, share: number): Place => [
    a[0] + share * (b[0] - a[0]),
    a[1] + share * (b[1] - a[1]),
  ];
  const shares = Array.from({ length: 401 }, (_, i) => i / 400);

  it("the most along a way is that of 4,001 places of it, or little more", () => {
    for (let turn = 0; turn < 200; turn++) {
      const [a, b] = [spot(), spot()];
      // The ground less the height of a drone that climbs 40 m.
      const value = (ground: number, share: number) => ground - 40 * share;
      const searched = Array.from({ length: 4001 }, (_, i) => i / 4000).map((share) =>
        value(heightAt(between(a, b, share)), share),
      );
      const { most } = mostAlong(elevation, a, b, value);
      expect(most).toBeGreaterThanOrEqual(Math.max(...searched) - 1e-9);
      expect(most).toBeLessThan(Math.max(...searched) + 0.5);
    }
  });

  it("the most below all ways home is that of 160,000 places of them, or little more", () => {
    for (let turn = 0; turn < 12; turn++) {
      const [home, ...places] = [spot(), spot(), spot(), spot(), spot()];
      const { most, isKnown } = mostSwept(elevation, home!, places);
      let searched = -Infinity;
      for (const [i, to] of places.slice(1).entries()) {
        for (const share of shares) {
          const from = between(places[i]!, to, share);
          for (const way of shares)
            searched = Math.max(searched, heightAt(between(home!, from, way)));
        }
      }
      expect(isKnown).toBe(true);
      expect(most).toBeGreaterThanOrEqual(searched - 1e-9);
      expect(most).toBeLessThan(searched + 1.5);
    }
  });
});
