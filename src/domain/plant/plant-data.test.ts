import { expect, test } from "vitest";
import { encodeColumn } from "../column/column-codec.ts";
import type { Filter } from "../column/filter.ts";
import { NO_ROW } from "../component/component-index.ts";
import {
  bytesOf,
  judged,
  keyFigure,
  MODULES,
  openLevel,
  plant,
  quantity,
} from "./plant-data.fixture.ts";

const range = { kind: "range", key_figure_id: keyFigure.id, min: 22, max: 27 } as const;

test("a filter applies to every answer, and ancestors match if a descendant does", () => {
  const data = plant();
  const masks = data.mask({ type: "module", filters: [range], columns: [judged] });
  expect(masks.map(({ type, matching, total }) => [type, matching, total])).toEqual([
    ["module", 6, 39],
    ["tracker", 1, 4],
  ]);
  const rows = [22, 23, 24, 25, 26, 27];
  expect([...data.order({ type: "module", scope: {}, sort: null })]).toEqual(rows);
  expect([...data.findings({ ...judged, scope: {} }).rows]).toEqual(rows.toReversed());
  const { columns, count } = data.statistics({ type: "module", scope: {}, columns: [judged] });
  expect(count).toBe(6);
  expect(columns[0]).toMatchObject({ count: 6, min: 22, max: 27, median: 24.5 });
  const groups = data.groups({ ...judged, group: "tracker", scope: {} });
  expect([...groups.count]).toEqual([0, 0, 6, 0]);
  // Shares are of all that was measured, whatever the filters leave.
  expect(columns[0]!.measured).toBe(38);
  expect(groups.measured.reduce((sum, one) => sum + one, 0)).toBe(38);
  const spread = data.legend({ ...judged, area: null, domain: [0, 38] });
  expect(spread.shown.count).toBe(6);
  expect(spread.in_view).toMatchObject({ count: 38, missing: 1 });
});

test("without filters everything that exists matches", () => {
  const data = plant();
  data.mask({ type: "module", filters: [range], columns: [judged] });
  expect(data.mask({ type: "module", filters: [], columns: [] })).toEqual([]);
  expect(data.order({ type: "module", scope: {}, sort: null })).toHaveLength(39);
});

