// What a release protects, what the history says of it, and who gets a mail when it ends.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  measured,
  openResultImport,
  type ResultImport,
} from "../../../../tests/fixtures/result-import.ts";
import { api } from "../../../api/index.ts";
import type { Visibility } from "../../../domain/analysis/analysis.ts";
import type { ReleaseEffect } from "../../../domain/analysis/release-effect.ts";

const least = measured.range[0];
let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
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

const setVisibility = (id: number, visibility: Visibility) =>
  host.server.ask(api.analysis.setVisibility, "analyst", { params: { id }, body: { visibility } });

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

  it("protects the results at every door", async () => {
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
    const doors = [
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
    expect(doors.map(({ status }) => status)).not.toContain(200);
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
