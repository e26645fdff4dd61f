import { expect, it } from "vitest";
import { litchiMissions, litchiProblems } from "./litchi-mission.ts";
import { randomRoute, randomSource } from "./route.fixture.ts";

it("a long route climbs to its security height within the waypoints that a mission may have", () => {
  const base = randomRoute(randomSource(4), 2);
  const [first] = base.waypoints;
  const { hover_s: _hover, takes_photo: _photo, speed_m_s: _speed, ...plain } = first!;
  const waypoints = Array.from({ length: 150 }, (_, i) => ({
    ...plain,
    place: [-70.1 + i * 0.0002, -18.9] as const,
    height_m: 30,
    damping_m: 0,
  }));
  const take_off = { place: [-70.101, -18.9] as const, elevation_m: null };
  const route = { ...base, take_off, waypoints, photo_runs: [] };
  // The way out is higher than the route, the way home is not.
  for (const [security_height_m, return_height_m] of [
    [60, 30],
    [30, 60],
    [60, 60],
    [30, 30],
  ] as const) {
    const missions = litchiMissions(route, {
      heights: { security_height_m, return_height_m },
      areas: null,
    });
    expect(missions.flatMap(litchiProblems)).toEqual([]);
    const flown = new Set(
      missions.flatMap((mission) => mission.waypoints.map(({ place }) => place[0])),
    );
    for (const { place } of waypoints) expect(flown.has(place[0])).toBe(true);
  }
});
