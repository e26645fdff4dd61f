// Files as other programs write them, built here: separators, old code pages, splines, tracks.
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { litchiColumns } from "./litchi-csv.ts";
import { openRoutes } from "./route-open.ts";

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
    expect(route).toMatchObject({ name: "flown" });
    expect(route!.waypoints.map(({ height_m }) => height_m)).toEqual([540, 541]);
    expect(() => openRoutes(kml(track.replace("-70.1", "x")), "a.kml")).toThrow("kml_coordinates");
  });
});
