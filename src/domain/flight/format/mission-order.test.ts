// Plans of QGroundControl by hand, in the order in which a drone runs them: a command without a place (MAV_CMD_DO_…) runs
// when the waypoint before it is reached.
import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { qgcPlan } from "./qgc-plan.ts";
import { randomRoute, randomSource } from "./route.fixture.ts";
import { openRoutes } from "./route-open.ts";

type Item = {
  readonly command: number;
  readonly params: readonly (number | null)[];
  frame?: number;
};
const to = (lon: number, height = 30, frame = 3): Item => {
  return { command: 16, frame, params: [0, 0, 0, null, -18.9, lon, height] };
};
const act = (command: number, ...params: number[]): Item => {
  return { command, frame: 2, params: [...params, 0, 0, 0, 0, 0, 0, 0].slice(0, 7) };
};
const open = (items: readonly Item[], home: readonly number[] = [-18.9, -70.1, 500]) => {
  const simple = items.map((item) => ({ type: "SimpleItem", autoContinue: true, ...item }));
  const mission = { hoverSpeed: 5, plannedHomePosition: home, items: simple };
  return openRoutes(strToU8(JSON.stringify({ fileType: "Plan", mission })), "a.plan")[0]!;
};
const reasonsOf = (notes: readonly { readonly reason: string }[]) =>
  notes.map(({ reason }) => reason);

describe("a plan", () => {
  it("turns the camera at the waypoint before the command", () => {
    const { waypoints } = open([
      act(205, -90),
      to(-70.1),
      to(-70.0995),
      act(205, -45),
      to(-70.099),
      act(205, -60),
      to(-70.0985),
    ]);
    expect(waypoints.map(({ gimbal_pitch_deg }) => gimbal_pitch_deg)).toEqual([-90, -45, -60, -60]);
  });

  it("is written so: behind its waypoint, the first angle before the route", () => {
    const base = randomRoute(randomSource(5), 2);
    const angles = [-90, -90, -45, -60];
    const [first] = base.waypoints;
    const route = {
      ...base,
      photo_runs: [],
      waypoints: angles.map((gimbal_pitch_deg, i) => ({
        ...first!,
        place: [-70.1 + i * 0.0005, -18.9] as const,
        gimbal_pitch_deg,
      })),
    };
    const low = { security_height_m: 0, return_height_m: 0 };
    const { mission } = JSON.parse(qgcPlan(route, low)) as { mission: { items: Item[] } };
    // Run as a drone does: the camera's angle when each waypoint is left.
    let pitch = Number.NaN;
    const left: number[] = [];
    for (const { command, params } of mission.items) {
      if (command === 16) left.push(pitch);
      if (command !== 205) continue;
      pitch = params[0]!;
      if (left.length > 0) left[left.length - 1] = pitch;
    }
    expect(left).toEqual(angles);
  });

  it("says what of it is not taken over: photos by time, places that the camera looks at", () => {
    const way = [to(-70.1), to(-70.099)];
    expect(reasonsOf(open(way).notes)).toEqual([]);
    expect(reasonsOf(open([act(214, 2), ...way]).notes)).toEqual(["route_photos_by_time"]);
    for (const command of [195, 201])
      expect(reasonsOf(open([act(command), ...way]).notes)).toEqual(["route_look_at"]);
  });

  it("without a home, or with zeros for it, has none", () => {
    const { take_off, notes } = open([to(-70.1), to(-70.099)], [0, 0, 0]);
    expect(take_off).toBeNull();
    expect(reasonsOf(notes)).toEqual(["route_home_unknown"]);
  });
});

describe("a list of waypoints", () => {
  const list = (...lines: readonly (readonly number[])[]) => {
    const texts = lines.map((cells, at) => [at, at === 0 ? 1 : 0, ...cells, 1].join("\t"));
    return openRoutes(strToU8(["QGC WPL 110", ...texts, ""].join("\n")), "a.waypoints")[0]!;
  };
  const line = (frame: number, lon: number, height: number) => [
    frame,
    16,
    0,
    0,
    0,
    0,
    -18.9,
    lon,
    height,
  ];

  it("keeps its first waypoint where it has no line for home", () => {
    const { waypoints, take_off, notes } = list(line(3, -70.1, 30), line(3, -70.099, 40));
    expect(waypoints.map(({ height_m }) => height_m)).toEqual([30, 40]);
    expect(take_off).toBeNull();
    expect(reasonsOf(notes)).toEqual(["route_home_unknown"]);
  });

  it("says so where home cannot be distinguished from a waypoint", () => {
    const { waypoints, notes } = list(
      line(0, -70.1, 500),
      line(0, -70.0995, 540),
      line(0, -70.099, 540),
    );
    expect(waypoints.map(({ height_m }) => height_m)).toEqual([40, 40]);
    expect(reasonsOf(notes)).toEqual(["waypoint_list_home"]);
    const distinct = list(line(0, -70.1, 500), line(3, -70.0995, 40), line(3, -70.099, 40));
    expect(distinct.notes).toEqual([]);
  });

  it("takes zeros for no home", () => {
    const { waypoints, take_off } = list([0, 16, 0, 0, 0, 0, 0, 0, 0], line(3, -70.1, 30));
    expect([waypoints.length, take_off]).toEqual([1, null]);
  });
});
