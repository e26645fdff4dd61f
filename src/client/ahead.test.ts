// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { analysisApi } from "../api/analysis/analysis.ts";
import { digitalTwinApi } from "../api/plant/digital-twin.ts";
import { plantApi } from "../api/plant/plant.ts";
import { addressOf } from "./address.ts";
import { aheadPaths, askAhead, dropAhead, takeAhead } from "./ahead.ts";
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
const object = (hash: string) => `${paths.twin}/object/${hash}`;

let seen: { path: string; headers: Headers }[] = [];
let status = 200;

beforeEach(() => {
  [seen, status] = [[], 200];
  keepSession(signedIn);
  writeLocal(localNames.botToken, "bot");
  vi.stubGlobal("fetch", (path: string | URL | Request, { headers }: RequestInit) => {
    seen.push({ path: String(path), headers: new Headers(headers) });
    const body = String(path) === paths.twin ? JSON.stringify(twin) : `of ${String(path)}`;
    return Promise.resolve(new Response(status === 200 ? body : "{}", { status }));
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

test("what was refused ahead is asked for again, so that the refusal is the call's", async () => {
  status = 404;
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
