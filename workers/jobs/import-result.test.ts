import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testImage, zipOf } from "../../tests/fixtures/bad-archives.ts";
import { imageArchive } from "../../tests/fixtures/image-archive.ts";
import {
  measured,
  openResultImport,
  type ResultImport,
} from "../../tests/fixtures/result-import.ts";
import { book, row } from "../../src/server/table-file/book.fixture.ts";
import { analysisApi } from "../../src/api/analysis/analysis.ts";
import { analysisResultApi as calls } from "../../src/api/analysis/analysis-result.ts";
import { evaluationBatchApi } from "../../src/api/analysis/evaluation-batch.ts";
import type { Analysis } from "../../src/domain/analysis/analysis.ts";
import type { ComponentResult, ResultImage } from "../../src/domain/analysis/analysis-result.ts";
import type { ColumnSummary } from "../../src/domain/column/column.ts";
import type { ErrorAnswer } from "../../src/domain/error-shape.ts";
import { keyFigureByKey } from "../../src/domain/key-figure/key-figure.ts";
import type { Progress } from "../../src/server/job/job.ts";

const { step } = measured;
const least = measured.range[0];

let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

const addBatch = (number: number) =>
  host.server.ask(evaluationBatchApi.create, "analyst", {
    params: { id: host.plant.plant_id },
    body: { number, name: `Batch ${number}` },
  });

async function importNow(...args: Parameters<ResultImport["send"]>) {
  const answer = await host.send(...args);
  expect(answer.body).toEqual({ task_id: expect.any(Number) });
  return host.runLaunched();
}

const entries = (from: number, count: number) =>
  JSON.stringify({
    format: "analysis-result",
    version: 1,
    values: Array.from({ length: count }, (_, i) => ({
      dt_id: host.plant.moduleId(from + i),
      key_figure_id: measured.id,
      value: least + (from + i) * step,
    })),
  });

async function summaryOf(analysisId: number): Promise<ColumnSummary | undefined> {
  const { body } = await host.server.ask(calls.columns, "analyst", { params: { id: analysisId } });
  return (body as ColumnSummary[]).find((one) => one.key_figure_id === measured.id);
}

async function valueOf(analysisId: number, index: number): Promise<number | null | undefined> {
  const params = {
    id: analysisId,
    component_type: "module",
    dt_id: host.plant.moduleId(index),
  } as const;
  const { body } = await host.server.ask(calls.component, "analyst", { params });
  const { values } = body as ComponentResult;
  return values.find(({ key_figure_id }) => key_figure_id === measured.id)?.value;
}

