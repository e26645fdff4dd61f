// Heights of routes that count from several levels, and places that are no degrees: a drone would fly elsewhere.
import { describe, expect, it } from "vitest";
import { isFailure } from "../../error.ts";
import { openRoutes } from "./route-open.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const item = (frame: number, lat: number, lon: number, height: number) => ({
  type: "SimpleItem",
  command: 16,
  frame,
  params: [0, 0, 0, null, lat, lon, height],
});
const plan = (home: number, ...items: readonly object[]) =>
  bytes(
    JSON.stringify({
      fileType: "Plan",
      mission: { plannedHomePosition: [-18.9, -70.1, home], hoverSpeed: 5, items },
    }),
  );
const list = (...rows: readonly string[]) =>
  bytes(`QGC WPL 110\n0 1 0 16 0 0 0 0 -18.9 -70.1 1000 1\n${rows.join("\n")}\n`);
const litchi = (...modes: readonly number[]) =>
  bytes(
    `latitude,longitude,altitude(m),altitudemode\n${modes.map((mode, at) => `-18.90${at},-70.1,40,${mode}`).join("\n")}\n`,
  );
const kml = (...modes: readonly string[]) =>
  bytes(
    `<kml>${modes.map((mode, at) => `<Placemark><Point><altitudeMode>${mode}</altitudeMode><coordinates>-70.1,-18.90${at},50</coordinates></Point></Placemark>`).join("")}</kml>`,
  );

function faultOf(content: Uint8Array, name: string) {
  try {
    openRoutes(content, name);
  } catch (error) {
    if (isFailure(error)) return error.problems[0];
    throw error;
  }
  return undefined;
}

describe("heights from several levels", () => {
  it.each([
    [
      "above home and above ground",
      plan(1000, item(3, -18.901, -70.1, 30), item(10, -18.902, -70.1, 40)),
      "a.plan",
    ],
    [
      "above the sea, of an unknown home",
      plan(0, item(3, -18.901, -70.1, 30), item(0, -18.902, -70.1, 1040)),
      "a.plan",
    ],
    [
      "in a list of waypoints",
      list("1 0 3 16 0 0 0 0 -18.901 -70.1 30 1", "2 0 10 16 0 0 0 0 -18.902 -70.1 40 1"),
      "a.waypoints",
    ],
    ["in a mission of Litchi", litchi(0, 1), "a.csv"],
    ["in points of KML", kml("relativeToGround", "absolute"), "a.kml"],
  ])("are refused: %s", (_, content, name) => {
    expect(faultOf(content, name)).toEqual({
      reason: "route_heights_mixed",
      values: { waypoint: 2 },
      file: name,
    });
  });

  it.each([
    [
      "above home and above the sea, of a known home",
      plan(1000, item(6, -18.901, -70.1, 30), item(5, -18.902, -70.1, 1040)),
      "a.plan",
      "take_off",
      [30, 40],
    ],
    [
      "all above ground",
      plan(1000, item(10, -18.901, -70.1, 30), item(11, -18.902, -70.1, 40)),
      "a.plan",
      "ground",
      [30, 40],
    ],
    ["all above ground, of Litchi", litchi(1, 1), "a.csv", "ground", [40, 40]],
  ])("are read where they agree: %s", (_, content, name, reference, heights) => {
    const [route] = openRoutes(content, name);
    expect(route!.height_reference).toBe(reference);
    expect(route!.waypoints.map(({ height_m }) => height_m)).toEqual(heights);
  });
});

it("metres in place of degrees are refused", () => {
  expect(faultOf(plan(1000, item(1, 10, 20, -30)), "a.plan")).toMatchObject({
    reason: "qgc_frame_unknown",
    feature: 1,
    values: { frame: 1 },
  });
});

it("a plan of an older program has its places beside the parameters", () => {
  const old = {
    type: "SimpleItem",
    command: 16,
    frame: 3,
    params: [2, 0, 0, 0],
    coordinate: [-18.901, -70.1, 30],
  };
  const [route] = openRoutes(plan(1000, old), "a.plan");
  expect(route!.waypoints).toMatchObject([{ place: [-70.1, -18.901], height_m: 30, hover_s: 2 }]);
});

it("a list of waypoints turns the drone to no heading that is zero", () => {
  const rows = ["1 0 3 16 0 0 0 0 -18.901 -70.1 30 1", "2 0 3 16 0 0 0 90 -18.902 -70.1 30 1"];
  const [route] = openRoutes(list(...rows), "a.waypoints");
  expect(route!.waypoints.map(({ heading_deg }) => heading_deg)).toEqual([null, 90]);
});
