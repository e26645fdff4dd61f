import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startWords } from "../../client/i18n.ts";
import { keepSession } from "../../client/session.ts";
import { needWords } from "../shell/locale.ts";
import { serve } from "../shell/served.fixture.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { askAtom, reasonOf, viewerAtom } from "./ask.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));

beforeAll(async () => {
  await startWords("en");
  await needWords("refusal");
});
beforeEach(() => serve({ "GET /auth/user/me": { id: 4 } }));

test("rules see the signed-in user, the customer acted for and what the role permits", async () => {
  const store = signedInStore(["READ_USER"], [viewerAtom], {
    customer: { id: 7, name: "Helios", white_labeling_version: null },
    is_admin: true,
    is_super_admin: false,
  });
  // Not known before the account is loaded.
  expect(store.get(viewerAtom).account_id).toBe(0);
  await settle();
  expect(store.get(viewerAtom)).toEqual({
    account_id: 4,
    customer_id: 7,
    is_admin: true,
    is_super_admin: false,
    permissions: new Set(["READ_USER"]),
    plant_ids: null,
  });
});

test("rules see a user without permissions until the account is loaded", () => {
  const store = signedInStore([], [viewerAtom]);
  expect(store.get(viewerAtom)).toEqual({
    account_id: 0,
    customer_id: null,
    is_admin: false,
    is_super_admin: false,
    permissions: new Set(),
    plant_ids: null,
  });
});

test("rules see no user after the sign-out", () => {
  const store = signedInStore(["READ_USER"], [viewerAtom], { is_admin: true });
  keepSession(null);
  expect(store.get(viewerAtom)).toMatchObject({ customer_id: null, is_admin: false });
  expect(store.get(viewerAtom).permissions).toEqual(new Set());
});

test("a super admin is one, and staff too", () => {
  const store = signedInStore([], [viewerAtom], { is_admin: true, is_super_admin: true });
  expect(store.get(viewerAtom)).toMatchObject({ is_admin: true, is_super_admin: true });
});

test("a call that the role permits and its rule allows is allowed", () => {
  const ask = signedInStore(["DELETE_ANALYSIS_RESULT", "DELETE_PLANT"]).get(askAtom);
  expect(ask("plant.remove", { analysis_count: 0, order_count: 0 })).toBeNull();
});

test("a call whose rule refuses says why, and its button is shown", () => {
  const ask = signedInStore(["DELETE_PLANT"]).get(askAtom);
  const refusal = ask("plant.remove", { analysis_count: 3, order_count: 0 });
  expect(refusal).toEqual({ reason: "plant_has_analyses", values: { count: 3 } });
  expect(reasonOf(refusal)).toBe("This plant has 3 analyses and can’t be deleted.");
});

test("a call without permission is shown where the role may change other such things", () => {
  const ask = signedInStore(["UPDATE_PLANT"]).get(askAtom);
  expect(ask("plant.remove", { analysis_count: 0, order_count: 0 })).toEqual({
    reason: "permission_missing",
  });
});

test("a call without permission is hidden where the role may change nothing of the kind", () => {
  const ask = signedInStore(["READ_ALL_PLANT"]).get(askAtom);
  const refusal = ask("plant.remove", { analysis_count: 0, order_count: 0 });
  expect(refusal).toEqual({ reason: "permission_missing", isHidden: true });
  expect(reasonOf(refusal)).toBe("Your role does not have the permission for this.");
});

test("an allowed button has no reason", () => {
  expect(reasonOf(null)).toBeNull();
});

test.each(["plant.fly", "plant"])("a call that does not exist is a mistake: %s", (name) => {
  const ask = signedInStore().get(askAtom);
  expect(() => ask(name as "plant.remove", {} as never)).toThrow(new RangeError(`no call ${name}`));
});
