// The filtered rows of a column as JSON or CSV, streamed.
import { Readable } from "node:stream";
import type { z } from "zod";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { shortest, valueAt, type ColumnValues } from "../../domain/column/column.ts";
import {
  filterSteps,
  isMarkFilter,
  type ChangeFilter,
  type Marked,
  type MarkFilter,
} from "../../domain/column/column-filter.ts";
import { maskedRows } from "../../domain/column/column-sort.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { csvRow } from "../../domain/column/csv.ts";
import { failure } from "../../domain/error.ts";
import { filtersShape, type Filter } from "../../domain/column/filter.ts";
import { keyFigureById, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { comparedValues } from "./compared-values.ts";
import type { Context } from "../context.ts";
import { stepsInTurns } from "../turn.ts";
import { readComponents } from "../store/plant/plant-component.ts";
import type { PlantComponents } from "../store/plant/twin-components.ts";
import { readLimits } from "../store/plant/plant.ts";
import { readValues } from "./result-values.ts";
import { readCompared } from "./shown-result.ts";
import { csvMappingsShape, dtIdsShape, type CsvMapping } from "../../domain/column/rows-query.ts";

/** Rows in one chunk of the stream. */
const ROWS_PER_CHUNK = 1000;

/** The components that a condition beside the key figures means; undefined where the viewer may not know. */
export type MarkReader = (filter: MarkFilter) => Promise<readonly Marked[] | undefined>;

export type RowsQuery = {
  readonly filters: readonly Filter[];
  readonly dt_ids: readonly string[] | null;
  readonly mappings: readonly CsvMapping[] | null;
  readonly markedBy: MarkReader;
};

/** Of a request without filters. */
const noMarks: MarkReader = async () => undefined;

/** Parses the JSON in the query. @throws BAD_REQUEST with the faulty field */
export function parseRowsQuery(
  query: {
    filters?: string | undefined;
    dt_ids?: string | undefined;
    csv_mappings?: string | undefined;
  },
  markedBy: MarkReader = noMarks,
): RowsQuery {
  return {
    markedBy,
    filters: parsed("filters", query.filters, filtersShape) ?? [],
    dt_ids: parsed("dt_ids", query.dt_ids, dtIdsShape),
    mappings: parsed("csv_mappings", query.csv_mappings, csvMappingsShape),
  };
}

/** Parses JSON in a query; null where it is absent. @throws BAD_REQUEST with the faulty field */
export function parsed<T>(field: string, text: string | undefined, shape: z.ZodType<T>): T | null {
  if (text === undefined || text === "") return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw failure("BAD_REQUEST", { reason: "json_syntax", field });
  }
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const at = [field, ...(result.error.issues[0]?.path ?? [])].join(".");
  throw failure("BAD_REQUEST", { reason: "field_invalid", field: at });
}

/** A column of the answer: its values by row, and its header in CSV. */
export type RowColumn = { readonly header: string; readonly values: ColumnValues };

export type Rows = {
  readonly components: PlantComponents;
  readonly type: ComponentType;
  /** Indices of the selected rows, ascending. */
  readonly rows: Uint32Array;
};

/** Selects the rows of the key figure's component type that pass the filters and are among `dt_ids`, if given. */
export async function selectRows(
  context: Pick<Context, "db" | "files" | "viewer">,
  analysis: Analysis,
  keyFigure: KeyFigure,
  query: RowsQuery,
): Promise<Rows> {
  const components = await readComponents(context, analysis.plant_id);
  const type = keyFigure.component_type;
  const level = components.levels.get(type);
  if (!level) return { components, type, rows: new Uint32Array(0) };
  const ids = new Set(
    query.filters.flatMap((filter) => ("key_figure_id" in filter ? [filter.key_figure_id] : [])),
  );
  const limits = await readLimits(context.db, analysis.plant_id);
  const visible = [...ids].filter((id) => analysis.key_figure_ids.includes(id));
  const changes = await readChanges(context, analysis, query.filters);
  const marks = new Map<MarkFilter, readonly Marked[] | undefined>();
  for (const filter of query.filters.filter(isMarkFilter)) {
    marks.set(filter, await query.markedBy(filter));
  }
  const steps = filterSteps(query.filters, type, {
    markedBy: (filter) => marks.get(filter),
    levels: components.levels,
    changeOf: (filter) => changes.get(filter),
    columns: await readValues(context, analysis.id, visible),
    limits: new Map(limits.map((one) => [one.key_figure_id, one.limits])),
  });
  const mask = await stepsInTurns(steps);
  if (query.dt_ids === null) return { components, type, rows: maskedRows(mask, mask.length) };
  const directory = await components.directory();
  const rows = new Set<number>();
  for (const dtId of query.dt_ids) {
    const found = directory.byDtId(dtId);
    if (found?.type === type && mask[found.row] === 1) rows.add(found.row);
  }
  return { components, type, rows: Uint32Array.from(rows).toSorted() };
}

