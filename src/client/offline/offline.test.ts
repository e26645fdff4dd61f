// @vitest-environment happy-dom
// Plants on a device, with an IndexedDB in memory and a server that the test answers for.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { plantApi } from "../../api/plant/plant.ts";
import { differenceId } from "../../domain/evaluation/weakest-fault.ts";
import { permissionNames } from "../../domain/account/permission.ts";
import type { HeldPlant, OfflineChoice } from "../../domain/plant/offline.ts";
import { limits } from "../../domain/limits.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import * as answer from "./offline-answer.ts";
import { fillPlant } from "./offline-fill.ts";
import { OBSERVATIONS_AT_ONCE } from "./offline-load.ts";
import { isOffline, offlineFlag, setOffline } from "./offline.ts";
import {
  deleteAll,
  deleteAnswers,
  deleteStrangers,
  openAnswers,
  openCatalogue,
} from "./offline-store.ts";
import { keepSession } from "../session.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

const asked: string[] = [];
let served: (path: string) => unknown = () => undefined;
vi.mock("../call.ts", async (original) => ({
  ...(await original<typeof import("../call.ts")>()),
  callBytes: async (
    endpoint: { path: string },
    { params, query }: { params?: object; query?: object },
  ) => {
    const { addressOf } = await import("../address.ts");
    const path = addressOf(endpoint, { params, query }).replace("/api/auth", "");
    asked.push(path);
    const body = served(path);
    if (body instanceof Error) throw body;
    return new Blob([JSON.stringify(body ?? [])], { type: "application/json" });
  },
}));

const refused = (code: string) => Object.assign(new Error(code), { code });
const hash = (letter: string) => letter.repeat(64);
const summary = (letter: string) => ({ key_figure_id: 1, hash: hash(letter) });
const surveys = [
  { id: 4, name: "spring" },
  { id: 3, name: "autumn" },
];
/** What the server has of plant 7. */
const plant = (name: string) => (path: string) => {
  if (path === "/plant/7") return { id: 7, name };
  if (path === "/user/me") return { id: 1, white_labeling_version: null };
  if (path === "/analyses-for-view/7") return surveys;
  if (path === "/plant/7/field-geometry") return { levels: [] };
  if (path.includes("/observations?")) return { count: 0, observations: [] };
  if (path === "/analysis/4/columns") return [summary("a"), summary("b")];
  if (path === "/analysis/4/images") return [{ id: 9, file_name: "loop.jpg" }];
  return [];
};
const choice: OfflineChoice = {
  analysis_ids: [4],
  has_images: true,
  has_orthomosaics: true,
  has_blueprints: true,
};
const signIn = (token: string) =>
  keepSession({
    token,
    permissions: [...permissionNames],
    customer: null,
    is_admin: false,
    is_super_admin: false,
    hidden_admin: false,
    white_labeling_version: null,
  });

const fill = (signal = new AbortController().signal): Promise<HeldPlant> =>
  fillPlant({ account_id: 1, plant_id: 7, choice, signal, onProgress: () => undefined });
const read = () => answer.answerOffline(plantApi.read, { params: { id: 7 } }, "json");
const list = async () => {
  const catalogue = openCatalogue(1);
  const all = await catalogue.list();
  catalogue.close();
  return all;
};
const begun = async () => {
  const catalogue = openCatalogue(1);
  const filling = await catalogue.filling(7);
  catalogue.close();
  return filling;
};
const names = async () => (await indexedDB.databases()).map(({ name }) => name);

beforeEach(() => {
  asked.splice(0);
  served = plant("Soledad");
  signIn("token of the first user");
});
afterEach(async () => {
  setOffline(null);
  answer.closeOffline();
  await deleteAll(1);
  vi.useRealTimers();
});

it("answers as the server did, for the chosen analyses only", async () => {
  await fill();
  setOffline({ account_id: 1, plant_ids: [7] });
  expect(await read()).toEqual({ id: 7, name: "Soledad" });
  const { analysisApi } = await import("../../api/analysis/analysis.ts");
  const analyses = answer.answerOffline(analysisApi.listForView, { params: { id: 7 } }, "json");
  expect(await analyses).toEqual([surveys[0]]);
  expect(asked).not.toContain("/analysis/3/columns");
});

it("keeps the limit below which a temperature difference says that nothing was found", async () => {
  served = (path) =>
    path === "/analysis/4/columns"
      ? [summary("a"), { key_figure_id: differenceId, hash: hash("b") }]
      : path.includes("/value-origin/")
        ? { weakest_k: 3.8 }
        : plant("Soledad")(path);
  await fill();
  setOffline({ account_id: 1, plant_ids: [7] });
  const { evaluationApi } = await import("../../api/analysis/evaluation.ts");
  const params = { id: 4, key_figure_id: differenceId };
  const origin = answer.answerOffline(evaluationApi.origin, { params }, "json");
  expect(await origin).toEqual({ weakest_k: 3.8 });
  expect(asked.filter((path) => path.includes("/value-origin/"))).toHaveLength(1);
});

/** Stored and read observations of plant 7, page by page as the app does. */
async function keptObservations(): Promise<string[]> {
  const { serverSource } = await import("../../state/observation/server-source.ts");
  return (await serverSource.list(7, {})).map(({ notes }) => notes);
}

