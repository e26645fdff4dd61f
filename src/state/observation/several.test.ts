// @vitest-environment happy-dom
// Observations by day, those of the selected components, and components by a list of names.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { select } from "../plant/component/selection.ts";
import { keepLevel, namesOf } from "../plant/plant.ts";
import { valueOf } from "../shell/loaded.ts";
import { answers } from "../plant/two-plants.fixture.ts";
import {
  beginsByDayAtom,
  followDay,
  isListedByDayAtom,
  observedDaysAtom,
  openDay,
} from "./days.ts";
import { listedObservationsAtom, listFilterAtom, setListFilter } from "./filter.ts";
import { observationsAtom } from "./observation.ts";
import { observationAt, openedWith } from "./observed.fixture.ts";
import { openViewAtom, startBulk, startObservation } from "./open.ts";
import { findListAtom, selectedObservationsAtom, startList } from "./several.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

const usual = { ...answers };
const at = (row: number, day: string, created_by_user: string) =>
  // Noon of this device: the same day in every time zone.
  observationAt(row, { observed_at: new Date(`${day}T12:00:00`).toISOString(), created_by_user });
const all = [
  at(4, "2026-03-05", "Bo"),
  at(5, "2026-03-04", "Ana"),
  at(6, "2026-03-04", "Ana"),
  at(7, "2026-03-04", "Carla"),
];
let opened: Awaited<ReturnType<typeof openedWith>>;
beforeEach(async () => {
  opened = await openedWith(all);
  for (const part of [observationsAtom, listedObservationsAtom]) opened.store.sub(part, () => {});
  await vi.waitUntil(() => valueOf(opened.store.get(observationsAtom))?.length === all.length);
});
afterEach(() => {
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});

test("the list begins with its days, and a day has its own observations", () => {
  const { get, set } = opened.store;
  expect(get(isListedByDayAtom)).toBe(true);
  expect(
    get(observedDaysAtom).map(({ date, count, user_names }) => [
      date,
      count,
      user_names.map((one) => one.name),
    ]),
  ).toEqual([
    ["2026-03-05", 1, ["Bo"]],
    ["2026-03-04", 3, ["Ana", "Carla"]],
  ]);
  set(openDay, "2026-03-04");
  expect(get(isListedByDayAtom)).toBe(false);
  expect(
    get(listedObservationsAtom)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([1005, 1006, 1007]);
  // A new observation of another day is in the list at once.
  set(followDay, "2026-03-05T10:00:00Z");
  expect(get(listFilterAtom).day).toBe("2026-03-05");
  set(beginsByDayAtom, true);
  set(followDay, "2026-03-04T10:00:00Z");
  expect(get(listFilterAtom).day).toBeNull();
});

test("a search, a single day and the other choice list observations", () => {
  const { get, set } = opened.store;
  set(setListFilter, { text: "x" });
  expect(get(isListedByDayAtom)).toBe(false);
  set(setListFilter, { text: "", people: ["Ana"] });
  expect(get(observedDaysAtom)).toHaveLength(1);
  expect(get(isListedByDayAtom)).toBe(false);
  set(setListFilter, { people: [] });
  set(beginsByDayAtom, false);
  expect(get(isListedByDayAtom)).toBe(false);
});

test("the observations of the selected components are those on them, of this type", () => {
  const { get, set } = opened.store;
  expect(get(selectedObservationsAtom)).toEqual([]);
  set(select, { component_type: "module", rows: [4, 6, 30], mode: "replace" });
  expect(get(selectedObservationsAtom).map(({ id }) => id)).toEqual([1004, 1006]);
  set(select, { component_type: "tracker", rows: [4, 6], mode: "replace" });
  expect(get(selectedObservationsAtom)).toEqual([]);
});

test("of a list of names the unknown ones and those of another type are said", async () => {
  const { get, set } = opened.store;
  await vi.waitUntil(() => namesOf("module") && namesOf("tracker"));
  const name = (row: number) => namesOf("module")!.dtId(row);
  const other = namesOf("tracker")!.dtId(0);
  const list = get(findListAtom)(`${name(3)}\n${name(5)}; ${name(3)}\nmissing, ${other}`);
  expect(list).toEqual({
    component_type: "module",
    rows: [3, 5],
    dt_ids: [name(3), name(5)],
    others: [other],
    unknown: ["missing"],
    spelled: [],
  });
  set(startList, list);
  expect(get(openViewAtom)).toEqual({
    view: "bulk",
    component_type: "module",
    dt_ids: [name(3), name(5)],
  });
  expect(get(findListAtom)("nothing here")).toMatchObject({ component_type: null, rows: [] });
});

test("a name with other separators or letters is read in the plant's way, and that is said", async () => {
  const { get } = opened.store;
  await vi.waitUntil(() => namesOf("module") && namesOf("tracker"));
  const name = namesOf("module")!.dtId(3);
  const typed = name.toLowerCase() === name ? name.toUpperCase() : name.toLowerCase();
  const list = get(findListAtom)(`${typed}\nmissing`);
  expect(list).toMatchObject({ rows: [3], spelled: [[typed, name]], unknown: ["missing"] });
});

test("a form is asked for while the names are loading, and opens once they are there", () => {
  const { store } = opened;
  const names = namesOf("module")!;
  store.set(keepLevel, "module", { names: undefined as never });
  store.set(startObservation, { component_type: "module", row: 4 }, "crack");
  expect(store.get(openViewAtom).view).toBe("waiting");
  store.set(keepLevel, "module", { names });
  expect(store.get(openViewAtom)).toMatchObject({
    view: "new",
    dt_id: "module-4",
    notes: "crack",
  });
  store.set(keepLevel, "module", { names: undefined as never });
  store.set(select, { component_type: "module", rows: [4, 6], mode: "replace" });
  store.set(startBulk);
  expect(store.get(openViewAtom).view).toBe("waiting");
  store.set(keepLevel, "module", { names });
  expect(store.get(openViewAtom)).toMatchObject({
    view: "bulk",
    dt_ids: ["module-4", "module-6"],
  });
});
