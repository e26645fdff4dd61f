import { expect, test } from "vitest";
import { csvRow } from "../column/csv.ts";
import { pastedTable } from "./pasted-table.ts";

const onward = async () => true;

test("rows become a table and lines with tabs", async () => {
  const csv = `\uFEFF${csvRow(["PCS", "ΔT; K"])}${csvRow(['A "1", <b>', 3.5])}${csvRow(["two\nlines", null])}`;
  expect(await pastedTable(csv, onward)).toEqual({
    text: 'PCS\tΔT; K\nA "1", <b>\t3.5\ntwo lines\t',
    html: "<table><tr><th>PCS</th><th>ΔT; K</th></tr><tr><td>A &quot;1&quot;, &lt;b&gt;</td><td>3.5</td></tr><tr><td>two\nlines</td><td></td></tr></table>",
  });
});

test("what a spreadsheet would run stays protected", async () => {
  const { text } = await pastedTable(csvRow(["x"]) + csvRow(["=1+1"]), onward);
  expect(text).toBe("x\n'=1+1");
});

test("a long table is read in pieces, and a row that lies in two of them once", async () => {
  const rows = Array.from({ length: 5000 }, (_, at) => [`Modül ${at}`, at]);
  let pauses = 0;
  const { text } = await pastedTable(rows.map(csvRow).join(""), async () => (pauses += 1));
  expect(text).toBe(rows.map((cells) => cells.join("\t")).join("\n"));
  expect(pauses).toBeGreaterThan(2);
});
