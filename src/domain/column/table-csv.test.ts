import { describe, expect, it } from "vitest";
import type { ColumnValues } from "./column.ts";
import { tableCsv, type CsvRequest } from "./table-csv.ts";

const columns: Record<string, ColumnValues> = {
  heat: Float32Array.of(41.26, NaN, 39.949, 1234.5),
  class: Uint8Array.of(1, 2, 255, 3),
};
const onward = async () => true;

async function textOf(ask: CsvRequest, rest = onward): Promise<string | null> {
  const blob = await tableCsv(
    ask,
    (name, row) => `${name} ${row}`,
    (hash) => columns[hash]!,
    rest,
  );
  // text() would drop the byte order mark.
  return blob && new TextDecoder("utf-8", { ignoreBOM: true }).decode(await blob.arrayBuffer());
}

describe("a table as CSV", () => {
  it("writes values as they were measured", async () => {
    const heat = {
      rows: Uint32Array.of(0, 1, 2, 3),
      columns: [{ header: "Heat", of: { hash: "heat" } }],
    };
    expect(await textOf(heat)).toBe("\uFEFFHeat\r\n41.26\r\n\r\n39.949\r\n1234.5\r\n");
  });

  it("writes classes as texts, as numbers without a text, and missing ones as empty cells", async () => {
    const words = { 1: "Good", 2: "Broken; hot" };
    const ask = {
      rows: Uint32Array.of(3, 2, 1, 0),
      columns: [{ header: "Class", of: { hash: "class" }, words }],
    };
    expect(await textOf(ask)).toBe('\uFEFFClass\r\n3\r\n\r\n"Broken; hot"\r\nGood\r\n');
  });

  it("keeps the order of rows and columns", async () => {
    const ask = {
      rows: Uint32Array.of(2, 0),
      columns: [
        { header: "Path", of: "path" },
        { header: "Heat", of: { hash: "heat" } },
        { header: "Name", of: "pcs" },
      ],
    } as const;
    expect(await textOf(ask)).toBe(
      "\uFEFFPath,Heat,Name\r\npath 2,39.949,pcs 2\r\npath 0,41.26,pcs 0\r\n",
    );
  });

  it("pauses every twenty thousand rows, and ends if cancelled", async () => {
    const rows = Uint32Array.from({ length: 40_001 }, (_, at) => at % 4);
    const column = { header: "Name", of: "dt_id" } as const;
    let rests = 0;
    const whole = await textOf({ rows, columns: [column] }, async () => (rests += 1) > 0);
    expect(rests).toBe(3);
    expect(whole?.split("\r\n")).toEqual([
      "\uFEFFName",
      ...Array.from(rows, (row) => `dt_id ${row}`),
      "",
    ]);
    expect(await textOf({ rows, columns: [column] }, async () => false)).toBeNull();
    const type = (
      await tableCsv(
        { rows: rows.subarray(0, 0), columns: [column] },
        String,
        () => columns["heat"]!,
        onward,
      )
    )?.type;
    expect(type).toBe("text/csv;charset=utf-8");
  });
});
