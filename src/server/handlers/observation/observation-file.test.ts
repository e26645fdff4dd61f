// Observations from files of points: every format that shapes come in, their components, times and values.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gdal, hasGdal } from "../../../../tests/fixtures/gdal.ts";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import type { ErrorAnswer } from "../../../domain/error-shape.ts";
import type { FilePreview } from "../../../domain/file-preview/file-preview.ts";
import type { Observation } from "../../../domain/observation/observation.ts";
import type { CustomComponentProperty } from "../../../domain/plant/custom-component-property.ts";

let server: TestServer;
let plant: ResultPlant;
let severity: CustomComponentProperty;
let folder = "";
const [lon0, lat0] = [-70, -24];
/** The middle of a module of the plant, whose modules stand in a grid of about a metre. */
const middleOf = (module: number): [number, number] => [
  lon0 + ((module % 20) + 0.45) * 1e-5,
  lat0 + (Math.floor(module / 20) * 2 + 0.5) * 1e-5,
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "observations-"));
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Atacama");
  const made = await server.ask(api.customComponentProperty.create, "viewer", {
    params: { id: plant.plant_id },
    body: {
      component_type: "module",
      name: "Severity",
      relation_type: "time",
      data_type: "options",
      options: [{ label: "Low" }, { label: "High" }],
    },
  });
  severity = made.body as CustomComponentProperty;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

type Fields = Readonly<Record<string, string>>;
function bodyOf(name: string, bytes: Uint8Array | string, fields: Fields = {}) {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append("file", new Blob([bytes as BlobPart]), name);
  return body;
}
const params = () => ({ id: plant.plant_id });
const previewOf = async (name: string, bytes: Uint8Array | string, fields: Fields = {}) => {
  const body = bodyOf(name, bytes, fields);
  const answer = await server.ask(api.filePreview.observations, "viewer", {
    params: params(),
    body,
  });
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body as FilePreview;
};
const importFile = (
  name: string,
  bytes: Uint8Array | string,
  fields: Fields,
  as: AccountKey = "viewer",
) => {
  const body = bodyOf(name, bytes, fields);
  return server.ask(api.observation.importFile, as, { params: params(), body });
};
const stored = async () => {
  const { body } = await server.ask(api.observation.list, "viewer", { params: params() });
  return (body as { observations: Observation[] }).observations;
};
const reasons = ({ body }: { body: unknown }) =>
  (body as ErrorAnswer).problems?.map(({ reason }) => reason);
const clear = async () => {
  for (const { id } of await stored())
    await server.ask(api.observation.remove, "viewer", { params: { id } });
};

type Point = { readonly at: readonly number[]; readonly says?: object };
const points = (...given: Point[]) =>
  JSON.stringify({
    type: "FeatureCollection",
    features: given.map(({ at, says = {} }) => ({
      type: "Feature",
      properties: says,
      geometry: { type: "Point", coordinates: at },
    })),
  });
const sound = [
  {
    at: middleOf(3),
    says: { when: "2026-03-04T10:00:00Z", note: "broken glass", severity: "High" },
  },
  { at: middleOf(27), says: { when: "2026-03-04T11:00:00Z", note: "dirt", severity: "low" } },
];

