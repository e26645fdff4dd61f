// The data of one plant and what can be asked of it: the worker's verbs, as plain functions.
//
// Masks have one byte per row, 1 where a component counts. Boxes are in metres on the plant plane.
import type { ColumnValues } from "../column/column.ts";
import { decodeColumn } from "../column/column-codec.ts";
import { evaluateFilters, type FilterLevel, type FilterSource } from "../column/column-filter.ts";
import { ancestorRows, groupStatistics, type GroupStatistics } from "../column/column-group.ts";
import { rankNames, sortRows, maskedRows, type SortDirection } from "../column/column-sort.ts";
import {
  ancestorTypesOf,
  componentTypes,
  type ComponentType,
  type Technology,
} from "../component/component.ts";
import { NO_ROW, type Geometry, type Names } from "../component/component-index.ts";
import { readComponentQuery } from "../component/component-query.ts";
import { searchComponents, type Found, type NamedLevel } from "../component/component-search.ts";
import {
  differenceColumn,
  differenceClasses,
  type DifferenceRequest,
} from "../column/difference.ts";
import type { Filter } from "../column/filter.ts";
import { findingsOf, type Findings } from "../key-figure/finding.ts";
import { decodeGeometry } from "../geometry/geometry-codec.ts";
import { joinPath, parentsOf } from "../component/hierarchy.ts";
import { rowsInView, type PlaneBox } from "../column/in-view.ts";
import { keyFigureById } from "../key-figure/key-figure.ts";
import { decodeNames } from "../component/names-codec.ts";
import { planeAt, type LonLat } from "../geometry/plane.ts";
import { tableCsv, type CsvAsk } from "../column/table-csv.ts";
import {
  valueDistribution,
  valueStatistics,
  type ValueStatistics,
} from "../column/value-statistics.ts";

/** Which components count: those that pass the filters and, where given, these rows or this box. */
export type Scope = { readonly rows?: Uint32Array; readonly box?: PlaneBox | null };
/** A column in the worker's hands and how it is judged. */
export type Judged = {
  readonly hash: string;
  readonly key_figure_id: number;
  readonly limits: readonly number[];
};
export type SortBy = {
  readonly by: "pcs" | "dt_id" | { readonly hash: string };
  readonly direction: SortDirection;
};
/** True to go on; false once the ask was cancelled. */
export type Rest = () => Promise<boolean>;

export type PlantData = ReturnType<typeof plantData>;

