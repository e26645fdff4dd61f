// Files that the server sends, read by an independent program: CSV with a filter and a mapping, and observations.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../src/api/index.ts";
import { MISSING_U8 } from "../src/domain/column/column.ts";
import { keyFigureByKey } from "../src/domain/key-figure/key-figure.ts";
import type { CustomComponentProperty } from "../src/domain/plant/custom-component-property.ts";
import { writeColumns } from "../src/server/store/plant/column/column.ts";
import { readComponents } from "../src/server/store/plant/plant-component.ts";
import { gdal, hasGdal } from "./fixtures/gdal.ts";
import { openResultImport, type ResultImport } from "./fixtures/result-import.ts";

const isPossible = hasGdal("ogr2ogr");
const MODULES = 60;
const heat = keyFigureByKey("delta_t_normalised")!;
const offline = keyFigureByKey("module_offline")!;
/** Names that break a file where they are not written with care. */
const [HEAT, STATE] = ["Heat, “K”; more", "=Zustand\u00e4"] as const;

/** Kelvin and state by the number of the module; every seventh was not seen. */
const isUnseen = (index: number) => index % 7 === 3;
const kelvin = (index: number) => Math.round(index * 3.7) / 10;
const stateOf = (index: number) => index % 3;
/** The filter: warm modules of the first and the last tracker that are not offline by a short circuit. */
const [LEAST, MOST] = [3, 19.2];
const isWanted = (index: number) =>
  !isUnseen(index) && kelvin(index) >= LEAST && kelvin(index) <= MOST && stateOf(index) !== 2;

let host: ResultImport;
let folder: string;
let analysis_id: number;
const numbers = Array.from({ length: MODULES }, (_, index) => index);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "export-http-"));
  host = await openResultImport();
  const { plant, owner } = host;
  analysis_id = await plant.addAnalysis("spring", "2026-03-01", { visibility: "released" });
  const directory = await (await readComponents(owner, plant.plant_id)).directory();
  const kelvins = new Float32Array(MODULES).fill(NaN);
  const states = new Uint8Array(MODULES).fill(MISSING_U8);
  for (const index of numbers.filter((one) => !isUnseen(one))) {
    const { row } = directory.byDtId(plant.moduleId(index))!;
    kelvins[row] = kelvin(index);
    states[row] = stateOf(index);
  }
  const columns = new Map<number, Float32Array | Uint8Array>([
    [heat.id, kelvins],
    [offline.id, states],
  ]);
  await writeColumns(owner, analysis_id, columns, { twin_version: 1 });
});
afterAll(async () => {
  await host.server.close();
  await rm(folder, { recursive: true });
});

type Feature = {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: { readonly coordinates: readonly (readonly [number, number])[][] } | null;
};

/** The file at the address, as GDAL reads it. */
async function readByGdal(path: string, ending: string): Promise<readonly Feature[]> {
  const headers = { authorization: `Bearer ${host.server.accounts.viewer.token}` };
  const answer = await host.server.fetch(`/api/auth${path}`, { headers });
  expect(answer.status).toBe(200);
  const file = join(folder, `asked.${ending}`);
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  // The first line of a sheet has the names, whatever its cells are.
  const sheet = ending === "xlsx" ? ["-oo", "HEADERS=FORCE"] : [];
  const text = gdal(
    "ogr2ogr",
    "-f",
    "GeoJSON",
    "-lco",
    "COORDINATE_PRECISION=9",
    ...sheet,
    "/vsistdout/",
    file,
  );
  return (JSON.parse(text) as { features: Feature[] }).features;
}

describe.skipIf(!isPossible)("GDAL reads what the server sends", () => {
  it("a CSV has exactly the filtered components, and the mapped columns by their own names", async () => {
    const query = new URLSearchParams({
      csv: "1",
      filters: JSON.stringify([
        { kind: "range", key_figure_id: heat.id, min: LEAST, max: MOST },
        { kind: "classes", key_figure_id: offline.id, values: [0, 1] },
      ]),
      csv_mappings: JSON.stringify([
        { key_figure_id: offline.id, header: STATE },
        { key_figure_id: heat.id, header: HEAT },
      ]),
    });
    const features = await readByGdal(`/analysis-result/${analysis_id}/${heat.id}?${query}`, "csv");
    const wanted = numbers.filter(isWanted);
    expect(wanted.length).toBeGreaterThan(20);
    expect(features).toHaveLength(wanted.length);
    const rows = new Map(features.map(({ properties }) => [properties["dt_id"], properties]));
    for (const index of wanted) {
      const dt_id = host.plant.moduleId(index);
      expect(rows.get(dt_id)).toEqual({
        dt_id,
        pcs: `${dt_id} pcs`,
        [`'${STATE}`]: String(stateOf(index)),
        [HEAT]: String(kelvin(index)),
      });
    }
  });

  it.each(["csv", "geojson", "xlsx"] as const)(
    "observations as %s have exactly those of the filter, with values and places",
    async (format) => {
      const { plant_id, moduleId } = host.plant;
      const params = { id: plant_id };
      const name = `Depth ${format}`;
      const made = await host.server.ask(api.customComponentProperty.create, "viewer", {
        params,
        body: { component_type: "module", name, relation_type: "time", data_type: "number" },
      } as never);
      const property = made.body as CustomComponentProperty;
      const seen = [4, 17, 30, 59];
      const others = [5, 6];
      for (const index of [...seen, ...others]) {
        const isSeen = seen.includes(index);
        const { status } = await host.server.ask(api.observation.create, "viewer", {
          params,
          body: {
            dt_id: moduleId(index),
            external_id: `${format}/${index}`,
            observed_at: `2026-03-0${1 + (index % 9)}T10:00:00Z`,
            notes: isSeen ? `=1+1; a "deep" crack ${format}, ${index}` : "nothing",
            request: { ccp_values: isSeen ? [{ ccp_id: property.id, value: index / 8 }] : [] },
          },
        });
        expect(status).toBe(200);
      }
      const filters = JSON.stringify([{ kind: "text", text: `crack ${format}` }]);
      const query = new URLSearchParams({ format, filters });
      const path = `/plant/${plant_id}/observations/export?${query}`;
      const features = await readByGdal(path, format);
      expect(features).toHaveLength(seen.length);
      const rows = new Map(features.map((one) => [one.properties["external_id"], one]));
      for (const index of seen) {
        const { properties, geometry } = rows.get(`${format}/${index}`)!;
        // An apostrophe keeps a cell of CSV from being a formula; in the others a text is declared as one.
        const notes = `${format === "csv" ? "'" : ""}=1+1; a "deep" crack ${format}, ${index}`;
        expect(properties).toMatchObject({
          dt_id: moduleId(index),
          component_type: "module",
          notes,
        });
        expect(Number(properties[name])).toBe(index / 8);
        expect(new Date(String(properties["observed_at"])).getUTCDate()).toBe(1 + (index % 9));
        // The plant's modules are 0.9 by 1 hundred-thousandths of a degree, in rows of twenty.
        const [west, south] = [-70 + (index % 20) * 1e-5, -24 + Math.floor(index / 20) * 2e-5];
        expect(Number(properties["lon"])).toBeCloseTo(west + 0.45e-5, 7);
        expect(Number(properties["lat"])).toBeCloseTo(south + 0.5e-5, 7);
        if (format !== "geojson") continue;
        const corners = geometry!.coordinates[0]!;
        expect(Math.min(...corners.map(([lon]) => lon))).toBeCloseTo(west, 7);
        expect(Math.max(...corners.map(([, lat]) => lat))).toBeCloseTo(south + 1e-5, 7);
      }
    },
  );
});