describe("a file of points", () => {
  it("is shown with what each property means, and becomes observations of the components at its points", async () => {
    const shown = await previewOf("walk.geojson", points(...sound));
    expect(shown).toMatchObject({
      files: [{ name: "walk.geojson", format: "geojson", feature_count: 2 }],
      systems: [],
      point_count: 2,
      outline_count: 0,
      mapping: {
        component: null,
        observed_at: "when",
        notes: "note",
        [`ccp_${severity.id}`]: "severity",
      },
      mapping_source: "file",
      result_count: 2,
      known_count: 0,
      refused_count: 0,
      faults: [],
      farthest_m: null,
      shown_count: 2,
    });
    expect(shown.columns.map(({ name, filled }) => [name, filled])).toEqual([
      ["when", 2],
      ["note", 2],
      ["severity", 2],
    ]);
    const mapping = JSON.stringify(shown.said);
    const done = await importFile("walk.geojson", points(...sound), { mapping });
    expect(done).toMatchObject({ status: 200, body: { created: 2, known: 0, refused_count: 0 } });
    const [newer, older] = await stored();
    expect(newer).toMatchObject({
      fieldgeometry_component: { dt_id: plant.moduleId(27), component_type: "module" },
      notes: "dirt",
      column_values: [{ column_id: `ccp_${severity.id}`, value: severity.options![0]!.id }],
    });
    expect(Date.parse(older!.observed_at)).toBe(Date.parse("2026-03-04T10:00:00Z"));
    expect(older!.fieldgeometry_component.dt_id).toBe(plant.moduleId(3));
  });

  it("is stored once however often it is imported, and the preview says so", async () => {
    await clear();
    const file = points(...sound, sound[0]!);
    const shown = await previewOf("walk.geojson", file);
    expect(shown).toMatchObject({ result_count: 2, twice_count: 1, mapping_source: "remembered" });
    const fields = { mapping: JSON.stringify(shown.said) };
    expect(await importFile("walk.geojson", file, fields)).toMatchObject({ body: { created: 2 } });
    expect(await previewOf("walk.geojson", file)).toMatchObject({ known_count: 2 });
    const again = await importFile("walk.geojson", file, fields);
    expect(again).toMatchObject({ status: 200, body: { created: 0, known: 2 } });
    expect(await stored()).toHaveLength(2);
  });

  it("is read again with the mapping that the user chose", async () => {
    await clear();
    const file = points({
      at: middleOf(3),
      says: { when: "2026-03-04T10:00:00Z", remark: "snail trail" },
    });
    expect((await previewOf("a.geojson", file)).mapping["notes"]).toBeNull();
    const mapping = JSON.stringify({ notes: "remark", observed_at: "when", component: null });
    const shown = await previewOf("a.geojson", file, { mapping });
    expect(shown).toMatchObject({ mapping: { notes: "remark" }, mapping_source: "chosen" });
    await importFile("a.geojson", file, { mapping });
    expect((await stored()).map(({ notes }) => notes)).toEqual(["snail trail"]);
    // The next file with these properties is understood without the user, one of another customer is not.
    expect(await previewOf("b.geojson", file)).toMatchObject({
      mapping: { notes: "remark" },
      mapping_source: "remembered",
    });
  });

  it("asks for the zone of times that state none, and stores nothing before", async () => {
    await clear();
    const file = points({ at: middleOf(3), says: { when: "2026-03-04 10:00", note: "a" } });
    const shown = await previewOf("walk.geojson", file);
    expect(shown).toMatchObject({ lacks_zone: true, result_count: 0 });
    const mapping = JSON.stringify(shown.said);
    const refused = await importFile("walk.geojson", file, { mapping });
    expect([refused.status, reasons(refused)]).toEqual([422, ["observation_zone_missing"]]);
    expect(await stored()).toEqual([]);
    const zone = { mapping, time_zone: "America/Santiago" };
    expect(await previewOf("walk.geojson", file, zone)).toMatchObject({
      lacks_zone: false,
      result_count: 1,
    });
    await importFile("walk.geojson", file, zone);
    // Daylight saving time in March: three hours behind UTC.
    expect(Date.parse((await stored())[0]!.observed_at)).toBe(Date.parse("2026-03-04T13:00:00Z"));
  });

  it("takes a day as its noon and says so, and needs a time where the file has none", async () => {
    await clear();
    const file = points(
      { at: middleOf(3), says: { date: "2026-03-04" } },
      { at: middleOf(4), says: { note: "no time" } },
    );
    const zone = { time_zone: "UTC" };
    const shown = await previewOf("walk.geojson", file, zone);
    expect(shown).toMatchObject({ noon_count: 1, timeless_count: 1, result_count: 1 });
    expect(shown.refused.map(({ reason }) => reason)).toEqual(["observation_time_missing"]);
    const mapping = JSON.stringify(shown.said);
    const given = { mapping, ...zone, observed_at: "2026-03-05T09:00:00Z" };
    expect(await previewOf("walk.geojson", file, given)).toMatchObject({ result_count: 2 });
    await importFile("walk.geojson", file, given);
    const times = (await stored()).map(({ observed_at }) => new Date(observed_at).toISOString());
    expect(times).toEqual(["2026-03-05T09:00:00.000Z", "2026-03-04T12:00:00.000Z"]);
  });

  it.each<[string, Point, string]>([
    ["beside all components", { at: [lon0 + 0.01, lat0] }, "observation_no_component"],
    [
      "with another option",
      { at: middleOf(1), says: { severity: "huge" } },
      "observation_option_unknown",
    ],
    [
      "with a time of two meanings",
      { at: middleOf(1), says: { when: "03/04/2026" } },
      "observation_time_unclear",
    ],
    [
      "of 1970",
      { at: middleOf(1), says: { when: "1970-01-01T00:00:00Z" } },
      "observation_date_old",
    ],
    [
      "of a year to come",
      { at: middleOf(1), says: { when: "2999-01-01T00:00:00Z" } },
      "observation_date_future",
    ],
    [
      "of an unknown component",
      { at: middleOf(1), says: { dt_id: "T9.M9" } },
      "observation_component_unknown",
    ],
    [
      "far from the component it names",
      { at: [lon0, lat0 + 0.01], says: { dt_id: "T0.M1" } },
      "observation_component_apart",
    ],
  ])("leaves out one %s, and says why", async (_, point, reason) => {
    const shown = await previewOf("walk.geojson", points(sound[0]!, point), {
      observed_at: "2026-03-05T09:00:00Z",
      mapping: JSON.stringify({
        observed_at: "when",
        component: "dt_id",
        [`ccp_${severity.id}`]: "severity",
      }),
    });
    expect(shown.result_count).toBe(1);
    expect(shown.refused).toMatchObject([
      { reason, feature: 2, file: "walk.geojson", message: expect.stringMatching(/\w+ \w+/) },
    ]);
  });

  it("is refused as a whole where all of it lies elsewhere, or with latitude and longitude swapped", async () => {
    const far = await previewOf("walk.geojson", points({ at: [5, 50] }, { at: [5, 51] }));
    expect(far.faults.map(({ reason }) => reason)).toEqual(["observations_far_from_plant"]);
    const swapped = await previewOf("walk.geojson", points({ at: [lat0, lon0] }));
    expect(swapped.faults.map(({ reason }) => reason)).toEqual(["observations_axes_swapped"]);
    const fields = { mapping: "{}", observed_at: "2026-03-05T09:00:00Z" };
    const refused = await importFile("walk.geojson", points({ at: [5, 50] }), fields);
    expect([refused.status, reasons(refused)]).toEqual([422, ["observations_far_from_plant"]]);
  });

  it("needs the permission to create observations", async () => {
    const body = bodyOf("walk.geojson", points(...sound), { mapping: "{}" });
    const asked = { params: params(), body };
    for (const call of [api.observation.importFile, api.filePreview.observations]) {
      expect((await server.ask(call, "bare", asked)).status).toBe(403);
    }
  });
});

