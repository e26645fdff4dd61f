// Reads a table with a shape in each line: WKT, or longitude and latitude. Any separator and decimal sign.
import { isFailure } from "../../domain/error.ts";
import { csvReader } from "../../domain/result-file/csv-reader.ts";
import { fileRefused, type FeatureReader, type TwinSource } from "./raw-feature.ts";
import { shapeTable, tableHead, type ShapeTable } from "./table-shape.ts";

export const readCsv: FeatureReader = async (source, sink) => {
  sink.format?.("csv");
  const tables: ShapeTable[] = [];
  let [number, width] = [0, 0];
  const reader = csvReader(
    (cells, line) => {
      const [table] = tables;
      if (!table) {
        tables.push(shapeTable(cells, line, source, sink));
        width = cells.length;
        return;
      }
      if (cells.every((cell) => cell.trim() === "")) return;
      number += 1;
      // A comma without quotes, in a number or a name, moves all cells behind it. Other separators are hardly in one: cells
      // behind the head are columns without a name.
      const found = cells.findLastIndex((cell) => cell.trim() !== "") + 1;
      if (found > width && reader.separator() === ",") {
        const values = { expected: width, found };
        sink.refuse({ reason: "csv_field_count", feature: number, line, values });
        return;
      }
      table.row(cells, { feature: number, line });
    },
    tableHead(source),
    () => sink.note?.({ reason: "csv_encoding", file: source.name }),
  );
  try {
    for await (const chunk of await source.open()) reader.write(chunk as Buffer);
    reader.end();
  } catch (error) {
    throw withFile(error, source);
  }
  for (const table of tables) table.end();
};

function withFile(error: unknown, source: TwinSource): unknown {
  if (!isFailure(error)) return error;
  const [problem] = error.problems;
  return problem && problem.file === undefined ? fileRefused(source, problem) : error;
}
