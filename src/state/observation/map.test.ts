// @vitest-environment happy-dom
// What the map draws and the legend counts, against counts made one observation after the other.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { severityColours } from "../../domain/colour/palette.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { viewAreaAtom } from "../map/view.ts";
import { answers, measured } from "../plant/two-plants.fixture.ts";
import { endPlant } from "../shell/lifetime.ts";
import { setListFilter } from "./filter.ts";
import {
  mapColumnIdAtom,
  mapColumnsAtom,
  observedInViewAtom,
  observedMapAtom,
  photoPositionsAtom,
} from "./map.ts";
import {
  imageAt,
  manyObservations,
  MEASURED,
  observationAt,
  openedWith,
} from "./observed.fixture.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

const gone = observationAt(5, {
  id: 5000,
  fieldgeometry_component: { component_id: null, component_type: "module", pcs: "", dt_id: "gone" },
});
const all = [...manyObservations(120, 3), gone];
const usual = { ...answers };
let opened: Awaited<ReturnType<typeof openedWith>>;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  opened = await openedWith(all);
  for (const one of [observedInViewAtom, photoPositionsAtom, mapColumnsAtom]) {
    opened.store.sub(one, () => undefined);
  }
  await vi.waitUntil(() => (opened.store.get(observedMapAtom)?.points.length ?? 0) > 0);
  await vi.waitUntil(() => opened.store.get(mapColumnsAtom).length > 0);
});
afterEach(() => {
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});

const rowOf = (one: Observation) => one.fieldgeometry_component.component_id;
const valueIn = (one: Observation, column: string) =>
  one.column_values.find(({ column_id }) => column_id === column)?.value;
/** The newest observation of each row that has a value, by asking every row. */
function newestOf(column: string | null): Observation[] {
  return Array.from({ length: 40 }, (_, row) => row).flatMap((row) => {
    const own = all.filter(
      (one) => rowOf(one) === row && (column === null || valueIn(one, column) !== undefined),
    );
    const times = own.map((one) => Date.parse(one.observed_at));
    return own.filter((one) => Date.parse(one.observed_at) === Math.max(...times)).slice(0, 1);
  });
}
const shown = () => opened.store.get(observedMapAtom)!;
const inView = () => opened.store.get(observedInViewAtom)!;

test("without a column each component of the twin is one point in one category", () => {
  const expected = newestOf(null).map((one) => rowOf(one)! * 10);
  expect(
    shown()
      .points.map(({ x }) => x)
      .toSorted((a, b) => a - b),
  ).toEqual(expected);
  expect(shown().points.every(({ y, category }) => y === 0 && category === 0)).toBe(true);
  expect(shown().title).toBe("Observations");
  expect(inView().categories.map(({ count, sign }) => [count, sign])).toEqual([
    [expected.length, ""],
  ]);
});

test("each category of a property counts the components whose newest value it is", () => {
  const { store } = opened;
  expect(store.get(mapColumnsAtom).map(({ id }) => id)).toEqual([
    "ccp_1",
    "ccp_2",
    "ccp_3",
    MEASURED,
  ]);
  store.set(mapColumnIdAtom, "ccp_1");
  const newest = newestOf("ccp_1");
  const count = (value: string) => newest.filter((one) => valueIn(one, "ccp_1") === value).length;
  expect(shown().title).toBe("Damage");
  expect(inView().categories.map(({ label, sign, count: n }) => [label, sign, n])).toEqual([
    ["Hail", "A", count("hail")],
    ["Bird", "B", count("bird")],
  ]);
  for (const { x, category } of shown().points) {
    const one = newest.find((other) => rowOf(other)! * 10 === x)!;
    expect(["hail", "bird"][category]).toBe(valueIn(one, "ccp_1"));
  }
  store.set(mapColumnIdAtom, "ccp_2");
  expect(inView().categories.map(({ label }) => label)).toEqual(["Yes", "No"]);
  expect(new Set(inView().categories.map(({ colour }) => colour)).size).toBe(2);
});

test("numbers of a property fall into classes of equal width", () => {
  opened.store.set(mapColumnIdAtom, "ccp_3");
  const numbers = all.flatMap((one) => valueIn(one, "ccp_3") ?? []).map(Number);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const newest = newestOf("ccp_3").map((one) => Number(valueIn(one, "ccp_3")));
  const edges = [0, 1, 2, 3, 4].map((at) => least + ((most - least) * at) / 5);
  const counts = edges.map(
    (edge, at) => newest.filter((n) => n >= edge && (at === 4 || n < edges[at + 1]!)).length,
  );
  expect(inView().categories.map(({ count }) => count)).toEqual(counts);
  expect(inView().categories[0]!.label).toMatch(new RegExp(`^${least} – `));
  expect(inView().categories[4]!.label).toMatch(new RegExp(` – ${most}$`));
});

