// Carried values, against a computation of their own that knows nothing but the files that were imported.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  measured,
  openResultImport,
  type ResultImport,
} from "../../../../tests/fixtures/result-import.ts";
import { refreshUnmeasured } from "../../../../workers/jobs/refresh-unmeasured.ts";
import { api } from "../../../api/index.ts";
import type { ComponentResult } from "../../../domain/analysis/analysis-result.ts";
import type { ReleaseEffect } from "../../../domain/analysis/release-effect.ts";
import type { CarriedColumn, Unmeasured } from "../../../domain/analysis/unmeasured.ts";
import { decodeColumn } from "../../../domain/column/column-codec.ts";
import type { AccountKey } from "../../../../tests/fixtures/http.ts";

type Sent = ReadonlyMap<string, number>;
type Survey = { readonly id: number; readonly sent: Sent };

let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

let seed = 7;
const random = () => {
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647;
};

/** Imports values for about a `share` of the modules. */
async function survey(day: string, share: number): Promise<Survey> {
  const id = await host.plant.addAnalysis(`Survey ${day}`, day);
  const sent = new Map<string, number>();
  for (let at = 0; at < host.plant.modules; at++) {
    if (random() > share) continue;
    const steps = Math.floor(random() * 30);
    sent.set(host.plant.moduleId(at), measured.range[0] + steps * measured.step);
  }
  await importValues(id, sent);
  return { id, sent };
}

async function importValues(id: number, sent: Sent) {
  const lines = [...sent].map(([dtId, value]) => `${dtId};${value}`);
  const bytes = `dt_id;${measured.key}\r\n${lines.join("\r\n")}\r\n`;
  const { status } = await host.send({ json_file: { name: "a.csv", bytes } }, id);
  expect(status).toBe(200);
  await host.runLaunched();
}

const hold = async (id: number, is_unmeasured_holder = true) =>
  (
    await host.server.ask(api.unmeasured.setHolder, "analyst", {
      params: { analysis_id: id },
      body: { is_unmeasured_holder },
    })
  ).body as Unmeasured;

async function refresh(analysis_id: number) {
  const params = { analysis_id };
  const { status } = await host.server.ask(api.unmeasured.refresh, "analyst", { params });
  expect(status).toBe(200);
  const { input } = host.server.launched.at(-1)!;
  const progress = { step: async () => undefined };
  const { signal } = new AbortController();
  const about = { task_id: 0, account_id: host.server.accounts.analyst.id, signal };
  return refreshUnmeasured.run(host.owner, refreshUnmeasured.input.parse(input), progress, about);
}

/** Every carried value as `source dt_id value`, read through the calls that the browser uses. */
async function carriedBy(id: number, as: AccountKey = "analyst"): Promise<string[]> {
  const { body } = await host.server.ask(api.unmeasured.carried, as, { params: { id } });
  const found: string[] = [];
  for (const { key_figure_id, source_id, hash, value_count } of body as CarriedColumn[]) {
    const path = `/api/auth/analysis-result/${id}/${key_figure_id}/column/${hash}`;
    const headers = { authorization: `Bearer ${host.server.accounts[as].token}` };
    const answer = await host.server.fetch(path, { headers });
    expect(answer.status).toBe(200);
    const values = decodeColumn(new Uint8Array(await answer.arrayBuffer()));
    const rows = [...values].flatMap((value, row) => (Number.isNaN(value) ? [] : [[row, value]]));
    expect(rows).toHaveLength(value_count);
    // Rows of the twin are in the order of a curve: the names say which component it is.
    const directory = await rowNames();
    for (const [row, value] of rows) found.push(`${source_id} ${directory[row!]} ${shown(value!)}`);
  }
  return found.toSorted();
}

const shown = (value: number) => Math.fround(value).toPrecision(7);

let names: string[] | undefined;
async function rowNames(): Promise<string[]> {
  if (names) return names;
  const known: string[] = [];
  const any = await host.plant.addAnalysis("names", "2010-01-01");
  for (let at = 0; at < host.plant.modules; at++) {
    const dt_id = host.plant.moduleId(at);
    const params = { id: any, component_type: "module", dt_id } as const;
    const { body } = await host.server.ask(api.analysisResult.component, "analyst", { params });
    known[(body as ComponentResult).row] = dt_id;
  }
  return (names = known);
}

/** By hand: the newest holder that has the component gives its value, unless the analysis has one itself. */
function expected(of: Survey, holders: readonly Survey[], without: readonly string[] = []) {
  const found: string[] = [];
  for (let at = 0; at < host.plant.modules; at++) {
    const dtId = host.plant.moduleId(at);
    if (of.sent.has(dtId) || without.includes(dtId)) continue;
    const source = holders.find(({ sent }) => sent.has(dtId));
    if (source) found.push(`${source.id} ${dtId} ${shown(source.sent.get(dtId)!)}`);
  }
  return found.toSorted();
}

