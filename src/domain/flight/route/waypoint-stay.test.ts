// What the drone does at a waypoint, in seconds, in the editor, and in each file. Codes: DJI WPML ("hover", "takePhoto"),
// Litchi's CSV (0 stays for milliseconds, 1 takes a photo), MAVLink (hold of MAV_CMD 16, MAV_CMD_IMAGE_START_CAPTURE 2000).
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { areasOf, rectangle } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { routeFiles } from "../format/route-export.ts";
import { openRoutes } from "../format/route-open.ts";
import type { RouteFormat } from "../format/route-format.ts";
import { flightClock, routeSeconds } from "../time/flight-clock.ts";
import { pathSeconds } from "../time/path-time.ts";
import { routePhotos } from "../flown/photo-points.ts";
import { homeHeights } from "./home-leg.ts";
import type { FlightRoute } from "./flight-route.ts";
import { routeChangeProblems } from "./route-change.ts";
import { changeWaypoints, editedRoute, insertWaypoint } from "./route-edit.ts";

const settings = defaultFlightSettings("M3T", ["pv_thermal"], 0);
const areas = areasOf([rectangle(300, 120, 250, 80)]);
const [planned] = planFlight({ name: "A", areas, target: null, settings }).routes;
const route: FlightRoute = planned!;
const draft = changeWaypoints(route, [2, 2], { hover_s: 7.5, takes_photo: true });
const changed = editedRoute(route, draft, null, []);
const stopped = editedRoute(
  route,
  {
    ...route,
    waypoints: route.waypoints.map((one, at) => (at === 2 ? { ...one, damping_m: 0 } : one)),
  },
  null,
  [],
);

const fileOf = (format: RouteFormat) => {
  const [file] = routeFiles(changed, format, { areas, created_ms: Date.UTC(2026, 5, 1) });
  return file!;
};
const text = (format: RouteFormat) => new TextDecoder().decode(fileOf(format).bytes);

