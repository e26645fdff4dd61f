// What files are understood as before they are imported: twins, outlines of plants, drawings; and what is remembered.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AccountKey } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { FilePreview } from "../../../domain/file-preview/file-preview.ts";
import { limits } from "../../../domain/limits.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import { book, row } from "../../table-file/book.fixture.ts";
import {
  collection,
  form,
  square,
  startTwinStand,
  type TwinStand,
} from "../../upload/digital-twin.fixture.ts";

let stand: TwinStand;
beforeAll(async () => {
  stand = await startTwinStand();
});
afterAll(() => stand.server.close());

const ask = async (
  purpose: "twin" | "blueprint" | "observations",
  id: number,
  body: FormData,
  as: AccountKey = "analyst",
) => stand.server.ask(api.filePreview[purpose], as, { params: { id }, body });
const previewOf = async (...asked: Parameters<typeof ask>) => {
  const { status, body } = await ask(...asked);
  expect([status, body]).toEqual([200, body]);
  return body as FilePreview;
};
const areasOf = async (body: FormData) => {
  const answer = await stand.server.ask(api.filePreview.areas, "analyst", { body });
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body as FilePreview;
};

const [lon, lat] = [-70.11, -18.88];
/** Trackers of two blocks, and one module on each, whose properties have names that mean nothing here. */
const layout = () =>
  collection(
    ...[0, 1, 2, 3].flatMap((at) => {
      const block = at < 2 ? "North" : "South";
      const place = [lon + at * 2e-4, lat] as const;
      return [
        square(...place, { what: "tracker", called: `T${at % 2}`, part: block }),
        square(...place, { what: "module", called: "M1", part: block, above: `T${at % 2}` }),
      ];
    }),
  );
const meanings = { name: "called", type: "what", group: "part", parent: "above" };

describe("the preview of a twin", () => {
  it("says what is missing, and after the user has said what the properties mean, what it would become", async () => {
    const { id, name } = await stand.makePlant();
    const before = await stand.digest();
    const unread = await previewOf("twin", id, form({ [`${name}.geojson`]: layout() }));
    expect(unread).toMatchObject({ feature_count: 8, outline_count: 8, result_count: 0 });
    expect(unread.faults).toMatchObject([{ reason: "twin_type_unknown" }]);
    expect(unread.columns.map(({ name: column }) => column)).toEqual([
      "what",
      "called",
      "part",
      "above",
    ]);
    const mapping = JSON.stringify(meanings);
    const read = await previewOf("twin", id, form({ [`${name}.geojson`]: layout() }, { mapping }));
    expect(read).toMatchObject({
      faults: [],
      mapping: { ...meanings, dt_id: null },
      said: meanings,
      mapping_source: "chosen",
      levels: [
        { component_type: "tracker_group", component_count: 2, made_count: 2, orphan_count: 0 },
        { component_type: "tracker", component_count: 4, nameless_count: 0, orphan_count: 0 },
        { component_type: "module", component_count: 4, nameless_count: 0, orphan_count: 0 },
      ],
    });
    expect(JSON.parse(read.shapes)).toMatchObject({ features: { length: 8 } });
    expect(await stand.digest()).toBe(before);
  });

  it("is what the import makes with the same mapping, which the customer's next file has already", async () => {
    const { id, name } = await stand.makePlant();
    const mapping = JSON.stringify(meanings);
    const file = { [`${name}.geojson`]: layout() };
    const task = await stand.finish(await stand.send(id, form(file, { mapping })));
    expect(task).toMatchObject({
      state: "SUCCESSFUL",
      output: {
        result: {
          levels: [
            { component_type: "tracker_group", component_count: 2 },
            { component_type: "tracker", component_count: 4 },
            { component_type: "module", component_count: 4, orphan_count: 0 },
          ],
        },
      },
    });
    const next = await stand.makePlant();
    const shown = await previewOf("twin", next.id, form({ [`${next.name}.geojson`]: layout() }));
    expect(shown).toMatchObject({ mapping_source: "remembered", said: meanings, faults: [] });
    // A file that lacks one of the properties is understood by itself.
    const other = collection(square(lon, lat, { what: "tracker", called: "T1" }));
    const alone = await previewOf(
      "twin",
      next.id,
      form({ [`${next.name} tracker.geojson`]: other }),
    );
    expect(alone).toMatchObject({ mapping_source: "file", said: {} });
  });

  it("says a place far from the plant, layers as folders, and a system that is not read", async () => {
    const { id, name } = await stand.makePlant();
    const far = collection(square(5, 50, { pcs: "T1" }));
    const shown = await previewOf("twin", id, form({ [`${name} tracker.geojson`]: far }));
    expect(shown.faults).toMatchObject([{ reason: "twin_far_from_plant" }]);
    expect(shown.distance_km).toBeGreaterThan(5000);
    const placemark = (at: number) =>
      `<Placemark><name>T${at}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${[
        [0, 0],
        [1e-4, 0],
        [1e-4, 2e-5],
        [0, 2e-5],
        [0, 0],
      ]
        .map(([x, y]) => `${lon + x! + at * 2e-4},${lat + y!}`)
        .join(" ")}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
    const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><name>Trackers</name><Folder><name>Block 1</name>${placemark(0)}</Folder><Folder><name>Block 2</name>${placemark(1)}</Folder></Folder></Document></kml>`;
    const folders = await previewOf("twin", id, form({ [`${name}.kml`]: kml }));
    expect(folders).toMatchObject({
      files: [{ format: "kml" }],
      folders: [
        { path: ["Trackers", "Block 1"], feature_count: 1 },
        { path: ["Trackers", "Block 2"], feature_count: 1 },
      ],
      levels: [
        { component_type: "tracker_group", component_count: 2 },
        { component_type: "tracker", component_count: 2, orphan_count: 0 },
      ],
    });
    const crs = JSON.stringify({
      ...(JSON.parse(far) as object),
      crs: { type: "name", properties: { name: "EPSG:99999" } },
    });
    const refused = await ask("twin", id, form({ [`${name} tracker.geojson`]: crs }));
    expect(refused).toMatchObject({
      status: 422,
      body: { problems: [{ reason: "twin_crs_unknown" }] },
    });
  });

  it("refuses a mapping that is none, and more bytes than are shown", async () => {
    const { id, name } = await stand.makePlant();
    for (const mapping of ["{", "[]", '{"colour":"a"}', '{"name":7}', '{"name":""}']) {
      const file = { [`${name}.geojson`]: layout() };
      for (const call of [api.filePreview.twin, api.digitalTwin.importFiles]) {
        const answer = await stand.server.ask(call, "analyst", {
          params: { id },
          body: form(file, { mapping }),
        });
        expect(answer).toMatchObject({
          status: 400,
          body: { problems: [{ reason: "field_invalid", field: "mapping" }] },
        });
      }
    }
    const large = new Uint8Array(limits.previewedFileBytes + 1);
    const answer = await ask("twin", id, form({ [`${name}.geojson`]: large }));
    expect(answer).toMatchObject({
      status: 413,
      body: { problems: [{ reason: "preview_too_large" }] },
    });
  });
});