/**
 * What the filters by change need. A key figure that the viewer does not see has not changed.
 * @throws RESOURCE_NOT_FOUND for another analysis that the viewer does not see
 */
async function readChanges(
  context: Pick<Context, "db" | "files" | "viewer">,
  analysis: Analysis,
  filters: readonly Filter[],
): Promise<Map<ChangeFilter, Uint8Array>> {
  const changes = new Map<ChangeFilter, Uint8Array>();
  for (const filter of filters) {
    if (filter.kind !== "change") continue;
    const other = await readCompared(context, analysis, filter.analysis_id);
    const figure = keyFigureById(filter.key_figure_id);
    if (!figure || !analysis.key_figure_ids.includes(figure.id)) continue;
    changes.set(filter, (await comparedValues(context, analysis, other, figure)).changes);
  }
  return changes;
}

/** One page as `{ count, offset, rows: [{ dt_id, pcs, value, compare_value? }] }`. */
export function jsonRows(
  { components, type, rows }: Rows,
  values: ColumnValues,
  compare: ColumnValues | null,
  page: { offset: number; limit: number },
): Readable {
  const names = components.levels.get(type)?.names;
  const shown = rows.subarray(page.offset, page.offset + page.limit);
  const row = (at: number) =>
    JSON.stringify({
      dt_id: names?.dtId(at) ?? "",
      pcs: names?.pcs(at) ?? "",
      value: valueOrNull(values, at),
      ...(compare && { compare_value: valueOrNull(compare, at) }),
    });
  return Readable.from(
    (function* () {
      yield `{"count":${rows.length},"offset":${page.offset},"rows":[`;
      for (let at = 0; at < shown.length; at += ROWS_PER_CHUNK) {
        const chunk = Array.from(shown.subarray(at, at + ROWS_PER_CHUNK), row).join(",\n");
        yield at === 0 ? chunk : `,\n${chunk}`;
      }
      yield "]}";
    })(),
  );
}

/** A CSV with dt_id, pcs and the columns. It has exactly the selected rows, in the order of the twin. */
export function csvRows({ components, type, rows }: Rows, columns: readonly RowColumn[]): Readable {
  const names = components.levels.get(type)?.names;
  return Readable.from(
    (function* () {
      // Spreadsheets read a file as UTF-8 only if it has a byte order mark.
      yield `\ufeff${csvRow(["dt_id", "pcs", ...columns.map(({ header }) => header)])}`;
      for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK) {
        let chunk = "";
        for (const at of rows.subarray(start, start + ROWS_PER_CHUNK)) {
          const cells = columns.map(({ values }) => valueOrNull(values, at));
          chunk += csvRow([names?.dtId(at) ?? "", names?.pcs(at) ?? "", ...cells]);
        }
        yield chunk;
      }
    })(),
  );
}

/**
 * The key figures of the CSV.
 * @throws BAD_REQUEST for one of another component type or one that the analysis does not show
 */
export function mappedKeyFigures(
  analysis: Analysis,
  keyFigure: KeyFigure,
  mappings: readonly CsvMapping[] | null,
): { keyFigure: KeyFigure; header: string }[] {
  const wanted = mappings ?? [{ key_figure_id: keyFigure.id, header: keyFigure.key }];
  return wanted.map(({ key_figure_id, header }, i) => {
    const mapped = keyFigureById(key_figure_id);
    const isShown = mapped && analysis.key_figure_ids.includes(key_figure_id);
    if (!isShown || mapped.component_type !== keyFigure.component_type) {
      throw failure("BAD_REQUEST", { reason: "key_figure_unknown", field: `csv_mappings.${i}` });
    }
    return { keyFigure: mapped, header };
  });
}

/** The measured value, or null if there is none. */
export function valueOrNull(values: ColumnValues, row: number): number | null {
  const value = valueAt(values, row);
  return Number.isNaN(value) ? null : shortest(value);
}
