// Files with shapes that the server reads for the map of flight areas.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import { toLonLatFrom } from "../../../domain/geometry/crs.ts";
import { isOtherJson } from "../../../domain/flight/format/feature-geojson.ts";
import { openAreas } from "../../../domain/flight/format/route-open.ts";

let server: TestServer;
let plant: number;
beforeAll(async () => {
  server = await startTestServer();
  ({ plant_id: plant } = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol"));
});
afterAll(() => server.close());

const open = async (name: string, content: string) => {
  const body = new FormData();
  body.append("file", new Blob([content]), name);
  return server.ask(api.flightArea.openFile, "super_admin", {
    params: { id: plant },
    body,
  } as never);
};
const polygon = "POLYGON((-3 37,-2.998 37,-2.998 37.002,-3 37.002,-3 37))";

it("are answered as GeoJSON, which the map opens", async () => {
  const { status, body } = await open("areas.csv", `name;WKT\nZona de no sobrevuelo;${polygon}\n`);
  expect(status).toBe(200);
  const { features, refused_count } = body as { features: string; refused_count: number };
  expect(refused_count).toBe(0);
  const { items } = openAreas(new TextEncoder().encode(features), "areas.csv.geojson");
  expect(items).toMatchObject([{ name: "Zona de no sobrevuelo", kind: "no_fly" }]);
  expect(items[0]!.polygon![0]![2]).toEqual([-2.998, 37.002]);
});

it("list what cannot be read, and are refused by format where nothing can", async () => {
  const { body } = await open("areas.csv", `name,WKT\na,"${polygon}"\nb,nonsense\n`);
  expect(body).toMatchObject({
    refused_count: 1,
    refused: [{ reason: "csv_wkt", line: 3, feature: 2, file: "areas.csv" }],
  });
  const dwg = await open("areas.dwg", "AC1032 and more");
  expect(dwg).toMatchObject({ status: 422, body: { problems: [{ reason: "format_dwg" }] } });
});

it("keep what a property says of them: no way to fly over one whose name says otherwise", async () => {
  const rows = `nombre;tipo;WKT\nZona de vuelo 1;no volar;${polygon}\nZona de vuelo 2;;${polygon}\n`;
  const { body } = await open("areas.csv", rows);
  const { features } = body as { features: string };
  const { items } = openAreas(new TextEncoder().encode(features), "areas.csv.geojson");
  expect(items.map(({ name, kind }) => [name, kind])).toEqual([
    ["Zona de vuelo 1", "no_fly"],
    ["Zona de vuelo 2", "flight"],
  ]);
});

const ring = "[[-3,37],[-2.998,37],[-2.998,37.002],[-3,37.002],[-3,37]]";
it.each([
  [
    "lines of JSON",
    [1, 2]
      .map(
        (at) =>
          `{"type":"Feature","properties":{"name":"Vuelo ${at}"},"geometry":{"type":"Polygon","coordinates":[${ring}]}}`,
      )
      .join("\n"),
    ["Vuelo 1", "Vuelo 2"],
  ],
  [
    "Esri's JSON",
    `{"geometryType":"esriGeometryPolygon","spatialReference":{"wkid":4326},"features":[{"attributes":{"name":"Vuelo 1"},"geometry":{"rings":[${ring}]}}]}`,
    ["Vuelo 1"],
  ],
])("%s that is named .json is recognised, and read", async (_, text, names) => {
  expect(isOtherJson(new TextEncoder().encode(text), toLonLatFrom)).toBe(true);
  const { status, body } = await open("areas.json", text);
  expect(status).toBe(200);
  const { features } = body as { features: string };
  const { items } = openAreas(new TextEncoder().encode(features), "areas.json.geojson");
  expect(items.map(({ name, kind }) => [name, kind])).toEqual(
    names.map((name) => [name, "flight"]),
  );
});

it("GeoJSON and broken JSON are none of those", () => {
  for (const text of [`{"type":"FeatureCollection","features":[]}`, `{"type":"Feature",`, "[1]"])
    expect(isOtherJson(new TextEncoder().encode(text), toLonLatFrom), text).toBe(false);
});

it("GeoJSON in a system that the browser does not know is read by the server", async () => {
  // US feet, by cs2cs EPSG:4326 EPSG:2229.
  const at = [
    [6501082.65, 1840638.41],
    [6501385.57, 1840637.81],
    [6501386.16, 1840939.87],
    [6501082.65, 1840638.41],
  ];
  const fileOf = (name: string) =>
    JSON.stringify({
      type: "FeatureCollection",
      crs: { type: "name", properties: { name } },
      features: [
        {
          type: "Feature",
          properties: { name: "Vuelo 1" },
          geometry: { type: "Polygon", coordinates: [at] },
        },
      ],
    });
  const isOther = (text: string) => isOtherJson(new TextEncoder().encode(text), toLonLatFrom);
  expect(isOther(fileOf("urn:ogc:def:crs:EPSG::32719"))).toBe(false);
  const text = fileOf("urn:ogc:def:crs:EPSG::2229");
  expect(isOther(text)).toBe(true);
  const { status, body } = await open("areas.json", text);
  expect(status).toBe(200);
  const { items } = openAreas(
    new TextEncoder().encode((body as { features: string }).features),
    "areas.json.geojson",
  );
  const [lon, lat] = items[0]!.polygon![0]![0]!;
  expect(lon).toBeCloseTo(-118.2, 4);
  expect(lat).toBeCloseTo(34.05, 4);
});
