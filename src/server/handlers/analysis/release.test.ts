// What a release protects, what the history says of it, and who gets a mail when it ends.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  measured,
  openResultImport,
  type ResultImport,
} from "../../../../tests/fixtures/result-import.ts";
import { api } from "../../../api/index.ts";
import type { HistoryEntry } from "../../../domain/analysis/history.ts";
import type { Analysis, Visibility } from "../../../domain/analysis/analysis.ts";
import type { ReleaseEffect } from "../../../domain/analysis/release-effect.ts";
import { imageCountsShape } from "../../../domain/evaluation/image-count.ts";
import { EVALUATION_METHOD } from "../../../domain/evaluation/evaluation-age.ts";
import type { Gate } from "../../../domain/evaluation/plausibility.ts";
import type { ShownLog } from "../../../domain/evaluation/survey-log.ts";
import { analysisColumn } from "../../store/schema/plant.ts";
import { writeEvaluationLog } from "../../store/plant/analysis/evaluation.ts";

const least = measured.range[0];
let host: ResultImport;
beforeAll(async () => void (host = await openResultImport()));
afterAll(() => host.server.close());

const fileOf = (value: number) => {
  const lines = [0, 1, 2].map((at) => `${host.plant.moduleId(at)};${value}`);
  return { name: "a.csv", bytes: `dt_id;${measured.key}\r\n${lines.join("\r\n")}\r\n` };
};

async function imported(name: string, day: string): Promise<number> {
  const id = await host.plant.addAnalysis(name, day);
  await host.send({ json_file: fileOf(least) }, id);
  await host.runLaunched();
  return id;
}

const setVisibility = (id: number, visibility: Visibility, confirmation?: string) =>
  host.server.ask(api.analysis.setVisibility, "analyst", {
    params: { id },
    body: { visibility, ...(confirmation === undefined ? {} : { confirmation }) },
  });

const setEvaluated = (analysis_id: number, is_evaluated: boolean) =>
  host.owner.db
    .update(analysisColumn)
    .set({ is_evaluated })
    .where(eq(analysisColumn.analysis_id, analysis_id));

/** Results whose evaluation says so many components to have no sure place, and 20 to be measured. */
async function evaluated(
  name: string,
  place_not_sure: number,
  gate?: Gate,
  change: Partial<ShownLog> = {},
): Promise<number> {
  const id = await imported(name, "2026-02-05");
  await setEvaluated(id, true);
  const log: Omit<ShownLog, "not_judged"> = {
    version: "1.0.0",
    method: EVALUATION_METHOD,
    inputs: [],
    unconfirmed: [],
    unplaced: [],
    false_colour: [],
    filled: [],
    nearest: [],
    range_ends: [],
    visible: [],
    registrations: [],
    images: imageCountsShape.parse({ measured: 0, placed: 0, without_temperature: 0 }),
    image_places: null,
    least_hotspot: null,
    conditions: {},
    condition_lines: [],
    condition_notes: [],
    other_tables: [],
    left_out: [],
    settings: {},
    twin_version: 1,
    measured: 20,
    not_inspected: 3,
    beyond_range: {},
    not_judged: 0,
    place_not_sure,
    implausible: gate ? [{ gate, share: 0.4, key_figure: null }] : [],
    is_contradicted: false,
    kept: [],
    flagged: 0,
    close_ups: null,
    formulas: {},
    ...change,
  };
  await writeEvaluationLog(host.owner.db, id, JSON.stringify(log));
  return id;
}

async function historyOf(id: number) {
  const { rows } = await host.server.database.owner.pool.query(
    "select field, old_value, new_value, note, account_id from analysis_history where analysis_id = $1 order by id",
    [id],
  );
  return rows as { field: string; old_value: string | null; new_value: string | null }[];
}

