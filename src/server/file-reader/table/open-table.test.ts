// Tables for references, serial numbers, states and conditions: those of Windows-1252 are read, and said to be.
import { expect, it } from "vitest";
import { openTable } from "./open-table.ts";

// A CSV file needs no other process.
const readers = {} as Parameters<typeof openTable>[0];
const sent = (text: string) => ({
  name: "a.csv",
  bytes: Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
  heads: [["a"]],
  owner: 1,
});

it("has its letters in UTF-8, and a note", async () => {
  const { table, notes } = await openTable(readers, sent("a;módulo\n1;2\n"));
  expect(new TextDecoder().decode(table as Uint8Array)).toBe("a;módulo\n1;2\n");
  expect(notes).toEqual([{ reason: "csv_encoding", file: "a.csv" }]);
});

it("is left as it is where it is plain, or JSON, which is UTF-8 by its standard", async () => {
  for (const text of ["a;b\n1;2\n", '{"a": "módulo"}']) {
    const given = sent(text);
    const { table, notes } = await openTable(readers, given);
    expect(table).toBe(given.bytes);
    expect(notes).toEqual([]);
  }
});
