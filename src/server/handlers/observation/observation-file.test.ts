// Observations from files of points: their components, times and values, and what is asked.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../../api/index.ts";
import {
  bodyOf,
  lat0,
  lon0,
  middleOf,
  points,
  reasons,
  sound,
  startObservationStand,
  type ObservationStand,
  type Point,
} from "./observation-file.fixture.ts";

let stand: ObservationStand;
beforeAll(async () => {
  stand = await startObservationStand();
});
afterAll(() => stand.server.close());

describe("a file of points", () => {
  it("is shown with what each property means, and becomes observations of the components at its points", async () => {
    const shown = await stand.previewOf("walk.geojson", points(...sound));
    expect(shown).toMatchObject({
      files: [{ name: "walk.geojson", format: "geojson", feature_count: 2 }],
      systems: [],
      point_count: 2,
      outline_count: 0,
      mapping: {
        component: null,
        observed_at: "when",
        notes: "note",
        [`ccp_${stand.severity.id}`]: "severity",
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
    const done = await stand.importFile("walk.geojson", points(...sound), { mapping });
    expect(done).toMatchObject({ status: 200, body: { created: 2, known: 0, refused_count: 0 } });
    const [newer, older] = await stand.stored();
    expect(newer).toMatchObject({
      fieldgeometry_component: { dt_id: stand.plant.moduleId(27), component_type: "module" },
      notes: "dirt",
      column_values: [
        { column_id: `ccp_${stand.severity.id}`, value: stand.severity.options![0]!.id },
      ],
    });
    expect(Date.parse(older!.observed_at)).toBe(Date.parse("2026-03-04T10:00:00Z"));
    expect(older!.fieldgeometry_component.dt_id).toBe(stand.plant.moduleId(3));
  });

  it("is stored once however often it is imported, and the preview says so", async () => {
    await stand.clear();
    const file = points(...sound, sound[0]!);
    const shown = await stand.previewOf("walk.geojson", file);
    expect(shown).toMatchObject({ result_count: 2, twice_count: 1, mapping_source: "remembered" });
    const fields = { mapping: JSON.stringify(shown.said) };
    expect(await stand.importFile("walk.geojson", file, fields)).toMatchObject({
      body: { created: 2 },
    });
    expect(await stand.previewOf("walk.geojson", file)).toMatchObject({ known_count: 2 });
    const again = await stand.importFile("walk.geojson", file, fields);
    expect(again).toMatchObject({ status: 200, body: { created: 0, known: 2 } });
    expect(await stand.stored()).toHaveLength(2);
  });

  it("is read again with the mapping that the user chose", async () => {
    await stand.clear();
    const file = points({
      at: middleOf(3),
      says: { when: "2026-03-04T10:00:00Z", said: "snail trail" },
    });
    expect((await stand.previewOf("a.geojson", file)).mapping["notes"]).toBeNull();
    const mapping = JSON.stringify({ notes: "said", observed_at: "when", component: null });
    const shown = await stand.previewOf("a.geojson", file, { mapping });
    expect(shown).toMatchObject({ mapping: { notes: "said" }, mapping_source: "chosen" });
    await stand.importFile("a.geojson", file, { mapping });
    expect((await stand.stored()).map(({ notes }) => notes)).toEqual(["snail trail"]);
    // The next file with these properties is understood without the user, one of another customer is not.
    expect(await stand.previewOf("b.geojson", file)).toMatchObject({
      mapping: { notes: "said" },
      mapping_source: "remembered",
    });
  });

  it("asks for the zone of times that state none, and stores nothing before", async () => {
    await stand.clear();
    const file = points({ at: middleOf(3), says: { when: "2026-03-04 10:00", note: "a" } });
    const shown = await stand.previewOf("walk.geojson", file);
    expect(shown).toMatchObject({ lacks_zone: true, result_count: 0 });
    const mapping = JSON.stringify(shown.said);
    const refused = await stand.importFile("walk.geojson", file, { mapping });
    expect([refused.status, reasons(refused)]).toEqual([422, ["observation_zone_missing"]]);
    expect(await stand.stored()).toEqual([]);
    const zone = { mapping, time_zone: "America/Santiago" };
    expect(await stand.previewOf("walk.geojson", file, zone)).toMatchObject({
      lacks_zone: false,
      result_count: 1,
    });
    await stand.importFile("walk.geojson", file, zone);
    // Daylight saving time in March: three hours behind UTC.
    expect(Date.parse((await stand.stored())[0]!.observed_at)).toBe(
      Date.parse("2026-03-04T13:00:00Z"),
    );
  });

  it("takes a day as its noon and says so, and needs a time where the file has none", async () => {
    await stand.clear();
    const file = points(
      { at: middleOf(3), says: { date: "2026-03-04" } },
      { at: middleOf(4), says: { note: "no time" } },
    );
    const zone = { time_zone: "UTC" };
    const shown = await stand.previewOf("walk.geojson", file, zone);
    expect(shown).toMatchObject({ noon_count: 1, timeless_count: 1, result_count: 1 });
    expect(shown.refused.map(({ reason }) => reason)).toEqual(["observation_time_missing"]);
    const mapping = JSON.stringify(shown.said);
    const given = { mapping, ...zone, observed_at: "2026-03-05T09:00:00Z" };
    expect(await stand.previewOf("walk.geojson", file, given)).toMatchObject({ result_count: 2 });
    await stand.importFile("walk.geojson", file, given);
    const times = (await stand.stored()).map(({ observed_at }) =>
      new Date(observed_at).toISOString(),
    );
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
      "table_date_order",
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
    const shown = await stand.previewOf("walk.geojson", points(sound[0]!, point), {
      observed_at: "2026-03-05T09:00:00Z",
      mapping: JSON.stringify({
        observed_at: "when",
        component: "dt_id",
        [`ccp_${stand.severity.id}`]: "severity",
      }),
    });
    expect(shown.result_count).toBe(1);
    expect(shown.refused).toMatchObject([
      { reason, feature: 2, file: "walk.geojson", message: expect.stringMatching(/\w+ \w+/) },
    ]);
  });

  it("is refused as a whole where all of it lies elsewhere, or with latitude and longitude swapped", async () => {
    const far = await stand.previewOf("walk.geojson", points({ at: [5, 50] }, { at: [5, 51] }));
    expect(far.faults.map(({ reason }) => reason)).toEqual(["observations_far_from_plant"]);
    const swapped = await stand.previewOf("walk.geojson", points({ at: [lat0, lon0] }));
    expect(swapped.faults.map(({ reason }) => reason)).toEqual(["observations_axes_swapped"]);
    const fields = { mapping: "{}", observed_at: "2026-03-05T09:00:00Z" };
    const refused = await stand.importFile("walk.geojson", points({ at: [5, 50] }), fields);
    expect([refused.status, reasons(refused)]).toEqual([422, ["observations_far_from_plant"]]);
  });

  it("needs the permission to create observations", async () => {
    const body = bodyOf("walk.geojson", points(...sound), { mapping: "{}" });
    const asked = { params: stand.params, body };
    for (const call of [api.observation.importFile, api.filePreview.observations]) {
      expect((await stand.server.ask(call, "bare", asked)).status).toBe(403);
    }
  });
});

it("has numbers with their unit, and no second unit in a column that states none", async () => {
  await stand.clear();
  const { body: property } = await stand.server.ask(api.customComponentProperty.create, "viewer", {
    params: stand.params,
    body: {
      component_type: "module",
      name: "Resistance",
      relation_type: "time",
      data_type: "number",
    },
  });
  const id = `ccp_${(property as { id: number }).id}`;
  const at = (module: number, r: string | number) => ({
    at: middleOf(module),
    says: { when: "2026-03-04T10:00:00Z", r },
  });
  const file = points(at(1, "12.5 Ω"), at(2, "13 Ω"), at(3, 14), at(4, "1.5 kΩ"));
  const mapping = JSON.stringify({ observed_at: "when", [id]: "r" });
  const shown = await stand.previewOf("walk.geojson", file, { mapping });
  expect(shown.result_count).toBe(3);
  const message = "“1.5 kΩ” is not in the unit of its column, Ω. Convert it in the file.";
  expect(shown.refused).toMatchObject([{ reason: "observation_unit", feature: 4, message }]);
  await stand.importFile("walk.geojson", file, { mapping });
  const values = (await stand.stored()).map(({ column_values }) => column_values[0]?.value);
  expect(values.toSorted()).toEqual([12.5, 13, 14]);
});
