// Files with shapes that the server reads for the map of flight areas.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
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
  expect(isOtherJson(new TextEncoder().encode(text))).toBe(true);
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
    expect(isOtherJson(new TextEncoder().encode(text)), text).toBe(false);
});
