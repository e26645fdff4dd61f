// Tables of shapefiles whose bytes are written here, by the format of dBASE III.
import { expect, it } from "vitest";
import { dbfRows } from "./dbf.ts";

type Field = readonly [name: string, type: string, length: number];

function tableOf(fields: readonly Field[], rows: readonly (readonly string[])[]): Buffer {
  const head = Buffer.alloc(32 + 32 * fields.length + 1);
  const width = fields.reduce((sum, [, , length]) => sum + length, 1);
  head[0] = 3;
  head.writeUInt32LE(rows.length, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(width, 10);
  for (const [at, [name, type, length]] of fields.entries()) {
    head.write(name, 32 + 32 * at, "latin1");
    head.write(type, 32 + 32 * at + 11, "latin1");
    head[32 + 32 * at + 16] = length;
  }
  head[head.length - 1] = 0x0d;
  const cells = rows.map(
    (row) => ` ${row.map((cell, at) => cell.padEnd(fields[at]![2])).join("")}`,
  );
  return Buffer.concat([head, Buffer.from(cells.join(""), "latin1")]);
}

it.each([
  ["12,5", 12.5],
  ["-0,25", -0.25],
  ["12.5", 12.5],
  ["1,234,5", null],
])("reads the number %s", (text, value) => {
  const table = tableOf([["height", "N", 10]], [[text]]);
  expect(dbfRows(table, null)?.at(0)).toEqual({ height: value });
});

it("says which names several columns have, and keeps the first of them", () => {
  const table = tableOf(
    [
      ["component_", "C", 8],
      ["row", "C", 2],
      ["component_", "C", 8],
    ],
    [["module", "1", "M-1"]],
  );
  const rows = dbfRows(table, null);
  expect(rows?.repeated).toEqual(["component_"]);
  expect(rows?.at(0)).toEqual({ component_: "module", row: "1" });
});