describe("unmeasured values", () => {
  it("are those of the newest older holder, never of a newer one or one that holds nothing", async () => {
    const oldest = await survey("2020-01-01", 0.7);
    const plain = await survey("2020-02-01", 0.9);
    const older = await survey("2020-03-01", 0.5);
    const newest = await survey("2020-04-01", 0.4);
    expect(await carriedBy(newest.id)).toEqual([]);
    await hold(oldest.id);
    const held = await hold(older.id);
    expect(held).toMatchObject({ is_unmeasured_holder: true, newer: 1 });
    expect(held.stale.map(({ id }) => id)).toEqual([newest.id]);
    const before = (
      await host.server.ask(api.analysisResult.columns, "analyst", { params: newest })
    ).body;
    const values = expected(newest, [older, oldest]);
    expect(values.length).toBeGreaterThan(10);
    expect(await refresh(older.id)).toEqual({ analyses: 1, values: values.length });
    expect(await carriedBy(newest.id)).toEqual(values);
    expect(await carriedBy(plain.id)).toEqual([]);
    await refresh(oldest.id);
    expect(await carriedBy(plain.id)).toEqual(expected(plain, [oldest]));
    expect(await carriedBy(older.id)).toEqual(expected(older, [oldest]));
    expect(await carriedBy(oldest.id)).toEqual([]);
    const effect = await host.server.ask(api.analysis.releaseEffect, "analyst", { params: oldest });
    const { used_by } = effect.body as ReleaseEffect;
    const fromOldest = (of: Survey, holders: readonly Survey[]) =>
      expected(of, holders).filter((one) => one.startsWith(`${oldest.id} `)).length;
    expect(used_by.map(({ id, carried }) => [id, carried])).toEqual([
      [newest.id, fromOldest(newest, [older, oldest])],
      [older.id, fromOldest(older, [oldest])],
      [plain.id, fromOldest(plain, [oldest])],
    ]);
    // What is carried counts nowhere.
    const after = (await host.server.ask(api.analysisResult.columns, "analyst", { params: newest }))
      .body;
    expect(after).toEqual(before);
  });

  it("say that they are not refreshed, until they are", async () => {
    const holder = await survey("2021-01-01", 0.9);
    await hold(holder.id);
    const newer = await survey("2021-02-01", 0.3);
    const stale = async () => {
      const { body } = await host.server.ask(api.unmeasured.read, "analyst", {
        params: { analysis_id: holder.id },
      });
      return (body as Unmeasured).stale.map(({ id }) => id);
    };
    // An import takes what is held then.
    expect(await stale()).toEqual([]);
    const first = await carriedBy(newer.id);
    expect(first.filter((one) => one.startsWith(`${holder.id} `)).length).toBeGreaterThan(10);
    const dt_id = first[0]!.split(" ")[1]!;
    const params = { analysis_id: holder.id, key_figure_id: measured.id };
    const value = measured.range[0] + 33 * measured.step;
    await host.server.ask(api.analysisResult.modifyValue, "analyst", {
      params,
      body: { dt_id, value },
    });
    expect(await stale()).toEqual([newer.id]);
    expect(await carriedBy(newer.id)).toEqual(first);
    await refresh(holder.id);
    expect(await stale()).toEqual([]);
    expect(await carriedBy(newer.id)).toContain(`${holder.id} ${dt_id} ${shown(value)}`);
    await hold(holder.id, false);
    expect(await stale()).toEqual([newer.id]);
    await refresh(holder.id);
    const left = await carriedBy(newer.id);
    expect(left.filter((one) => one.startsWith(`${holder.id} `))).toEqual([]);
  });

  it("never show a customer what was not released", async () => {
    const holder = await survey("2022-01-01", 1);
    await hold(holder.id);
    const newer = await survey("2022-02-01", 0.5);
    const release = (id: number, visibility: "released" | "not_released") =>
      host.server.ask(api.analysis.setVisibility, "analyst", {
        params: { id },
        body: { visibility },
      });
    await release(newer.id, "released");
    expect((await carriedBy(newer.id)).length).toBeGreaterThan(0);
    expect(await carriedBy(newer.id, "viewer")).toEqual([]);
    const card = async () => {
      const dt_id = [...holder.sent.keys()].find((id) => !newer.sent.has(id))!;
      const params = { id: newer.id, component_type: "module", dt_id } as const;
      const { body } = await host.server.ask(api.analysisResult.component, "viewer", { params });
      const { carried, values } = body as ComponentResult;
      expect(values).toMatchObject([{ key_figure_id: measured.id, value: null }]);
      return carried.map(({ source_id }) => source_id);
    };
    expect(await card()).toEqual([]);
    await release(holder.id, "released");
    expect((await carriedBy(newer.id, "viewer")).length).toBeGreaterThan(0);
    expect(await card()).toEqual([holder.id]);
    await release(holder.id, "not_released");
    expect(await card()).toEqual([]);
  });

  it("need results to hold", async () => {
    const id = await host.plant.addAnalysis("empty", "2023-01-01");
    const { status } = await host.server.ask(api.unmeasured.setHolder, "analyst", {
      params: { analysis_id: id },
      body: { is_unmeasured_holder: true },
    });
    expect(status).toBe(409);
  });
});
