// Heads that a user names: zones and units that they state are kept, notes in brackets are none, and an unknown figure is refused.
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  measured,
  openResultImport,
  type ResultImport,
} from "../../../../tests/fixtures/result-import.ts";
import { api } from "../../../api/index.ts";
import type { ErrorAnswer } from "../../../domain/error-shape.ts";
import type { FileMapping } from "../../../domain/file-preview/file-mapping.ts";
import type { TablePreview } from "../../../domain/file-preview/table-preview.ts";
import { tableForm, unanswered } from "../../../state/shell/table-file.ts";

let host: ResultImport;
let id: number;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

const module = (at: number) => host.plant.moduleId(at);
const value = (step: number) => measured.range[0] + step * measured.step;
const previews = {
  results: api.resultFile.preview,
  conditions: api.evaluation.previewConditions,
  references: api.referenceMeasurement.preview,
} as const;

let count = 0;
async function newAnalysis(): Promise<void> {
  count += 1;
  const day = String(count).padStart(2, "0");
  id = await host.plant.addAnalysis(`Heads ${count}`, `2026-01-${day}`);
}
/** As the screen sends it. */
const formOf = (lines: readonly string[], mapping: FileMapping | null = null) =>
  tableForm(new File([lines.join("\r\n")], "table.csv"), { ...unanswered, mapping });
async function previewOf(
  purpose: keyof typeof previews,
  ...table: Parameters<typeof formOf>
): Promise<TablePreview> {
  const asked = { params: { id }, body: formOf(...table) };
  const answer = await host.server.ask(previews[purpose], "analyst", asked);
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body as TablePreview;
}
async function conditionsOf(...table: Parameters<typeof formOf>) {
  const asked = { params: { id }, body: formOf(...table) };
  const answer = await host.server.ask(api.evaluation.importConditions, "analyst", asked);
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  const { rows } = answer.body as {
    rows: { quantity: string; value: number; measured_at: string; source: string }[];
  };
  return rows
    .filter(({ source }) => source === "file")
    .map(({ quantity, value: one, measured_at }) => [
      quantity,
      one,
      new Date(measured_at).toISOString(),
    ]);
}

it.each([
  ["Timestamp UTC", "2026-05-01T10:00:00.000Z"],
  ["Date_Time_UTC", "2026-05-01T10:00:00.000Z"],
  ["Zeitpunkt (UTC+2)", "2026-05-01T08:00:00.000Z"],
  ["Zeitpunkt [UTC-03:30]", "2026-05-01T13:30:00.000Z"],
  ["Zeitpunkt (Z)", "2026-05-01T10:00:00.000Z"],
])("the zone in the head %j stays with its times", async (head, instant) => {
  await newAnalysis();
  const sun = [`${head};Sonne`, "2026-05-01 10:00;800"];
  const mapping = { time: head, irradiance: "Sonne" };
  expect(await previewOf("conditions", sun, mapping)).toMatchObject({
    faults: [],
    result_count: 1,
  });
  expect(await conditionsOf(sun, mapping)).toEqual([["irradiance", 800, instant]]);

  const hand = [`Modul;${head};${measured.key}`, `${module(0)};2026-05-01 10:00;${value(1)}`];
  const named = { dt_id: "Modul", measured_at: head };
  expect(await previewOf("references", hand, named)).toMatchObject({
    faults: [],
    result_count: 1,
  });
  const asked = { params: { id }, body: formOf(hand, named) };
  expect(await host.server.ask(api.referenceMeasurement.importCsv, "analyst", asked)).toMatchObject(
    {
      status: 200,
    },
  );
  const list = await host.server.ask(api.referenceMeasurement.list, "analyst", { params: { id } });
  const times = (list.body as { measured_at: string }[]).map(({ measured_at }) => measured_at);
  expect(times.map((one) => new Date(one).toISOString())).toEqual([instant]);
});

it("a head without a zone is still asked for one", async () => {
  const lines = ["Zeitpunkt (lokal);Sonne", "2026-05-01 10:00;800"];
  const mapping = { time: "Zeitpunkt (lokal)", irradiance: "Sonne" };
  const { faults } = await previewOf("conditions", lines, mapping);
  expect(faults.map(({ reason }) => reason)).toEqual(["condition_time_zone"]);
});

it("a key figure with a wrong name is refused by the preview as by the import", async () => {
  const lines = [
    `dt_id;${measured.key};hotspot_temprature`,
    `${module(0)};${value(1)};${value(2)}`,
  ];
  const shown = await previewOf("results", lines);
  expect(shown.faults.map(({ reason }) => reason)).toEqual(["key_figure_unknown"]);
  // What the preview answers as said is nothing, and an empty mapping is none.
  expect(shown.said).toEqual({});
  expect((await previewOf("results", lines, shown.said)).faults).toEqual(shown.faults);
  const json_file = { name: "table.csv", bytes: lines.join("\r\n") };
  const parts = { mapping: "{}", json_file };
  const sent = await host.send(parts, id);
  expect(sent).toMatchObject({ status: 422, body: { problems: shown.faults } });

  const hand = ["dt_id;measured_at;Wetter", `${module(0)};2026-05-01 10:00Z;sun`];
  const { faults } = await previewOf("references", hand);
  expect(faults.map(({ reason }) => reason)).toContain("reference_column");
  const body = new FormData();
  body.append("mapping", "{}");
  body.append("file", new File([hand.join("\r\n")], "hand.csv"));
  const refused = await host.server.ask(api.referenceMeasurement.importCsv, "analyst", {
    params: { id },
    body,
  });
  expect(refused.status).toBe(422);
  expect((refused.body as ErrorAnswer).problems?.map(({ reason }) => reason)).toContain(
    "reference_column",
  );
});

