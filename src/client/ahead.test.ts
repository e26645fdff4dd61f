// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { analysisApi } from "../api/analysis/analysis.ts";
import { digitalTwinApi } from "../api/plant/digital-twin.ts";
import { plantApi } from "../api/plant/plant.ts";
import { addressOf } from "./address.ts";
import { analysisResultApi } from "../api/analysis/analysis-result.ts";
import { columnPaths } from "./ahead-column.ts";
import { aheadPaths, askAhead, dropAhead, endAhead, takeAhead } from "./ahead.ts";
import { call, callBytes } from "./call.ts";
import { localNames, writeLocal } from "./local.ts";
import { setOffline } from "./offline/offline.ts";
import { keepSession } from "./session.ts";
import { signedIn } from "./session.fixture.ts";

const twin = {
  levels: [
    { component_type: "module", row_count: 900, geometry: "large", names: "many" },
    { component_type: "tracker", row_count: 9, geometry: "small", names: "few" },
  ],
};
const paths = aheadPaths(7);
/** The older of two surveys has temperatures of modules (35) and of trackers (36); the newer one has no result. */
const analyses = [
  { id: 3, flown_at: "2025-05-01T10:00:00Z", key_figure_ids: [35, 36] },
  { id: 4, flown_at: "2026-05-01T10:00:00Z", key_figure_ids: [] },
];
const columns = [
  { key_figure_id: 36, hash: "b" },
  { key_figure_id: 35, hash: "a" },
];
const column = columnPaths.one(3, columns[1]!);
let more: Record<string, unknown> = {};
const object = (hash: string) => `${paths.twin}/object/${hash}`;

let seen: { path: string; headers: Headers }[] = [];
let status = 200;
let refusal = "{}";

beforeEach(() => {
  [seen, status, more, refusal] = [[], 200, {}, "{}"];
  keepSession(signedIn);
  writeLocal(localNames.botToken, "bot");
  vi.stubGlobal("fetch", (path: string | URL | Request, { headers }: RequestInit) => {
    seen.push({ path: String(path), headers: new Headers(headers) });
    const known = { [paths.twin]: twin, ...more }[String(path)];
    const body = known ? JSON.stringify(known) : `of ${String(path)}`;
    return Promise.resolve(new Response(status === 200 ? body : refusal, { status }));
  });
});
afterEach(() => {
  dropAhead();
  setOffline(null);
  vi.unstubAllGlobals();
});
const asked = () => seen.map(({ path }) => path);

test("the paths are those of the calls", () => {
  const params = { id: 7 };
  expect(paths).toEqual({
    twin: addressOf(digitalTwinApi.read, { params }),
    analyses: addressOf(analysisApi.listForView, { params }),
    limits: addressOf(plantApi.readLimits, { params }),
  });
  const ask = { params: { id: 7, hash: "small" } };
  expect(object("small")).toBe(addressOf(digitalTwinApi.readObject, ask));
});

test("the paths of columns are those of the calls", () => {
  const params = { analysis_id: 3, key_figure_id: 35, hash: "a" };
  expect(columnPaths.all(3)).toBe(addressOf(analysisResultApi.columns, { params: { id: 3 } }));
  expect(column).toBe(addressOf(analysisResultApi.column, { params }));
});

const answerColumns = () => (more = { [paths.analyses]: analyses, [columnPaths.all(3)]: columns });

test.each([
  ["", column],
  ["?analysis=3&key_figure=36", columnPaths.one(3, columns[0]!)],
  ["?key_figure=999", column],
])("the column that the map shows first is asked for with %j", async (query, one) => {
  answerColumns();
  askAhead("/plant/7", "en", query);
  await vi.waitFor(() => expect(asked()).toContain(one));
  expect(asked().filter((path) => path.includes("column"))).toEqual([columnPaths.all(3), one]);
  // The plant may be open before the column is asked for: its address names its content.
  endAhead();
  const [, analysis_id, key_figure_id, hash] = /(\d+)\/(\d+)\/column\/(\w)/.exec(one)!;
  const params = {
    analysis_id: Number(analysis_id),
    key_figure_id: Number(key_figure_id),
    hash: hash!,
  };
  const bytes = await callBytes(analysisResultApi.column, { params });
  expect(await bytes.text()).toBe(`of ${one}`);
  expect(asked().filter((path) => path === one)).toHaveLength(1);
});

