// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openPanelsAtom, startDocks } from "../shell/dock.ts";
import { settle } from "../shell/signed-in.fixture.ts";
import { filtersAtom } from "./filter/filter.ts";
import { openedPlant } from "./opened.fixture.ts";
import { currentQueryAtom, openView } from "./saved-view.ts";
import { measured } from "./two-plants.fixture.ts";

vi.mock("../../client/call.ts", async () => (await import("./two-plants.fixture.ts")).client);
vi.mock("../../client/plant-data.ts", async () => (await import("./two-plants.fixture.ts")).worker);

const view = {
  id: 3,
  plant_id: 1,
  name: "Hot",
  query: `filter=severity~${measured.id}~3&panel=table`,
  is_shared: false,
  account_id: 1,
  user_name: "",
  updated_at: "2026-01-01T00:00:00Z",
};
let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  localStorage.clear();
  opened = await openedPlant();
  opened.store.set(startDocks, [
    { id: "saved-views", dock: "left", opens: true },
    { id: "table", dock: "bottom", opens: false },
  ]);
});
afterEach(() => opened.close());

it("a view is opened with its filters and panels, at its own address", async () => {
  const { store } = opened;
  await store.set(openView, view);
  await settle();
  expect(store.get(filtersAtom)).toEqual([
    { kind: "classes", key_figure_id: measured.id, values: [3], by: "severity" },
  ]);
  expect(store.get(openPanelsAtom)).toEqual(["table"]);
  expect(location.search).toContain("filter=");
});

it("the panel of the views is not part of what is saved", () => {
  const { store } = opened;
  expect(store.get(openPanelsAtom)).toEqual(["saved-views"]);
  expect(store.get(currentQueryAtom)).not.toContain("saved-views");
});