it("notes in brackets are no units, said beside the columns, and unknown units are refused", async () => {
  const head = "Zeit;Viento (10 m);Luft (2m);Sonne (gereinigt)";
  const lines = [head, "2026-05-01 10:00:00Z;3;21;800"];
  const [time, wind, ambient, irradiance] = head.split(";") as [string, string, string, string];
  const mapping = { time, wind, ambient, irradiance };
  const shown = await previewOf("conditions", lines, mapping);
  expect(shown).toMatchObject({ faults: [], result_count: 3 });
  expect(shown.notes.map(({ reason, values }) => [reason, values?.text])).toEqual([
    ["table_head_note", "10 m"],
    ["table_head_note", "2m"],
    ["table_head_note", "gereinigt"],
    ["condition_unit_assumed", undefined],
  ]);
  const odd = lines.map((line) => line.replace("(10 m)", "(bft)"));
  const refused = await previewOf("conditions", odd, { ...mapping, wind: "Viento (bft)" });
  expect(refused.faults.map(({ reason }) => reason)).toEqual(["condition_unit"]);

  const figure = "Delta T (corrected)";
  const results = [`Module;${figure}`, `${module(0)};${value(1)}`];
  const named = await previewOf("results", results, { dt_id: "Module", [measured.key]: figure });
  expect(named).toMatchObject({ faults: [], result_count: 1 });
  expect(named.notes.map(({ reason }) => reason)).toEqual(["table_head_note"]);
  const bar = results.map((line) => line.replace("corrected", "mbar"));
  const mapped = { dt_id: "Module", [measured.key]: "Delta T (mbar)" };
  expect((await previewOf("results", bar, mapped)).faults).toMatchObject([
    { reason: expect.stringMatching(/^unit_/) },
  ]);
});

it("a height and a plane at known heads need no word of the user, also above a row of units", async () => {
  await newAnalysis();
  const lines = [
    "timestamp;Wind (10 m);T_amb (2m);Irradiance (POA)",
    "TS;km/h;°C;W/m2",
    "2026-05-01 10:00:00Z;36;21;800",
  ];
  expect(await conditionsOf(lines)).toEqual([
    ["irradiance", 800, "2026-05-01T10:00:00.000Z"],
    ["wind", 10, "2026-05-01T10:00:00.000Z"],
    ["ambient", 21, "2026-05-01T10:00:00.000Z"],
  ]);
});

it.each([
  ["Fecha", "Hora"],
  ["Date", "Time (UTC)"],
  ["Tag der Messung", "Uhrzeit"],
])(
  "a day in %j and a clock in %j are both used, also by the word of the user",
  async (day, clock) => {
    await newAnalysis();
    const zone = clock.includes("UTC") ? "" : "Z";
    const lines = [`${day};${clock};Sonne`, `2026-05-01;10:00${zone};800`];
    const mapping = { time: day, clock, irradiance: "Sonne" };
    const shown = await previewOf("conditions", lines, mapping);
    expect(shown).toMatchObject({ faults: [], result_count: 1, mapping });
    expect(await conditionsOf(lines, mapping)).toEqual([
      ["irradiance", 800, "2026-05-01T10:00:00.000Z"],
    ]);
    const usual = lines.map((line) => line.replace("Sonne", "poa"));
    const known = await previewOf("conditions", usual);
    if (day === "Tag der Messung") return;
    expect(known).toMatchObject({
      faults: [],
      result_count: 1,
      mapping: { time: day, clock, irradiance: "poa" },
    });
  },
);

it("the clock of a day that the user left out is not taken for the day of another column", async () => {
  await newAnalysis();
  const lines = ["Fecha;Hora;Stamp;poa", "2026-05-02;23:00;2026-05-01 10:00:00Z;800"];
  const mapping = { time: "Stamp" };
  const shown = await previewOf("conditions", lines, mapping);
  expect(shown.mapping).toEqual({ time: "Stamp", irradiance: "poa" });
  expect(await conditionsOf(lines, mapping)).toEqual([
    ["irradiance", 800, "2026-05-01T10:00:00.000Z"],
  ]);
});

it("a column far behind the others can be named, and is imported", async () => {
  await newAnalysis();
  const devices = Array.from({ length: 300 }, (_, at) => `Inverter ${at + 1}`);
  devices[249] = "Sonne";
  const values = devices.map((name) => (name === "Sonne" ? 800 : 1));
  const lines = [["Zeit", ...devices].join(";"), ["2026-05-01 10:00:00Z", ...values].join(";")];
  const unread = await previewOf("conditions", lines);
  expect(unread.columns.map(({ name }) => name)).toEqual(["Zeit", ...devices]);
  const mapping = { irradiance: "Sonne" };
  const shown = await previewOf("conditions", lines, mapping);
  expect(shown.columns.find(({ name }) => name === "Sonne")!.examples).toEqual(["800"]);
  expect(await conditionsOf(lines, mapping)).toEqual([
    ["irradiance", 800, "2026-05-01T10:00:00.000Z"],
  ]);
});

it("times without a head, as pvlib writes them, stay beside a column that is named", async () => {
  await newAnalysis();
  const lines = [";Sonne", "2026-05-01 10:00:00+00:00;800"];
  expect(await conditionsOf(lines, { irradiance: "Sonne" })).toEqual([
    ["irradiance", 800, "2026-05-01T10:00:00.000Z"],
  ]);
});
