import { describe, expect, it } from "vitest";
import { csvFile } from "./csv-file.ts";
import type { ExportCells } from "./export-request.ts";

const heat: ExportCells = {
  header: "Heat",
  key: "heat",
  isNumber: true,
  at: (row) => [41.26, null, 39.949, -12.5][row] ?? null,
};
const kind: ExportCells = {
  header: "Class",
  key: "kind",
  isNumber: true,
  at: (row) => [1, 2, null, 3][row] ?? null,
  words: { 1: "Good", 2: "Broken; hot" },
};
const name: ExportCells = {
  header: "Name",
  key: "pcs",
  isNumber: false,
  at: (row) => `=name ${row}`,
};
const onward = async () => true;

async function textOf(
  rows: Uint32Array,
  columns: readonly ExportCells[],
  pause = onward,
): Promise<string | null> {
  const blob = await csvFile(rows, columns, pause);
  // text() would drop the byte order mark.
  return blob && new TextDecoder("utf-8", { ignoreBOM: true }).decode(await blob.arrayBuffer());
}

describe("rows as CSV", () => {
  it("writes values as they were measured, negative ones too", async () => {
    const text = await textOf(Uint32Array.of(0, 1, 2, 3), [heat]);
    expect(text).toBe("\uFEFFHeat\r\n41.26\r\n\r\n39.949\r\n-12.5\r\n");
  });

  it("writes classes as texts, as numbers without a text, and missing ones as empty cells", async () => {
    const text = await textOf(Uint32Array.of(3, 2, 1, 0), [kind]);
    expect(text).toBe('\uFEFFClass\r\n3\r\n\r\n"Broken; hot"\r\nGood\r\n');
  });

  it("keeps the order of rows and columns, and no text is a formula", async () => {
    const text = await textOf(Uint32Array.of(2, 0), [name, heat]);
    expect(text).toBe("\uFEFFName,Heat\r\n'=name 2,39.949\r\n'=name 0,41.26\r\n");
  });

  it("pauses every five hundred rows, and ends if cancelled", async () => {
    const rows = Uint32Array.from({ length: 1001 }, (_, at) => at % 4);
    let rests = 0;
    const whole = await textOf(rows, [name], async () => (rests += 1) > 0);
    expect(rests).toBe(3);
    expect(whole?.split("\r\n")).toEqual([
      "\uFEFFName",
      ...Array.from(rows, (row) => `'=name ${row}`),
      "",
    ]);
    expect(await textOf(rows, [name], async () => false)).toBeNull();
    const none = await csvFile(rows.subarray(0, 0), [name], onward);
    expect(none?.type).toBe("text/csv;charset=utf-8");
  });
});