test("a measured key figure is counted by the severity of its value", () => {
  opened.store.set(mapColumnIdAtom, MEASURED);
  const values = newestOf(MEASURED).map((one) => Number(valueIn(one, MEASURED)));
  const severity = (value: number) => measured.limits.filter((limit) => value >= limit).length;
  expect(inView().categories.map(({ count, sign, colour }) => [count, sign, colour])).toEqual(
    (["A", "B", "C", "D"] as const).map((sign, at) => [
      values.filter((value) => severity(value) === at).length,
      sign,
      severityColours.light[at as 0],
    ]),
  );
  expect(values.some((value) => severity(value) > 0)).toBe(true);
});

test("the legend counts what lies in the view, its edges included", () => {
  opened.store.set(viewAreaAtom, [50, -1, 120, 1]);
  const rows = newestOf(null).map((one) => rowOf(one)!);
  const within = rows.filter((row) => row >= 5 && row <= 12).length;
  expect(inView()).toMatchObject({ in_view: within, all: rows.length });
  expect(inView().categories[0]!.count).toBe(within);
  opened.store.set(viewAreaAtom, [50, 0, 120, 0]);
  expect(inView().in_view).toBe(within);
  opened.store.set(viewAreaAtom, [50, 0.5, 120, 1]);
  expect(inView().in_view).toBe(0);
  opened.store.set(viewAreaAtom, [50, -1, 120, -0.5]);
  expect(inView().in_view).toBe(0);
});

test("map, legend and photos follow the filters of the list", () => {
  const { store } = opened;
  const places = (list: readonly Observation[]) =>
    list.flatMap(({ images }) => images.filter(({ lon }) => lon !== null).map(({ lon }) => lon));
  expect(store.get(photoPositionsAtom)!.map(({ lon }) => lon)).toEqual(places(all));
  store.set(setListFilter, { text: "Frame bent" });
  const bent = all.filter(({ notes }) => notes === "Frame bent");
  expect(store.get(photoPositionsAtom)!.map(({ lon }) => lon)).toEqual(places(bent));
  expect(inView().all).toBe(new Set(bent.map(rowOf)).size);
  store.set(setListFilter, { text: "nothing has this" });
  expect(store.get(photoPositionsAtom)).toBeNull();
  expect(inView()).toMatchObject({ all: 0, in_view: 0 });
});

test("a photo without a latitude has no place", async () => {
  opened.close();
  const half = { ...imageAt(1, -3), lat: null };
  opened = await openedWith([observationAt(1, { images: [half, imageAt(2, -3.5)] })]);
  opened.store.sub(photoPositionsAtom, () => undefined);
  await vi.waitUntil(() => opened.store.get(photoPositionsAtom) !== null);
  expect(opened.store.get(photoPositionsAtom)).toEqual([
    { observation_id: 1001, file_id: "file-2", lon: -3.5, lat: 37, waits: false },
  ]);
  opened.store.set(endPlant);
});

test("a key figure that judges nothing has no severities: its classes differ, and its numbers are one category", async () => {
  opened.close();
  const [type, temperature] = ["fault_type", "module_temperature"].map((key) =>
    keyFigureByKey(key)!,
  );
  const values = (row: number, value: number) =>
    observationAt(row, {
      column_values: [
        { column_id: `pi_${type!.id}`, value },
        { column_id: `pi_${temperature!.id}`, value: 40 + value },
      ],
    });
  opened = await openedWith([values(1, 1), values(2, 10)]);
  opened.store.sub(observedInViewAtom, () => undefined);
  await vi.waitUntil(() => opened.store.get(mapColumnsAtom).length > 1);
  opened.store.set(mapColumnIdAtom, `pi_${type!.id}`);
  const colours = inView().categories.filter(({ count }) => count > 0);
  expect(new Set(colours.map(({ colour }) => colour)).size).toBe(2);
  opened.store.set(mapColumnIdAtom, `pi_${temperature!.id}`);
  expect(inView().categories.map(({ label, count }) => [label, count])).toEqual([
    ["Module temperature", 2],
  ]);
});
