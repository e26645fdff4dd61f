// @vitest-environment happy-dom
// What a customer's user may not read is not asked for when a plant is taken along, and refused offline alike.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { referenceMeasurementApi } from "../../api/analysis/reference-measurement.ts";
import { flightAreaApi } from "../../api/flight/flight-area.ts";
import { flightCampaignApi } from "../../api/flight/flight-campaign.ts";
import { enabledKeyFigureApi } from "../../api/plant/enabled-key-figure.ts";
import type { Permission } from "../../domain/account/permission.ts";
import { keepSession } from "../session.ts";
import * as answer from "./offline-answer.ts";
import { fillPlant } from "./offline-fill.ts";
import { setOffline } from "./offline.ts";
import { deleteAll } from "./offline-store.ts";

/** What the server refuses to a customer's user with 403. */
const denied = [
  "/analysis/4/reference-measurements",
  "/plant/7/flight-campaigns",
  "/flight-rules",
  "/plant/7/disabled-pi-fields",
];
const asked: string[] = [];
let cut: string | null = null;
vi.mock("../call.ts", async (original) => ({
  ...(await original<typeof import("../call.ts")>()),
  callBytes: async (
    endpoint: { path: string },
    { params, query }: { params?: object; query?: object },
  ) => {
    const { addressOf } = await import("../address.ts");
    const path = addressOf(endpoint, { params, query }).replace("/api/auth", "");
    asked.push(path);
    const code = denied.includes(path) ? "PERMISSION_DENIED" : path === cut ? "DISCONNECT" : null;
    if (code) throw Object.assign(new Error(code), { code });
    return new Blob([JSON.stringify(served(path))], { type: "application/json" });
  },
}));
function served(path: string): unknown {
  if (path === "/plant/7") return { id: 7, name: "Soledad" };
  if (path === "/user/me") return { id: 1, white_labeling_version: null };
  if (path === "/analyses-for-view/7") return [{ id: 4, name: "spring" }];
  if (path === "/plant/7/field-geometry") return { levels: [] };
  if (path.includes("/observations?")) return { count: 0, observations: [] };
  return [];
}

const signIn = (...permissions: Permission[]) =>
  keepSession({
    token: "token of the customer's user",
    permissions,
    customer: null,
    is_admin: false,
    is_super_admin: false,
    hidden_admin: false,
    white_labeling_version: null,
  });
const choice = {
  analysis_ids: [4],
  has_images: true,
  has_orthomosaics: true,
  has_blueprints: true,
};
const fill = () => {
  const { signal } = new AbortController();
  return fillPlant({ account_id: 1, plant_id: 7, choice, signal, onProgress: () => undefined });
};

beforeEach(() => {
  asked.splice(0);
  cut = null;
  signIn("READ_ANALYSIS_RESULT", "READ_ANALYSIS", "READ_AVAILABLE_PLANT", "READ_OBSERVATION");
});
afterEach(async () => {
  setOffline(null);
  answer.closeOffline();
  await deleteAll(1);
});

it("neither the first nor a second take asks for it, nor one that goes on after a cut", async () => {
  cut = "/analysis/4/columns";
  await expect(fill()).rejects.toMatchObject({ code: "DISCONNECT" });
  cut = null;
  await fill();
  await fill();
  expect(asked.filter((path) => denied.includes(path))).toEqual([]);
  expect(asked.filter((path) => path === "/analysis/4/columns")).toHaveLength(3);
  expect(asked.some((path) => path === "/plant/7/blueprints")).toBe(false);
});

it("offline it is refused as the server refuses it", async () => {
  await fill();
  setOffline({ account_id: 1, plant_ids: [7] });
  const plant = { params: { id: 7 } };
  const all = [
    answer.answerOffline(referenceMeasurementApi.list, { params: { id: 4 } }, "json"),
    answer.answerOffline(flightCampaignApi.list, plant, "json"),
    answer.answerOffline(flightAreaApi.rules, {}, "json"),
    answer.answerOffline(enabledKeyFigureApi.listDisabled, plant, "json"),
  ];
  for (const one of all) await expect(one).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
});

it("who may read it takes it along, and a refusal of the server all the same stays one", async () => {
  signIn("READ_ANALYSIS_RESULT", "READ_AVAILABLE_PLANT", "READ_FLIGHT_CAMPAIGN");
  await fill();
  expect(asked).toContain("/plant/7/flight-campaigns");
  setOffline({ account_id: 1, plant_ids: [7] });
  const campaigns = answer.answerOffline(flightCampaignApi.list, { params: { id: 7 } }, "json");
  await expect(campaigns).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
});
