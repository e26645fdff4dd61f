// @vitest-environment happy-dom
// Which value a component shows of a property: by the relation of the property to date, analysis or component.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { propertyColumnId } from "../../domain/observation/observation-column.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { analysisIdAtom } from "../plant/analysis/analysis.ts";
import { answers } from "../plant/two-plants.fixture.ts";
import { observationAt, openedWith, properties } from "./observed.fixture.ts";
import { columnsByIdAtom } from "./observation.ts";
import { observationsOfAtom } from "./shown.ts";
import { propertyValueAtom } from "./property-value.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

const usual = { ...answers };
let opened: Awaited<ReturnType<typeof openedWith>>;
const flown = (id: number) => ({ id, flown_at: "2025-05-01T10:00:00Z", name: `Analysis ${id}` });
const hours = (id: number, day: string, value: number, analysis: Observation["analysis"]) =>
  observationAt(7, {
    id,
    observed_at: `2026-03-${day}T10:00:00.000Z`,
    column_values: [{ column_id: propertyColumnId(3), value }],
    analysis,
  });
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  opened = await openedWith([
    observationAt(7, { id: 5, observed_at: "2026-03-09T10:00:00.000Z" }),
    hours(4, "08", 40, flown(11)),
    hours(3, "07", 30, null),
    hours(2, "06", 20, flown(12)),
    hours(1, "05", 10, flown(12)),
  ]);
  const { store } = opened;
  store.sub(propertyValueAtom, () => undefined);
  await vi.waitUntil(() => store.get(observationsOfAtom)("module-7").length === 5);
  await vi.waitUntil(() => store.get(columnsByIdAtom).size > 0);
  await vi.waitUntil(() => store.get(analysisIdAtom) === 12);
});
afterEach(() => {
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});

const shown = (relation_type: "time" | "analysis" | "component", dt_id = "module-7") =>
  opened.store.get(propertyValueAtom)(dt_id, { ...properties[2]!, relation_type });

test("of the component itself: the newest value, whatever its analysis", () => {
  expect(shown("component")).toEqual({ words: "40", at: "2026-03-08T10:00:00.000Z" });
});

test("by date: the newest value, with its date", () => {
  expect(shown("time")).toEqual({ words: "40", at: "2026-03-08T10:00:00.000Z" });
});

test("by analysis: the newest value for the analysis on the map", () => {
  expect(shown("analysis")).toEqual({ words: "20", at: "2026-03-06T10:00:00.000Z" });
});

test("a component without a value has none", () => {
  for (const relation of ["time", "analysis", "component"] as const) {
    expect(shown(relation, "module-8")).toBeNull();
  }
});