describe("a release", () => {
  it("has one winner of ten at the same time, and one line in the history", async () => {
    const id = await imported("twice", "2026-02-01");
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => setVisibility(id, "released")),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    const rows = (await historyOf(id)).filter(({ field }) => field === "visibility");
    expect(rows).toMatchObject([
      {
        old_value: "not_released",
        new_value: "released",
        account_id: host.server.accounts.analyst.id,
      },
    ]);
  });

  it("protects the results over every call", async () => {
    const id = await imported("closed", "2026-02-02");
    // The task was accepted before the release and runs after it.
    await host.send({ json_file: fileOf(least + measured.step) }, id);
    expect((await setVisibility(id, "released")).status).toBe(200);
    const params = { id };
    const columnsOf = async () =>
      (await host.server.ask(api.analysisResult.columns, "analyst", { params })).body;
    const columns = await columnsOf();
    await expect(host.runLaunched()).rejects.toThrow("analysis_released");
    expect(await columnsOf()).toEqual(columns);
    const before = await host.digest();
    const at = { analysis_id: id, key_figure_id: measured.id };
    const answers = [
      await host.send({ json_file: fileOf(least) }, id),
      await host.send({ json_file: fileOf(least), delete_before: "1" }, id),
      await host.server.ask(api.analysisResult.remove, "analyst", { params }),
      await host.server.ask(api.analysis.remove, "analyst", { params }),
      await host.server.ask(api.digitalTwin.remove, "analyst", {
        params: { id: host.plant.plant_id },
      }),
      await host.server.ask(api.plant.remove, "analyst", { params: { id: host.plant.plant_id } }),
      await host.server.ask(api.analysisResult.modifyValue, "analyst", {
        params: at,
        body: { dt_id: host.plant.moduleId(0), value: null },
      }),
    ];
    expect(answers.map(({ status }) => status)).not.toContain(200);
    expect(await host.digest()).toBe(before);
  });

  it("leaves every change of results and values in the history", async () => {
    const id = await imported("changed", "2026-02-03");
    const params = { analysis_id: id, key_figure_id: measured.id };
    const value = least + 2 * measured.step;
    const body = { dt_id: host.plant.moduleId(0), value };
    await host.server.ask(api.analysisResult.modifyValue, "analyst", { params, body });
    const { body: changes } = await host.server.ask(api.analysisResult.changeHistory, "analyst", {
      params,
    });
    const [change] = changes as { id: number }[];
    await host.server.ask(api.analysisResult.undo, "analyst", {
      params,
      body: { change_id: change!.id },
    });
    await host.server.ask(api.analysisResult.remove, "analyst", { params: { id } });
    const note = `${host.plant.moduleId(0)} ${measured.key}`;
    expect(await historyOf(id)).toMatchObject([
      { field: "results", old_value: null, new_value: measured.key },
      { field: "state", old_value: "DATA_COMPLETE_VERIFIED", new_value: "PROCESSING" },
      { field: "values", old_value: String(least), new_value: String(value), note },
      { field: "values", old_value: String(value), new_value: String(least), note },
      { field: "results", old_value: measured.key, new_value: null },
    ]);
  });

  it("names the newer analyses that lose their history with it", async () => {
    const id = await imported("older", "2025-02-01");
    const newer = await imported("newer", "2026-02-08");
    const { body } = await host.server.ask(api.analysis.releaseEffect, "analyst", {
      params: { id },
    });
    const { used_by } = body as ReleaseEffect;
    expect(used_by[0]).toMatchObject({ id: newer, name: "newer", compared: 1 });
    const ofNewest = await host.server.ask(api.analysis.releaseEffect, "analyst", {
      params: { id: newer },
    });
    expect((ofNewest.body as ReleaseEffect).used_by).toEqual([]);
  });
});

