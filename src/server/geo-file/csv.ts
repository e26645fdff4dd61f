// Reads a table with a shape in each line: WKT, or longitude and latitude. Any separator and decimal sign.
import { isFailure } from "../../domain/error.ts";
import { csvReader } from "../../domain/result-file/csv-reader.ts";
import { fileRefused, type FeatureReader, type TwinSource } from "./raw-feature.ts";
import { shapeColumns, takeShapeRow, type ShapeColumns } from "./table-shape.ts";

export const readCsv: FeatureReader = async (source, sink) => {
  sink.format?.("csv");
  let columns: ShapeColumns | null = null;
  let number = 0;
  const reader = csvReader((cells, line) => {
    if (columns === null) {
      columns = shapeColumns(cells);
      if (columns === null) throw fileRefused(source, { reason: "csv_no_shape", line });
      return;
    }
    if (cells.every((cell) => cell.trim() === "")) return;
    number += 1;
    takeShapeRow(columns, cells, { feature: number, line }, source, sink);
  });
  try {
    for await (const chunk of await source.open()) reader.write(chunk as Buffer);
    reader.end();
  } catch (error) {
    throw withFile(error, source);
  }
};

function withFile(error: unknown, source: TwinSource): unknown {
  if (!isFailure(error)) return error;
  const [problem] = error.problems;
  return problem && problem.file === undefined ? fileRefused(source, problem) : error;
}
