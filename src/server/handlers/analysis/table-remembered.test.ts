// Tables of which an earlier import has said what the columns mean: their sheets are asked about, and titles are passed over.
import { sql } from "drizzle-orm";
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
import { tableForm } from "../../../state/shell/table-file.ts";
import { listColumns } from "../../store/plant/column/column.ts";
import { book, row } from "../../table-file/book.fixture.ts";

let host: ResultImport;
let id: number;
beforeAll(async () => {
  host = await openResultImport();
  id = await host.plant.addAnalysis("Remembered", "2026-01-01");
});
afterAll(() => host.server.close());

const module = (at: number) => host.plant.moduleId(at);
const value = (step: number) => measured.range[0] + step * measured.step;
const previews = {
  results: api.resultFile.preview,
  conditions: api.evaluation.previewConditions,
  references: api.referenceMeasurement.preview,
} as const;
const imports = {
  conditions: api.evaluation.importConditions,
  references: api.referenceMeasurement.importCsv,
} as const;
type Purpose = keyof typeof previews;
type Rows = readonly (readonly (string | number)[])[];

const csv = (rows: Rows) => ({ name: "a.csv", bytes: rows.map((one) => one.join(";")).join("\n") });
const sheetOf = (rows: Rows) =>
  rows.map((cells, at) => (cells.length > 0 ? row(at + 1, [...cells]) : "")).join("");
const xlsx = (sheets: Readonly<Record<string, Rows>>) => {
  const drawn = Object.entries(sheets).map(([name, rows]) => [name, sheetOf(rows)] as const);
  return { name: "a.xlsx", bytes: new Uint8Array(book({ sheets: Object.fromEntries(drawn) })) };
};
type Sent = { readonly name: string; readonly bytes: string | Uint8Array };
type Said = { readonly sheet?: string; readonly mapping?: FileMapping };
const formOf = (
  { name, bytes }: Sent,
  {
    sheet = null as string | null,
    mapping,
  }: { sheet?: string | null; mapping?: FileMapping | undefined } = {},
) =>
  tableForm(new File([bytes as BlobPart], name), {
    sheet,
    time_zone: null,
    mapping: mapping ?? null,
  });
const preview = (purpose: Purpose, sent: Sent, said: Said = {}) =>
  host.server.ask(previews[purpose], "analyst", { params: { id }, body: formOf(sent, said) });
async function previewOf(purpose: Purpose, sent: Sent, said: Said = {}): Promise<TablePreview> {
  const answer = await preview(purpose, sent, said);
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body as TablePreview;
}
/** Imports the table; a task imports results. */
async function send(purpose: Purpose, sent: Sent, said: Said): Promise<number> {
  if (purpose === "results") {
    const { sheet, mapping } = said;
    const parts = { ...(sheet && { sheet }), mapping: JSON.stringify(mapping), json_file: sent };
    const { status } = await host.send(parts, id);
    if (status === 200) await host.runLaunched();
    return status;
  }
  const asked = { params: { id }, body: formOf(sent, said) };
  return (await host.server.ask(imports[purpose], "analyst", asked)).status;
}
const choices = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as ErrorAnswer).problems?.map(({ reason, sheet }) => `${reason} ${sheet}`),
];

/** The rows of a table, and what its columns mean, with heads that no other test of this file has. */
function tableOf(purpose: Purpose, mark: string): { rows: Rows; mapping: FileMapping } {
  const head = (name: string) => `${name} ${mark}`;
  const time = "2026-05-01 10:00:00Z";
  if (purpose === "conditions") {
    const mapping = { time: head("Zeitpunkt"), irradiance: head("Sonne") };
    return { rows: [Object.values(mapping), [time, 800], [time, 810]], mapping };
  }
  const named = { dt_id: head("Modul"), [measured.key]: head("Delta") };
  const cells = [0, 1].map((at) => [module(at), value(at + 1)]);
  if (purpose === "results") return { rows: [Object.values(named), ...cells], mapping: named };
  const mapping = { ...named, measured_at: head("Zeitpunkt") };
  return { rows: [Object.values(mapping), ...cells.map((one) => [...one, time])], mapping };
}
const purposes = ["conditions", "references", "results"] as const;

