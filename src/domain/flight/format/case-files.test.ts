// Files as other programs write them, built here: separators, old code pages, splines, tracks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../../tests/fixtures/shared-data.ts";
import { writeKmz } from "./kmz-write.ts";
import { litchiColumns } from "./litchi-csv.ts";
import { openRoutes } from "./route-open.ts";
import { randomRoute, randomSource } from "./route.fixture.ts";

const plan = (items: readonly (readonly [command: number, lon: number])[]) =>
  strToU8(
    JSON.stringify({
      fileType: "Plan",
      mission: {
        hoverSpeed: 5,
        plannedHomePosition: [-18.9, -70.1, 500],
        items: items.map(([command, lon]) => ({
          type: "SimpleItem",
          command,
          frame: 3,
          params: [0, 0, 0, null, -18.9, lon, 30],
        })),
      },
    }),
  );
const longitudes = (bytes: Uint8Array, file: string) =>
  openRoutes(bytes, file).map(({ waypoints }) => waypoints.map(({ place }) => place[0]));

describe("a plan of QGroundControl", () => {
  it("keeps splines, loitering and a take-off away from home", () => {
    for (const command of [17, 18, 19, 82]) {
      const bytes = plan([
        [16, -70.1],
        [command, -70.0995],
        [16, -70.099],
      ]);
      expect(longitudes(bytes, "a.plan")).toEqual([[-70.1, -70.0995, -70.099]]);
    }
    expect(
      longitudes(
        plan([
          [22, -70.1005],
          [16, -70.099],
        ]),
        "a.plan",
      ),
    ).toEqual([[-70.1005, -70.099]]);
    // The climb over home is no waypoint.
    expect(
      longitudes(
        plan([
          [22, -70.1],
          [16, -70.099],
        ]),
        "a.plan",
      ),
    ).toEqual([[-70.099]]);
  });

  it("is refused where the drone would fly what is not read: a jump, an orbit, a structure scan", () => {
    for (const command of [177, 34, 30])
      expect(() =>
        openRoutes(
          plan([
            [16, -70.1],
            [command, -70.0995],
            [16, -70.099],
          ]),
          "a.plan",
        ),
      ).toThrow("qgc_command_unknown");
    const scan = { type: "ComplexItem", complexItemType: "StructureScan" };
    const text = new TextDecoder().decode(plan([[16, -70.1]]));
    const parsed = JSON.parse(text) as { mission: { items: unknown[] } };
    parsed.mission.items.push(scan);
    expect(() => openRoutes(strToU8(JSON.stringify(parsed)), "a.plan")).toThrow("qgc_item_unknown");
  });

  it("has heights above the sea only where it knows the height of home", () => {
    const heights = (frame: number, home: number) => {
      const text = new TextDecoder()
        .decode(plan([[16, -70.1]]))
        .replace('"frame":3', `"frame":${frame}`)
        .replace("500]", `${home}]`)
        .replace(",30]", ",540]");
      const [route] = openRoutes(strToU8(text), "a.plan");
      return [route!.height_reference, route!.waypoints[0]!.height_m];
    };
    expect(heights(0, 500)).toEqual(["take_off", 40]);
    expect(heights(5, 500)).toEqual(["take_off", 40]);
    expect(heights(0, 0)[0]).toBe("ellipsoid");
    expect(heights(3, 0)).toEqual(["take_off", 540]);
    expect(heights(10, 500)[0]).toBe("ground");
  });

  it("may be a list of waypoints, whose first line is home", () => {
    const line = (cells: readonly number[]) => cells.join("\t");
    const text = [
      "QGC WPL 110",
      line([0, 1, 0, 16, 0, 0, 0, 0, -18.9, -70.1, 500, 1]),
      line([1, 0, 3, 16, 0, 0, 0, 0, -18.9, -70.0999, 30, 1]),
      line([2, 0, 3, 16, 0, 0, 0, 0, -18.9, -70.099, 40, 1]),
      "",
    ].join("\n");
    const [route] = openRoutes(strToU8(text), "list.waypoints");
    expect(route!.take_off?.place).toEqual([-70.1, -18.9]);
    expect(route!.waypoints.map(({ height_m }) => height_m)).toEqual([30, 40]);
    const bad = strToU8(text.replace("\t30\t", "\tx\t"));
    expect(() => openRoutes(bad, "list.waypoints")).toThrow("waypoint_list_line");
  });
});