it("lists what the server has confirmed, on one full page and on several", async () => {
  const row = (at: number) => ({
    id: at,
    plant_id: 7,
    external_id: `row-${at}-`,
    notes: `${at}`,
    images: [],
  });
  for (const total of [OBSERVATIONS_AT_ONCE, OBSERVATIONS_AT_ONCE + 2]) {
    const rows = Array.from({ length: total }, (_, at) => row(at));
    served = (path) => {
      const [, offset] = /observations\?offset=(\d+)/.exec(path) ?? [];
      if (offset === undefined) return plant("Soledad")(path);
      const from = Number(offset);
      return { count: total, observations: rows.slice(from, from + OBSERVATIONS_AT_ONCE) };
    };
    await fill();
    setOffline({ account_id: 1, plant_ids: [7] });
    const last = { ...row(total - 1), notes: "changed" };
    const added = { ...row(total), notes: "new" };
    await answer.keepConfirmed([added, last] as unknown as Observation[]);
    const listed = await keptObservations();
    expect(listed).toHaveLength(total + 1);
    expect([listed[0], listed.at(-1)]).toEqual(["new", "changed"]);
    // One leaves the first page: those of the last one stay.
    await answer.keepConfirmed([], [row(3)]);
    const left = await keptObservations();
    expect(left).toHaveLength(total);
    expect(left).not.toContain("3");
    setOffline(null);
    answer.closeOffline();
  }
});

it("refuses what the server refuses, with the same code", async () => {
  const { digitalTwinApi } = await import("../../api/plant/digital-twin.ts");
  served = (path) =>
    path.endsWith("/field-geometry") ? refused("RESOURCE_NOT_FOUND") : plant("Soledad")(path);
  await fill();
  setOffline({ account_id: 1, plant_ids: [7] });
  const twin = answer.answerOffline(digitalTwinApi.read, { params: { id: 7 } }, "json");
  await expect(twin).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
});

it("refuses at once what is not on the device, and every change", async () => {
  await fill();
  setOffline({ account_id: 1, plant_ids: [7] });
  const other = answer.answerOffline(plantApi.read, { params: { id: 8 } }, "json");
  await expect(other).rejects.toMatchObject({ code: "OFFLINE" });
  const change = answer.answerOffline(plantApi.update, { params: { id: 7 } }, "json");
  await expect(change).rejects.toMatchObject({ code: "OFFLINE" });
});

it("keeps the old store until the new one is complete, and goes on where it was cut", async () => {
  const old = await fill();
  served = (path) => {
    if (path.endsWith(hash("b"))) return refused("DISCONNECT");
    return plant("Renamed")(path);
  };
  await expect(fill()).rejects.toMatchObject({ code: "DISCONNECT" });
  expect(await list()).toEqual([old]);
  setOffline({ account_id: 1, plant_ids: [7] });
  expect(await read()).toEqual({ id: 7, name: "Soledad" });
  setOffline(null);
  // A page starts meanwhile, and deletes what no list names.
  const { database = "" } = (await begun()) ?? {};
  await deleteStrangers(1);
  expect(await names()).toContain(database);
  asked.splice(0);
  served = plant("Renamed");
  const next = await fill();
  // The column that had arrived is not loaded again.
  expect(asked.some((path) => path.endsWith(hash("a")))).toBe(false);
  expect(asked.some((path) => path.endsWith(hash("b")))).toBe(true);
  expect(await names()).not.toContain(old.database);
  setOffline({ account_id: 1, plant_ids: [7] });
  expect(await read()).toEqual({ id: 7, name: "Renamed" });
  expect(next.database).not.toBe(old.database);
});

it("names the images that the server cannot give, and takes the plant all the same", async () => {
  served = (path) => (path.includes("/image/") ? refused("UNAVAILABLE") : plant("Soledad")(path));
  expect((await fill()).failed_images).toEqual(["loop.jpg"]);
});

it("says so where the database has disappeared or the data have expired", async () => {
  const { database } = await fill();
  setOffline({ account_id: 1, plant_ids: [7] });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + (limits.offlineDays + 1) * 86_400_000 });
  await expect(read()).rejects.toMatchObject({ problems: [{ reason: "offline_expired" }] });
  vi.useRealTimers();
  await deleteAnswers([database]);
  await expect(read()).rejects.toMatchObject({ problems: [{ reason: "offline_disappeared" }] });
});

it("gives nothing of one user to the next, and deletes it", async () => {
  const { database } = await fill();
  setOffline({ account_id: 1, plant_ids: [7] });
  signIn("token of the second user");
  expect(offlineFlag()).toBeNull();
  expect(isOffline()).toBe(false);
  answer.closeOffline();
  indexedDB.open("outbox-1");
  await deleteStrangers(2);
  const left = await names();
  expect(left).not.toContain(database);
  expect(left).not.toContain("offline-1");
  expect(left).toContain("outbox-1");
});

it.skipIf(isEveryday)(
  "deletes a database that another tab holds after a second, else says that it is blocked",
  async () => {
    const { database } = await fill();
    const other = openAnswers(database);
    await other.addresses();
    // The other tab does not let go.
    const held = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(database);
      request.addEventListener("success", () => resolve(request.result));
    });
    await expect(deleteAnswers([database])).rejects.toMatchObject({ fault: "blocked" });
    held.close();
    other.close();
    await deleteAnswers([database]);
    expect(await names()).not.toContain(database);
  },
  patient(20_000),
);