test("no other column is asked for where the page has asked itself, or was left", async () => {
  answerColumns();
  askAhead("/plant/7", "en");
  await call(analysisResultApi.columns, { params: { id: 3 } });
  dropAhead();
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(asked()).not.toContain(column);
});

test("a plant without results has no column, and one that is open takes no old answer", async () => {
  more = { [paths.analyses]: [analyses[1]], [columnPaths.all(4)]: [] };
  askAhead("/plant/7", "en");
  await vi.waitFor(() => expect(asked()).toContain(columnPaths.all(4)));
  endAhead();
  await call(analysisResultApi.columns, { params: { id: 4 } });
  expect(asked().filter((path) => path.includes("column"))).toEqual(
    Array.from({ length: 2 }, () => columnPaths.all(4)),
  );
});

test("the twin comes level by level, the small one first, two objects at a time", async () => {
  askAhead("/plant/7", "es");
  expect(asked()).toEqual([paths.twin, paths.analyses, paths.limits]);
  await vi.waitFor(() => expect(asked()).toHaveLength(7));
  expect(asked().slice(3)).toEqual(["small", "few", "large", "many"].map(object));
  const { headers } = seen[6]!;
  expect(headers.get("authorization")).toBe("Bearer secret");
  expect(headers.get("accept-language")).toBe("es");
});

test("a call takes what was asked for ahead, and asks itself the next time", async () => {
  askAhead("/plant/7", "en");
  await vi.waitFor(() => expect(asked()).toHaveLength(7));
  const params = { id: 7 };
  expect(await call(digitalTwinApi.read, { params })).toEqual(twin);
  const found = await callBytes(digitalTwinApi.readObject, { params: { id: 7, hash: "few" } });
  expect(await found.text()).toBe(`of ${object("few")}`);
  expect(asked()).toHaveLength(7);
  await call(digitalTwinApi.read, { params });
  expect(asked().slice(7)).toEqual([paths.twin]);
});

test("what the app has asked for itself is not asked for ahead again", async () => {
  const early = Promise.withResolvers<void>();
  const { fetch: answered } = globalThis;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const answer = await answered(path, init);
    if (path === object("small")) await early.promise;
    return answer;
  });
  askAhead("/plant/7", "en");
  await vi.waitFor(() => expect(asked()).toContain(object("few")));
  const objects = ["large", "many"].map((hash) =>
    callBytes(digitalTwinApi.readObject, { params: { id: 7, hash } }),
  );
  await Promise.all(objects);
  early.resolve();
  const first = await callBytes(digitalTwinApi.readObject, { params: { id: 7, hash: "small" } });
  expect(await first.text()).toBe(`of ${object("small")}`);
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(
    asked()
      .filter((path) => path.includes("/object/"))
      .toSorted(),
  ).toEqual(["few", "large", "many", "small"].map(object));
});

test("a twin that is not there is asked for once, and the call says why", async () => {
  status = 404;
  refusal = JSON.stringify({
    error: "Not Found",
    code: "RESOURCE_NOT_FOUND",
    message: "There is no twin.",
    problems: [{ reason: "twin_missing", message: "There is no twin." }],
  });
  askAhead("/plant/7", "en");
  await expect(call(digitalTwinApi.read, { params: { id: 7 } })).rejects.toMatchObject({
    code: "RESOURCE_NOT_FOUND",
    problems: [{ reason: "twin_missing" }],
  });
  expect(asked().filter((path) => path === paths.twin)).toHaveLength(1);
});

test("what was refused ahead is asked for again, so that the refusal is the call's", async () => {
  status = 403;
  askAhead("/plant/7", "en");
  await expect(call(digitalTwinApi.read, { params: { id: 7 } })).rejects.toMatchObject({
    code: expect.any(String),
  });
  expect(asked().filter((path) => path === paths.twin)).toHaveLength(2);
});

test("nothing is kept for another session, nor asked for without one, offline, or on another page", async () => {
  askAhead("/plant/7", "en");
  expect(await takeAhead(paths.twin, "another")).toBeNull();
  keepSession({ ...signedIn, token: "another" });
  expect(await takeAhead(paths.twin, "secret")).toBeNull();
  seen = [];
  askAhead("/plant/7/settings", "en");
  setOffline({ account_id: 1, plant_ids: [7] });
  askAhead("/plant/7", "en");
  setOffline(null);
  keepSession(null);
  askAhead("/plant/7", "en");
  expect(asked()).toEqual([]);
});
