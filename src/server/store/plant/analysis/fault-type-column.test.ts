// The fault types that imports bring: what follows from all values, what was stated, and what a later file changes.
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openResultImport,
  type ResultImport,
} from "../../../../../tests/fixtures/result-import.ts";
import { MISSING_U8 } from "../../../../domain/column/column.ts";
import { keyFigureByKey } from "../../../../domain/key-figure/key-figure.ts";
import { listColumns, readColumn } from "../column/column.ts";
import { packColumn } from "../column/packed-column.ts";
import { publishResult } from "./result.ts";

let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

const figure = keyFigureByKey("fault_type")!;

/** Publishes classes of the first modules, null where the file says nothing. */
async function publish(
  id: number,
  stated: Readonly<Record<string, readonly (number | null)[]>>,
  delete_before = false,
) {
  const columns = Object.entries(stated).map(([key, classes]) => {
    const keyFigure = keyFigureByKey(key)!;
    const values = new Uint8Array(host.plant.modules).fill(MISSING_U8);
    const given = new Uint8Array(host.plant.modules);
    for (const [row, one] of classes.entries()) {
      if (one === null) continue;
      values[row] = one;
      given[row] = 1;
    }
    return {
      keyFigure,
      packed: () => packColumn(values, keyFigure),
      values: async () => ({ values, given }),
    };
  });
  await publishResult(host.owner, id, {
    columns,
    images: [],
    delete_before,
    eval_batch_num: null,
    twin_version: 1,
    at: new Date("2026-03-01T00:00:00Z"),
    account_id: null,
  });
}

/** The types of the first modules; null for none that is known, undefined without a column. */
async function typesOf(id: number, count: number) {
  const [column] = await listColumns(host.owner.db, [id], [figure.id]);
  if (!column) return undefined;
  const values = await readColumn(host.owner.files, column.summary.hash);
  return Array.from({ length: count }, (_, row) => {
    return figure.classes.find(({ value }) => value === values[row])?.key ?? null;
  });
}

test("an import has the fault types that follow from all values, also from those of earlier files", async () => {
  const id = await host.plant.addAnalysis("two files", "2026-04-01");
  await publish(id, { open_string: [1, 0, null], class_of_abnormality: [5, 1, 3] });
  expect(await typesOf(id, 3)).toEqual(["open_string", "none", null]);
  // Mild soil on all: the open string stays what is broken, and a heat without a reason stays unknown.
  await publish(id, { soiling_pattern: [3, 3, 3] });
  expect(await typesOf(id, 3)).toEqual(["open_string", "soiling", null]);
  await publish(id, { hotspots: [null, null, 3], open_string: [0, null, null] });
  expect(await typesOf(id, 3)).toEqual([null, "soiling", "hotspot"]);
});

test("a stated type stays, whatever else is stated then and later", async () => {
  const id = await host.plant.addAnalysis("stated", "2026-04-02");
  const [glass, none] = ["glass_broken", "none"].map(
    (key) => figure.classes.find((one) => one.key === key)!.value,
  );
  await publish(id, { fault_type: [glass!, none!], bypass_diode: [1, 1, 1] });
  expect(await typesOf(id, 3)).toEqual(["glass_broken", "none", "substring_bypassed"]);
  await publish(id, { open_string: [1, 1, 1] });
  expect(await typesOf(id, 3)).toEqual(["glass_broken", "none", "open_string"]);
  await publish(id, { open_string: [1] }, true);
  expect(await typesOf(id, 2)).toEqual(["open_string", null]);
});

test("values from which nothing follows bring no column", async () => {
  const id = await host.plant.addAnalysis("nothing follows", "2026-04-03");
  await publish(id, { class_of_abnormality: [3, 4] });
  expect(await typesOf(id, 2)).toBeUndefined();
});
