// A file in metres that states no reference system: one is proposed, chosen, and remembered, by each of the four calls.
// The coordinates of the places are those of cs2cs (PROJ 9).
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../../api/index.ts";
import type { FilePreview } from "../../../domain/file-preview/file-preview.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import { drawingOf, object } from "../../geo-file/dxf/dxf.fixture.ts";
import { readTwin } from "../../store/plant/twin.ts";
import { form, startTwinStand, type TwinStand } from "../../upload/digital-twin.fixture.ts";
import { startObservationStand } from "../observation/observation-file.fixture.ts";

let stand: TwinStand;
beforeAll(async () => {
  stand = await startTwinStand();
});
afterAll(() => stand.server.close());

/** The position of the plant, and the same place in UTM 19 south. */
const [lon, lat] = [-70.11, -18.88];
const [east, north] = [383_083.3071, 7_912_083.6954];
/** Degrees that are less than a metre. */
const METRE = 9e-6;
const system = "EPSG:32719";
const mapping = JSON.stringify({ system });

/** Rectangles of these sizes in metres around the place, on a layer. */
const drawing = (layer: string, ...sizes: readonly (readonly [width: number, height: number])[]) =>
  drawingOf(
    sizes.map(([width, height]) => {
      const corners = [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ].flatMap(([x = 0, y = 0]) => [10, east + (x * width) / 2, 20, north + (y * height) / 2]);
      return object("LWPOLYLINE", layer, 90, 4, 70, 1, ...corners);
    }),
  );

async function previewOf(purpose: "twin" | "blueprint", id: number, body: FormData) {
  const answer = await stand.server.ask(api.filePreview[purpose], "analyst", {
    params: { id },
    body,
  });
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body as FilePreview;
}

/** Asks for the system, without a shape, and with the right one among the proposed. */
function expectAsked(shown: FilePreview): void {
  expect(shown).toMatchObject({ result_count: 0, bounds: null, system_choice: { chosen: null } });
  expect(shown.faults).toMatchObject([{ reason: "crs_missing" }]);
  expect(shown.system_choice!.proposed.map(({ code }) => code)).toContain(32719);
}

function expectPlaced({ bounds, system_choice, faults }: FilePreview): void {
  expect([faults, system_choice?.chosen]).toEqual([[], system]);
  const [west, south, right, up] = bounds!;
  expect(Math.abs((west + right) / 2 - lon)).toBeLessThan(METRE);
  expect(Math.abs((south + up) / 2 - lat)).toBeLessThan(METRE);
}

it("a drawing becomes a twin at its place, and the customer's next file is placed by itself", async () => {
  const { id, name } = await stand.makePlant();
  const file = { [`${name}.dxf`]: drawing("tracker", [2, 20]) };
  const asked = await previewOf("twin", id, form(file));
  expectAsked(asked);
  expect(asked.files).toMatchObject([{ format: "dxf" }]);
  expectPlaced(await previewOf("twin", id, form(file, { mapping })));
  const task = await stand.finish(await stand.send(id, form(file, { mapping })));
  expect(task).toMatchObject({ state: "SUCCESSFUL" });
  const { origin } = (await readTwin(stand.server.database.owner.db, id))!;
  expect(Math.abs(origin[0] - lon)).toBeLessThan(METRE);
  expect(Math.abs(origin[1] - lat)).toBeLessThan(METRE);
  const next = await stand.makePlant();
  const again = { [`${next.name}.dxf`]: drawing("tracker", [2, 20]) };
  const shown = await previewOf("twin", next.id, form(again));
  expectPlaced(shown);
  expect(shown).toMatchObject({ mapping_source: "remembered", said: { system } });
});

it("outlines become plants at their places", async () => {
  const customer_id = String(stand.server.accounts.viewer.customer_id);
  const file = { "park.dxf": drawing("Park", [1000, 800]) };
  const preview = async (fields: Record<string, string>) =>
    (
      await stand.server.ask(api.filePreview.areas, "analyst", {
        body: form(file, { customer_id, ...fields }),
      })
    ).body as FilePreview;
  // There is no plant yet that a system could be near.
  const asked = await preview({});
  expect(asked.faults).toMatchObject([{ reason: "crs_missing" }]);
  expect(asked.system_choice).toEqual({ chosen: null, proposed: [] });
  expectPlaced(await preview({ mapping }));
  const before = (await stand.server.ask(api.plant.list, "viewer")).body as Plant[];
  const known = new Set(before.map(({ id }) => id));
  const made = await stand.server.ask(api.digitalTwin.importPlantAreas, "analyst", {
    body: form(file, { customer_id, mapping }),
  });
  expect(made).toMatchObject({ status: 200, body: { created: 1 } });
  const after = (await stand.server.ask(api.plant.list, "viewer")).body as Plant[];
  const plant = after.find(({ id }) => !known.has(id))!;
  expect(Math.abs(plant.lon - lon)).toBeLessThan(METRE);
  expect(Math.abs(plant.lat - lat)).toBeLessThan(METRE);
});