describe.skipIf(!hasGdal("ogr2ogr"))("the same points, written by GDAL", () => {
  const write = (ending: string, ...words: string[]) => {
    const from = join(folder, "points.geojson");
    writeFileSync(from, points(...sound));
    const to = join(folder, `points.${ending}`);
    rmSync(to, { force: true });
    gdal("ogr2ogr", "-nln", "points", ...words, to, from);
    return readFileSync(to);
  };
  const shapefile = () => {
    const into = mkdtempSync(join(folder, "shp-"));
    const from = join(folder, "points.geojson");
    writeFileSync(from, points(...sound));
    gdal("ogr2ogr", "-t_srs", "EPSG:32719", join(into, "points.shp"), from);
    const files = readdirSync(into).map((name) => [name, readFileSync(join(into, name))] as const);
    return Buffer.from(zipSync(Object.fromEntries(files)));
  };
  it.each<[string, FilePreview["files"][number]["format"], () => Buffer]>([
    ["points.gpkg", "geopackage", () => write("gpkg", "-t_srs", "EPSG:32719")],
    ["points.zip", "shapefile", shapefile],
    ["points.fgb", "flatgeobuf", () => write("fgb")],
    ["points.kml", "kml", () => write("kml")],
    ["points.csv", "csv", () => write("csv", "-lco", "GEOMETRY=AS_XY")],
    ["wkt.csv", "csv", () => write("csv", "-lco", "GEOMETRY=AS_WKT")],
    ["points.geojsonl", "geojson_lines", () => write("geojsonl")],
    [
      "points.xlsx",
      "xlsx",
      () => {
        // GDAL writes no geometry into a workbook, but the columns that a query makes of it.
        const from = join(folder, "points.geojson");
        writeFileSync(from, points(...sound));
        const to = join(folder, "points.xlsx");
        rmSync(to, { force: true });
        const query = `select ST_X(geometry) as lon, ST_Y(geometry) as lat, "when", note, severity from points`;
        execFileSync("ogr2ogr", ["-f", "XLSX", to, from, "-dialect", "SQLite", "-sql", query]);
        return readFileSync(to);
      },
    ],
  ])("%s: are the same observations", async (name, format, bytes) => {
    await clear();
    const shown = await previewOf(name, bytes());
    expect(shown.files.map((one) => one.format)).toEqual([format]);
    // Tables of shapefiles hold days alone.
    const hasDays = format === "shapefile";
    const zone: Fields = shown.lacks_zone ? { time_zone: "UTC" } : {};
    const mapping = JSON.stringify(shown.said);
    const done = await importFile(name, bytes(), { mapping, ...zone });
    expect([done.status, done.body]).toMatchObject([200, { created: 2, refused_count: 0 }]);
    const made = (await stored()).map(
      ({ fieldgeometry_component, notes, observed_at, column_values }) => [
        fieldgeometry_component.dt_id,
        notes,
        new Date(observed_at).toISOString().slice(0, hasDays ? 10 : 19),
        column_values.length,
      ],
    );
    expect(made).toEqual([
      [plant.moduleId(27), "dirt", hasDays ? "2026-03-04" : "2026-03-04T11:00:00", 1],
      [plant.moduleId(3), "broken glass", hasDays ? "2026-03-04" : "2026-03-04T10:00:00", 1],
    ]);
  });
});
