// The CSV form of the result file: dt_id or pcs, and one column per key figure, headed by its ID or key.
import { csvText } from "../column/csv.ts";
import { csvReader, type CsvReader } from "./csv-reader.ts";
import { failure, type Problem } from "../error.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";
import type { ResultCollector } from "./result-collector.ts";

const decimal = /^-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const missing = new Set(["", "null", "NaN", "nan"]);
const MAX_NAME = 200;

/** Reads the file's chunks into the collector; `finish` of the collector gives the result. */
export function resultCsvReader(collector: ResultCollector, file: string): CsvReader {
  let header: { by: "dt_id" | "pcs"; at: number; figures: (KeyFigure | null)[] } | null = null;
  let width = 0;

  const stop = (problem: Problem): never => {
    throw failure("FILE_REFUSED", { file, ...problem });
  };

  function readHeader(fields: string[], line: number): void {
    const names = fields.map((field) => field.trim());
    const lower = names.map((name) => name.toLowerCase());
    const by = lower.includes("dt_id") ? "dt_id" : "pcs";
    const at = lower.indexOf(by);
    if (at < 0) stop({ reason: "csv_header_without_names", line });
    width = fields.length;
    const seen = new Set<string>();
    const figures = names.map((name, i) => {
      // A second name column is for human readers.
      if (lower[i] === "dt_id" || lower[i] === "pcs") return null;
      const figure = collector.keyFigure(/^\d{1,6}$/.test(name) ? Number(name) : name, { line });
      const key = figure?.key ?? name;
      if (seen.has(key)) stop({ reason: "field_twice", field: name.slice(0, 80), line });
      seen.add(key);
      return figure;
    });
    if (seen.size === 0) stop({ reason: "csv_header_without_key_figures", line });
    header = { by, at, figures };
  }

  return csvReader((fields, line) => {
    if (header === null) {
      readHeader(fields, line);
      return;
    }
    if (fields.length !== width) {
      const values = { expected: width, found: fields.length };
      stop({ reason: "csv_field_count", values, line });
    }
    const name = csvText((fields[header.at] as string).trim());
    const place = { line };
    if (name === "" || name.length > MAX_NAME) {
      collector.problem({ reason: "field_missing", field: header.by, ...place });
      return;
    }
    const found = collector.component(header.by, name, place);
    if (found === null) return;
    for (let i = 0; i < width; i++) {
      const figure = header.figures[i];
      if (!figure) continue;
      const text = (fields[i] as string).trim();
      if (missing.has(text)) continue;
      if (!decimal.test(text)) {
        const reason = /^-?\d+,\d+$/.test(text) ? "decimal_comma" : "not_a_number";
        const values = { text: text.slice(0, 40) };
        collector.problem({ reason, values, field: figure.key, ...place });
        continue;
      }
      collector.add(found, figure, Number(text), place);
    }
  });
}