it("a table of places becomes a blueprint at its place", async () => {
  const { id } = await stand.makePlant();
  const file = { "points.csv": `name,x,y\nGate,${east},${north}\n` };
  const params = { id };
  const unread = await stand.server.ask(api.blueprint.uploadKml, "analyst", {
    params,
    body: form(file),
  });
  expect(unread).toMatchObject({ status: 422, body: { problems: [{ reason: "crs_missing" }] } });
  expectAsked(await previewOf("blueprint", id, form(file)));
  expectPlaced(await previewOf("blueprint", id, form(file, { mapping })));
  const made = await stand.server.ask(api.blueprint.uploadKml, "analyst", {
    params,
    body: form(file, { mapping }),
  });
  const { blueprint } = made.body as { blueprint: { id: number } };
  const features = await stand.server.fetch(`/api/auth/blueprint/${blueprint.id}/features`, {
    headers: { authorization: `Bearer ${stand.server.accounts.analyst.token}` },
  });
  const drawn = (await features.json()) as {
    features: { geometry: { coordinates: [number, number] } }[];
  };
  const [x, y] = drawn.features[0]!.geometry.coordinates;
  expect(Math.abs(x - lon)).toBeLessThan(METRE);
  expect(Math.abs(y - lat)).toBeLessThan(METRE);
});

it("observations find the module at their place", async () => {
  const observations = await startObservationStand();
  try {
    // The middles of the modules 3 and 27.
    const text = [
      "x,y,when,note",
      "PLACE3,2026-03-04T10:00:00Z,glass",
      "PLACE27,2026-03-04T11:00:00Z,dirt",
    ]
      .join("\n")
      .replace("PLACE3", "398288.9516,7345412.9849")
      .replace("PLACE27", "398293.0048,7345415.2283");
    const asked = await observations.previewOf("a.csv", text);
    expect(asked.faults).toMatchObject([{ reason: "crs_missing" }]);
    expect(asked.system_choice!.proposed.map(({ code }) => code)).toContain(32719);
    const shown = await observations.previewOf("a.csv", text, { mapping });
    expect(shown).toMatchObject({ result_count: 2, said: { system } });
    const said = JSON.stringify(shown.said);
    expect((await observations.importFile("a.csv", text, { mapping: said })).status).toBe(200);
    const stored = await observations.stored();
    const ids = stored.map((one) => one.fieldgeometry_component.dt_id).toSorted();
    expect(ids).toEqual(
      [observations.plant.moduleId(27), observations.plant.moduleId(3)].toSorted(),
    );
  } finally {
    await observations.server.close();
  }
});

it("a code that is not read can be corrected, and files in degrees are asked for none", async () => {
  const { id, name } = await stand.makePlant();
  const file = { [`${name}.dxf`]: drawing("tracker", [2, 20]) };
  const wrong = JSON.stringify({ system: "EPSG:99999" });
  const shown = await previewOf("twin", id, form(file, { mapping: wrong }));
  expect(shown.faults).toMatchObject([{ reason: "twin_crs_unknown" }]);
  expect(shown.system_choice).toMatchObject({ chosen: "EPSG:99999" });
  for (const bad of ["UTM 19S", "EPSG:", ""]) {
    const answer = await stand.server.ask(api.filePreview.twin, "analyst", {
      params: { id },
      body: form(file, { mapping: JSON.stringify({ system: bad }) }),
    });
    expect([bad, answer.status]).toEqual([bad, 400]);
  }
  const degrees = { "points.csv": `name,longitude,latitude\nGate,${lon},${lat}\n` };
  const plain = await previewOf("blueprint", id, form(degrees, { mapping }));
  expect(plain).toMatchObject({ system_choice: null, said: {}, result_count: 1, faults: [] });
});
