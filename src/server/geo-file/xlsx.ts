// Reads a sheet of a workbook with a shape in each row, as a CSV file has them.
import { readTable } from "../table-file/read-table.ts";
import { fileRefused, type FeatureReader } from "./raw-feature.ts";
import { shapeColumns, shapeHeads, takeShapeRow, type ShapeColumns } from "./table-shape.ts";

/** @throws FILE_REFUSED with the sheets where several have such a head, and with each cell that is not certain */
export const readXlsx: FeatureReader = async (source, sink) => {
  sink.format?.("xlsx");
  let columns: ShapeColumns | null = null;
  let feature = 0;
  const { name, sheet } = source;
  const { notes } = await readTable(
    source,
    { file: name, heads: shapeHeads, sheet },
    (cells, line) => {
      if (columns === null) {
        columns = shapeColumns(cells);
        if (columns === null) throw fileRefused(source, { reason: "csv_no_shape", line });
        return;
      }
      feature += 1;
      takeShapeRow(columns, cells, { feature, line }, source, sink);
    },
  );
  for (const note of notes) sink.note?.(note);
};
