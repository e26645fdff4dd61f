// Two results with the same values, published at the same time, of which one fails: the other one keeps its values.
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  measured,
  openResultImport,
  type ResultImport,
} from "../../../../../tests/fixtures/result-import.ts";
import { listColumns, readColumn } from "../column/column.ts";
import { packColumn } from "../column/packed-column.ts";
import { publishResult, type ResultToPublish } from "./result.ts";

let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

const valuesOf = (first: number) =>
  Float32Array.from({ length: host.plant.modules }, (_, row) => first + row * measured.step);

function resultOf(values: Float32Array, more: Partial<ResultToPublish> = {}): ResultToPublish {
  const given = new Uint8Array(values.length).fill(1);
  return {
    columns: [
      {
        keyFigure: measured,
        packed: () => packColumn(values, measured),
        values: async () => ({ values, given }),
      },
    ],
    images: [],
    delete_before: false,
    eval_batch_num: null,
    twin_version: 1,
    at: new Date("2026-03-01T00:00:00Z"),
    account_id: null,
    ...more,
  };
}

test("a publication that is rolled back leaves the column that another one relies on", async () => {
  const values = valuesOf(measured.range[0]);
  const [failing, other] = [
    await host.plant.addAnalysis("fails", "2026-02-01"),
    await host.plant.addAnalysis("stays", "2026-02-02"),
  ];
  // The first one has stored its column. The second one finds it, and commits before the first one fails.
  const publishOther = () => publishResult(host.owner, other, resultOf(values));
  const fault = new Error("the disk is full");
  const evaluated = async () => {
    await publishOther();
    throw fault;
  };
  await expect(publishResult(host.owner, failing, resultOf(values, { evaluated }))).rejects.toBe(
    fault,
  );
  expect(await listColumns(host.owner.db, [failing])).toEqual([]);
  const [column] = await listColumns(host.owner.db, [other]);
  const read = await readColumn(host.owner.files, column!.summary.hash);
  expect([...read]).toEqual([...values].map((value) => expect.closeTo(value, 4)));
});
