// Where the camera looks and when it takes photos, as plans and missions of other programs command it.
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { litchiColumns, readLitchiCsv } from "./litchi-csv.ts";
import { routeOfLitchi } from "./litchi-route.ts";
import { openRoutes } from "./route-open.ts";

const reasonsOf = (notes: readonly { readonly reason: string }[]) =>
  notes.map(({ reason }) => reason).filter((reason) => reason !== "route_home_unknown");

describe("a plan of QGroundControl", () => {
  const to = (lon: number) => ({ command: 16, frame: 3, params: [0, 0, 0, null, -18.9, lon, 30] });
  const act = (command: number, ...params: (number | null)[]) => {
    return { command, frame: 2, params: [...params, 0, 0, 0, 0, 0, 0, 0].slice(0, 7) };
  };
  const open = (...items: readonly (ReturnType<typeof to> | ReturnType<typeof act>)[]) => {
    const simple = items.map((item) => ({ type: "SimpleItem", autoContinue: true, ...item }));
    const mission = { hoverSpeed: 5, plannedHomePosition: [-18.9, -70.1, 500], items: simple };
    return openRoutes(strToU8(JSON.stringify({ fileType: "Plan", mission })), "a.plan")[0]!;
  };
  const four = [to(-70.1), to(-70.099), to(-70.098), to(-70.097)] as const;

  it("takes photos every so many seconds until a command ends them, at the speed of each leg", () => {
    const [one, two, three, last] = four;
    // 2 s at 5 m/s, then 2 s at 8 m/s; the command that changes the speed runs at the second waypoint.
    const route = open(one, act(2000, 0, 2, 0), two, act(178, 1, 8), three, act(2001), last);
    expect(route.photo_runs).toEqual([
      { from: 0, to: 1, distance_m: 10 },
      { from: 1, to: 2, distance_m: 16 },
    ]);
    expect(reasonsOf(route.notes)).toEqual([]);
    expect(open(...four.slice(0, 3), act(2000, 0, 2, 0), last).photo_runs).toEqual([
      { from: 2, to: 3, distance_m: 10 },
    ]);
  });

  it("takes one photo at a waypoint, and says what it cannot read", () => {
    const [one, two] = four;
    const shot = open(one, act(203, 0, 0, 0, 0, 1), two, act(2000, 0, 0, 1));
    expect(shot.waypoints.map(({ takes_photo }) => takes_photo)).toEqual([true, true]);
    expect(reasonsOf(shot.notes)).toEqual([]);
    expect(reasonsOf(open(one, act(203), two).notes)).toEqual(["route_photo_unclear"]);
    expect(reasonsOf(open(act(203, 0, 0, 0, 0, 1), one, two).notes)).toEqual([
      "route_photo_unclear",
    ]);
    const five = open(one, act(2000, 0, 2, 5), two);
    expect(five.waypoints[0]!.takes_photo).toBe(true);
    expect(reasonsOf(five.notes)).toEqual(["route_photos_counted"]);
  });

  it("reads the pitch of a gimbal manager, and no angle where the camera looks at a place", () => {
    const [one, two, three] = four;
    const { waypoints } = open(act(1000, -90), one, two, act(1000, -45), three, act(1000, null));
    expect(waypoints.map(({ gimbal_pitch_deg }) => gimbal_pitch_deg)).toEqual([-90, -45, -45]);
    const placed = open(act(205, -90), one, act(205, 12, 0, 0, 0, 0, 0, 4), two);
    expect(placed.waypoints.map(({ gimbal_pitch_deg }) => gimbal_pitch_deg)).toEqual([-90, -90]);
    expect(reasonsOf(placed.notes)).toEqual(["route_look_at"]);
    expect(reasonsOf(open(one, act(115, 90), two).notes)).toEqual(["route_turned"]);
  });
});

