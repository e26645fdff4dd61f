// @vitest-environment happy-dom
// "Same as last" and the order of the columns come from what the viewer entered, for components of the same type.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { meAtom } from "../account/me.ts";
import { answers } from "../plant/two-plants.fixture.ts";
import { valueOf } from "../shell/loaded.ts";
import { listedObservationsAtom } from "./filter.ts";
import { columns, observationAt, openedWith } from "./observed.fixture.ts";
import { lastEntryAtom, recentColumnsAtom, recentFirst, rememberEntry } from "./recent.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

const values = (...ids: string[]) => ids.map((column_id) => ({ column_id, value: "x" }));
const by = (created_by_user: string, row: number, day: number, ...ids: string[]) =>
  observationAt(row, {
    created_by_user,
    observed_at: `2026-03-${String(day).padStart(2, "0")}T10:00:00.000Z`,
    notes: `day ${day}`,
    column_values: values(...ids),
  });
const usual = { ...answers };
let opened: Awaited<ReturnType<typeof openedWith>>;
beforeEach(async () => {
  answers["GET /auth/user/me"] = () => ({ id: 1, first_name: "Ana", last_name: "Ruiz" });
  opened = await openedWith([
    by("Bo", 1, 9, "ccp_3"),
    by("Ana Ruiz", 2, 8, "ccp_2"),
    by("Ana Ruiz", 3, 7, "ccp_1", "ccp_2"),
  ]);
  const { store } = opened;
  for (const one of [lastEntryAtom, recentColumnsAtom, meAtom]) store.sub(one, () => undefined);
  await vi.waitUntil(() => store.get(listedObservationsAtom).length === 3);
  await vi.waitUntil(() => valueOf(store.get(meAtom)));
});
afterEach(() => {
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});
const last = () => opened.store.get(lastEntryAtom);

test("the last entry is the viewer's own newest one, and none for another type", () => {
  expect(last()("module")).toMatchObject({ notes: "day 8", component_type: "module" });
  expect(last()("tracker")).toBeNull();
});

test("what was entered now comes before what the server has, for its type alone", () => {
  const entry = {
    component_type: "tracker",
    notes: "now",
    column_values: values("ccp_3"),
  } as const;
  opened.store.set(rememberEntry, entry);
  expect(last()("tracker")).toEqual(entry);
  expect(last()("module")?.notes).toBe("day 8");
  expect(opened.store.get(recentColumnsAtom)("tracker")).toEqual(["ccp_3"]);
});

test("the columns that the viewer used last come first, the others keep their order", () => {
  const recent = opened.store.get(recentColumnsAtom)("module");
  expect(recent).toEqual(["ccp_2", "ccp_1"]);
  const ordered = recentFirst(columns, recent).map(({ id }) => id);
  const rest = columns.map(({ id }) => id).filter((id) => !recent.includes(id));
  expect(ordered).toEqual([...recent, ...rest]);
});
