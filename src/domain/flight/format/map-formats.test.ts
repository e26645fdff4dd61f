import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../../tests/fixtures/shared-data.ts";
import { isFailure } from "../../error.ts";
import type { FlightAreas } from "../route/flight-route.ts";
import { featuresToGeoJson } from "./feature-geojson.ts";
import { featuresToKml } from "./feature-kml.ts";
import { areaFeatures, routeFeatures } from "./map-feature.ts";
import { openedFrom } from "./opened-route.ts";
import { qgcPlan } from "./qgc-plan.ts";
import { readQgcPlan } from "./qgc-plan-read.ts";
import { areasOf, type OpenedAreas } from "./feature-area.ts";
import { openAreas, openRoutes } from "./route-open.ts";
import { randomAreas, randomRoute, randomSource } from "./route.fixture.ts";

const rounds = process.env["TEST_ROUNDS"] === "full" ? 1000 : 40;
const writers = [
  ["a.kml", featuresToKml],
  ["a.geojson", featuresToGeoJson],
] as const;

function problemsOf(read: () => unknown) {
  try {
    read();
    return [];
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    return cause.problems;
  }
}

/** What is drawn, where a person says "flight polygon" of every area that does not say it. */
const areasIn = ({ items }: Pick<OpenedAreas, "items">) =>
  areasOf(items.map((item) => ({ ...item, kind: item.kind ?? "flight" })));

/** The ways from and to the take-off position are no higher than the route. */
const level = { security_height_m: -1000, return_height_m: -1000 };

describe.each(writers)("%s", (file, write) => {
  it("holds routes and areas as they were written", () => {
    const random = randomSource(11);
    for (let round = 0; round < rounds; round += 1) {
      const routes = [randomRoute(random), randomRoute(random)];
      const areas = randomAreas(random);
      const features = [
        ...routes.flatMap((route) => routeFeatures(route, level)),
        ...areaFeatures(areas),
      ];
      const bytes = strToU8(write("Plant <1>", features));
      expect(openRoutes(bytes, file)).toEqual(routes.map(openedFrom));
      const withoutRoutes = strToU8(write("Plant", areaFeatures(areas)));
      const opened = openAreas(withoutRoutes, file);
      expect([areasIn(opened), opened.skipped]).toEqual([areas, []]);
    }
  });
});

describe("a plan of QGroundControl", () => {
  it("holds the route as it was written", () => {
    const random = randomSource(12);
    for (let round = 0; round < rounds; round += 1) {
      const route = randomRoute(random);
      const { route: opened } = readQgcPlan(strToU8(qgcPlan(route, level)), `${route.name}.plan`);
      const unheld = { aircraft: null, flight_type: null, altitude_agl_m: null, lenses: [] };
      const counted = { distance_m: null, duration_s: null, eval_batch_num: null };
      expect(opened).toEqual({ ...openedFrom(route), ...unheld, ...counted });
    }
  });

  it("holds no-fly polygons and holes to stay out of, and no fence to stay in that is elsewhere", () => {
    const random = randomSource(13);
    const route = randomRoute(random);
    for (let round = 0; round < rounds; round += 1) {
      const areas = randomAreas(random);
      const { areas: opened } = readQgcPlan(strToU8(qgcPlan(route, level, areas)), "a.plan");
      const holes = areas.flight.flatMap(([, ...rings]) => rings.map((ring) => [ring]));
      expect(opened.flight).toEqual([]);
      expect(opened.no_fly).toEqual([...holes, ...areas.no_fly.map(([outer]) => [outer])]);
    }
  });

  it("reads the lines of a survey", () => {
    const plan = JSON.parse(qgcPlan(randomRoute(randomSource(1)), level)) as {
      mission: { items: object[] };
    };
    const { items } = plan.mission;
    const survey = { type: "ComplexItem", TransectStyleComplexItem: { Items: items } };
    const changed = { ...plan, mission: { ...plan.mission, items: [survey] } };
    const read = (value: unknown) => readQgcPlan(strToU8(JSON.stringify(value)), "a.plan").route;
    expect(read(changed).waypoints).toEqual(read(plan).waypoints);
  });

  it("names item and field of a fault", () => {
    const [item, ...rest] = [
      { type: "SimpleItem", command: 16, params: [0, 0, 0, null, 95, 0, 1] },
    ];
    const read = (items: unknown) =>
      problemsOf(() =>
        readQgcPlan(strToU8(JSON.stringify({ fileType: "Plan", mission: { items } })), "a.plan"),
      );
    expect(read([item, ...rest])).toEqual([
      { file: "a.plan", reason: "wpml_coordinates", feature: 1, field: "params" },
    ]);
    expect(read([{ type: 1 }])).toMatchObject([{ reason: "qgc_plan", feature: 1, field: "type" }]);
    expect(read(3)).toMatchObject([{ reason: "qgc_plan", field: "mission.items" }]);
    expect(problemsOf(() => readQgcPlan(strToU8('{\n"a": 1,\n}'), "a.plan"))).toMatchObject([
      { reason: "json_syntax", line: 3 },
    ]);
  });
});

