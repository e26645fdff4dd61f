// @vitest-environment happy-dom
// The list against another way of selecting: every observation is asked one question after the other.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { select } from "../plant/component/selection.ts";
import { answers } from "../plant/two-plants.fixture.ts";
import { addDays } from "../../domain/calendar-date.ts";
import { siteClock } from "../shell/site-clock.ts";
import {
  chosenColumnsAtom,
  filterCountAtom,
  instantsOf,
  isSelectionShortAtom,
  listedObservationsAtom,
  listFilterAtom,
  noFilter,
  observationDaysAtom,
  observersAtom,
  setListFilter,
  usedColumnsAtom,
  valuesOfColumnAtom,
  type ListFilter,
} from "./filter.ts";
import { manyObservations, MEASURED, openedWith, people, random } from "./observed.fixture.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

const all = manyObservations(400, 11);
const usual = { ...answers };
let opened: Awaited<ReturnType<typeof openedWith>>;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  opened = await openedWith(all);
  for (const one of [listedObservationsAtom, usedColumnsAtom]) {
    opened.store.sub(one, () => undefined);
  }
  await vi.waitUntil(() => opened.store.get(listedObservationsAtom).length === all.length);
  await vi.waitUntil(() => opened.store.get(usedColumnsAtom).length > 0);
});
afterEach(() => {
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});

const ids = () => opened.store.get(listedObservationsAtom).map(({ id }) => id);
const set = (changes: Partial<ListFilter>) => opened.store.set(setListFilter, changes);
const valueOf = (one: Observation, column: string) =>
  Object.fromEntries(one.column_values.map(({ column_id, value }) => [column_id, value]))[column];

test("any combination of filters lists what one question after the other leaves", () => {
  const next = random(5);
  const selected = new Set(["module-3", "module-7", "module-20", "module-21"]);
  opened.store.set(select, { component_type: "module", rows: [3, 7, 20, 21], mode: "replace" });
  let notEmpty = 0;
  for (let round = 0; round < 300; round += 1) {
    const chance = (share: number) => next() < share;
    const names = chance(0.4) ? people.filter(() => chance(0.5)) : [];
    const text = chance(0.3) ? ["HAIL", "bent ", "module-1", "zzz"][Math.floor(next() * 4)]! : "";
    const photos = chance(0.3) ? chance(0.5) : null;
    const tracker = Math.floor(next() * 4);
    const where = ["", "", "selection", "component"][Math.floor(next() * 4)]!;
    const least = Math.floor(next() * 60);
    const values: ListFilter["values"] = [
      ...(chance(0.3) ? [{ kind: "range" as const, column_id: "ccp_3", min: least, max: 80 }] : []),
      ...(chance(0.3) ? [{ kind: "value" as const, column_id: "ccp_1", values: ["hail"] }] : []),
      ...(chance(0.2) ? [{ kind: "present" as const, column_id: "ccp_2", present: false }] : []),
    ];
    const range = (["all_time", "year_2025", "year_2026"] as const)[Math.floor(next() * 3)]!;
    const chosen = chance(0.3) ? ["ccp_2", MEASURED].filter(() => chance(0.7)) : null;
    set({
      people: names,
      text,
      photos,
      values,
      range,
      component_type: chance(0.2) ? "module" : null,
      place:
        where === "selection"
          ? { in: "selection" }
          : where === "component"
            ? {
                in: "component",
                at: { component_type: "tracker", row: tracker },
                dt_id: `tracker-${tracker}`,
              }
            : null,
    });
    opened.store.set(chosenColumnsAtom, chosen);
    let left = all;
    if (names.length > 0) left = left.filter((one) => names.some((n) => n === one.created_by_user));
    const wanted = text.trim().toLowerCase();
    left = left.filter((one) =>
      `${one.notes}\n${one.fieldgeometry_component.dt_id}`.toLowerCase().includes(wanted),
    );
    if (photos !== null) left = left.filter(({ images }) => images.length > 0 === photos);
    for (const filter of values) {
      left = left.filter((one) => {
        const value = valueOf(
          one,
          filter.kind === "date" ? "" : (filter as { column_id: string }).column_id,
        );
        if (filter.kind === "range") return Number(value) >= least && Number(value) <= 80;
        return filter.kind === "value" ? value === "hail" : value === undefined;
      });
    }
    if (range !== "all_time") {
      left = left.filter(
        (one) => new Date(one.observed_at).getFullYear() === Number(range.slice(5)),
      );
    }
    if (where === "selection") {
      left = left.filter((one) => selected.has(one.fieldgeometry_component.dt_id));
    }
    if (where === "component") {
      left = left.filter(
        (one) => Math.floor(one.fieldgeometry_component.component_id! / 10) === tracker,
      );
    }
    if (chosen) {
      left = left.filter((one) => chosen.some((column) => valueOf(one, column) !== undefined));
    }
    expect(ids()).toEqual(left.map(({ id }) => id));
    if (left.length > 0) notEmpty += 1;
    for (const one of opened.store.get(listedObservationsAtom)) {
      for (const { column_id } of one.column_values) {
        expect(chosen === null || chosen.includes(column_id)).toBe(true);
      }
    }
  }
  expect(notEmpty).toBeGreaterThan(60);
});