it.each(purposes)(
  "a workbook with two tables of remembered %s asks for the sheet",
  async (purpose) => {
    const { rows, mapping } = tableOf(purpose, "two");
    const sent = xlsx({ May: rows, June: rows });
    const both = [422, ["sheet_choice May", "sheet_choice June"]];
    expect(choices(await preview(purpose, sent, { mapping }))).toEqual(both);
    expect(await send(purpose, sent, { sheet: "May", mapping })).toBe(200);
    expect(choices(await preview(purpose, sent))).toEqual(both);
    const shown = await previewOf(purpose, sent, { sheet: "June" });
    expect(shown).toMatchObject({ faults: [], mapping_source: "remembered", said: mapping });
    expect(await send(purpose, sent, { sheet: "June", mapping: shown.said })).toBe(200);
  },
);

it.each(purposes)(
  "titles above the own heads of %s are passed over, in a file and a sheet",
  async (purpose) => {
    const { rows, mapping } = tableOf(purpose, "below titles");
    const titled = [["Weather station, north, 2026"], ["Station 4"], ...rows];
    const files = [csv(titled), xlsx({ Data: titled })];
    for (const sent of files) {
      const unread = await previewOf(purpose, sent);
      expect(unread.columns.map(({ name }) => name)).toEqual(rows[0]);
      expect(unread).toMatchObject({ row_count: 2, mapping_source: "file" });
      const shown = await previewOf(purpose, sent, { mapping });
      expect(shown).toMatchObject({ faults: [], result_count: 2 });
    }
    expect(await send(purpose, files[0]!, { mapping })).toBe(200);
    for (const sent of files) {
      const again = await previewOf(purpose, sent);
      expect(again).toMatchObject({ faults: [], result_count: 2, mapping_source: "remembered" });
    }
  },
);

it("a workbook of a control system with hundreds of columns is shown, named, imported and remembered", async () => {
  const devices = Array.from({ length: 300 }, (_, at) => `Wechselrichter ${at + 1}`);
  const head = ["Zeitpunkt breit", ...devices, "Sonne breit"];
  const time = "2026-05-01 10:00:00Z";
  const sent = xlsx({ Data: [head, [time, ...devices.map(() => 1), 805]] });
  const mapping = { time: "Zeitpunkt breit", irradiance: "Sonne breit" };
  expect((await previewOf("conditions", sent)).columns).toHaveLength(302);
  const named = await previewOf("conditions", sent, { mapping });
  expect(named).toMatchObject({ faults: [], result_count: 1 });
  expect(await send("conditions", sent, { mapping })).toBe(200);
  const again = await previewOf("conditions", sent);
  expect(again).toMatchObject({ mapping_source: "remembered", said: mapping, result_count: 1 });
  // The columns that were named tell the head, and not the rule for usual names.
  const two = xlsx({
    Usual: [
      ["time", "poa"],
      [time, 1],
    ],
    Data: [head, [time, ...devices.map(() => 1), 805]],
  });
  const chosen = await previewOf("conditions", two, { mapping });
  expect(chosen).toMatchObject({ faults: [], result_count: 1 });
  expect(chosen.columns).toHaveLength(302);
});

it.each(["DT_ID;measured_at [UTC+2]", "dt_id;Measured_At (UTC+02:00)"])(
  "reference measurements are found below a title, in a file and on a later sheet, by %s",
  async (names) => {
    const rows: Rows = [
      ["Hand measurements, north field"],
      [...names.split(";"), measured.key],
      [module(0), "2026-05-01 10:00", value(1)],
    ];
    const files = [csv(rows), xlsx({ Notes: [["Plant", "Atacama"]], Data: rows })];
    for (const sent of files) {
      const shown = await previewOf("references", sent);
      expect(shown, sent.name).toMatchObject({ faults: [], result_count: 1 });
    }
  },
);

it("an import whose columns cannot be remembered stores nothing at all", async () => {
  id = await host.plant.addAnalysis("Half", "2026-01-02");
  const run = (text: string) => host.owner.db.execute(sql.raw(text));
  await run("alter table file_mapping rename to file_mapping_gone");
  try {
    const conditions = tableOf("conditions", "half");
    expect(await send("conditions", csv(conditions.rows), conditions)).toBe(500);
    const results = tableOf("results", "half");
    await expect(send("results", csv(results.rows), results)).rejects.toThrow();
  } finally {
    await run("alter table file_mapping_gone rename to file_mapping");
  }
  const asked = { params: { id } };
  const { body } = await host.server.ask(api.evaluation.conditions, "analyst", asked);
  expect(body).toMatchObject({ rows: [] });
  expect(await listColumns(host.owner.db, [id], [measured.id])).toEqual([]);
});