describe("flight areas of other programs", () => {
  const ring = "0,0 0.01,0 0.01,0.01 0,0.01";
  const polygon = (name: string, coordinates = ring) =>
    `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
  const point = (name: string) =>
    `<Placemark><name>${name}</name><Point><coordinates>0.005,0.005,7</coordinates></Point></Placemark>`;
  const kml = (...content: string[]) =>
    strToU8(`<kml><Document>\n${content.join("\n")}\n</Document></kml>`);
  const counts = ({ flight, no_fly, take_offs }: FlightAreas) => [
    flight.length,
    no_fly.length,
    take_offs.length,
  ];
  const countsOf = (...content: string[]) => counts(areasIn(openAreas(kml(...content), "a.kml")));

  it("are distinguished by property, name and folder, in three languages", () => {
    expect(countsOf(polygon("Field"), polygon("No-fly zone"), point("Home"))).toEqual([1, 1, 1]);
    expect(countsOf(polygon("Vuelo 1"), polygon("Zona de exclusión"), point("Despegue"))).toEqual([
      1, 1, 1,
    ]);
    expect(countsOf(polygon("Voo"), polygon("Área proibida"), point("Decolagem"))).toEqual([
      1, 1, 1,
    ]);
    const folder = (name: string, ...inner: string[]) =>
      `<Folder><name>${name}</name>${inner.join("")}</Folder>`;
    expect(countsOf(folder("NFZ", polygon("1"), polygon("2")), polygon("3"))).toEqual([1, 2, 0]);
    expect(countsOf(folder("No fly", folder("Flight polygons", polygon("1"))))).toEqual([1, 0, 0]);
    const geojson = (type: string) => {
      const geometry = {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      };
      const feature = { type: "Feature", properties: { type }, geometry };
      return areasIn(openAreas(strToU8(JSON.stringify(feature)), "a.geojson"));
    };
    expect(counts(geojson("no_fly"))).toEqual([0, 1, 0]);
    expect(counts(geojson("field"))).toEqual([1, 0, 0]);
  });

  it("have their rings closed, and a single point as take-off position", () => {
    const { items, skipped } = openAreas(kml(polygon("A"), point("x")), "a.kml");
    const areas = areasIn({ items });
    expect(areas.flight[0]?.[0]?.at(-1)).toEqual([0, 0]);
    expect(areas.take_offs).toEqual([{ place: [0.005, 0.005], elevation_m: null, name: "x" }]);
    expect(skipped).toEqual([]);
    const two = openAreas(kml(polygon("A"), point("x"), point("y")), "a.kml");
    expect(areasIn(two).take_offs).toEqual([]);
    expect(two.skipped).toMatchObject([
      { reason: "area_kind", feature: 2, line: 3, field: "x" },
      { reason: "area_kind", feature: 3, line: 4, field: "y" },
    ]);
  });

  it("come out of a KMZ", () => {
    const bytes = zipSync({ "doc.kml": kml(polygon("A")) });
    expect(areasIn(openAreas(bytes, "a.kmz")).flight).toHaveLength(1);
  });

  it("are refused with file, feature and name of every fault", () => {
    const bad = kml(polygon("short", "0,0 1,1"), polygon("far", "0,0 200,0 1,1"), polygon("good"));
    expect(problemsOf(() => openAreas(bad, "a.kml"))).toEqual([
      {
        reason: "twin_ring_short",
        values: { vertices: 2 },
        file: "a.kml",
        feature: 1,
        line: 2,
        field: "short",
      },
      {
        reason: "twin_coordinate_out_of_range",
        values: { x: 200, y: 0 },
        file: "a.kml",
        feature: 2,
        line: 3,
        field: "far",
      },
    ]);
    const rule = () => ({ reason: "area_polygons_overlap" });
    expect(problemsOf(() => openAreas(kml(polygon("A")), "a.kml", rule))).toMatchObject([
      { reason: "area_polygons_overlap", feature: 1 },
    ]);
    const one = (file: string, text: string) => problemsOf(() => openAreas(strToU8(text), file))[0];
    expect(one("a.kml", "<kml/>")).toMatchObject({ file: "a.kml", reason: "areas_none" });
    expect(one("a.kml", "<gpx/>")).toMatchObject({
      reason: "kml_root",
      values: { element: "gpx" },
    });
    expect(one("a.txt", "")).toMatchObject({ reason: "area_file_kind" });
    expect(one("a.geojson", "{}")).toMatchObject({ reason: "geojson_type" });
    expect(one("a.geojson", "")).toMatchObject({ reason: "file_empty" });
    const crs = { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::32719" } };
    expect(
      one("a.geojson", JSON.stringify({ type: "FeatureCollection", features: [], crs })),
    ).toMatchObject({
      reason: "twin_crs_unknown",
    });
    expect(
      one(
        "a.kml",
        `<kml><Placemark><Point><coordinates>1;2</coordinates></Point></Placemark></kml>`,
      ),
    ).toMatchObject({
      reason: "kml_coordinates",
      feature: 1,
    });
  });
});

const folder = sharedData();
it.skipIf(folder === null)(
  "reads the 64 tables of a real block as areas, whose rings are open",
  () => {
    const file = "Mesa_BP-A-1.kml";
    const bytes = readFileSync(join(folder!, "plant-geometry/pampa", file));
    const areas = areasIn(openAreas(bytes, file));
    expect(areas.flight).toHaveLength(64);
    for (const [outer] of areas.flight) expect(outer?.at(-1)).toEqual(outer?.[0]);
  },
);