describe("a CSV of Litchi", () => {
  const cells = (lon: string) =>
    litchiColumns.map((name) => {
      if (name === "latitude") return "-18.9";
      if (name === "longitude") return lon;
      return name.startsWith("altitude(") ? "40" : name.startsWith("actiontype") ? "-1" : "0";
    });
  const rows = [litchiColumns, cells("-70.1"), cells("-70.099")];
  const text = (separator: string, end = "") =>
    rows.map((row) => row.join(separator) + end).join("\r\n");
  const variants: Readonly<Record<string, string>> = {
    commas: text(","),
    tabs: text("\t"),
    "a separator at the end": text(",", ","),
    "a line that names the separator": `sep=,\r\n${text(",")}`,
    "semicolons and decimal commas": text(";").replace(/(\d)\.(\d)/g, "$1,$2"),
  };
  for (const [name, csv] of Object.entries(variants)) {
    it(`is read with ${name}`, () => {
      expect(longitudes(strToU8(csv), "a.csv")).toEqual([[-70.1, -70.099]]);
    });
  }
});

describe("a line of another program", () => {
  const line = (mode: string) =>
    strToU8(
      `<kml><Document><Placemark><name>L</name><LineString>${mode}<coordinates>-70.1,-18.9,30 -70.099,-18.9,30</coordinates></LineString></Placemark></Document></kml>`,
    );

  it.each([
    ["", "ground"],
    ["<altitudeMode>relativeToGround</altitudeMode>", "ground"],
    ["<altitudeMode>absolute</altitudeMode>", "ellipsoid"],
  ])("in KML with %j counts its heights from the %s", (mode, reference) => {
    expect(openRoutes(line(mode), "a.kml")[0]!.height_reference).toBe(reference);
  });

  it("in GeoJSON counts them from the ellipsoid", () => {
    const coordinates = [
      [-70.1, -18.9, 540],
      [-70.099, -18.9, 540],
    ];
    const geometry = { type: "LineString", coordinates };
    const text = JSON.stringify({ type: "Feature", properties: {}, geometry });
    expect(openRoutes(strToU8(text), "a.geojson")[0]!.height_reference).toBe("ellipsoid");
  });
});

describe("a KML of Google Earth", () => {
  const kml = (inside: string) =>
    strToU8(
      `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><Placemark><name>flown</name>${inside}</Placemark></Document></kml>`,
    );

  it("has lines in a KMZ, and flown tracks", () => {
    const line =
      "<LineString><coordinates>-70.1,-18.9,30 -70.099,-18.9,30</coordinates></LineString>";
    expect(longitudes(zipSync({ "doc.kml": kml(line) }), "a.kmz")).toEqual([[-70.1, -70.099]]);
    const track =
      "<gx:Track><when>2026-01-01T10:00:00Z</when><gx:coord>-70.1 -18.9 540</gx:coord><gx:coord>-70.099 -18.9 541</gx:coord></gx:Track>";
    const [route] = openRoutes(kml(track), "a.kml");
    // Clamped to the ground, says KML: the heights are none above the take-off position.
    expect(route).toMatchObject({ name: "flown", height_reference: "ground" });
    expect(route!.waypoints.map(({ height_m }) => height_m)).toEqual([540, 541]);
    expect(() => openRoutes(kml(track.replace("-70.1", "x")), "a.kml")).toThrow("kml_coordinates");
  });
});

