// Places and properties that files state in other ways than most: read rightly, or refused.
import { describe, expect, it } from "vitest";
import { faultOf, read } from "./odd-file.fixture.ts";

const [LON, LAT] = [-70.1, -18.9];
const expectPlace = ([lon, lat]: readonly [number, number] = [NaN, NaN]) => {
  expect(lon).toBeCloseTo(LON, 6);
  expect(lat).toBeCloseTo(LAT, 6);
};

describe("a table", () => {
  it.each([
    ["hemispheres in columns", "lat,NS,lon,EW\n18.9,S,70.1,W\n"],
    ["hemispheres as words", "latitude;lat_dir;longitude;lon_dir\n18,9;Sur;70,1;West\n"],
    [
      "references as exiftool writes them",
      "GPSLatitude,GPSLatitudeRef,GPSLongitude,GPSLongitudeRef\n18.9,South,70.1,West\n",
    ],
    ["hemispheres in other languages", "lat,lat_ref,lon,lon_ref\n18.9,Sud,70.1,Ouest\n"],
    ["hemispheres with a point", "lat,NS,lon,EW\n18.9,S.,70.1,Western\n"],
    ["hemispheres of German", "lat;lat_ref;lon;lon_ref\n18,9;S\u00fcd;70,1;W\n"],
    [
      "one head for both hemispheres",
      "Latitude,Hemisphere,Longitude,Hemisphere\n18.9,South,70.1,West\n",
    ],
    ["one head before both axes", "Dir,Longitude,Dir,Latitude\nW,70.1,Sul,18.9\n"],
    [
      "indicators as receivers write them",
      "Latitude,N/S Indicator,Longitude,E/W Indicator\n18.9,S,70.1,W\n",
    ],
    [
      "the name of a zone in a column",
      "x,y,crs\n384150.4726,7909877.0159,SIRGAS 2000 / UTM zone 19S\n",
    ],
    ["a letter that a sign says already", "lat,lat_ref,lon,lon_ref\n-18.9,S,-70.1,W\n"],
    [
      "minutes and seconds in columns",
      "lat deg,lat min,lat sec,lon deg,lon min,lon sec\n-18,54,0,-70,6,0\n",
    ],
    [
      "minutes with decimals in columns",
      "Lat (deg);Lat (min);Lon (deg);Lon (min)\n-18;54,0;-70;6,0\n",
    ],
    ["a code in a column", "x,y,epsg\n384150.4726,7909877.0159,32719\n"],
    ["WKT with a code in a column", 'wkt,srid\n"POINT(384150.4726 7909877.0159)",EPSG:32719\n'],
    ["bytes as PostgreSQL prints them", "geom\n\\x010100000066666666668651c06666666666e632c0\n"],
    ["bytes as other databases print them", "geom\n0x010100000066666666668651c06666666666e632c0\n"],
    ["GeoJSON in a cell", 'geometry\n"{""type"":""Point"",""coordinates"":[-70.1,-18.9]}"\n'],
  ])("has %s", async (_, text) => {
    const { shapes, refused } = await read("p.csv", text);
    expect(refused).toEqual([]);
    expectPlace(shapes[0]);
  });

  it.each([
    ["a minus before north", "lat,ns,lon,ew\n-18.9,N,-70.1,W\n"],
    ["a letter that is west or east", "lat,ns,lon,ew\n18.9,S,70.1,O\n"],
    ["degrees with decimals beside minutes", "lat deg,lat min,lon deg,lon min\n-18.9,54,-70.1,6\n"],
    ["seventy minutes", "lat deg,lat min,lon deg,lon min\n-18,70,-70,6\n"],
    ["two codes", 'wkt,srid\n"SRID=32718;POINT(384150.4726 7909877.0159)",32719\n'],
  ])("is refused for %s", async (_, text) => {
    const { shapes, refused } = await read("p.csv", text);
    expect(shapes).toEqual([]);
    expect(refused).toHaveLength(1);
  });

  it.each([
    [
      "a word that is none",
      "lat,lat_ref,lon,lon_ref\n33.4,Meridional,70.6,W\n",
      "csv_side",
      "lat_ref",
    ],
    ["west where the axis goes north", "lat,NS,lon,EW\n33.4,W,70.6,W\n", "csv_side", "NS"],
    ["west or east", "lat,NS,lon,EW\n33.4,S,70.6,O\n", "csv_side", "EW"],
    [
      "a number beside a longitude",
      "lat,lat_ref,lon,lon_ref\n33.4,S,70.6,1\n",
      "csv_side",
      "lon_ref",
    ],
    [
      "heads in another order than the axes",
      "Hemisphere,Latitude,Longitude,Hemisphere\nW,33.4,70.6,S\n",
      "csv_side",
      "Hemisphere",
    ],
    ["a system that is not known", "x,y,crs\n345000,6300000,SAD69\n", "csv_crs", "crs"],
  ])("says what is not understood: %s", async (_, text, reason, field) => {
    const { shapes, refused } = await read("p.csv", text);
    expect(shapes).toEqual([]);
    expect(refused).toMatchObject([{ reason, field, line: 2 }]);
  });

  it("with a code in one row and a name in the other has each row in its own system", async () => {
    const rows = ["384150.4726,7909877.0159,32719", "-70.1,-18.9,WGS 84", "-70.1,-18.9,"];
    const { shapes, refused } = await read("p.csv", ["x,y,epsg", ...rows].join("\n"));
    expect(refused).toEqual([]);
    for (const shape of shapes) expectPlace(shape);
    expect(shapes).toHaveLength(3);
  });

  it("may have bounds beside its places, and serial numbers that are no hemisphere", async () => {
    const { shapes } = await read(
      "p.csv",
      "lat,lon,lat_min,lat_max,N/S\n-18.9,-70.1,-19,-18,X12\n",
    );
    expectPlace(shapes[0]);
  });
});