describe("a release of what is not sure", () => {
  const reason = "The customer knows that the east is missing.";
  const visibilityOf = async (id: number) =>
    ((await host.server.ask(api.analysis.read, "analyst", { params: { id } })).body as Analysis)
      .visibility;

  it.each([
    ["7 places", 7, undefined, 7],
    ["values that cannot be true", 0, "glass_cold" as const, 20],
    ["both", 7, "unit" as const, 27],
    ["conditions that the intact tubes contradict", 0, undefined, 20],
  ])("is refused with the number without a confirmation: %s", async (name, places, gate, count) => {
    const is_contradicted = name.includes("contradict");
    const id = await evaluated(name, places, gate, { is_contradicted });
    const effect = await host.server.ask(api.analysis.releaseEffect, "analyst", { params: { id } });
    const { unsure, doubts } = effect.body as ReleaseEffect;
    expect(unsure).toBe(count);
    expect(doubts.map(({ reason }) => reason)).toEqual([
      ...(places > 0 ? ["place"] : []),
      ...(gate ? ["implausible"] : []),
      ...(is_contradicted ? ["contradicted"] : []),
    ]);
    for (const confirmation of [undefined, "", "too short", "         x         "]) {
      const { status, body } = await setVisibility(id, "released", confirmation);
      expect(status).toBe(409);
      expect(body).toMatchObject({
        error: "CONFLICT",
        problems: [{ reason: "release_unsure", field: "confirmation", values: { count } }],
      });
    }
    expect(await visibilityOf(id)).toBe("not_released");
    expect((await historyOf(id)).map(({ field }) => field)).not.toContain("visibility");
    expect((await setVisibility(id, "invisible")).status).toBe(200);
  });

  it("keeps the confirmation in the history, which staff read", async () => {
    const id = await evaluated("confirmed", 7);
    expect((await setVisibility(id, "released", ` ${reason}\n`)).status).toBe(200);
    expect(await visibilityOf(id)).toBe("released");
    const { body } = await host.server.ask(api.analysisHistory.list, "super_admin", {
      params: { id },
    });
    const entries = body as HistoryEntry[];
    expect(entries.filter(({ field }) => field === "confirmation")).toMatchObject([
      { old_value: null, new_value: reason, user_name: "analyst Tester" },
    ]);
    expect(entries.filter(({ field }) => field === "visibility")).toHaveLength(1);
    // It is asked again at the next release, and not at a withdrawal.
    expect((await setVisibility(id, "not_released")).status).toBe(200);
    expect((await setVisibility(id, "released")).status).toBe(409);
  });

  it("asks for none once an import has replaced all that was evaluated", async () => {
    const id = await evaluated("replaced", 7);
    const unsure = async () =>
      (
        (await host.server.ask(api.analysis.releaseEffect, "analyst", { params: { id } }))
          .body as ReleaseEffect
      ).unsure;
    expect(await unsure()).toBe(7);
    await host.send({ json_file: fileOf(least + measured.step), delete_before: "1" }, id);
    await host.runLaunched();
    expect(await unsure()).toBe(0);
    expect((await setVisibility(id, "released")).status).toBe(200);
  });

  it("counts all where an older version has not looked where its rasters lie", async () => {
    const place = { file: "a.tif", found: null };
    const id = await evaluated("older version", 0, undefined, {
      method: 0,
      registrations: [place],
    });
    const { body } = await host.server.ask(api.analysis.releaseEffect, "analyst", {
      params: { id },
    });
    expect((body as ReleaseEffect).unsure).toBe(20);
    // Mirrors have no validity of their own: a raster without a place is asked for all the same.
    const mirrors = await evaluated("mirrors", 0, undefined, { registrations: [place] });
    const asked = await host.server.ask(api.analysis.releaseEffect, "analyst", {
      params: { id: mirrors },
    });
    expect(asked.body).toMatchObject({
      unsure: 1,
      doubts: [{ reason: "place", files: ["a.tif"] }],
    });
    const images = await evaluated("only images", 0, undefined, { method: 0 });
    expect((await setVisibility(images, "released")).status).toBe(200);
  });

  it("keeps no confirmation where everything is sure", async () => {
    const id = await evaluated("sure", 0);
    expect((await setVisibility(id, "released", reason)).status).toBe(200);
    expect((await historyOf(id)).map(({ field }) => field)).not.toContain("confirmation");
  });
});