/** Starts without data. Verbs throw a RangeError where a level or a column they need is missing. */
export function plantData() {
  const levels = new Map<ComponentType, NamedLevel & { filter: FilterLevel }>();
  const columns = new Map<string, ColumnValues>();
  const ranks = new Map<string, Uint32Array>();
  let passing = new Map<ComponentType, Uint8Array>();

  const levelOf = (type: ComponentType) => {
    const level = levels.get(type);
    if (!level) throw new RangeError(`the level ${type} is missing`);
    return level;
  };
  const columnOf = (hash: string) => {
    const column = columns.get(hash);
    if (!column) throw new RangeError(`the column ${hash} is missing`);
    return column;
  };
  const judgedOf = ({ hash, key_figure_id, limits }: Judged) => {
    const keyFigure = keyFigureById(key_figure_id);
    if (!keyFigure) throw new RangeError(`unknown key figure ${key_figure_id}`);
    return { keyFigure, values: columnOf(hash), limits };
  };
  const countedIn = (type: ComponentType, { rows, box = null }: Scope): Uint8Array => {
    const mask = rowsInView(levelOf(type).geometry, box);
    const passes = passing.get(type);
    if (passes) for (let row = 0; row < mask.length; row += 1) mask[row]! &= passes[row]!;
    if (!rows) return mask;
    const chosen = new Uint8Array(mask.length);
    for (const row of rows) if (mask[row] === 1) chosen[row] = 1;
    return chosen;
  };

  return {
    /** Decodes one level and keeps it; the geometry is answered as a copy. */
    level(ask: { type: ComponentType; geometry: ArrayBuffer; names: ArrayBuffer }): Geometry {
      const geometry = decodeGeometry(new Uint8Array(ask.geometry));
      const names = decodeNames(new Uint8Array(ask.names));
      const exists = rowsInView(geometry, null);
      const filter = { row_count: geometry.count, names, parent: geometry.parent, exists };
      levels.set(ask.type, { geometry, names, filter });
      return geometry;
    },

    /** Decodes a column and keeps it under its hash. */
    column(ask: { hash: string; bytes: ArrayBuffer }): ColumnValues {
      const values = decodeColumn(new Uint8Array(ask.bytes));
      columns.set(ask.hash, values);
      return values;
    },

    forget({ hash }: { hash: string }): void {
      columns.delete(hash);
    },

    /**
     * Evaluates the filters for the components of `type` and keeps the outcome for the other verbs; a
     * level above passes where something below it does. No filters: no masks, everything passes.
     */
    mask(ask: {
      type: ComponentType;
      filters: readonly Filter[];
      columns: readonly Judged[];
    }): { type: ComponentType; mask: Uint8Array; passing: number; of: number }[] {
      passing = new Map();
      if (ask.filters.length === 0) return [];
      const source: FilterSource = {
        levels: new Map([...levels].map(([type, { filter }]) => [type, filter])),
        columns: new Map(ask.columns.map((one) => [one.key_figure_id, columnOf(one.hash)])),
        limits: new Map(ask.columns.map((one) => [one.key_figure_id, one.limits])),
      };
      let below = evaluateFilters(ask.filters, ask.type, source);
      passing.set(ask.type, below);
      let type: ComponentType = ask.type;
      for (const above of ancestorTypesOf(ask.type)) {
        const upper = levels.get(above);
        if (!upper) break;
        const mask = new Uint8Array(upper.geometry.count);
        const parent = levelOf(type).geometry.parent;
        for (let row = 0; row < below.length; row += 1) {
          if (below[row] === 1 && parent[row]! < mask.length) mask[parent[row]!] = 1;
        }
        passing.set(above, mask);
        [type, below] = [above, mask];
      }
      return [...passing].map(([one, mask]) => ({
        type: one,
        mask,
        passing: countOf(mask),
        of: countOf(levelOf(one).filter.exists ?? mask),
      }));
    },

    /** How the values in view are spread over the ramp and the classes. */
    legend(ask: Judged & { box: PlaneBox | null; domain: readonly [number, number] }) {
      const { keyFigure, values, limits } = judgedOf(ask);
      const type = keyFigure.component_type;
      const inView = rowsInView(levelOf(type).geometry, ask.box);
      const shown = countedIn(type, { box: ask.box });
      return {
        in_view: valueDistribution(values, keyFigure, limits, inView, ask.domain),
        shown: valueDistribution(values, keyFigure, limits, shown, ask.domain),
      };
    },

    /** Statistics of columns of one component type. */
    statistics(ask: { type: ComponentType; scope: Scope; columns: readonly Judged[] }): {
      count: number;
      columns: ValueStatistics[];
    } {
      const mask = countedIn(ask.type, ask.scope);
      return {
        count: countOf(mask),
        columns: ask.columns.map((one) => {
          const { keyFigure, values, limits } = judgedOf(one);
          return valueStatistics(values, keyFigure, limits, mask);
        }),
      };
    },

    /** The rows that count, in order. */
    order(ask: { type: ComponentType; scope: Scope; sort: SortBy | null }): Uint32Array {
      const level = levelOf(ask.type);
      const mask = countedIn(ask.type, ask.scope);
      if (ask.sort === null) return maskedRows(mask, mask.length).slice();
      const { by, direction } = ask.sort;
      if (typeof by === "object") {
        const values = columnOf(by.hash);
        const rows = sortRows(mask.subarray(0, values.length), values, direction);
        if (values.length >= mask.length) return rows.slice();
        // Rows newer than the column have no value and come last.
        const newer = maskedRows(mask.subarray(values.length), mask.length - values.length);
        return Uint32Array.from([...rows, ...newer.map((row) => row + values.length)]);
      }
      const key = `${ask.type} ${by}`;
      const rank = ranks.get(key) ?? rankNames(level.names, by);
      ranks.set(key, rank);
      return sortRows(mask, rank, direction).slice();
    },

    /** `ranking` is the hash of the column that orders the components of one class. */
    findings(ask: Judged & { scope: Scope; ranking?: string | undefined }): Findings {
      const { keyFigure, values, limits } = judgedOf(ask);
      const mask = countedIn(keyFigure.component_type, ask.scope);
      const ranking = ask.ranking === undefined ? undefined : columnOf(ask.ranking);
      return findingsOf(values, keyFigure, limits, mask, ranking);
    },

    /** Statistics by the component of type `group` above; `names` by group row. */
    groups(ask: Judged & { group: ComponentType; scope: Scope }): GroupStatistics {
      const { keyFigure, values, limits } = judgedOf(ask);
      const type = keyFigure.component_type;
      const above = groupRows(type, ask.group);
      const mask = countedIn(type, ask.scope);
      const count = levelOf(ask.group).geometry.count;
      return groupStatistics(values, above, count, keyFigure, limits, mask);
    },

    search(ask: { text: string; technology: Technology; origin: LonLat; most: number }): Found[] {
      const query = readComponentQuery(ask.text, ask.technology);
      if (query.kind !== "position") return searchComponents(levels, query, ask.most);
      const [x, y] = planeAt(ask.origin).toPlane(query.lon, query.lat);
      return searchComponents(
        levels,
        { kind: "position", x, y, reach: POSITION_REACH_M },
        ask.most,
      );
    },

    /** Rows of these ids; unknown ones are left out. */
    rowsOf({ type, dt_ids }: { type: ComponentType; dt_ids: readonly string[] }): Uint32Array {
      const { names, geometry } = levelOf(type);
      const wanted = new Set(dt_ids);
      const found: number[] = [];
      for (let row = 0; row < geometry.count && found.length < wanted.size; row += 1) {
        if (geometry.length[row]! > 0 && wanted.has(names.dtId(row))) found.push(row);
      }
      return Uint32Array.from(found);
    },

    /** Difference classes by row and their counts over the components that count. */
    difference(ask: {
      type: ComponentType;
      before: string;
      after: string;
      request: DifferenceRequest;
    }): { values: Uint8Array; counts: number[] } {
      const values = differenceColumn(columnOf(ask.before), columnOf(ask.after), ask.request);
      const mask = countedIn(ask.type, {});
      const counts = differenceClasses.map(() => 0);
      for (let row = 0; row < mask.length; row += 1) {
        if (mask[row] === 1) counts[values[row] ?? differenceClasses.length - 1]! += 1;
      }
      return { values, counts };
    },

    /** The table as a CSV file; null once cancelled. */
    csv(ask: CsvAsk & { type: ComponentType }, rest: Rest): Promise<Blob | null> {
      const { names } = levelOf(ask.type);
      const geometries = { get: (type: ComponentType) => levels.get(type)?.geometry };
      const pathOf = (row: number) =>
        joinPath(
          parentsOf(geometries, { component_type: ask.type, row })
            .toReversed()
            .map((at) => nameOf(levelOf(at.component_type).names, at.row)),
        );
      const pick = { pcs: names.pcs, dt_id: names.dtId, path: pathOf };
      return tableCsv(ask, (name, row) => pick[name](row), columnOf, rest);
    },
  };

  function groupRows(type: ComponentType, group: ComponentType): Uint32Array {
    const parents: Uint32Array[] = [];
    let at: ComponentType | null = type;
    for (; at !== null && at !== group; at = componentTypes[at].parent) {
      parents.push(levelOf(at).geometry.parent);
    }
    const count = levelOf(type).geometry.count;
    return at === null ? new Uint32Array(count).fill(NO_ROW) : ancestorRows(parents, count);
  }
}

/** A position typed in finds components up to this far away. */
const POSITION_REACH_M = 250;

function nameOf(names: Names, row: number): string {
  return names.pcs(row) || names.dtId(row);
}

function countOf(mask: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < mask.length; row += 1) count += mask[row]!;
  return count;
}
