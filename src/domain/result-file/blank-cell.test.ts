// Tables of results as spreadsheets save them: separators to the end of the sheet, and rows of separators alone.
import { expect, test } from "vitest";
import { namesFrom } from "../column/column.fixture.ts";
import { componentDirectory } from "../component/component-directory.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { resultCollector } from "./result-collector.ts";
import { resultCsvReader } from "./result-csv.ts";

const directory = componentDirectory([
  { type: "module", names: namesFrom(["m-0", "m-1"], ["A", "B"]), exists: null },
]);
const { id } = keyFigureByKey("delta_t_normalised")!;

/** Component, row and value of each value, as text. */
function columnsOf(text: string): string {
  const collector = resultCollector(directory, "photovoltaic", "file");
  const reader = resultCsvReader(collector, "file");
  reader.write(new TextEncoder().encode(text));
  reader.end();
  return JSON.stringify([...collector.finish().columns]);
}

test("separators behind the last column are no columns, and a row of them is none", () => {
  const plain = `dt_id;${id}\nm-0;4.5\nm-1;6.25\n`;
  const padded = `dt_id;${id};;\nm-0;4.5;;\n;;;\nm-1;6.25;;\n;\n`;
  expect(columnsOf(padded)).toBe(columnsOf(plain));
  expect(columnsOf(plain)).toContain("6.25");
});
