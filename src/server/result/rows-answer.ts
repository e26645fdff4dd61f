// The answer to a request for values: rows as JSON or as a CSV file, with another analysis beside them.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import type { Context } from "../context.ts";
import type { ByteAnswer } from "../implement.ts";
import { csvRows, jsonRows, mappedKeyFigures, selectRows, type RowsQuery } from "./result-rows.ts";
import { readValues } from "./result-values.ts";
import { readCompared } from "./shown-result.ts";

type Asked = {
  readonly compare_analysis_id?: number | undefined;
  readonly csv?: "0" | "1" | undefined;
  readonly offset: number;
  readonly limit: number;
};

const empty = new Float32Array(0);

/** The rows of `rowsQuery` with their values. The caller checks whether a file is permitted. */
export async function rowsAnswer(
  context: Context,
  analysis: Analysis,
  keyFigure: KeyFigure,
  rowsQuery: RowsQuery,
  asked: Asked,
): Promise<ByteAnswer> {
  const { compare_analysis_id } = asked;
  const other =
    compare_analysis_id === undefined
      ? null
      : await readCompared(context, analysis, compare_analysis_id);
  const rows = await selectRows(context, analysis, keyFigure, rowsQuery);
  if (asked.csv !== "1") {
    const ids = [keyFigure.id];
    const values = (await readValues(context, analysis.id, ids)).get(keyFigure.id);
    const compare = other && (await readValues(context, other.id, ids)).get(keyFigure.id);
    return {
      content_type: "application/json; charset=utf-8",
      body: jsonRows(rows, values ?? empty, other ? (compare ?? empty) : null, asked),
    };
  }
  const mapped = mappedKeyFigures(analysis, keyFigure, rowsQuery.mappings);
  const ids = mapped.map((one) => one.keyFigure.id);
  const values = await readValues(context, analysis.id, ids);
  const shown = ids.filter((id) => other?.key_figure_ids.includes(id));
  const compare = other ? await readValues(context, other.id, shown) : null;
  const columns = mapped.flatMap(({ keyFigure: { id }, header }) => [
    { header, values: values.get(id) ?? empty },
    ...(compare && other
      ? [{ header: `${header} (${other.name})`, values: compare.get(id) ?? empty }]
      : []),
  ]);
  return {
    content_type: "text/csv; charset=utf-8",
    file_name: `${analysis.plant_name} ${analysis.name}.csv`,
    body: csvRows(rows, columns),
  };
}
