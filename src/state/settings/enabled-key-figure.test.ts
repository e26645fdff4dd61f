import { beforeEach, expect, test, vi } from "vitest";
import { plantIdAtom } from "../plant/plant.ts";
import { valueOf } from "../shell/loaded.ts";
import { asked, refusal, serve, serveAlso } from "../shell/served.fixture.ts";
import { settle, signedInStore, watch } from "../shell/signed-in.fixture.ts";
import * as state from "./enabled-key-figure.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

const LIST = "GET /auth/plant/{id}/disabled-pi-fields";
const ON = "POST /auth/plant/{id}/enabled-pi-fields";
const OFF = "POST /auth/plant/{id}/disabled-pi-fields";

let store = signedInStore();
beforeEach(async () => {
  serve({ [LIST]: { key_figure_ids: [3, 5] } });
  store = signedInStore(["MANAGE_ENABLED_PI_FIELD"], [state.disabledKeyFiguresAtom]);
  watch(store, state.disabledKeyFiguresOf(7));
  await settle();
  asked.splice(0);
});
const ids = () => valueOf(store.get(state.disabledKeyFiguresOf(7)));

test("key figures are switched off at once, the ones that are off already once only", async () => {
  serveAlso({ [OFF]: { key_figure_ids: [] } });
  const switching = store.set(state.switchKeyFigures, 7, [5, 8], false);
  expect(ids()).toEqual([3, 5, 8]);
  await switching;
  expect(asked).toEqual([["POST /auth/plant/7/disabled-pi-fields", { key_figure_ids: [5, 8] }]]);
  expect(ids()).toEqual([3, 5, 8]);
});

test("key figures are switched on at once", async () => {
  serveAlso({ [ON]: { key_figure_ids: [] } });
  const switching = store.set(state.switchKeyFigures, 7, [3], true);
  expect(ids()).toEqual([5]);
  await switching;
  expect(asked).toEqual([["POST /auth/plant/7/enabled-pi-fields", { key_figure_ids: [3] }]]);
});

test("after a refusal those that are off are fetched again", async () => {
  serveAlso({ [ON]: refusal(), [LIST]: { key_figure_ids: [3, 5, 9] } });
  await expect(store.set(state.switchKeyFigures, 7, [3], true)).rejects.toMatchObject({
    code: "CONFLICT",
  });
  await settle();
  expect(ids()).toEqual([3, 5, 9]);
});

test("those that are off can be fetched again", async () => {
  serveAlso({ [LIST]: { key_figure_ids: [4] } });
  await state.reloadDisabled(7);
  expect(ids()).toEqual([4]);
  expect(asked).toEqual([["GET /auth/plant/7/disabled-pi-fields"]]);
});

test("those of the plant on the map are none without a plant", async () => {
  expect(store.get(state.disabledKeyFiguresAtom)).toEqual(new Set());
  store.set(plantIdAtom, 7);
  await settle();
  expect(store.get(state.disabledKeyFiguresAtom)).toEqual(new Set([3, 5]));
});

test("users who may not know what is off are shown nothing of it", async () => {
  store = signedInStore([], [state.disabledKeyFiguresAtom]);
  store.set(plantIdAtom, 7);
  await settle();
  expect(store.get(state.disabledKeyFiguresAtom)).toEqual(new Set());
  expect(asked.filter(([to]) => to.includes("disabled"))).toEqual([]);
});
