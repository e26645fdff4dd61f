// Reads a sheet of a workbook with a shape in each row, as a CSV file has them.
import { readTable } from "../table-file/read-table.ts";
import type { FeatureReader } from "./raw-feature.ts";
import { shapeTable, tableHead, type ShapeTable } from "./table-shape.ts";

/** @throws FILE_REFUSED with the sheets where several have such a head, and with each cell that is not certain */
export const readXlsx: FeatureReader = async (source, sink) => {
  sink.format?.("xlsx");
  const tables: ShapeTable[] = [];
  let feature = 0;
  const { name, sheets } = source;
  const { notes } = await readTable(
    source,
    { file: name, heads: tableHead(source), sheets },
    (cells, line) => {
      const [table] = tables;
      if (!table) {
        tables.push(shapeTable(cells, line, source, sink));
        return;
      }
      feature += 1;
      table.row(cells, { feature, line });
    },
  );
  for (const table of tables) table.end();
  for (const note of notes) sink.note?.(note);
};