describe("KML", () => {
  const kml = (inside: string) =>
    `<kml xmlns:gx="g"><Document><Placemark><name>A</name>${inside}<Point><coordinates>-70.1,-18.9</coordinates></Point></Placemark></Document></kml>`;

  it("has the words of a description", async () => {
    const html =
      "<description><![CDATA[<b>Cracked</b>, row 4<br/>R&amp;D<script>x</script>]]></description>";
    const { properties } = await read("a.kml", kml(html));
    expect(properties[0]).toEqual({ name: "A", description: "Cracked, row 4\nR&D" });
  });

  it("takes the time of a view for none of the place", async () => {
    const view = "<LookAt><gx:TimeStamp><when>2001-01-01</when></gx:TimeStamp></LookAt>";
    const span = "<TimeSpan><begin>2026-03-04</begin></TimeSpan>";
    expect((await read("a.kml", kml(view))).properties[0]).toEqual({ name: "A" });
    expect((await read("a.kml", kml(view + span))).properties[0]).toEqual({
      name: "A",
      timestamp: "2026-03-04",
    });
  });
});

describe("a CSV in the encoding of Windows", () => {
  const head = "name,lon,lat\n";
  const row = "Zona Ca\u00f1ada,-70.1,-18.9\n";

  it("has its letters, and says how it was read", async () => {
    for (const many of [0, 1, 5, 5000]) {
      // The letter lies before, on and behind the borders of the parts in which a file is read.
      const text = head + "A,-70.1,-18.9\n".repeat(many) + row;
      const { names, notes } = await read("p.csv", Buffer.from(text, "latin1"));
      expect(names.at(-1)).toBe("Zona Ca\u00f1ada");
      expect(notes).toEqual(["csv_encoding"]);
      expect((await read("p.csv", text)).notes).toEqual([]);
    }
  });

  it("is refused where the text began in UTF-8", async () => {
    const text = Buffer.concat([Buffer.from(head + row), Buffer.from(row, "latin1")]);
    expect(await faultOf("p.csv", text)).toMatchObject({ reason: "not_utf8" });
  });
});

