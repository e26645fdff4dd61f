// The data of one plant and the queries on it. The browser's worker offers these functions as its verbs.
//
// Masks have one byte per row, 1 where a component counts. Boxes are in metres on the plant plane.
import type { ColumnValues } from "../column/column.ts";
import { decodeColumn } from "../column/column-codec.ts";
import type { FilterLevel } from "../column/column-filter.ts";
import { ancestorRows, groupStatistics, type CountedGroups } from "../column/column-group.ts";
import { classPlaces, reorderRows, sortShorter, maskedRows } from "../column/column-sort.ts";
import { componentTypes, type ComponentType } from "../component/component.ts";
import { NO_ROW, type Geometry } from "../component/component-index.ts";
import { placeOrder } from "../component/place-order.ts";
import type { NamedLevel } from "../component/component-search.ts";
import { changeData } from "../column/change-data.ts";
import { differenceCounts, groupedCounts } from "../column/difference.ts";
import { coursesOf, crossedWithoutChange } from "../key-figure/plant-course.ts";
import { findingsOf, worstFirst, type Findings } from "../key-figure/finding.ts";
import { decodeGeometry } from "../geometry/geometry-codec.ts";
import { rowsInView, type PlaneArea } from "../column/in-view.ts";
import { keyFigureById } from "../key-figure/key-figure.ts";
import { requestedCourses } from "./course-request.ts";
import type {
  CourseRequest,
  Difference,
  DifferenceAsk,
  Judged,
  Ranked,
  Scope,
  SortBy,
} from "./data-request.ts";
import { decodeNames } from "../component/names-codec.ts";
import { foundPage, type FoundPage } from "./found-page.ts";
import { filterMasks, type MaskRequest } from "./filter-mask.ts";
import { exportFile } from "../export/export-file.ts";
import type { ExportRequest, Pause } from "../export/export-request.ts";
import {
  countedStatistics,
  valueDistribution,
  type CountedStatistics,
} from "../column/value-statistics.ts";

export type PlantData = ReturnType<typeof plantData>;