test("a component's own observations are within it, those of its neighbours are not", () => {
  set({ place: { in: "component", at: { component_type: "module", row: 7 }, dt_id: "module-7" } });
  const own = all.filter((one) => one.fieldgeometry_component.dt_id === "module-7");
  expect(own.length).toBeGreaterThan(0);
  expect(ids()).toEqual(own.map(({ id }) => id));
});

test("another component type has none of these observations", () => {
  set({ component_type: "tracker" });
  expect(ids()).toEqual([]);
});

test("counts the filters that are set, and the text is none", () => {
  const { store } = opened;
  expect(store.get(filterCountAtom)).toBe(0);
  set({ text: "hail" });
  expect(store.get(filterCountAtom)).toBe(0);
  set({ range: "year_2026", people: ["Ana", "Bo"], photos: false });
  expect(store.get(filterCountAtom)).toBe(3);
  set({ component_type: "module", place: { in: "selection" } });
  set({ values: [{ kind: "value", column_id: "ccp_1", values: ["hail"] }] });
  expect(store.get(filterCountAtom)).toBe(6);
  expect(store.get(listFilterAtom).text).toBe("hail");
  set(noFilter);
  expect(store.get(filterCountAtom)).toBe(0);
});

test("a range begins with its first day's first millisecond and ends with the last one of its last day", () => {
  // A quarter of an hour is one thing that a zone has and no machine of a developer.
  for (const zone of ["Asia/Tokyo", "America/Santiago", "Asia/Kathmandu"]) {
    const clock = siteClock(zone);
    expect(instantsOf(clock, "all_time")).toEqual({ from: null, to: null });
    const { from, to } = instantsOf(clock, "last_7_days");
    const [first, last] = [Date.parse(from!), Date.parse(to!)];
    expect(clock.date(to!)).toBe(clock.date(new Date().toISOString()));
    expect(clock.date(new Date(first - 1).toISOString()) < clock.date(from!)).toBe(true);
    expect(clock.date(new Date(last + 1).toISOString()) > clock.date(to!)).toBe(true);
    expect(addDays(clock.date(from!), 6)).toBe(clock.date(to!));
  }
  // The day on which the clocks in Chile are put forward at midnight begins at one.
  expect(instantsOf(siteClock("America/Santiago"), "all_time", "2026-09-06")).toEqual({
    from: "2026-09-06T04:00:00.000Z",
    to: "2026-09-07T02:59:59.999Z",
  });
});

test("people, days, columns and values are those that occur, with their counts", () => {
  const { store } = opened;
  expect(store.get(observersAtom)).toEqual([...people]);
  expect(store.get(observationDaysAtom)).toHaveLength(all.length);
  expect(new Set(store.get(observationDaysAtom).map((day) => day.slice(0, 4)))).toEqual(
    new Set(all.map((one) => String(new Date(one.observed_at).getFullYear()))),
  );
  const used = store.get(usedColumnsAtom);
  expect(used.map(({ column }) => column.id)).toEqual(["ccp_1", "ccp_2", "ccp_3", MEASURED]);
  for (const { column, count } of used) {
    expect(count).toBe(all.filter((one) => valueOf(one, column.id) !== undefined).length);
    const found = store.get(valuesOfColumnAtom)(column.id);
    expect(found.reduce((sum, one) => sum + one.count, 0)).toBe(count);
    for (const { value, count: own } of found) {
      expect(own).toBe(all.filter((one) => valueOf(one, column.id) === value).length);
    }
    const counts = found.map((one) => one.count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  }
});

test("a selection is a filter up to the size that the server takes", () => {
  const { store } = opened;
  expect(store.get(isSelectionShortAtom)).toBe(true);
  const rows = Array.from({ length: 40 }, (_, row) => row);
  store.set(select, { component_type: "module", rows, mode: "replace" });
  expect(store.get(isSelectionShortAtom)).toBe(true);
});
