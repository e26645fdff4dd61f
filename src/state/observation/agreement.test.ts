// @vitest-environment happy-dom
// The pairs of drone and person: which observation counts, and the textbook figure of their agreement.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { columnAtom } from "../plant/column/key-figure.ts";
import { answers, measured } from "../plant/two-plants.fixture.ts";
import { observedAgreementAtom, observedPairsAtom } from "./agreement.ts";
import { manyObservations, MEASURED, observationAt, openedWith } from "./observed.fixture.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

const usual = { ...answers };
let opened: Awaited<ReturnType<typeof openedWith>> | null = null;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
});
afterEach(() => {
  opened?.close();
  opened = null;
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});

async function pairsOf(all: readonly Observation[], isAny = true) {
  opened?.close();
  opened = await openedWith(all);
  const { store } = opened;
  store.sub(observedAgreementAtom, () => undefined);
  await vi.waitUntil(() => store.get(columnAtom).state === "ready");
  if (isAny) await vi.waitUntil(() => store.get(observedPairsAtom).length > 0);
  return store.get(observedPairsAtom);
}
const severity = (value: number) => measured.limits.filter((limit) => value >= limit).length;
const seen = (row: number, value: number, changes: Partial<Observation> = {}) =>
  observationAt(row, { column_values: [{ column_id: MEASURED, value }], ...changes });

test("each component counts once, with its newest observation for this analysis or for none", async () => {
  const all = manyObservations(300, 21);
  const pairs = await pairsOf(all);
  // Row r of the analysis has the value r.
  const expected = Array.from({ length: 40 }, (_, row) => {
    const own = all.filter(
      (one) =>
        one.fieldgeometry_component.component_id === row &&
        one.analysis?.id !== 11 &&
        one.column_values.some(({ column_id }) => column_id === MEASURED),
    );
    const [newest] = own.toSorted((a, b) => (a.observed_at < b.observed_at ? 1 : -1));
    if (!newest) return [];
    const { value } = newest.column_values.find(({ column_id }) => column_id === MEASURED)!;
    return [{ id: newest.id, drone: severity(row), person: severity(Number(value)) }];
  }).flat();
  expect(expected.length).toBeGreaterThan(20);
  expect(
    pairs
      .map(({ drone, person, one }) => ({ id: one.id, drone, person }))
      .toSorted((a, b) => a.id - b.id),
  ).toEqual(expected.toSorted((a, b) => a.id - b.id));
});

test("components that the twin has no more, other types and texts make no pair", async () => {
  const component = {
    component_id: null,
    component_type: "module",
    pcs: "",
    dt_id: "gone",
  } as const;
  const tracker = {
    component_id: 2,
    component_type: "tracker",
    pcs: "",
    dt_id: "tracker-2",
  } as const;
  const pairs = await pairsOf([
    seen(1, 3),
    seen(2, 3, { id: 2, fieldgeometry_component: component }),
    seen(2, 3, { id: 3, fieldgeometry_component: tracker }),
    observationAt(4, { id: 4, column_values: [{ column_id: MEASURED, value: "3" }] }),
    observationAt(5, { id: 5, column_values: [{ column_id: "ccp_3", value: 3 }] }),
    seen(6, 3, { id: 6, analysis: { id: 11, flown_at: "2024-05-01T10:00:00Z", name: "11" } }),
  ]);
  expect(pairs.map(({ one }) => one.id)).toEqual([1001]);
});

test("kappa of the textbook's two readers of 50 cases, at the limit between two severities", async () => {
  const rows = Array.from({ length: 40 }, (_, row) => row);
  const of = (at: number) => rows.filter((row) => severity(row) === at);
  const at = measured.limits.findIndex((_, one) => of(one).length >= 5 && of(one + 1).length >= 5);
  const [limit, good, bad] = [measured.limits[at]!, of(at), of(at + 1)];
  // A fifth of the textbook's 20, 5, 10 and 15 cases: kappa is 0.4.
  const seenAs = (some: readonly number[], value: number) => some.map((row) => seen(row, value));
  await pairsOf([
    ...seenAs(bad.slice(0, 4), limit),
    ...seenAs(bad.slice(4, 5), limit - 0.001),
    ...seenAs(good.slice(0, 2), limit),
    ...seenAs(good.slice(2, 5), limit - 0.001),
  ]);
  const found = opened!.store.get(observedAgreementAtom)!;
  expect([found.count, found.agreed]).toEqual([10, 7]);
  expect(found.kappa).toBeCloseTo(0.4, 12);
  expect(found.cells.map((row) => row.map((cell) => cell.length))).toEqual([
    [3, 2],
    [1, 4],
  ]);
});

test("nothing is compared without observations", async () => {
  expect(await pairsOf([], false)).toEqual([]);
  expect(opened!.store.get(observedAgreementAtom)).toBeNull();
});
