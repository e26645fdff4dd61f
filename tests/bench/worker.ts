// What the browser's worker does with a million rows, against the same with an array of objects.
import { HISTOGRAM_BINS } from "../../src/domain/column/column.ts";
import { decodeColumn, encodeColumn } from "../../src/domain/column/column-codec.ts";
import { evaluateFilters } from "../../src/domain/column/column-filter.ts";
import { extentOf, histogramOf } from "../../src/domain/column/column-statistics.ts";
import { sortRows } from "../../src/domain/column/column-sort.ts";
import type { Geometry } from "../../src/domain/component/component-index.ts";
import { searchComponents } from "../../src/domain/component/component-search.ts";
import { sortByPlace } from "../../src/domain/component/name-rank.ts";
import { findingsOf } from "../../src/domain/key-figure/finding.ts";
import { keyFigureByKey, type KeyFigure } from "../../src/domain/key-figure/key-figure.ts";
import { decodeNames, encodeNames } from "../../src/domain/component/names-codec.ts";
import type { Report } from "./report.ts";

const SIZES = [10_000, 100_000, 1_000_000];
const RUNS = 7;

function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** Median of several runs in milliseconds, the first two being for the compiler. */
function medianMs(act: () => unknown): number {
  const times: number[] = [];
  for (let run = 0; run < RUNS + 2; run++) {
    const start = performance.now();
    act();
    if (run >= 2) times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[RUNS >> 1] ?? NaN;
}

export async function bench(report: Report): Promise<void> {
  const heat = keyFigureByKey("soiling") as KeyFigure;
  const names = { dtId: (row: number) => `M${row}`, pcs: (row: number) => `M${row}` };
  for (const rows of SIZES) {
    const random = seeded(7);
    const drawn = Float32Array.from({ length: rows }, () => {
      const value = random() * 20;
      return value < 0.4 ? NaN : value;
    });
    const packed = encodeColumn(drawn, heat);
    const values = decodeColumn(packed);
    const objects = Array.from(values, (value, row) => ({ dt_id: `M${row}`, row, value }));
    const level = {
      row_count: rows,
      names: { count: rows, ...names },
      parent: new Uint32Array(rows),
      exists: null,
    };
    const source = {
      levels: new Map([["module", level]] as const),
      columns: new Map([[heat.id, values]]),
    };
    const filter = { kind: "range", key_figure_id: heat.id, min: 5, max: null } as const;
    const size = rows.toLocaleString("en");
    const isLargest = rows === SIZES.at(-1);
    const sorted = () =>
      sortRows(evaluateFilters([filter], "module", source), values, "descending");
    const objectsSorted = () =>
      objects.filter(({ value }) => value >= 5).toSorted((a, b) => b.value - a.value);
    if (sorted().length !== objectsSorted().length) throw new Error("the two do not agree");
    const ours = medianMs(sorted);
    const theirs = medianMs(objectsSorted);
    report({
      name: `${size} rows: filter and sort`,
      unit: "ms",
      ours,
      baseline: "array of objects",
      theirs,
      ...(isLargest && {
        goal: "at most 150 ms and 10 times as fast",
        met: ours <= 150 && theirs / ours >= 10,
      }),
    });
    const inView = Uint8Array.from({ length: rows }, (_, row) => (row % 3 === 0 ? 0 : 1));
    const extent = extentOf(values);
    const binned = medianMs(() => histogramOf(values, inView, extent));
    const min = extent.min ?? 0;
    const width = ((extent.max ?? 1) - min) / HISTOGRAM_BINS;
    const objectsBinned = medianMs(() => {
      const bins = new Map<number, number>();
      for (const { row, value } of objects) {
        if (inView[row] !== 1 || Number.isNaN(value)) continue;
        const bin = Math.min(Math.floor((value - min) / width), HISTOGRAM_BINS - 1);
        bins.set(bin, (bins.get(bin) ?? 0) + 1);
      }
      return bins;
    });
    report({
      name: `${size} rows: histogram in view`,
      unit: "ms",
      ours: binned,
      baseline: "array of objects",
      theirs: objectsBinned,
      ...(isLargest && { goal: "under 50 ms", met: binned < 50 }),
    });
    searchBench(report, rows, isLargest);
    listBench(report, rows, isLargest);
    const decoded = medianMs(() => decodeColumn(packed));
    const json = JSON.stringify(Array.from(values));
    const parsed = medianMs(() => JSON.parse(json));
    report({
      name: `${size} rows: unpack a column`,
      unit: "ms",
      ours: decoded,
      baseline: "JSON.parse of the values",
      theirs: parsed,
      ...(isLargest && { goal: "at most 80 ms", met: decoded <= 80 }),
    });
  }
}

/** The list of findings: worst first, equal values by their place in the plant, numbers in names by size. */
function listBench(report: Report, rows: number, isLargest: boolean): void {
  const heat = keyFigureByKey("heat_loss") as KeyFigure;
  const limits = [2, 4, 6];
  const random = seeded(11);
  const values = Float32Array.from({ length: rows }, () => Math.floor(random() ** 8 * 80) / 10);
  const trackers = Math.ceil(rows / 28);
  const parent = Uint32Array.from({ length: rows }, (_, row) => Math.floor(row / 28));
  const nameOf = (row: number) => `T${parent[row]}-M${28 - (row % 28)}`;
  const names = decodeNames(encodeNames({ count: rows, dtId: String, pcs: nameOf }));
  const parentPlaces = Uint32Array.from({ length: trackers }, (_, row) => row);
  const mask = new Uint8Array(rows).fill(1);
  const byPlace = (some: Uint32Array) => sortByPlace(some, { names, parent, parentPlaces });
  const listed = () => findingsOf(values, heat, limits, mask, undefined, byPlace).rows;
  const objects = Array.from(values, (value, row) => ({ row, value, name: nameOf(row) }));
  const natural = new Intl.Collator("en", { numeric: true });
  const objectsListed = () =>
    objects
      .filter(({ value }) => value >= 2)
      .toSorted((a, b) => b.value - a.value || natural.compare(a.name, b.name))
      .map(({ row }) => row);
  if (listed().join() !== objectsListed().join()) throw new Error("the two do not agree");
  const ours = medianMs(listed);
  const theirs = medianMs(objectsListed);
  report({
    name: `${rows.toLocaleString("en")} rows: list the findings`,
    unit: "ms",
    ours,
    baseline: "array of objects, names by Intl.Collator",
    theirs,
    note: `${listed().length.toLocaleString("en")} findings`,
    ...(isLargest && {
      goal: "at most 400 ms",
      met: ours <= 400,
    }),
  });
}

function searchBench(report: Report, rows: number, isLargest: boolean): void {
  const nameAt = (prefix: string) => (row: number) =>
    `${prefix}B${row % 28}-T${(row >> 5) % 999}-M${row}`;
  const packed = encodeNames({ count: rows, dtId: nameAt("module-"), pcs: nameAt("") });
  const names = decodeNames(packed);
  const floats = new Float32Array(rows).fill(1);
  const none = new Uint32Array(0);
  const geometry: Geometry = {
    type: "module",
    count: rows,
    parent: new Uint32Array(rows),
    centreX: floats,
    centreY: floats,
    length: floats,
    width: floats,
    rotation: floats,
    height: floats,
    polygons: { rows: none, offsets: new Uint32Array(1), xy: new Float32Array(0) },
    blockBounds: new Float32Array(0),
  };
  const query = { kind: "text", text: `m${rows - 7}` } as const;
  const inBytes = () => searchComponents(new Map([["module", { geometry, names }]]), query, 50);
  const { count, dtId, pcs } = names;
  const asStrings = () =>
    searchComponents(new Map([["module", { geometry, names: { count, dtId, pcs } }]]), query, 50);
  if (JSON.stringify(inBytes()) !== JSON.stringify(asStrings()) || inBytes().length === 0)
    throw new Error("the two do not agree");
  const ours = medianMs(inBytes);
  report({
    name: `${rows.toLocaleString("en")} rows: find by name`,
    unit: "ms",
    ours,
    baseline: "a string per name",
    theirs: medianMs(asStrings),
    ...(isLargest && { goal: "at most 150 ms", met: ours <= 150 }),
  });
}