describe("a mission of the Litchi app", () => {
  type Cells = Readonly<Record<string, number>>;
  const open = (stops: readonly Cells[], heading_mode = 3) => {
    const rows = stops.map((cells, i) =>
      litchiColumns.map((name) => {
        const given = cells[name.replace(/\(.*/, "")];
        if (given !== undefined) return String(given);
        if (name === "latitude") return "-18.9";
        if (name === "longitude") return String(-70.1 + i * 0.001);
        if (name.startsWith("altitude(")) return "40";
        return name.startsWith("actiontype") || name.startsWith("photo_") ? "-1" : "0";
      }),
    );
    const text = [litchiColumns, ...rows].map((row) => row.join(",")).join("\n");
    const mission = readLitchiCsv(strToU8(text), "a.csv");
    return routeOfLitchi([{ ...mission, settings: { ...mission.settings, heading_mode } }], "a");
  };
  const tilt = (degrees: number) => ({ actiontype1: 5, actionparam1: degrees });

  it("tilts the camera by an action until a waypoint moves it itself", () => {
    const own = { gimbalmode: 2, gimbalpitchangle: -30 };
    const { waypoints, notes } = open([tilt(-90), {}, own, { ...own, ...tilt(-60) }, {}]);
    expect(waypoints.map(({ gimbal_pitch_deg }) => gimbal_pitch_deg)).toEqual([
      -90, -90, -30, -60, -60,
    ]);
    expect(reasonsOf(notes)).toEqual([]);
  });

  it("says what of the view is lost: places, turns, directions by hand, legs backwards", () => {
    expect(reasonsOf(open([{ gimbalmode: 1 }, {}]).notes)).toEqual(["route_look_at"]);
    const poi = { poi_latitude: -18.91, poi_longitude: -70.1 };
    expect(reasonsOf(open([poi, {}]).notes)).toEqual(["route_look_at"]);
    expect(reasonsOf(open([{ actiontype1: 4, actionparam1: 90 }, {}]).notes)).toEqual([
      "route_turned",
    ]);
    for (const mode of [1, 2]) {
      const { waypoints, notes } = open([{ heading: 40 }, { heading: 40 }], mode);
      expect(waypoints.map(({ heading_deg }) => heading_deg)).toEqual([null, null]);
      expect(reasonsOf(notes)).toEqual(["route_heading_unknown"]);
    }
    const back = open([{ speed: 5 }, { speed: -8 }, { speed: 5 }]);
    expect(back.waypoints.map(({ speed_m_s }) => speed_m_s)).toEqual([undefined, 8, undefined]);
    expect(reasonsOf(back.notes)).toEqual(["route_backwards"]);
  });
});

describe("a route file of DJI", () => {
  const action = (name: string, param: string) =>
    `<wpml:actionGroup><wpml:action><wpml:actionActuatorFunc>${name}</wpml:actionActuatorFunc><wpml:actionActuatorFuncParam>${param}</wpml:actionActuatorFuncParam></wpml:action></wpml:actionGroup>`;
  const pitch = (angle: number) =>
    `<wpml:gimbalPitchRotateAngle>${angle}</wpml:gimbalPitchRotateAngle>`;
  const heading = (mode: string, more = "") =>
    `<wpml:waypointHeadingParam><wpml:waypointHeadingMode>${mode}</wpml:waypointHeadingMode>${more}</wpml:waypointHeadingParam>`;
  const open = (points: readonly string[], config = "") => {
    const marks = points.map(
      (more, i) =>
        `<Placemark><Point><coordinates>${-70.1 + i * 0.001},-18.9</coordinates></Point><wpml:executeHeight>40</wpml:executeHeight>${more}</Placemark>`,
    );
    const text = `<kml xmlns:wpml="http://www.dji.com/wpmz/1.0.6"><Document>${config}<Folder><wpml:executeHeightMode>relativeToStartPoint</wpml:executeHeightMode><wpml:autoFlightSpeed>10</wpml:autoFlightSpeed>${marks.join("")}</Folder></Document></kml>`;
    return openRoutes(zipSync({ "wpmz/waylines.wpml": strToU8(text) }), "a.kmz")[0]!;
  };

  it("turns the camera evenly until the next waypoint, and keeps the angle from there on", () => {
    const at = `<wpml:gimbalPitchRotateEnable>1</wpml:gimbalPitchRotateEnable>${pitch(-90)}`;
    const points = [action("gimbalRotate", at), action("gimbalEvenlyRotate", pitch(-45)), "", ""];
    const { waypoints } = open(points);
    expect(waypoints.map(({ gimbal_pitch_deg }) => gimbal_pitch_deg)).toEqual([-90, -90, -45, -45]);
  });

  it("says what of the view is lost, and that its drone is not known", () => {
    expect(reasonsOf(open([heading("followWayline"), ""]).notes)).toEqual([]);
    expect(reasonsOf(open([heading("towardPOI"), ""]).notes)).toEqual(["route_look_at"]);
    expect(reasonsOf(open([heading("fixed"), ""]).notes)).toEqual(["route_heading_unknown"]);
    const angle =
      "<wpml:waypointHeadingAngle>30</wpml:waypointHeadingAngle><wpml:waypointHeadingAngleEnable>1</wpml:waypointHeadingAngleEnable>";
    expect(reasonsOf(open([heading("fixed", angle), ""]).notes)).toEqual([]);
    expect(reasonsOf(open([action("rotateYaw", ""), ""]).notes)).toEqual(["route_turned"]);
    const drone =
      "<wpml:missionConfig><wpml:droneInfo><wpml:droneEnumValue>9999</wpml:droneEnumValue></wpml:droneInfo></wpml:missionConfig>";
    expect(reasonsOf(open(["", ""], drone).notes)).toEqual(["route_drone_unknown"]);
  });

  it("with the area of a mapping mission alone is refused as one", () => {
    const text =
      '<kml xmlns:wpml="http://www.dji.com/wpmz/1.0.6"><Document><Folder><wpml:templateType>mapping2d</wpml:templateType><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>-70.1,-18.9,0 -70,-18.9,0 -70,-18.8,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Folder></Document></kml>';
    const bytes = zipSync({ "wpmz/template.kml": strToU8(text) });
    expect(() => openRoutes(bytes, "a.kmz")).toThrow("wpml_area_only");
  });

  it("with an area of a mapping mission beside waypoints has the waypoints, and says so", () => {
    const place = (at: string) =>
      `<Placemark><Point><coordinates>${at}</coordinates></Point><wpml:executeHeight>40</wpml:executeHeight></Placemark>`;
    const text = `<kml xmlns:wpml="http://www.dji.com/wpmz/1.0.6"><Document><Folder><wpml:templateType>mapping2d</wpml:templateType><Placemark><Polygon/></Placemark></Folder><Folder><wpml:templateType>waypoint</wpml:templateType>${place("-70.1,-18.9")}${place("-70.1,-18.8")}</Folder></Document></kml>`;
    const [route, ...others] = openRoutes(zipSync({ "wpmz/template.kml": strToU8(text) }), "a.kmz");
    expect(others).toEqual([]);
    expect(route!.notes.map(({ reason }) => reason)).toContain("wpml_area_left_out");
  });
});

it("a line of GeoJSON in a system of metres is read where the system is known", () => {
  const crs = { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::32719" } };
  const line = {
    type: "Feature",
    properties: {},
    geometry: {
      type: "LineString",
      coordinates: [
        [400_000, 7_900_000, 30],
        [400_100, 7_900_000, 30],
      ],
    },
  };
  const bytes = strToU8(JSON.stringify({ type: "FeatureCollection", crs, features: [line] }));
  expect(() => openRoutes(bytes, "a.geojson")).toThrow();
  // Any transformation that is handed in: the table of systems has tests of its own.
  const [route] = openRoutes(bytes, "a.geojson", (name) =>
    name.includes("32719") ? (x, y) => [x / 1e5, y / 1e6] : null,
  );
  expect(route!.waypoints.map(({ place }) => place[0])).toEqual([4, 4.001]);
});