describe("a DJI template without waylines", () => {
  const template = (mode: string, placemark: string, more = "") =>
    zipSync({
      "wpmz/template.kml": strToU8(
        `<kml xmlns:wpml="http://www.dji.com/wpmz/1.0.6"><Document><wpml:missionConfig><wpml:takeOffRefPoint>-18.9,-70.1,486</wpml:takeOffRefPoint></wpml:missionConfig><Folder><wpml:waylineCoordinateSysParam><wpml:heightMode>${mode}</wpml:heightMode></wpml:waylineCoordinateSysParam>${more}<Placemark><Point><coordinates>-70.1,-18.9</coordinates></Point><wpml:index>0</wpml:index>${placemark}</Placemark></Folder></Document></kml>`,
      ),
    });
  const height = (bytes: Uint8Array) => {
    const [route] = openRoutes(bytes, "a.kmz");
    return [route!.height_reference, route!.waypoints[0]!.height_m];
  };

  it("above the geoid is read by its ellipsoid heights, or left to a person", () => {
    const geoid = "<wpml:height>558</wpml:height>";
    const both = `<wpml:ellipsoidHeight>516</wpml:ellipsoidHeight>${geoid}`;
    expect(height(template("EGM96", both))).toEqual(["take_off", 30]);
    expect(height(template("EGM96", geoid))[0]).toBe("ellipsoid");
    expect(height(template("WGS84", "<wpml:height>516</wpml:height>"))).toEqual(["take_off", 30]);
    expect(height(template("newMode", "<wpml:height>30</wpml:height>"))[0]).toBe("ellipsoid");
  });

  it("has the height of the route where its waypoint says so", () => {
    const own = "<wpml:height>90</wpml:height><wpml:useGlobalHeight>1</wpml:useGlobalHeight>";
    const bytes = template(
      "relativeToStartPoint",
      own,
      "<wpml:globalHeight>40</wpml:globalHeight>",
    );
    expect(height(bytes)).toEqual(["take_off", 40]);
  });
});

describe("a route of DJI in an archive of another program", () => {
  const route = randomRoute(randomSource(36), 4);
  const { bytes: dji } = writeKmz(route, { created_ms: Date.UTC(2026, 5, 1), dock: false });
  const entries = Object.entries(unzipSync(dji));
  const places = route.waypoints.map(({ place }) => place[0]);
  /** The archive with other names; both are of one length. */
  const renamed = (from: string, to: string) => {
    const named = entries.map(([name, content]) => [name.replace("wpmz/", from), content] as const);
    const bytes = Buffer.from(zipSync(Object.fromEntries(named))).toString("latin1");
    return Uint8Array.from(Buffer.from(bytes.replaceAll(from, to), "latin1"));
  };

  it.each([
    ["a backslash between folder and name", "wpmz#", "wpmz\\"],
    ["a folder around it whose name is in a code page of DOS", "Misi#n/wpmz/", "Misi\u00a2n/wpmz/"],
  ])("is read with %s", (_, from, to) => {
    const [found] = openRoutes(renamed(from, to), "a.kmz");
    expect(found!.waypoints).toHaveLength(places.length);
    for (const [at, { place }] of found!.waypoints.entries())
      expect(place[0]).toBeCloseTo(places[at]!, 6);
  });
});

const shared = sharedData();

// By hand: both have two waypoints, at 70.1 and 70.099 degrees west.
it.skipIf(!shared).each(["r04_cp850_folder.kmz", "r02_backslash.kmz"])(
  "the route of another program is read: %s",
  (name) => {
    const [route, ...others] = longitudes(readFileSync(join(shared!, "cases", name)), name);
    expect(others).toEqual([]);
    expect(route).toHaveLength(2);
    expect(route![0]).toBeCloseTo(-70.1, 9);
    expect(route![1]).toBeCloseTo(-70.099, 9);
  },
);