describe("GeoJSON", () => {
  const point = (x: number, y: number) => ({ type: "Point", coordinates: [x, y] });
  const file = (crs: unknown, feature: object = {}) =>
    JSON.stringify({
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          properties: {},
          geometry: point(384_150.4726, 7_909_877.0159),
          ...feature,
        },
      ],
      crs,
    });
  const named = (name: string) => ({ type: "name", properties: { name } });

  it.each([
    ["a text", "EPSG:32719"],
    ["a number", named("32719")],
    ["a blank", named("EPSG: 32719")],
    ["a name of the registry", named("WGS 84 / UTM zone 19S")],
    ["an address of the registry", named("http://www.opengis.net/gml/srs/epsg.xml#32719")],
    ["an address of another site", named("https://epsg.io/32719")],
    [
      "a link",
      { type: "link", properties: { href: "https://spatialreference.org/ref/epsg/32719/" } },
    ],
  ])("names its system by %s", async (_, crs) => {
    const { shapes, systems } = await read("a.geojson", file(crs));
    expectPlace(shapes[0]);
    expect(systems).toEqual(["EPSG:32719"]);
  });

  it("whose system after the features is none says that", async () => {
    expect(await faultOf("a.geojson", file(7))).toMatchObject({ reason: "geojson_crs" });
  });

  it("says how many properties inside of a property were not read", async () => {
    const meta = Object.fromEntries(Array.from({ length: 103 }, (_, at) => [`k${at}`, at]));
    const feature = { properties: { meta }, geometry: point(-70.1, -18.9) };
    const { properties, notes } = await read("a.geojson", file(undefined, feature));
    expect(Object.keys(properties[0]!)).toHaveLength(100);
    expect(notes).toEqual(["properties_inside"]);
  });

  it("does not name a zone without its datum", async () => {
    const fault = await faultOf("a.geojson", file(named("UTM 19S")));
    expect(fault).toMatchObject({ reason: "twin_crs_unknown" });
  });

  // PROJ 9 puts places of these 7 m to 30 m beside the one shift of the registry: it has another one for each country.
  it.each([
    ["EPSG:23030", "ED50 / UTM zone 30N"],
    ["EPSG:24879", "PSAD56 / UTM zone 19S"],
    ["EPSG:4230", "ED50"],
    ["EPSG:4248", "PSAD56"],
  ])("says of %s that its way to WGS 84 is not known to the metre", async (code, name) => {
    const fault = await faultOf("a.geojson", file(named(code)));
    expect(fault).toMatchObject({ reason: "twin_crs_shift", values: { crs: code, name } });
  });

  it("says of a code that the registry lacks that it is not known", async () => {
    const fault = await faultOf("a.geojson", file(named("EPSG:999997")));
    expect(fault).toMatchObject({ reason: "twin_crs_unknown" });
  });

  it("keeps the ID of a feature, and properties in properties", async () => {
    const properties = { meta: { serial: "X1", zone: 3 }, tags: ["a", "b"], ["__proto__.x"]: 1 };
    const { properties: found } = await read(
      "a.geojson",
      file("EPSG:32719", { id: "T-1", properties }),
    );
    expect(found[0]).toEqual({
      "meta.serial": "X1",
      "meta.zone": 3,
      tags: "a, b",
      "__proto__.x": 1,
      feature_id: "T-1",
    });
  });

  it("may have values that Python writes for missing ones", async () => {
    const text = file("EPSG:32719", { properties: { name: "NaN", w: "?" } }).replace('"?"', "NaN");
    const { properties } = await read("a.geojson", text);
    expect(properties[0]).toEqual({ name: "NaN", w: null });
  });
});

describe("GPX", () => {
  const gpx = (inside: string) =>
    `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${inside}</gpx>`;

  it("has waypoints with their words and times, and routes and tracks", async () => {
    const waypoint =
      '<wpt lat="-18.9" lon="-70.1"><ele>1200.5</ele><time>2026-03-04T10:00:00Z</time><name>A &amp; B</name><desc>Cracked</desc><sym>Flag</sym><link href="x"><text>no</text></link><extensions><x:serial>S1</x:serial></extensions></wpt>';
    const route =
      '<rte><name>R</name><rtept lat="-18.9" lon="-70.1"><name>P</name></rtept><rtept lat="-18.8" lon="-70"/></rte>';
    const track =
      '<trk><name>T</name><trkseg><trkpt lat="-18.9" lon="-70.1"><time>2026-03-04T10:00:00Z</time></trkpt><trkpt lat="-18.8" lon="-70"/></trkseg></trk>';
    const { shapes, properties, refused } = await read(
      "a.gpx",
      gpx(`<metadata><name>no</name></metadata>${waypoint}${route}${track}`),
    );
    expect(refused).toEqual([]);
    expectPlace(shapes[0]);
    expect(properties).toEqual([
      {
        elevation: "1200.5",
        timestamp: "2026-03-04T10:00:00Z",
        name: "A & B",
        description: "Cracked",
        symbol: "Flag",
        serial: "S1",
      },
      { name: "R" },
      { name: "T" },
    ]);
  });

  it("with a place that is none leaves that out, and says so", async () => {
    const { shapes, refused } = await read(
      "a.gpx",
      gpx('<wpt lat="x" lon="1"/><wpt lon="1"/><wpt lat="-18.9" lon="-70.1"/>'),
    );
    expect(shapes).toHaveLength(1);
    expect(refused.map(({ reason, feature }) => [reason, feature])).toEqual([
      ["kml_coordinates", 1],
      ["kml_coordinates", 2],
    ]);
  });

  it.each([
    ["a DOCTYPE", '<!DOCTYPE gpx [<!ENTITY a "b">]><gpx/>', "xml_doctype"],
    ["an end in the middle", '<gpx><wpt lat="1" lon="2">', "xml_syntax"],
    [
      "a bare ampersand",
      "<gpx><wpt lat='1' lon='2'><name>A & B</name></wpt></gpx>",
      "xml_ampersand",
    ],
  ])("is refused for %s", async (_, text, reason) => {
    expect(await faultOf("a.gpx", text)).toMatchObject({ reason });
  });
});
