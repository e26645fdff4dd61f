// @vitest-environment happy-dom
// The findings of a plant on a device: all pages are taken along, and brought to what the server has confirmed.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  undecided,
  type FindingLife,
  type FindingPage,
} from "../../domain/finding/finding-life.ts";
import { findingLifeApi } from "../../api/plant/finding-life.ts";
import { permissionNames } from "../../domain/account/permission.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { findingPageAsk, findingPageOf } from "../finding-page.ts";
import { keepSession } from "../session.ts";
import * as answer from "./offline-answer.ts";
import { fillPlant } from "./offline-fill.ts";
import { setOffline } from "./offline.ts";
import { deleteAll } from "./offline-store.ts";

let served: (path: string) => unknown = () => undefined;
vi.mock("../call.ts", async (original) => ({
  ...(await original<typeof import("../call.ts")>()),
  callBytes: async (
    endpoint: { path: string },
    { params, query }: { params?: object; query?: object },
  ) => {
    const { addressOf } = await import("../address.ts");
    const body = served(addressOf(endpoint, { params, query }).replace("/api/auth", ""));
    return new Blob([JSON.stringify(body ?? [])], { type: "application/json" });
  },
}));

const life = (id: number): Omit<FindingLife, "is_dangerous"> => ({
  ...undecided,
  id,
  component_type: "module",
  dt_id: `M${id}`,
  row: id,
  // Broken glass, and a hotspot.
  fault_type: id === 2 ? 7 : 10,
  assignee_name: null,
  severity: 2,
  analysis_id: 4,
  returned: false,
  work_order: null,
  comments: 0,
  revision: 1,
  updated_by: null,
  updated_at: "2026-11-01T00:00:00Z",
});
const dangerous = (id: number) => ({ ...life(id), is_dangerous: id === 3 });
const plant = (path: string) => {
  if (path === "/plant/7") return { id: 7, name: "Soledad" };
  if (path === "/user/me") return { id: 1, white_labeling_version: null };
  if (path === "/plant/7/field-geometry") return { levels: [] };
  if (path.includes("/observations?")) return { count: 0, observations: [] };
  return [];
};
const pages: Readonly<Record<string, object>> = {
  "/plant/7/findings": { findings: [1, 2].map(dangerous), next: 2, version: "a" },
  "/plant/7/findings?after=2": { findings: [3, 4].map(dangerous), next: 4, version: null },
  "/plant/7/findings?after=4": { findings: [], next: null, version: null },
};

beforeEach(() =>
  keepSession({
    token: "token",
    permissions: [...permissionNames],
    customer: null,
    is_admin: false,
    is_super_admin: false,
    hidden_admin: false,
    white_labeling_version: null,
  }),
);
afterEach(async () => {
  setOffline(null);
  answer.closeOffline();
  await deleteAll(1);
});

async function takeOffline(): Promise<void> {
  const choice = {
    analysis_ids: [],
    has_images: false,
    has_orthomosaics: false,
    has_blueprints: false,
  };
  const { signal } = new AbortController();
  await fillPlant({ account_id: 1, plant_id: 7, choice, signal, onProgress: () => undefined });
  setOffline({ account_id: 1, plant_ids: [7] });
}

/** All pages as the app reads them. */
async function kept(): Promise<FindingLife[]> {
  const all: FindingLife[] = [];
  for (let after: number | null = 0; after !== null;) {
    const ask = findingPageAsk(7, after);
    const page = findingPageOf(
      (await answer.answerOffline(findingLifeApi.list, ask, "json")) as FindingPage,
    );
    all.push(...page.findings);
    after = page.next;
  }
  return all;
}

const confirm = (...finished_ids: number[]) =>
  answer.keepConfirmed([
    { plant_id: 7, external_id: "x", finished_ids },
  ] as unknown as Observation[]);

it("are all there, and done where the server has confirmed it, on whichever page", async () => {
  served = (path) => pages[path] ?? plant(path);
  await takeOffline();
  expect((await kept()).map(({ id, is_dangerous }) => [id, is_dangerous])).toEqual([
    [1, false],
    [2, false],
    [3, true],
    [4, false],
  ]);
  await confirm(1, 4);
  expect((await kept()).map(({ status }) => status)).toEqual(["done", "open", "open", "done"]);
});

it("of a device that took them along before there were pages are read, and dangerous by their fault", async () => {
  // The third one is gone.
  const all = [life(1), life(2), { ...life(2), id: 3, severity: 0 }];
  served = (path) => (path === "/plant/7/findings" ? all : plant(path));
  await takeOffline();
  expect((await kept()).map(({ id, is_dangerous }) => [id, is_dangerous])).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ]);
  await confirm(2);
  expect((await kept()).map(({ status }) => status)).toEqual(["open", "done", "open"]);
});