describe("a waypoint where the drone hovers for 7.5 s and takes a photo", () => {
  it("lengthens the flight by the hover time and two seconds, and counts one photo more", () => {
    expect(changed.duration_s - stopped.duration_s).toBeCloseTo(9.5, 6);
    expect(routeSeconds(changed, homeHeights(changed, null, []))).toBe(changed.duration_s);
    expect(routePhotos(changed)).toBe(routePhotos(route) + 1);
    const path = [changed, stopped].map(({ waypoints }) => pathSeconds(waypoints, 5));
    expect(path[0]! - path[1]!).toBeCloseTo(9.5, 6);
  });

  it("keeps the drone in its place meanwhile", () => {
    const clock = flightClock(changed, homeHeights(changed, null, []));
    const reached = clock.reached[2]!;
    for (const later of [0.1, 5, 9.4]) {
      const { place, speed_m_s } = clock.at(reached + later);
      expect(speed_m_s).toBe(0);
      expect(place[0]).toBeCloseTo(changed.waypoints[2]!.place[0], 9);
      expect(place[1]).toBeCloseTo(changed.waypoints[2]!.place[1], 9);
    }
    expect(clock.at(reached + 10.5).speed_m_s).toBeGreaterThan(1);
  });

  it("counts at the first waypoint too", () => {
    const first = editedRoute(route, changeWaypoints(route, [0, 0], { hover_s: 30 }), null, []);
    expect(first.duration_s - route.duration_s).toBeCloseTo(30, 4);
    const [one, other] = [first, route].map(({ waypoints }) => pathSeconds(waypoints, 5));
    expect(one! - other!).toBeCloseTo(30, 6);
  });

  it("is taken back by an empty field and an empty box, and is not copied to a new waypoint", () => {
    const undone = changeWaypoints(changed, [2, 2], { hover_s: null, takes_photo: false });
    expect(undone.waypoints[2]).toEqual(stopped.waypoints[2]);
    expect(changeWaypoints(changed, [2, 2], { hover_s: 0 }).waypoints[2]).not.toHaveProperty(
      "hover_s",
    );
    const inserted = insertWaypoint(changed, 3, route.waypoints[2]!.place).waypoints[3];
    expect(inserted).not.toHaveProperty("takes_photo");
    expect(inserted).not.toHaveProperty("hover_s");
  });

  it("is refused in a curve", () => {
    const curved = changed.waypoints.map((one, at) => (at === 2 ? { ...one, damping_m: 3 } : one));
    expect(
      routeChangeProblems(route, { ...changed, waypoints: curved }, areas, null),
    ).toContainEqual({
      reason: "waypoint_curve_unchecked",
      values: { waypoint: 3 },
    });
  });

  it("hovers and takes the photo in that order in DJI's file, when the waypoint is reached", () => {
    const xml = new TextDecoder().decode(unzipSync(fileOf("kmz").bytes)["wpmz/waylines.wpml"]);
    const group = xml
      .split("<wpml:actionGroup>")
      .find((one) => one.includes("<wpml:hoverTime>7.5</wpml:hoverTime>"));
    expect(group).toContain("<wpml:actionTriggerType>reachPoint</wpml:actionTriggerType>");
    expect(group).toContain("<wpml:actionGroupStartIndex>2</wpml:actionGroupStartIndex>");
    expect(group).toMatch(/actionId>0<.*>hover<.*actionId>1<.*>takePhoto</s);
  });

  it("stays for milliseconds and takes a photo in Litchi's table", () => {
    const [head = "", ...lines] = text("csv").trim().split("\r\n");
    const at = head.split(",").indexOf("actiontype1");
    const actions = lines.map((line) =>
      line
        .split(",")
        .slice(at, at + 6)
        .join(" "),
    );
    expect(actions.filter((one) => one === "0 7500 1 0 -1 0")).toHaveLength(1);
    expect(
      actions.filter((one) => one !== "0 7500 1 0 -1 0").every((one) => one.startsWith("-1")),
    ).toBe(true);
  });

  it("holds and takes a photo in a plan of QGroundControl", () => {
    type Item = { readonly command: number; readonly params: readonly (number | null)[] };
    const { mission } = JSON.parse(text("plan")) as { mission: { items: Item[] } };
    const held = mission.items.findIndex(
      ({ command, params }) => command === 16 && params[0] === 7.5,
    );
    expect(mission.items[held + 1]).toMatchObject({ command: 2000, params: [0, 0, 1, 0, 0, 0, 0] });
    expect(mission.items.filter(({ command }) => command === 2000)).toHaveLength(1);
  });

  it.each(["kmz", "csv", "lchm", "plan", "kml", "geojson"] as const)(
    "comes back from a file: %s",
    async (format) => {
      const file = fileOf(format);
      const [opened] = await openRoutes(file.bytes, file.name);
      const stays = opened!.waypoints.flatMap(({ hover_s, takes_photo }) =>
        hover_s || takes_photo ? [{ hover_s, takes_photo }] : [],
      );
      expect(stays).toEqual([{ hover_s: 7.5, takes_photo: true }]);
    },
  );

  it("is done once where two missions of Litchi share the waypoint", () => {
    const one = Array.from({ length: 120 }, (_, at) => ({
      ...route.waypoints[0]!,
      place: [-69 + at * 1e-4, -22] as const,
      damping_m: 0,
      takes_photo: true as const,
    }));
    const take_off = { place: [-69, -22] as const, elevation_m: null };
    const long = { ...route, take_off, waypoints: one, photo_runs: [] };
    const files = routeFiles(long, "csv", { areas: null, created_ms: 0 });
    expect(files.length).toBeGreaterThan(1);
    const photos = files
      .flatMap(({ bytes }) => new TextDecoder().decode(bytes).trim().split("\r\n").slice(1))
      .filter((line) => line.includes(",1,0,-1,0,"));
    expect(photos).toHaveLength(120);
  });
});
