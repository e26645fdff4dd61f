// Tables with heads that mean nothing here: a user says what the columns mean, and the next table is understood.
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  measured,
  openResultImport,
  type ResultImport,
} from "../../../../tests/fixtures/result-import.ts";
import { api } from "../../../api/index.ts";
import type { ErrorAnswer } from "../../../domain/error-shape.ts";
import type { TablePreview } from "../../../domain/file-preview/table-preview.ts";
import { book, row } from "../../table-file/book.fixture.ts";
import { listColumns } from "../../store/plant/column/column.ts";

let host: ResultImport;
let id: number;
beforeAll(async () => {
  host = await openResultImport();
  id = await host.plant.addAnalysis("Foreign heads", "2026-01-01");
});
afterAll(() => host.server.close());

const module = (at: number) => host.plant.moduleId(at);
const value = (step: number) => measured.range[0] + step * measured.step;

type Table = string | Uint8Array;
function formOf(table: Table, mapping?: object, name = "table.csv"): FormData {
  const body = new FormData();
  if (mapping) body.append("mapping", JSON.stringify(mapping));
  body.append("file", new File([table as BlobPart], name));
  return body;
}
const previews = {
  results: api.resultFile.preview,
  conditions: api.evaluation.previewConditions,
  references: api.referenceMeasurement.preview,
} as const;
async function previewOf(
  purpose: keyof typeof previews,
  ...table: Parameters<typeof formOf>
): Promise<TablePreview> {
  const body = formOf(...table);
  const answer = await host.server.ask(previews[purpose], "analyst", { params: { id }, body });
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body as TablePreview;
}
const problems = ({ body }: { body: unknown }) => (body as ErrorAnswer).problems ?? [];

it("reference measurements are taken by the columns that the user names, all or none", async () => {
  const head = "Modul;Zeitpunkt;Prüfer;Delta T;Wetter";
  const lines = [0, 1].map(
    (at) => `${module(at)};2026-05-0${at + 1} 10:00:00Z;Ana;${value(at)};sun`,
  );
  const text = [head, ...lines].join("\r\n");
  const before = await host.digest();
  const unread = await previewOf("references", text);
  expect(unread).toMatchObject({ row_count: 2, result_count: 0, mapping_source: "file", said: {} });
  expect(unread.columns.map(({ name }) => name)).toEqual(head.split(";"));
  expect(unread.faults.map(({ reason }) => reason)).toContain("reference_column_missing");
  const mapping = {
    dt_id: "Modul",
    measured_at: "Zeitpunkt",
    acquired_by: "Prüfer",
    [measured.key]: "Delta T",
  };
  const shown = await previewOf("references", text, mapping);
  expect(shown).toMatchObject({ result_count: 2, faults: [], mapping, said: mapping });
  expect(await host.digest()).toBe(before);
  const send = (table: string, said?: object) =>
    host.server.ask(api.referenceMeasurement.importCsv, "analyst", {
      params: { id },
      body: formOf(table, said),
    });
  const bad = await send(`${text}\r\nnowhere;2026-05-03 10:00:00Z;Ana;${value(1)};rain`, mapping);
  expect([bad.status, problems(bad)]).toMatchObject([
    422,
    [{ reason: "component_unknown", line: 4 }],
  ]);
  expect(await host.digest()).toBe(before);
  expect((await send(text, mapping)).body).toMatchObject({ count: 2 });
  const list = await host.server.ask(api.referenceMeasurement.list, "analyst", { params: { id } });
  const stored = list.body as { dt_id: string; acquired_by: string; values: { value: number }[] }[];
  const found = stored.map(({ dt_id, acquired_by, values }) => [
    dt_id,
    acquired_by,
    values[0]?.value,
  ]);
  expect(found.toSorted()).toEqual([0, 1].map((at) => [module(at), "Ana", value(at)]).toSorted());
  const again = await previewOf("references", text);
  expect(again).toMatchObject({ mapping_source: "remembered", said: mapping, result_count: 2 });
});

it("conditions of a workbook are taken by the columns that the user names", async () => {
  const sheets = {
    May:
      row(1, ["Zeitpunkt", "Sonne auf Modul", "Luft (°F)", "Boden"]) +
      row(2, ["2026-05-01 10:00:00Z", 800, 86, 12]) +
      row(3, ["2026-05-01 10:10:00Z", 820, 86, 13]),
  };
  const table = new Uint8Array(book({ sheets }));
  const unread = await previewOf("conditions", table, undefined, "may.xlsx");
  expect(unread.result_count).toBe(0);
  const mapping = { time: "Zeitpunkt", irradiance: "Sonne auf Modul", ambient: "Luft (°F)" };
  const shown = await previewOf("conditions", table, mapping, "may.xlsx");
  expect(shown).toMatchObject({ faults: [], result_count: 4 });
  const sent = await host.server.ask(api.evaluation.importConditions, "analyst", {
    params: { id },
    body: formOf(table, mapping, "may.xlsx"),
  });
  const { rows } = sent.body as { rows: { quantity: string; value: number }[] };
  const valuesOf = (quantity: string) =>
    rows.filter((one) => one.quantity === quantity).map((one) => one.value);
  expect([valuesOf("irradiance"), valuesOf("ambient")]).toEqual([
    [800, 820],
    [30, 30],
  ]);
  const again = await previewOf("conditions", table, undefined, "june.xlsx");
  expect(again).toMatchObject({ mapping_source: "remembered", said: mapping, result_count: 4 });
});

it("results are taken by the columns that the user names", async () => {
  const lines = [0, 1, 2].map((at) => `${at + 1};${module(at)};${value(at)}`);
  const text = ["Nr;Module;Delta T", ...lines].join("\r\n");
  const unread = await previewOf("results", text);
  expect(unread.faults).toMatchObject([{ reason: "csv_header_without_names", line: 1 }]);
  const mapping = { dt_id: "Module", [measured.key]: "Delta T" };
  const shown = await previewOf("results", text, mapping);
  expect(shown).toMatchObject({ row_count: 3, result_count: 3, faults: [] });
  const wrong = await previewOf("results", `${text}\r\n4;nowhere;1`, mapping);
  expect(wrong.faults).toMatchObject([{ line: 5 }]);
  const parts = { mapping: JSON.stringify(mapping), json_file: { name: "a.csv", bytes: text } };
  expect((await host.send(parts, id)).status).toBe(200);
  await host.runLaunched();
  const [column] = await listColumns(host.owner.db, [id], [measured.id]);
  expect(column?.summary.value_count).toBe(3);
  expect(await previewOf("results", text)).toMatchObject({
    mapping_source: "remembered",
    said: mapping,
  });
  // A column that is left out is none, although its head is known.
  const named = `dt_id;${measured.key}\r\n${module(0)};${value(1)}`;
  const without = await previewOf("results", named, { [measured.key]: null });
  expect(without.result_count).toBe(0);
});

it("a mapping of another table is refused", async () => {
  for (const mapping of [{ irradiance: "a" }, { nothing: "a" }]) {
    const answer = await host.server.ask(previews.references, "analyst", {
      params: { id },
      body: formOf("a;b\n1;2\n", mapping),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { problems: [{ reason: "field_invalid", field: "mapping" }] },
    });
  }
});
