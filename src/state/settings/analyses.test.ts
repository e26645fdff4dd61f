import { beforeEach, expect, test, vi } from "vitest";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { analysesAtom } from "../plant/analysis/analysis.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { valueOf } from "../shell/loaded.ts";
import { asked, refusal, serve, serveAlso } from "../shell/served.fixture.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import * as state from "./analyses.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

const analysis = (id: number, more: Partial<Analysis> = {}) => ({
  id,
  plant_id: 7,
  flown_at: "2026-05-01T10:00:00Z",
  visibility: "not_released",
  state: "FINISHED",
  ...more,
});
const LIST = "GET /auth/analysis";
const OF_PLANT = "GET /auth/analyses-for-view/{id}";

let store = signedInStore();
beforeEach(async () => {
  serve({
    [LIST]: [analysis(3), analysis(2), analysis(1)],
    [OF_PLANT]: [analysis(2), analysis(1)],
  });
  store = signedInStore(["READ_ANALYSIS"], [state.allAnalysesAtom, analysesAtom]);
  store.set(plantIdAtom, 7);
  await settle();
  asked.splice(0);
});
const both = (read: (one: Analysis) => unknown) => [
  valueOf(store.get(state.allAnalysesAtom))?.map(read),
  valueOf(store.get(analysesAtom))?.map(read),
];

test("the list of all plants is not asked for without the permission", async () => {
  store = signedInStore([], [state.allAnalysesAtom]);
  await settle();
  expect(store.get(state.allAnalysesAtom).state).toBe("idle");
  expect(asked).toEqual([]);
});

test("the list of all plants can be fetched again", async () => {
  serveAlso({ [LIST]: [analysis(4)] });
  await state.reloadAllAnalyses();
  expect(both(({ id }) => id)).toEqual([[4], [2, 1]]);
});

test("a new analysis is returned, and is among those of the plant on the map", async () => {
  const form = { plant_id: 7, name: "Spring", flown_at: "2026-06-01T10:00:00Z" };
  serveAlso({
    "POST /auth/analysis": analysis(5),
    [OF_PLANT]: [analysis(5), analysis(2), analysis(1)],
  });
  expect(await store.set(state.createAnalysis, form)).toMatchObject({ id: 5 });
  expect(asked).toEqual([
    ["POST /auth/analysis", form],
    ["GET /auth/analyses-for-view/7"],
    ["GET /auth/analysis"],
  ]);
  expect(both(({ id }) => id)[1]).toEqual([5, 2, 1]);
});

test("a release is seen in both lists without fetching them, and only for its analysis", async () => {
  serveAlso({
    "POST /auth/analysis/{id}/visibility": analysis(2, { visibility: "released" }),
  });
  await store.set(state.setVisibility, 2, "released");
  expect(asked).toEqual([["POST /auth/analysis/2/visibility", { visibility: "released" }]]);
  expect(both(({ id, visibility }) => `${id} ${visibility}`)).toEqual([
    ["3 not_released", "2 released", "1 not_released"],
    ["2 released", "1 not_released"],
  ]);
});

test("a state set by hand is seen in both lists", async () => {
  serveAlso({ "POST /auth/analysis/{id}/state": analysis(1, { state: "PROCESSING" }) });
  await store.set(state.setState, 1, "PROCESSING");
  expect(asked).toEqual([["POST /auth/analysis/1/state", { state: "PROCESSING" }]]);
  expect(both((one) => one.state)).toEqual([
    ["FINISHED", "FINISHED", "PROCESSING"],
    ["FINISHED", "PROCESSING"],
  ]);
});

test("a refused change of the state changes no list, and rejects", async () => {
  serveAlso({ "POST /auth/analysis/{id}/state": refusal() });
  await expect(store.set(state.setState, 1, "PROCESSING")).rejects.toMatchObject({
    code: "CONFLICT",
  });
  expect(both((one) => one.state)[1]).toEqual(["FINISHED", "FINISHED"]);
});

test("a deleted analysis is no longer among those of the plant on the map", async () => {
  serveAlso({ "DELETE /auth/analysis/{id}": { done: true }, [OF_PLANT]: [analysis(1)] });
  await store.set(state.removeAnalysis, 2);
  expect(asked).toEqual([
    ["DELETE /auth/analysis/2"],
    ["GET /auth/analyses-for-view/7"],
    ["GET /auth/analysis"],
  ]);
  expect(both(({ id }) => id)[1]).toEqual([1]);
});

test("after its results are removed, the analyses of the plant are fetched again", async () => {
  serveAlso({ "DELETE /auth/analysis/{id}/results": analysis(2) });
  await store.set(state.removeResults, 2);
  expect(asked).toEqual([
    ["DELETE /auth/analysis/2/results"],
    ["GET /auth/analyses-for-view/7"],
    ["GET /auth/analysis"],
  ]);
});
