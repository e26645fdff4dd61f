import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type Answer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { Blueprint } from "../../../domain/plant/blueprint.ts";
import { limits } from "../../../domain/limits.ts";

let server: TestServer;
let own: Holding;
let foreign: Holding;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  foreign = await storeHolding(server, server.accounts.other_customer.customer_id, "Kaxu");
});
afterAll(() => server.close());

const calls = api.blueprint;
const kml = (...placemarks: string[]) =>
  `<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${placemarks.join("\n")}\n</Document></kml>`;
const road = `<Placemark><name>Road</name><LineString><coordinates>-3,37 -3.01,37.01</coordinates></LineString></Placemark>`;
const gate = `<Placemark><name>Gate</name><Point><coordinates>-3,37,600</coordinates></Point></Placemark>`;
const field = `<Placemark><name>Field</name><Polygon><outerBoundaryIs><LinearRing><coordinates>-3,37 -3.01,37 -3.01,37.01 -3,37</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
const pdf = `%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n`;

const upload = (kind: "pdf" | "kml", content: string | Uint8Array, name: string, id?: number) => {
  const body = new FormData();
  body.append("file", new Blob([content as BlobPart]), name);
  const endpoint = kind === "pdf" ? calls.uploadPdf : calls.uploadKml;
  return server.ask(endpoint, "analyst", { params: { id: id ?? own.plant_id }, body } as never);
};
const stored = (answer: Answer) =>
  answer.body as { blueprint: Blueprint; feature_count: number | null };
const problems = ({ status, body }: Answer) => [
  status,
  ...((body as { problems?: object[] }).problems ?? []),
];
const objects = async () => {
  const keys: string[] = [];
  for await (const key of server.services.files.list("plant/")) keys.push(key);
  return keys;
};

describe("blueprints", () => {
  it("are kept as they were sent and handed out as downloads", async () => {
    const made = stored(await upload("pdf", pdf, "Site plan.PDF"));
    expect(made).toMatchObject({
      feature_count: null,
      blueprint: { kind: "pdf", file_name: "Site plan.PDF", bytes: pdf.length },
    });
    const { id } = made.blueprint;
    const url = await server.ask(calls.fileUrl, "viewer", { params: { id } });
    const file = await server.fetch((url.body as { url: string }).url, { bot: null });
    expect(file.status).toBe(200);
    expect(await file.text()).toBe(pdf);
    expect(file.headers.get("content-disposition")).toContain("attachment");
    expect(file.headers.get("content-security-policy")).toContain("sandbox");
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    const list = await server.ask(calls.list, "viewer", { params: { id: own.plant_id } });
    expect(list.body).toMatchObject([{ id, user_name: "analyst Tester" }]);
    expect(JSON.stringify(list.body)).not.toContain("blueprint/");
    expect((await server.ask(calls.features, "viewer", { params: { id } })).status).toBe(404);
  });

  it("in KML are counted and drawn: lines, areas and points with their names", async () => {
    const made = stored(await upload("kml", kml(road, gate, field), "plan.kml"));
    expect(made.feature_count).toBe(3);
    const params = { id: made.blueprint.id };
    const { body } = await server.ask(calls.features, "viewer", { params });
    const { features } = body as { features: { properties: object; geometry: object }[] };
    expect(features.map(({ properties }) => properties)).toEqual([
      { name: "Road" },
      { name: "Gate" },
      { name: "Field" },
    ]);
    expect(features.map(({ geometry }) => (geometry as { type: string }).type)).toEqual([
      "LineString",
      "Point",
      "Polygon",
    ]);
    expect(features[1]).toMatchObject({ geometry: { coordinates: [-3, 37] } });
  });

  it("in KML list each fault with line and feature, and draw the rest; without any they are refused", async () => {
    const broken = road.replace("-3.01,37.01", "-3.01;37.01");
    const far = gate.replace("-3,37,600", "-3,97");
    const list = [
      { reason: "kml_coordinates", feature: 2, line: 4, file: "plan.kml" },
      { reason: "kml_coordinates", feature: 4, line: 6, file: "plan.kml" },
    ];
    const { status, body } = await upload("kml", kml(gate, broken, road, far), "plan.kml");
    expect(status).toBe(200);
    expect(body).toMatchObject({ feature_count: 2, refused_count: 2, refused: list });
    const { blueprint } = body as { blueprint: { id: number } };
    const removed = await server.ask(api.blueprint.remove, "analyst", {
      params: { id: blueprint.id },
    });
    expect(removed.status).toBe(200);
    const refused = await upload("kml", kml(broken), "plan.kml");
    expect(problems(refused)).toMatchObject([422, { reason: "kml_coordinates", feature: 1 }]);
    const cases: [string, object][] = [
      ["<osm/>", { reason: "format_osm" }],
      ["<a/>", { reason: "kml_root", line: 1 }],
      [kml(road).replace("</Document>", ""), { reason: "xml_syntax" }],
      [
        `<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>${kml(road)}`,
        { reason: "xml_doctype", line: 1 },
      ],
      [kml(road.replace("Road", "&x;")), { reason: "xml_syntax" }],
      [kml(), { reason: "blueprint_empty" }],
      [kml(road.replace("-3,37 ", "")), { reason: "blueprint_line_short", feature: 1 }],
      ["", { reason: "file_empty" }],
    ];
    const before = await objects();
    for (const [content, problem] of cases) {
      expect(problems(await upload("kml", content, "plan.kml"))).toMatchObject([422, problem]);
    }
    expect(await objects()).toEqual(before);
  });

  it("in PDF are known by their first bytes, not by their name", async () => {
    for (const content of ["<html>%PDF-1.7</html>", "%PD", "PK\u0003\u0004 a ZIP, really"]) {
      expect(problems(await upload("pdf", content, "plan.pdf"))).toMatchObject([
        422,
        { reason: "blueprint_no_pdf", file: "plan.pdf" },
      ]);
    }
    expect(problems(await upload("pdf", pdf, "plan.exe"))).toMatchObject([
      422,
      { reason: "blueprint_ending" },
    ]);
    const two = new FormData();
    two.append("a", new Blob([pdf]), "a.pdf");
    two.append("b", new Blob([pdf]), "b.pdf");
    const params = { id: own.plant_id };
    const before = await objects();
    const answer = await server.ask(calls.uploadPdf, "analyst", { params, body: two } as never);
    expect(problems(answer)).toMatchObject([400, { reason: "blueprint_one_file" }]);
    const huge = new Uint8Array(limits.blueprintPdfBytes + 10);
    huge.set(new TextEncoder().encode(pdf));
    expect((await upload("pdf", huge, "huge.pdf")).status).toBe(413);
    expect(await objects()).toEqual(before);
  });

  it("are uploaded and deleted by staff alone, and of another customer do not exist", async () => {
    const body = new FormData();
    body.append("file", new Blob([pdf]), "plan.pdf");
    const denied = await server.ask(calls.uploadPdf, "viewer", {
      params: { id: own.plant_id },
      body,
    } as never);
    expect(denied.status).toBe(403);
    const { id } = stored(await upload("pdf", pdf, "theirs.pdf", foreign.plant_id)).blueprint;
    for (const endpoint of [calls.file, calls.fileUrl, calls.features] as const) {
      expect((await server.ask(endpoint, "viewer", { params: { id } })).status).toBe(404);
      expect((await server.ask(endpoint, "tenant", { params: { id } })).status).toBe(404);
    }
    expect((await server.ask(calls.remove, "tenant", { params: { id } })).status).toBe(404);
    expect((await server.ask(calls.file, "other_customer", { params: { id } })).status).toBe(200);
  });

  it("leave nothing behind when they, or their plant, are deleted", async () => {
    const list = await server.ask(calls.list, "analyst", { params: { id: own.plant_id } });
    for (const { id } of list.body as Blueprint[]) {
      expect((await server.ask(calls.remove, "analyst", { params: { id } })).body).toEqual({
        done: true,
      });
      expect((await server.ask(calls.file, "analyst", { params: { id } })).status).toBe(404);
    }
    const plant = await server.ask(api.plant.create, "analyst", {
      body: {
        name: "Short",
        technology: "photovoltaic",
        nominal_capacity: 1,
        mounting_type: "tracked",
        lon: 0,
        lat: 0,
        customer_id: server.accounts.viewer.customer_id,
      },
    });
    const { id } = plant.body as { id: number };
    await upload("kml", kml(road), "plan.kml", id);
    expect((await objects()).filter((key) => key.startsWith(`plant/${id}/`))).toHaveLength(2);
    await server.ask(api.plant.remove, "analyst", { params: { id } });
    const left = (await objects()).filter((key) => !key.startsWith(`plant/${foreign.plant_id}/`));
    expect(left).toEqual([]);
  });
});