describe("importing a result", () => {
  test("reads the chosen sheet of a workbook, and says each fault with its cell", async () => {
    const own = await host.plant.addAnalysis("of a workbook", "2026-01-04");
    const rows = (from: number) =>
      row(1, ["Inspection of January"]) +
      row(3, ["dt_id", `${measured.key} [${measured.unit}]`]) +
      row(4, [host.plant.moduleId(from), least + step]) +
      row(5, [host.plant.moduleId(from + 1), least + 2 * step]);
    const bytes = book({ sheets: { East: rows(0), West: rows(10) } });
    const asked = await host.send({ json_file: { name: "a.xlsx", bytes } }, own);
    expect((asked.body as ErrorAnswer).problems).toMatchObject([
      { reason: "sheet_choice", sheet: "East" },
      { reason: "sheet_choice", sheet: "West" },
    ]);
    const sent = { json_file: { name: "a.xlsx", bytes }, sheet: "West" };
    expect(await importNow(sent, own)).toMatchObject({ value_count: 2, warnings: [] });
    expect(await valueOf(own, 10)).toBeCloseTo(least + step, 4);
    const wrong = rows(0) + row(6, ["nowhere", 1]) + row(7, [host.plant.moduleId(2), "1,500"]);
    const refused = await host.send(
      { json_file: { name: "a.xlsx", bytes: book({ sheets: { East: wrong } }) } },
      own,
    );
    expect((refused.body as ErrorAnswer).problems).toMatchObject([
      { reason: "component_unknown", file: "a.xlsx", sheet: "East", cell: "A6" },
      { reason: "number_ambiguous", file: "a.xlsx", sheet: "East", cell: "B7" },
    ]);
  });

  test("writes its columns and moves the analysis on", async () => {
    const own = await host.plant.addAnalysis("first", "2026-01-01");
    const result = await importNow({ json_file: { name: "a.json", bytes: entries(0, 60) } }, own);
    expect(result).toMatchObject({ value_count: 60, key_figure_ids: [measured.id] });
    expect(await summaryOf(own)).toMatchObject({ row_count: 60, value_count: 60 });
    const { body } = await host.server.ask(analysisApi.read, "analyst", { params: { id: own } });
    expect((body as Analysis).state).toBe("PROCESSING");
    expect(await host.keys("upload/")).toEqual([]);
  });

  test("merges later batches over earlier ones, or replaces everything", async () => {
    const own = await host.plant.addAnalysis("batches", "2026-01-02");
    await addBatch(1);
    await addBatch(2);
    await importNow(
      { json_file: { name: "a.json", bytes: entries(0, 40) }, eval_batch_num: "1" },
      own,
    );
    const body = { dt_id: host.plant.moduleId(1), value: least + 50 * step };
    const params = { analysis_id: own, key_figure_id: measured.id };
    await host.server.ask(calls.modifyValue, "analyst", { params, body });
    const edit = { ...body, dt_id: host.plant.moduleId(35) };
    await host.server.ask(calls.modifyValue, "analyst", { params, body: edit });
    const csv = `pcs;${measured.key}\r\n${host.plant.moduleId(35)} pcs;${least + step}\r\n${host.plant.moduleId(50)} pcs;${least}\r\n`;
    await importNow({ json_file: { name: "b.csv", bytes: csv }, eval_batch_num: "2" }, own);
    expect((await summaryOf(own))?.value_count).toBe(41);
    expect(await valueOf(own, 1)).toBeCloseTo(least + 50 * step, 4);
    expect(await valueOf(own, 35)).toBeCloseTo(least + step, 4);
    await importNow(
      { json_file: { name: "c.json", bytes: entries(50, 5) }, delete_before: "1" },
      own,
    );
    expect((await summaryOf(own))?.value_count).toBe(5);
    expect(await valueOf(own, 1)).toBeNull();
  });

  test("reports a percentage that looks like a fraction, and reads it as one where the file says so", async () => {
    const share = keyFigureByKey("performance_loss")!;
    const csv = (heading: string) =>
      `dt_id;${heading}\r\n${host.plant.moduleId(1)};0.25\r\n${host.plant.moduleId(2)};0.5\r\n`;
    const own = await host.plant.addAnalysis("fractions", "2026-01-09");
    const sent = { json_file: { name: "a.csv", bytes: csv(share.key) } };
    expect(await importNow(sent, own)).toMatchObject({
      value_count: 2,
      warnings: [
        { reason: "percentage_like_fraction", field: share.key, values: { greatest: 0.5 } },
      ],
    });
    const stated = { json_file: { name: "b.csv", bytes: csv(`${share.key} [fraction]`) } };
    expect(await importNow(stated, own)).toMatchObject({ value_count: 2, warnings: [] });
    const { body } = await host.server.ask(calls.columns, "analyst", { params: { id: own } });
    const summary = (body as ColumnSummary[]).find(
      ({ key_figure_id }) => key_figure_id === share.id,
    );
    expect(summary).toMatchObject({ min: 25, max: 50 });
  });

  test("that brings nothing deletes nothing, checked at once or by the task", async () => {
    const own = await host.plant.addAnalysis("blank", "2026-01-08");
    await importNow({ json_file: { name: "a.json", bytes: entries(0, 40) } }, own);
    const before = await summaryOf(own);
    const lines = Array.from({ length: 40 }, (_, i) => `${host.plant.moduleId(i)};\r\n`);
    const blank = `dt_id;${measured.key}\r\n${lines.join("")}`;
    const nulls = entries(0, 40).replaceAll(/"value":[\d.e+-]+/g, '"value":null');
    // The task checks files that are too large to be checked before the answer.
    for (const [name, bytes] of [
      ["blank.csv", blank],
      ["nulls.json", nulls],
      ["large.json", nulls.replace("[", `[${" ".repeat(9 * 1024 ** 2)}`)],
    ] as const) {
      const parts = { json_file: { name, bytes }, delete_before: "1" };
      const { status, body } = await host.send(parts, own);
      const refused = status === 200 ? await host.runLaunched().catch(String) : body;
      expect(JSON.stringify(refused)).toContain("result_without_values");
      expect(await summaryOf(own)).toEqual(before);
    }
    // Entries without a value erase values where nothing else is deleted.
    await importNow({ json_file: { name: "nulls.json", bytes: nulls } }, own);
    expect((await summaryOf(own))?.value_count).toBe(0);
  });

  test("takes images with their place, time, kind and scale", async () => {
    const own = await host.plant.addAnalysis("images", "2026-01-03");
    const scale = { scale_min: 12, scale_max: 80, lon: -70.1, lat: -24.1 };
    const archive = await imageArchive(scale);
    const json = {
      format: "analysis-result",
      version: 1,
      values: [
        { dt_id: "T1.M0", key_figure_id: measured.id, value: least, images: ["named.jpg"] },
        { dt_id: "T1.M1", key_figure_id: measured.id, value: least, images: ["named.jpg"] },
      ],
    };
    const result = await importNow(
      {
        json_file: { name: "a.json", bytes: JSON.stringify(json) },
        images_zip_filename: { name: "images.zip", bytes: archive },
      },
      own,
    );
    // 15 km south-west of the plant, which is at 70° W, 24° S.
    expect(result).toMatchObject({ warnings: [{ reason: "images_far_from_plant" }] });
    const answer = await host.server.ask(calls.images, "analyst", { params: { id: own } });
    const images = answer.body as ResultImage[];
    const outcome = images.map(({ dt_id, file_name, kind }) => `${dt_id} ${file_name} ${kind}`);
    expect(outcome.toSorted()).toEqual([
      "T0.M3 T0.M3_T.jpg thermal",
      "T0.M3 T0.M3_V.jpg rgb",
      "T0.M4 T0.M4/a_T.jpg thermal",
      "T1.M0 flight 1/named.jpg rgb",
      "T1.M1 flight 1/named.jpg rgb",
    ]);
    const thermal = images.find(({ file_name }) => file_name === "T0.M3_T.jpg");
    expect(thermal).toMatchObject({ ...scale, width: 64, height: 48 });
    for (const size of ["full", "thumb"]) {
      const path = `/api/auth/analysis/${own}/image/${thermal?.id}/${size}`;
      const authorization = `Bearer ${host.server.accounts.analyst.token}`;
      const file = await host.server.fetch(path, { headers: { authorization } });
      expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    }
  });

  test("that fails at its end leaves the images that another import relies on", async () => {
    const failing = await host.plant.addAnalysis("same images", "2026-01-10");
    const other = await host.plant.addAnalysis("same images again", "2026-01-11");
    const archive = await zipOf([{ name: "T0.M5_V.jpg", bytes: await testImage("#770055") }]);
    const parts = {
      json_file: { name: "a.json", bytes: entries(0, 3) },
      images_zip_filename: { name: "images.zip", bytes: archive },
    };
    await host.send(parts, failing);
    // Its images are stored. The other import finds them, and ends before the first one is refused.
    const onStep: Progress["step"] = async (_done, _of, info) => {
      if (info?.reason !== "result_publishing") return;
      await importNow(parts, other);
      const change = { params: { id: failing }, body: { state: "DATA_INCOMPLETE" } } as const;
      await host.server.ask(analysisApi.setState, "super_admin", change);
    };
    await expect(host.runLaunched(onStep)).rejects.toThrow("analysis_not_verified");
    const { body } = await host.server.ask(calls.images, "analyst", { params: { id: other } });
    const [image] = body as ResultImage[];
    for (const size of ["full", "thumb"]) {
      const path = `/api/auth/analysis/${other}/image/${image?.id}/${size}`;
      const authorization = `Bearer ${host.server.accounts.analyst.token}`;
      expect((await host.server.fetch(path, { headers: { authorization } })).status).toBe(200);
    }
  });

  test("is refused while not verified, once released, and for customers", async () => {
    const json_file = { name: "a.json", bytes: entries(0, 1) };
    const early = await host.plant.addAnalysis("early", "2026-01-04", { state: "DATA_COMPLETE" });
    const late = await host.plant.addAnalysis("late", "2026-01-05", { visibility: "released" });
    expect((await host.send({ json_file }, early)).status).toBe(409);
    expect((await host.send({ json_file }, late)).status).toBe(409);
    const own = await host.plant.addAnalysis("own", "2026-01-06");
    await host.send({ json_file }, own);
    const params = { id: own };
    const body = { state: "DATA_INCOMPLETE" } as const;
    await host.server.ask(analysisApi.setState, "super_admin", { params, body });
    await expect(host.runLaunched()).rejects.toThrow("analysis_not_verified");
    expect(await summaryOf(own)).toBeUndefined();
    expect(await host.keys("upload/")).toEqual([]);
    expect((await host.server.ask(calls.importFile, "viewer", { params })).status).toBe(403);
  });

  test("is refused for unknown fields, none at all, and numbers that are none", async () => {
    const json_file = { name: "a.json", bytes: entries(0, 1) };
    const id = await host.plant.addAnalysis("fields", "2026-01-07");
    for (const parts of [
      {},
      { hello: "1" },
      { json_file, delete_before: "perhaps" },
      { json_file, eval_batch_num: "-1" },
      { other_file: json_file },
    ]) {
      const { status, body } = await host.send(parts as Parameters<ResultImport["send"]>[0], id);
      expect(status).toBe(400);
      expect((body as ErrorAnswer).problems?.[0]?.message).not.toBe("");
    }
  });

  test("names a batch of its plant, or is refused with the number", async () => {
    const json_file = { name: "a.json", bytes: entries(0, 1) };
    const own = await host.plant.addAnalysis("unknown batch", "2026-01-08");
    const launched = host.server.launched.length;
    const { status, body } = await host.send({ json_file, eval_batch_num: "7" }, own);
    expect(status).toBe(400);
    expect((body as ErrorAnswer).problems).toMatchObject([
      {
        reason: "evaluation_batch_unknown",
        field: "eval_batch_num",
        message: expect.stringContaining("no evaluation batch 7"),
      },
    ]);
    expect(host.server.launched).toHaveLength(launched);
    await addBatch(7);
    expect((await host.send({ json_file, eval_batch_num: "7" }, own)).status).toBe(200);
  });
});