describe("the preview of outlines of plants", () => {
  it("shows the plants, and reads them again with another name and unit", async () => {
    const customer_id = String(stand.server.accounts.viewer.customer_id);
    const text = collection(square(10, 50, { site: "Park", p: "70" }), {
      type: "Feature",
      geometry: null,
    });
    const shown = await areasOf(form({ "parks.geojson": text }, { customer_id }));
    expect(shown).toMatchObject({
      result_count: 1,
      refused_count: 1,
      mapping: { name: null, capacity_mw: null, capacity_kw: null },
    });
    const mapping = JSON.stringify({ name: "site", capacity_kw: "p" });
    const chosen = await areasOf(form({ "parks.geojson": text }, { customer_id, mapping }));
    expect(chosen.mapping).toEqual({ name: "site", capacity_mw: null, capacity_kw: "p" });
    const made = await stand.server.ask(api.digitalTwin.importPlantAreas, "analyst", {
      body: form({ "parks.geojson": text }, { customer_id, mapping }),
    });
    expect(made).toMatchObject({ status: 200, body: { created: 1 } });
    const { body } = await stand.server.ask(api.plant.list, "viewer");
    expect((body as Plant[]).find(({ name }) => name === "Park")).toMatchObject({
      nominal_capacity: 0.07,
    });
    const again = await areasOf(form({ "parks.geojson": text }, { customer_id }));
    expect(again.mapping_source).toBe("remembered");
    const foreign = await stand.server.ask(api.filePreview.areas, "analyst", {
      body: form({ "parks.geojson": text }, { customer_id: "999999" }),
    });
    expect(foreign).toMatchObject({
      status: 400,
      body: { problems: [{ reason: "customer_unknown" }] },
    });
  });
});

describe("the preview of a drawing", () => {
  it("shows a sheet of a workbook with coordinates, and names its points by the chosen column", async () => {
    const { id } = await stand.makePlant();
    const points = book({
      sheets: {
        Points:
          row(1, ["lon", "lat", "sign"]) + row(2, [lon, lat, "Gate"]) + row(3, [lon, lat, "Mast"]),
        Other: row(1, ["a", "b"]),
      },
    });
    const shown = await previewOf("blueprint", id, form({ "points.xlsx": points }));
    expect(shown).toMatchObject({
      files: [{ format: "xlsx", feature_count: 2 }],
      point_count: 2,
      result_count: 2,
      mapping: { name: null },
    });
    const mapping = JSON.stringify({ name: "sign" });
    const made = await stand.server.ask(api.blueprint.uploadKml, "analyst", {
      params: { id },
      body: form({ "points.xlsx": points }, { mapping }),
    });
    const { blueprint } = made.body as { blueprint: { id: number } };
    const features = await stand.server.fetch(`/api/auth/blueprint/${blueprint.id}/features`, {
      headers: { authorization: `Bearer ${stand.server.accounts.analyst.token}` },
    });
    expect(await features.json()).toMatchObject({
      features: [{ properties: { name: "Gate" } }, { properties: { name: "Mast" } }],
    });
  });
});