/** Starts without data. Verbs throw a RangeError if a level or a column that they need is missing. */
export function plantData() {
  const levels = new Map<ComponentType, NamedLevel & { filter: FilterLevel }>();
  const columns = new Map<string, ColumnValues>();
  const placing = placeOrder(levels);
  let matching: ReadonlyMap<ComponentType, Uint8Array> = new Map();
  /** What matches the filters apart from those by change, for the counts by change. */
  let unchanged: Uint8Array | null = null;

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
  const rankingOf = ({ ranking }: Ranked) =>
    ranking === undefined ? undefined : columnOf(ranking);
  const changes = changeData(columnOf, columns);
  const maskOf = (
    type: ComponentType,
    { rows, area = null }: Scope,
    matches: Uint8Array | null | undefined = matching.get(type),
  ): Uint8Array => {
    const mask = rowsInView(levelOf(type).geometry, area);
    if (matches) for (let row = 0; row < mask.length; row += 1) mask[row]! &= matches[row]!;
    if (!rows) return mask;
    const chosen = new Uint8Array(mask.length);
    for (const row of rows) if (mask[row] === 1) chosen[row] = 1;
    return chosen;
  };

  return {
    /** Decodes one level and keeps it; answers a copy of the geometry. */
    level(input: { type: ComponentType; geometry: ArrayBuffer; names: ArrayBuffer }): Geometry {
      const geometry = decodeGeometry(new Uint8Array(input.geometry));
      const names = decodeNames(new Uint8Array(input.names));
      const exists = rowsInView(geometry, null);
      const filter = { row_count: geometry.count, names, parent: geometry.parent, exists };
      levels.set(input.type, { geometry, names, filter });
      // Places depend on the levels above, which may arrive later.
      placing.forget();
      return geometry;
    },

    /** Decodes a column and keeps it under its hash. */
    column(input: { hash: string; bytes: ArrayBuffer }): ColumnValues {
      const values = decodeColumn(new Uint8Array(input.bytes));
      columns.set(input.hash, values);
      return values;
    },

    forget({ hash }: { hash: string }): void {
      columns.delete(hash);
    },

    /**
     * Evaluates the filters for the components of `type` and keeps the masks for the other verbs. An
     * ancestor matches if a descendant does. Without filters there are no masks: everything matches.
     */
    mask(
      input: MaskRequest,
    ): { type: ComponentType; mask: Uint8Array; matching: number; total: number }[] {
      const masks = filterMasks(input, levels, columnOf, changes.classesOf);
      [matching, unchanged] = [masks.matching, masks.unchanged];
      return [...matching].map(([maskType, mask]) => ({
        type: maskType,
        mask,
        matching: countOf(mask),
        total: countOf(levelOf(maskType).filter.exists ?? mask),
      }));
    },

    /** Distribution of the values in view over the ramp and the classes. */
    legend(input: Judged & { area: PlaneArea | null; domain: readonly [number, number] }) {
      const { keyFigure, values, limits } = judgedOf(input);
      const type = keyFigure.component_type;
      const inView = rowsInView(levelOf(type).geometry, input.area);
      const shown = maskOf(type, { area: input.area });
      return {
        in_view: valueDistribution(values, keyFigure, limits, inView, input.domain),
        shown: valueDistribution(values, keyFigure, limits, shown, input.domain),
      };
    },

    /** Statistics of columns of one component type. */
    statistics(input: { type: ComponentType; scope: Scope; columns: readonly Judged[] }): {
      count: number;
      columns: CountedStatistics[];
    } {
      const mask = maskOf(input.type, input.scope);
      const unfiltered = maskOf(input.type, input.scope, null);
      return {
        count: countOf(mask),
        columns: input.columns.map((column) => {
          const { keyFigure, values, limits } = judgedOf(column);
          return countedStatistics(values, keyFigure, limits, mask, unfiltered);
        }),
      };
    },

    /** The rows that count, in order; null: by their place in the plant. */
    order(input: { type: ComponentType; scope: Scope; sort: SortBy | null }): Uint32Array {
      const { type, sort } = input;
      const mask = maskOf(type, input.scope);
      const byPlace = (rows: Uint32Array) => placing.sort(type, rows);
      if (sort === null) return byPlace(maskedRows(mask, mask.length));
      if (sort.by === "worst") {
        const { keyFigure, values, limits } = judgedOf(sort.judged);
        const ranking = rankingOf(sort.judged);
        return worstFirst(values, keyFigure, limits, mask, ranking, byPlace);
      }
      const { by, direction } = sort;
      if (typeof by === "object") {
        const stored = columnOf(by.hash);
        const keyFigure = keyFigureById(by.key_figure_id ?? 0);
        const isClasses = stored instanceof Uint8Array && keyFigure !== undefined;
        const values = isClasses ? classPlaces(stored, keyFigure) : stored;
        return sortShorter(mask, values, direction);
      }
      const rank = by === "path" ? placing.places(type) : placing.ranks(type, by);
      return reorderRows(byPlace(maskedRows(mask, mask.length)), rank, direction);
    },

    findings(input: Ranked & { scope: Scope }): Findings {
      const { keyFigure, values, limits } = judgedOf(input);
      const type = keyFigure.component_type;
      const mask = maskOf(type, input.scope);
      const byPlace = (rows: Uint32Array) => placing.sort(type, rows);
      return findingsOf(values, keyFigure, limits, mask, rankingOf(input), byPlace);
    },

    /** What became of findings: counts in the order of `plantCourses`, and the rows of one of them. */
    courses(input: CourseRequest): { counts: number[]; rows: Uint32Array } {
      const mask = maskOf(input.type, input.scope);
      const column = requestedCourses(input.columns, columnOf, mask.length);
      return coursesOf(column, mask, input.course);
    },

    /** Statistics by ancestor of type `group`, with all that was measured there, whatever is filtered. */
    groups(input: Judged & { group: ComponentType; scope: Scope }): CountedGroups {
      const { keyFigure, values, limits } = judgedOf(input);
      const type = keyFigure.component_type;
      const above = groupRows(type, input.group);
      const mask = maskOf(type, input.scope);
      const count = levelOf(input.group).geometry.count;
      const found = groupStatistics(values, above, count, keyFigure, limits, mask);
      const unfiltered = maskOf(type, input.scope, null);
      const all = groupStatistics(values, above, count, keyFigure, limits, unfiltered);
      return { ...found, measured: all.count };
    },

    search: (ask: Parameters<typeof foundPage>[1]): FoundPage => foundPage(levels, ask),

    /** Rows of these IDs; unknown ones are left out. */
    rowsOf({ type, dt_ids }: { type: ComponentType; dt_ids: readonly string[] }): Uint32Array {
      const { names, geometry } = levelOf(type);
      const wanted = new Set(dt_ids);
      const found: number[] = [];
      for (let row = 0; row < geometry.count && found.length < wanted.size; row += 1) {
        if (geometry.length[row]! > 0 && wanted.has(names.dtId(row))) found.push(row);
      }
      return Uint32Array.from(found);
    },

    /**
     * Difference classes by row, and their counts over the components that match the filters; those by change
     * do not count, so that each class shows what it would add. Keeps two columns for the other verbs, see
     * `changeData`. With `surveys`, what became of the findings: counts in the order of `plantCourses` over the same
     * components, and how many of the new and resolved ones crossed a limit without a change.
     */
    difference(input: DifferenceAsk): Difference {
      const values = changes.keep(input.name, input);
      const mask = maskOf(input.type, {}, unchanged ?? matching.get(input.type));
      const counts = differenceCounts(values, mask);
      if (!input.surveys) return { values, counts, courses: null };
      const column = requestedCourses(input.surveys, columnOf, mask.length);
      const courses = coursesOf(column, mask, null).counts;
      return {
        values,
        counts,
        courses: { counts: courses, crossed: crossedWithoutChange(column, values, mask) },
      };
    },

    /** Counts by difference class of the comparison kept last: of the scope, and by ancestor of type `group`. */
    changes(input: { type: ComponentType; scope: Scope; group: ComponentType | null }): {
      counts: number[];
      /** A count per class for each row of the group. */
      groups: Uint32Array;
    } {
      const values = changes.kept();
      const mask = maskOf(input.type, input.scope, unchanged ?? matching.get(input.type));
      const above = input.group && groupRows(input.type, input.group);
      const count = input.group ? levelOf(input.group).geometry.count : 0;
      return {
        counts: differenceCounts(values, mask),
        groups: above ? groupedCounts(values, above, count, mask) : new Uint32Array(0),
      };
    },

    /** The rows as a file; null if cancelled. */
    exportFile(input: ExportRequest, pause: Pause): Promise<Blob | null> {
      return exportFile({ levels, columnOf, judgedOf }, input, pause);
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

function countOf(mask: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < mask.length; row += 1) count += mask[row]!;
  return count;
}
