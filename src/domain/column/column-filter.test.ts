import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MISSING_U8, valueAt, type ColumnValues } from "./column.ts";
import { columnOf, levelOf, namesFrom } from "./column.fixture.ts";
import { differenceClasses } from "./difference.ts";
import {
  evaluateFilters,
  filterSteps,
  type FilterLevel,
  type FilterSource,
  type Marked,
  type MarkFilter,
} from "./column-filter.ts";
import { NO_ROW } from "../component/component-index.ts";
import { componentTypes, type ComponentType } from "../component/component.ts";
import type { Filter } from "./filter.ts";
import { keyFigures, type KeyFigure } from "../key-figure/key-figure.ts";
import { severityOf } from "../key-figure/severity.ts";

const types = ["tracker_group", "tracker", "module"] as const;
const rowsOf = { tracker_group: 3, tracker: 8, module: 25 } as const;
const photovoltaic = keyFigures.filter(({ technology }) => technology === "photovoltaic");

const filterOf = fc.oneof(
  fc.record({
    kind: fc.constant("range" as const),
    keyFigure: fc.constantFrom(...photovoltaic),
    low: fc.double({ min: 0, max: 1, noNaN: true }),
    high: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({
    kind: fc.constant("classes" as const),
    keyFigure: fc.constantFrom(...photovoltaic),
    values: fc.array(fc.nat({ max: 5 }), { maxLength: 4 }),
    by: fc.constantFrom("class" as const, "severity" as const),
  }),
  fc.record({
    kind: fc.constant("present" as const),
    keyFigure: fc.constantFrom(...photovoltaic),
    present: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("change" as const),
    keyFigure: fc.constantFrom(...photovoltaic),
    values: fc.uniqueArray(fc.constantFrom(...differenceClasses)),
  }),
  fc.record({ kind: fc.constant("text" as const), text: fc.constantFrom("a-1", "B", "MODULE-2") }),
  fc.record({
    kind: fc.constant("within" as const),
    type: fc.constantFrom(...types),
    row: fc.nat({ max: 25 }),
  }),
  fc.record({
    kind: fc.constant("known" as const),
    of: fc.constantFrom("image" as const, "observation" as const),
    present: fc.boolean(),
  }),
);

/** Images of two trackers and three modules, by name; the lists of observations are not visible to this viewer. */
function markedBy(filter: MarkFilter): Marked[] | undefined {
  if (filter.kind !== "known" || filter.of !== "image") return undefined;
  return [
    { component_type: "tracker", dt_ids: ["tracker-1", "tracker-6", "of no component"] },
    { component_type: "module", rows: Uint32Array.of(3, 17, 24) },
  ];
}

const plant = fc.record({
  type: fc.constantFrom(...types),
  tracker_group: levelOf("tracker_group", rowsOf.tracker_group, 0),
  tracker: levelOf("tracker", rowsOf.tracker, rowsOf.tracker_group),
  module: levelOf("module", rowsOf.module, rowsOf.tracker),
  drawn: fc.array(filterOf, { maxLength: 3 }),
  seed: fc.nat(),
});

/** Every fourth key figure cannot be compared, and the comparison is older than the twin. */
function changeOf({ key_figure_id: id }: { key_figure_id: number }): Uint8Array | undefined {
  if (id % 4 === 0) return undefined;
  return Uint8Array.from({ length: 20 }, (_, row) => (row * 7 + id) % differenceClasses.length);
}

describe("filters over columns", () => {
  test("agree with checking each component alone", () => {
    fc.assert(
      fc.property(plant, ({ type, drawn, seed, ...level }) => {
        const levels = new Map<ComponentType, FilterLevel>(types.map((one) => [one, level[one]]));
        const columns = new Map<number, ColumnValues>();
        const filters: Filter[] = drawn.map((one) => {
          if (one.kind === "text" || one.kind === "known") return one;
          if (one.kind === "within") {
            return { kind: "within", component_type: one.type, dt_id: `${one.type}-${one.row}` };
          }
          const { keyFigure } = one;
          const rows = rowsOf[keyFigure.component_type as "module"];
          const [values] = fc.sample(columnOf(keyFigure, rows), { seed, numRuns: 1 });
          // Every third key figure was not measured, and every fifth column is older than the twin.
          if (values && keyFigure.id % 3 !== 0) {
            columns.set(keyFigure.id, keyFigure.id % 5 === 0 ? values.subarray(0, 6) : values);
          }
          const key_figure_id = keyFigure.id;
          if (one.kind === "present") return { ...one, key_figure_id };
          if (one.kind === "classes") return { ...one, key_figure_id };
          if (one.kind === "change") {
            return { kind: "change", key_figure_id, analysis_id: 2, values: one.values };
          }
          const [low, high] = keyFigure.range;
          return {
            kind: "range",
            key_figure_id,
            min: one.low < 0.2 ? null : low + one.low * (high - low) * 0.5,
            max: one.high > 0.9 ? null : low + one.high * (high - low),
          };
        });
        const source: FilterSource = { levels, columns, changeOf, markedBy };
        const expected = Array.from({ length: rowsOf[type] }, (_, row) =>
          levels.get(type)?.exists?.[row] !== 0 &&
          filters.every((filter) => passes(filter, type, row, source))
            ? 1
            : 0,
        );
        expect([...evaluateFilters(filters, type, source)]).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test("find names without accents and case", () => {
    const level = {
      row_count: 3,
      names: namesFrom(["m-1", "m-2", "m-3"], ["Sección Norte", "SECCION SUR", "Sector"]),
      parent: new Uint32Array(3),
      exists: null,
    };
    const source = { levels: new Map([["module", level]] as const), columns: new Map() };
    for (const text of ["seccion", "SECCIÓN"]) {
      expect([...evaluateFilters([{ kind: "text", text }], "module", source)]).toEqual([1, 1, 0]);
    }
  });

  test("include a decimal bound that float32 cannot represent", () => {
    const keyFigure = photovoltaic.find(({ kind, component_type, range }) => {
      return kind === "f32" && component_type === "module" && range[0] <= 0.7 && range[1] >= 0.7;
    }) as KeyFigure;
    const level = {
      row_count: 1,
      names: namesFrom(["m"]),
      parent: new Uint32Array(1),
      exists: null,
    };
    const source = {
      levels: new Map([["module", level]] as const),
      columns: new Map([[keyFigure.id, Float32Array.of(0.7)]]),
    };
    const filter = { kind: "range", key_figure_id: keyFigure.id, min: 0.7, max: 0.7 } as const;
    expect([...evaluateFilters([filter], "module", source)]).toEqual([1]);
  });
});

/** The filter's meaning, spelled out for one component. */
function passes(filter: Filter, type: ComponentType, row: number, source: FilterSource): boolean {
  const level = source.levels.get(type) as FilterLevel;
  if (filter.kind === "text") {
    const text = filter.text.toLowerCase();
    return `${level.names.pcs(row)}\n${level.names.dtId(row)}`.toLowerCase().includes(text);
  }
  if (filter.kind === "within") {
    const chain = chainOf(type, row, source);
    return chain.some(([above, at]) => `${above}-${at}` === filter.dt_id);
  }
  if (filter.kind === "known") {
    if (filter.of === "observation") return false;
    const holds = (of: ComponentType, at: number) =>
      source.levels.get(of)?.exists?.[at] !== 0 &&
      chainOf(of, at, source).some(([above, on]) => above === type && on === row);
    const images = [
      ...([1, 6] as const).map((at) => ["tracker", at] as const),
      ...([3, 17, 24] as const).map((at) => ["module", at] as const),
    ];
    return images.some(([of, at]) => holds(of, at)) === filter.present;
  }
  if (!("key_figure_id" in filter)) throw new Error("not drawn");
  const keyFigure = photovoltaic.find(({ id }) => id === filter.key_figure_id) as KeyFigure;
  const own = keyFigure.component_type;
  const above = chainOf(type, row, source).find(([one]) => one === own);
  if (above) return met(filter, keyFigure, above[1], source);
  const below = source.levels.get(own) as FilterLevel;
  for (let child = 0; child < below.row_count; child++) {
    const isBelow = chainOf(own, child, source).some(([one, at]) => one === type && at === row);
    const isThere = below.exists?.[child] !== 0;
    if (isBelow && isThere && met(filter, keyFigure, child, source)) return true;
  }
  return false;
}

function chainOf(type: ComponentType, row: number, source: FilterSource) {
  const chain: [ComponentType, number][] = [[type, row]];
  for (let [at, on]: [number, ComponentType | null] = [row, type]; on !== null;) {
    const parent: number = source.levels.get(on)?.parent[at] ?? NO_ROW;
    const above: ComponentType | null = componentTypes[on].parent;
    if (above === null || parent === NO_ROW) break;
    chain.push([above, parent]);
    [at, on] = [parent, above];
  }
  return chain;
}

function met(
  filter: Extract<Filter, { key_figure_id: number }>,
  keyFigure: KeyFigure,
  row: number,
  source: FilterSource,
): boolean {
  if (filter.kind === "change") {
    const changes = source.changeOf?.(filter);
    const change = differenceClasses[changes?.[row] ?? differenceClasses.indexOf("unknown")]!;
    return changes !== undefined && filter.values.includes(change);
  }
  const value = valueAt(source.columns.get(keyFigure.id) ?? new Float32Array(0), row);
  if (filter.kind === "present") return filter.present === !Number.isNaN(value);
  if (Number.isNaN(value) || value === MISSING_U8) return false;
  if (filter.kind === "range") {
    const isAbove = filter.min === null || value >= Math.fround(filter.min);
    return isAbove && (filter.max === null || value <= Math.fround(filter.max));
  }
  const isClass = filter.by === "class" && keyFigure.kind === "u8";
  return filter.values.includes(isClass ? value : severityOf(keyFigure, value));
}

test.each<{ filter: Filter; marked?: Marked }>([
  { filter: { kind: "text", text: "no such name" } },
  { filter: { kind: "within", component_type: "module", dt_id: "no such name" } },
  {
    filter: { kind: "known", of: "observation", present: true },
    marked: { component_type: "module", dt_ids: ["no such name"] },
  },
])("names of a large plant are read a few at a time: $filter.kind", ({ filter, marked }) => {
  let reads = 0;
  const rows = 60_000;
  const read = (row: number) => {
    reads += 1;
    return `M${row}`;
  };
  const level = {
    row_count: rows,
    names: { dtId: read, pcs: read },
    parent: new Uint32Array(rows).fill(NO_ROW),
    exists: null,
  } as unknown as FilterLevel;
  const source: FilterSource = {
    levels: new Map([["module", level]]),
    columns: new Map(),
    markedBy: () => marked && [marked],
  };
  const perStep: number[] = [];
  let before = 0;
  for (const _ of filterSteps([filter], "module", source)) {
    perStep.push(reads - before);
    before = reads;
  }
  expect(reads).toBeGreaterThanOrEqual(rows);
  expect(Math.max(...perStep)).toBeLessThanOrEqual(10_000);
});
