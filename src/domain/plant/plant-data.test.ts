import { expect, test } from "vitest";
import { encodeColumn } from "../column/column-codec.ts";
import { NO_ROW, type Geometry } from "../component/component-index.ts";
import type { ComponentType } from "../component/component.ts";
import { encodeGeometry } from "../geometry/geometry-codec.ts";
import { keyFigures } from "../key-figure/key-figure.ts";
import { encodeNames } from "../component/names-codec.ts";
import { plantData } from "./plant-data.ts";

const TRACKERS = 4;
const MODULES = 40;
const keyFigure = keyFigures.find(
  ({ component_type, kind, direction }) =>
    component_type === "module" && kind === "f32" && direction === "higher_is_worse",
)!;
const limits = [10, 20, 30];
const judged = { hash: "now", key_figure_id: keyFigure.id, limits };
const quantity = { kind: "f32", step: 0.1 } as const;

function bytesOf(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer;
}

function openLevel(
  data: ReturnType<typeof plantData>,
  type: ComponentType,
  count: number,
  parentOf: (row: number) => number,
  nameOf: (row: number) => string,
): void {
  const floats = (value: (row: number) => number) =>
    Float32Array.from({ length: count }, (_, row) => value(row));
  const geometry: Geometry = {
    type,
    count,
    parent: Uint32Array.from({ length: count }, (_, row) => parentOf(row)),
    centreX: floats((row) => row * 10),
    centreY: floats(() => 0),
    length: floats((row) => (row === 39 ? 0 : 2)),
    width: floats(() => 1),
    rotation: floats(() => 0),
    height: floats(() => 2),
    polygons: { rows: new Uint32Array(0), offsets: new Uint32Array(1), xy: new Float32Array(0) },
    blockBounds: Float32Array.of(0, 0, (count - 1) * 10, 0),
  };
  const names = { count, dtId: (row: number) => `${type}-${row}`, pcs: nameOf };
  data.level({
    type,
    geometry: bytesOf(encodeGeometry(geometry)),
    names: bytesOf(encodeNames(names)),
  });
}

/** Four trackers of ten modules; module r has the value r, module 5 none, module 39 was removed. */
function plant() {
  const data = plantData();
  openLevel(
    data,
    "tracker",
    TRACKERS,
    () => NO_ROW,
    (row) => `T${row + 1}`,
  );
  openLevel(
    data,
    "module",
    MODULES,
    (row) => Math.floor(row / 10),
    (row) => `=M${row}`,
  );
  const values = Float32Array.from({ length: MODULES }, (_, row) => (row === 5 ? NaN : row));
  data.column({ hash: "now", bytes: bytesOf(encodeColumn(values, quantity)) });
  const before = Float32Array.from({ length: MODULES }, (_, row) => (row < 20 ? row : row - 8));
  data.column({ hash: "then", bytes: bytesOf(encodeColumn(before, quantity)) });
  return data;
}

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
  const spread = data.legend({ ...judged, box: null, domain: [0, 38] });
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

test("only the selected rows count, or only those in view", () => {
  const data = plant();
  const selected = data.order({
    type: "module",
    scope: { rows: Uint32Array.of(7, 3, 39) },
    sort: null,
  });
  expect([...selected]).toEqual([3, 7]);
  const inView = data.order({ type: "module", scope: { box: [95, -1, 125, 1] }, sort: null });
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
  const request = { direction: "higher_is_worse", tolerance: 1 } as const;
  const ask = { type: "module", before: "then", after: "now", request } as const;
  expect(data.difference(ask).counts).toEqual([19, 19, 0, 1]);
  data.mask({ type: "module", filters: [range], columns: [judged] });
  expect(data.difference(ask).counts).toEqual([6, 0, 0, 0]);
});

test("the file holds the rows and columns in their order, and no cell is a formula", async () => {
  const data = plant();
  const ask = {
    type: "module" as const,
    rows: Uint32Array.of(12, 5),
    columns: [
      { header: "Value", of: { hash: "now", step: 0.1 } },
      { header: "Name", of: "pcs" as const },
      { header: "Above", of: "path" as const },
    ],
  };
  const file = await data.csv(ask, async () => true);
  expect(await file?.text()).toBe("Value,Name,Above\r\n12,'=M12,T2\r\n,'=M5,T1\r\n");
  const marked = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect([...marked.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(await data.csv(ask, async () => false)).toBeNull();
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
