import { expect, test } from "vitest";
import { csvRow } from "../column/csv.ts";
import { pastedTable } from "./pasted-table.ts";

test("rows become a table and lines with tabs", () => {
  const csv = `\uFEFF${csvRow(["PCS", "ΔT; K"])}${csvRow(['A "1", <b>', 3.5])}${csvRow(["two\nlines", null])}`;
  expect(pastedTable(csv)).toEqual({
    text: 'PCS\tΔT; K\nA "1", <b>\t3.5\ntwo lines\t',
    html: "<table><tr><th>PCS</th><th>ΔT; K</th></tr><tr><td>A &quot;1&quot;, &lt;b&gt;</td><td>3.5</td></tr><tr><td>two\nlines</td><td></td></tr></table>",
  });
});

test("what a spreadsheet would run stays protected", () => {
  expect(pastedTable(csvRow(["x"]) + csvRow(["=1+1"])).text).toBe("x\n'=1+1");
});
