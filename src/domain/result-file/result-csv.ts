// The table form of the result file, CSV or a sheet: dt_id or pcs, and one column per key figure, headed by its ID or key,
// with the unit in brackets if it is another one: `glass_temperature [°F]`.
import { csvText } from "../column/csv.ts";
import { csvReader, type CsvReader } from "./csv-reader.ts";
import { cellText, type Heads, type TakeRow } from "../table/table.ts";
import { failure, type Problem } from "../error.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";
import type { GivenUnit, ResultCollector } from "./result-collector.ts";

const decimal = /^-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const missing = new Set(["", "null", "NaN", "nan"]);
const MAX_NAME = 200;
/** A heading with a unit in brackets. */
const withUnit = /^(.*?)\s*(?:\[([^\]]*)\]|\(([^)]*)\))$/;
type Column = { readonly figure: KeyFigure; readonly unit: GivenUnit };

/** What the head of such a table needs. */
export const resultHeads: Heads = [["dt_id"], ["pcs"]];

/** Reads the file's chunks into the collector; `finish` of the collector gives the result. */
export function resultCsvReader(collector: ResultCollector, file: string): CsvReader {
  return csvReader(resultRows(collector, file));
}

/** Takes the head, then the rows, into the collector. */
export function resultRows(collector: ResultCollector, file: string): TakeRow {
  let header: { by: "dt_id" | "pcs"; at: number; columns: (Column | null)[] } | null = null;
  let width = 0;

  const stop = (problem: Problem): never => {
    throw failure("FILE_REFUSED", { file, ...problem });
  };

  function readHeader(fields: readonly string[], line: number): void {
    const names = fields.map((field) => field.trim());
    const lower = names.map((name) => name.toLowerCase());
    const by = lower.includes("dt_id") ? "dt_id" : "pcs";
    const at = lower.indexOf(by);
    if (at < 0) stop({ reason: "csv_header_without_names", line });
    width = fields.length;
    const seen = new Set<string>();
    const columns = names.map((heading, i): Column | null => {
      // A second name column is for human readers.
      if (lower[i] === "dt_id" || lower[i] === "pcs") return null;
      const [, name = heading, square, round] = withUnit.exec(heading) ?? [];
      const figure = collector.keyFigure(/^\d{1,6}$/.test(name) ? Number(name) : name, { line });
      const key = figure?.key ?? name;
      if (seen.has(key)) stop({ reason: "field_twice", field: name.slice(0, 80), line });
      seen.add(key);
      if (figure === null) return null;
      const unit = collector.unit(figure, square ?? round, { line });
      return unit === null ? null : { figure, unit };
    });
    if (seen.size === 0) stop({ reason: "csv_header_without_key_figures", line });
    header = { by, at, columns };
  }

  return (fields, line) => {
    if (header === null) {
      readHeader(fields.map(cellText), line);
      return;
    }
    if (fields.length !== width) {
      const values = { expected: width, found: fields.length };
      stop({ reason: "csv_field_count", values, line });
    }
    const name = csvText(cellText(fields[header.at]));
    const place = { line };
    if (name === "" || name.length > MAX_NAME) {
      collector.problem({ reason: "field_missing", field: header.by, ...place });
      return;
    }
    const found = collector.component(header.by, name, place);
    if (found === null) return;
    for (let i = 0; i < width; i++) {
      const column = header.columns[i];
      if (!column) continue;
      const text = cellText(fields[i]);
      if (missing.has(text)) {
        collector.addBlank();
        continue;
      }
      if (!decimal.test(text)) {
        const reason = /^-?\d+,\d+$/.test(text) ? "decimal_comma" : "not_a_number";
        const values = { text: text.slice(0, 40) };
        collector.problem({ reason, values, field: column.figure.key, ...place });
        continue;
      }
      collector.add(found, column.figure, Number(text), place, column.unit);
    }
  };
}