test("rows are sorted by value with missing ones last, and by name with numbers by size", () => {
  const data = plant();
  const by = { hash: "now" };
  const down = data.order({ type: "module", scope: {}, sort: { by, direction: "descending" } });
  expect([down[0], down.at(-1)]).toEqual([38, 5]);
  const up = data.order({ type: "module", scope: {}, sort: { by: "pcs", direction: "ascending" } });
  expect([...up.subarray(0, 12)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test("an order stays the same when another one is asked for", () => {
  const data = plant();
  const ask = (scope: object, sort: Parameters<typeof data.order>[0]["sort"]) =>
    data.order({ type: "module", scope, sort });
  const some = { rows: Uint32Array.of(2, 30, 11) };
  const sorts = [
    null,
    { by: "pcs", direction: "ascending" },
    { by: "dt_id", direction: "descending" },
    { by: { hash: "now" }, direction: "descending" },
  ] as const;
  const orders = sorts.map((sort) => ask(some, sort));
  for (const sort of sorts) ask({}, sort);
  expect(orders.map((rows) => [...rows])).toEqual([
    [2, 11, 30],
    [2, 11, 30],
    [30, 11, 2],
    [30, 11, 2],
  ]);
});

test("only the selected rows count, or only those in view", () => {
  const data = plant();
  const selected = data.order({
    type: "module",
    scope: { rows: Uint32Array.of(7, 3, 39) },
    sort: null,
  });
  expect([...selected]).toEqual([3, 7]);
  const inView = data.order({ type: "module", scope: { area: [95, -1, 125, 1] }, sort: null });
  expect([...inView]).toEqual([10, 11, 12]);
});

test("findings begin with the worst and leave the good ones out", () => {
  const { rows, counts } = plant().findings({ ...judged, scope: {} });
  expect(rows[0]).toBe(38);
  expect(rows.at(-1)).toBe(10);
  expect(counts).toEqual([0, 10, 10, 9]);
});

test("the difference counts components that became worse, of those that match the filters", () => {
  const data = plant();
  const request = { direction: "higher_is_worse", step: 1, tolerance: 1 } as const;
  const ask = { type: "module", name: "pair", before: "then", after: "now", request } as const;
  expect(data.difference(ask).counts).toEqual([19, 19, 0, 0, 0, 1, 0]);
  data.mask({ type: "module", filters: [range], columns: [judged] });
  expect(data.difference(ask).counts).toEqual([6, 0, 0, 0, 0, 0, 0]);
});

test("the difference takes the uncertainty of each value that an analysis states", () => {
  const data = plant();
  const doubt = Float32Array.from({ length: 39 }, (_, row) => (row < 30 ? 100 : NaN));
  data.column({ hash: "doubt", bytes: bytesOf(encodeColumn(doubt, quantity)) });
  const request = { direction: "higher_is_worse", step: 1, tolerance: 1 } as const;
  const stated = { before: null, after: "doubt" };
  const ask = {
    type: "module",
    name: "pair",
    before: "then",
    after: "now",
    request,
    stated,
  } as const;
  expect(data.difference(ask).counts).toEqual([9, 29, 0, 0, 0, 1, 0]);
});

test("the file holds the rows and columns in their order, and no cell is a formula", async () => {
  const data = plant();
  const ask = {
    format: "csv" as const,
    title: "Plant",
    origin: [-3, 37] as const,
    type: "module" as const,
    rows: Uint32Array.of(12, 5),
    columns: [
      { header: "Value", key: "value", of: { hash: "now" } },
      { header: "Name", key: "pcs", of: "pcs" as const },
      { header: "Above", key: "path", of: "path" as const },
    ],
  };
  const file = await data.exportFile(ask, async () => true);
  expect(await file?.text()).toBe("Value,Name,Above\r\n12,'=M12,T2\r\n,'=M5,T1\r\n");
  const marked = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect([...marked.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(await data.exportFile(ask, async () => false)).toBeNull();
});

test("ids become rows, unknown and removed ones are left out", () => {
  const dt_ids = ["module-3", "module-39", "nobody"];
  expect([...plant().rowsOf({ type: "module", dt_ids })]).toEqual([3]);
});

test("a missing level or column is an error that names it", () => {
  const data = plant();
  expect(() => data.order({ type: "mirror", scope: {}, sort: null })).toThrow("mirror");
  expect(() => data.findings({ ...judged, hash: "gone", scope: {} })).toThrow("gone");
});

test("filters of several columns must all hold, and a level that is missing ends the ancestors", () => {
  const data = plant();
  const before = { ...judged, key_figure_id: keyFigure.id, hash: "then" };
  expect(
    data
      .mask({ type: "module", filters: [range], columns: [before] })
      .map(({ matching }) => matching),
  ).toEqual([6, 1]);
  // Of "then", the modules 30 to 35 have the values 22 to 27; the groups above the trackers are not loaded.
  expect([...data.order({ type: "module", scope: {}, sort: null })]).toEqual([
    30, 31, 32, 33, 34, 35,
  ]);
  const severe: Filter = {
    kind: "classes",
    key_figure_id: keyFigure.id,
    values: [3],
    by: "severity",
  };
  const [modules] = data.mask({ type: "module", filters: [severe], columns: [judged] });
  expect(modules?.matching).toBe(9);
  expect(
    data.mask({ type: "tracker", filters: [{ kind: "text", text: "t2" }], columns: [] }),
  ).toEqual([{ type: "tracker", mask: Uint8Array.of(0, 1, 0, 0), matching: 1, total: 4 }]);
});

test("filters, selected rows and the view limit an answer together", () => {
  const data = plant();
  data.mask({ type: "module", filters: [range], columns: [judged] });
  const ask = (scope: object) => [...data.order({ type: "module", scope, sort: null })];
  const box = [235, -1, 305, 1] as const;
  expect(ask({ area: box })).toEqual([24, 25, 26, 27]);
  expect(ask({ rows: Uint32Array.of(26, 30, 22), area: box })).toEqual([26]);
  expect(ask({ rows: new Uint32Array(0) })).toEqual([]);
  const legend = data.legend({ ...judged, area: [...box], domain: [0, 38] });
  expect([legend.in_view.count, legend.shown.count]).toEqual([7, 4]);
});

test("a column that is forgotten is missing, and one that comes again replaces it", () => {
  const data = plant();
  data.column({
    hash: "now",
    bytes: bytesOf(encodeColumn(new Float32Array(MODULES).fill(5), quantity)),
  });
  expect(
    data.statistics({ type: "module", scope: {}, columns: [judged] }).columns[0],
  ).toMatchObject({
    min: 5,
    max: 5,
  });
  data.forget({ hash: "now" });
  expect(() => data.statistics({ type: "module", scope: {}, columns: [judged] })).toThrow(
    "the column now is missing",
  );
  expect(() => data.findings({ ...judged, key_figure_id: 9999, scope: {} })).toThrow(
    "unknown key figure 9999",
  );
  expect(() => data.rowsOf({ type: "sca", dt_ids: [] })).toThrow("the level sca is missing");
});

test("rows that are newer than the sorted column come last, in their order", () => {
  const data = plant();
  const short = Float32Array.from({ length: 30 }, (_, row) => -row);
  data.column({ hash: "short", bytes: bytesOf(encodeColumn(short, quantity)) });
  const by = { hash: "short" };
  const sorted = data.order({ type: "module", scope: {}, sort: { by, direction: "ascending" } });
  expect([...sorted]).toEqual([
    ...Array.from({ length: 30 }, (_, at) => 29 - at),
    ...Array.from({ length: 9 }, (_, at) => 30 + at),
  ]);
  const names = data.order({
    type: "module",
    scope: { rows: Uint32Array.of(2, 11, 30) },
    sort: { by: "dt_id", direction: "descending" },
  });
  expect([...names]).toEqual([30, 11, 2]);
});

test("findings of one value are ordered by the column that ranks them", () => {
  const data = plant();
  const same = new Float32Array(MODULES).fill(25);
  data.column({ hash: "same", bytes: bytesOf(encodeColumn(same, quantity)) });
  const ask = { ...judged, hash: "same", scope: { rows: Uint32Array.of(3, 8, 6) } };
  expect([...data.findings(ask).rows]).toEqual([3, 6, 8]);
  expect([...data.findings({ ...ask, ranking: "now" }).rows]).toEqual([8, 6, 3]);
});

test("statistics are by the ancestor that is asked for; a type that is none has no components", () => {
  const data = plant();
  expect([...data.groups({ ...judged, group: "tracker", scope: {} }).count]).toEqual([
    9, 10, 10, 9,
  ]);
  openLevel(data, "tracker_group", 1, () => NO_ROW, String);
  openLevel(data, "mirror", 2, () => NO_ROW, String);
  expect([...data.groups({ ...judged, group: "mirror", scope: {} }).count]).toEqual([0, 0]);
});

test("a text is searched as a name, a path or a position", () => {
  const data = plant();
  const found = (text: string) =>
    data
      .search({ text, technology: "photovoltaic", origin: [-70, -24], most: 3 })
      .found.map(({ component_type, row }) => `${component_type} ${row}`);
  expect(found("module-12")).toEqual(["module 12"]);
  expect(found("=m3")).toEqual(["module 3", "module 30", "module 31"]);
  // No module of the second tracker has the number 7: its seventh is found.
  expect(found("tracker 2 module 7")).toEqual(["module 16"]);
  expect(found("tracker 2 module 17")).toEqual(["module 17"]);
  // The origin of the plant is the place of its first components; a degree is far away.
  expect(found("-24.0, -70.0").toSorted()).toEqual(["module 0", "tracker 0"]);
  expect(found("-25.0, -70.0")).toEqual([]);
});

test("a search says how many there are beside those that it lists", () => {
  const data = plant();
  openLevel(
    data,
    "mirror",
    2500,
    () => NO_ROW,
    (row) => `=X${row}`,
  );
  const ask = { technology: "photovoltaic", origin: [-70, -24] } as const;
  const of = (text: string, most: number) => data.search({ text, most, ...ask });
  // 3, and 30 to 38: row 39 is gone.
  const { found, ...rest } = of("=m3", 4);
  expect(rest).toEqual({ count: 10, isMore: false });
  expect(found.map(({ row }) => row)).toEqual([3, 30, 31, 32]);
  expect(of("=m3", 20).found).toHaveLength(10);
  expect(of("=x", 50)).toMatchObject({ count: 2000, isMore: true });
  const all = of("=x", 3000);
  expect([all.found.length, all.count, all.isMore]).toEqual([2499, 2499, false]);
});

test("the difference counts modules without a value in one of the analyses apart", () => {
  const data = plant();
  const short = Float32Array.from({ length: 10 }, (_, row) => row);
  data.column({ hash: "short", bytes: bytesOf(encodeColumn(short, quantity)) });
  const request = { direction: "higher_is_worse", step: 1, tolerance: 1 } as const;
  for (const [before, counts] of [
    ["then", [0, 10, 0, 0, 0, 29, 0]],
    ["short", [0, 10, 0, 0, 0, 0, 29]],
  ] as const) {
    const ask = { type: "module", name: "pair", before, after: "short", request } as const;
    expect(data.difference(ask).counts, before).toEqual(counts);
  }
});
