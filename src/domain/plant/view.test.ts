import * as fc from "fast-check";
import { expect, test } from "vitest";
import { rampIds } from "../colour/ramp.ts";
import { aggregates } from "../column/aggregate.ts";
import { componentTypeIds } from "../component/component.ts";
import { differenceClasses } from "../column/difference.ts";
import type { Filter } from "../column/filter.ts";
import { decodeRows, encodeRows } from "../column/row-range.ts";
import { isLine } from "../text.ts";
import { compareModes, emptyView, viewFromQuery, viewToQuery, type View } from "./view.ts";
import { linkSelection, SELECTION_CHARACTERS } from "./view-selection.ts";

function decimal(min: number, max: number, digits: number) {
  const step = 10 ** digits;
  return fc
    .integer({ min: Math.ceil(min * step), max: Math.floor(max * step) })
    .map((value) => Number((value / step).toFixed(digits)) || 0);
}

const id = fc.integer({ min: 1, max: 999_999 });
const type = fc.constantFrom(...componentTypeIds);
const dtId = fc.string({ unit: "binary", minLength: 1, maxLength: 40 }).filter(isLine);
const name = fc.constantFrom("table", "legend", "compare", "statistics", "heatmap-2");
const open = fc.option(decimal(-1e6, 1e6, 3));
const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ kind: fc.constant("range" as const), key_figure_id: id, min: open, max: open }),
  fc.record({
    kind: fc.constant("classes" as const),
    key_figure_id: id,
    values: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 6 }),
    by: fc.constantFrom("class" as const, "severity" as const),
  }),
  fc.record({ kind: fc.constant("present" as const), key_figure_id: id, present: fc.boolean() }),
  fc.record({
    kind: fc.constant("change" as const),
    key_figure_id: id,
    analysis_id: id,
    values: fc.uniqueArray(fc.constantFrom(...differenceClasses)),
  }),
  fc.record({ kind: fc.constant("text" as const), text: dtId }),
  fc.record({ kind: fc.constant("within" as const), component_type: type, dt_id: dtId }),
);
const view: fc.Arbitrary<View> = fc.record({
  camera: fc.option(
    fc.record({
      centre: fc.tuple(decimal(-180, 180, 6), decimal(-85, 85, 6)),
      zoom: decimal(0, 24, 2),
      bearing: decimal(-180, 180, 1),
      pitch: decimal(0, 80, 1),
    }),
  ),
  analysis_id: fc.option(id),
  key_figure_id: fc.option(id),
  legend: fc.option(fc.constantFrom("ramp" as const, "classes" as const)),
  ramp: fc.option(
    fc.tuple(decimal(-100, 0, 2), decimal(0.01, 100, 2)) as fc.Arbitrary<[number, number]>,
  ),
  filters: fc.array(filter, { maxLength: 5 }),
  scope: fc.option(fc.constantFrom("selected" as const, "in_view" as const)),
  selection: fc.option(
    fc.oneof(
      fc.record({ component_type: type, dt_ids: fc.array(dtId, { minLength: 1, maxLength: 6 }) }),
      fc.record({
        component_type: type,
        rows: fc
          .uniqueArray(fc.integer({ min: 0, max: 2_000_000 }), { minLength: 1, maxLength: 40 })
          .map((rows) => rows.toSorted((a, b) => a - b)),
      }),
    ),
  ),
  component: fc.option(fc.record({ component_type: type, dt_id: dtId })),
  compare: fc.option(
    fc.record({
      analysis_id: id,
      mode: fc.constantFrom(...compareModes),
      position: decimal(0, 1, 3),
    }),
  ),
  panels: fc.uniqueArray(name, { maxLength: 3 }),
  layers: fc.array(fc.record({ id: name, visible: fc.boolean(), opacity: decimal(0, 1, 2) }), {
    maxLength: 4,
  }),
  layer_order: fc.uniqueArray(name, { maxLength: 4 }),
  solo: fc.option(name),
  aggregate: fc.option(fc.constantFrom(...aggregates)),
  pattern: fc.option(fc.constant(false as const)),
  palette: fc.option(fc.constantFrom(...rampIds)),
  space: fc.option(fc.constant("3d" as const)),
  work_order_id: fc.option(fc.integer({ min: 1, max: 2 ** 31 - 1 })),
  finding_view: fc.option(fc.constantFrom("board" as const, "calendar" as const, "rates" as const)),
  work_order_view: fc.option(fc.constantFrom("board" as const, "calendar" as const)),
});

test("a thousand views are the same after the address", () => {
  fc.assert(
    fc.property(view, (state) => {
      const back = viewFromQuery(viewToQuery(state));
      expect(back).toEqual({ view: state, refused: [] });
    }),
    { numRuns: 1000 },
  );
});

test("any query is read without throwing and gives a view that can be written again", () => {
  const names = ["at", "filter", "select", "component", "compare", "layer", "panel", "ramp"];
  const pair = fc.tuple(fc.constantFrom(...names), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 6 }), (pairs) => {
      const query = pairs.map(([key, text]) => `${key}=${escapeSafely(text)}`).join("&");
      const { view: read } = viewFromQuery(query);
      expect(viewFromQuery(viewToQuery(read)).refused).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

function escapeSafely(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return "%ff";
  }
}

test("a part that cannot be read is reported and the others apply", () => {
  const { view: read, refused } = viewFromQuery(
    "at=400,1,2,0,0&analysis=7&filter=range~31~x~&compare=0~swipe~0.5&key_figure=-4&select=roof~a",
  );
  expect(refused).toEqual(["at", "key_figure", "filter", "select", "compare"]);
  expect(read).toEqual({ ...emptyView, analysis_id: 7 });
});

test("rows become ranges and ranges become the same rows", () => {
  expect(encodeRows([4, 5, 6, 9])).toBe("4-2.3");
  expect(decodeRows("4-2.3")).toEqual(Uint32Array.of(4, 5, 6, 9));
  expect(decodeRows("4-zzzzzz.1-zzzzzz")).toBeNull();
  expect(decodeRows("4.0")).toBeNull();
});

test("a selection is linked by IDs if few, by rows if they fit, otherwise not at all", () => {
  const dtId = (row: number) => `M-${row}`;
  expect(linkSelection("module", [1, 5], dtId)).toEqual({
    component_type: "module",
    dt_ids: ["M-1", "M-5"],
  });
  const block = Uint32Array.from({ length: 50_000 }, (_, i) => i + 7);
  expect(linkSelection("module", block, dtId)).toMatchObject({ component_type: "module" });
  expect(Object.keys(linkSelection("module", block, dtId) ?? {})).toContain("rows");
  const scattered = Uint32Array.from({ length: SELECTION_CHARACTERS }, (_, i) => i * 2);
  expect(linkSelection("module", scattered, dtId)).toBeNull();
});
