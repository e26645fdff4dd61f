// Which line of a table of observations is its head: by hand, as a person reads the table.
import { describe, expect, it } from "vitest";
import { isFailure } from "../../domain/error.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readPlaced } from "../geo-file/placed-feature.ts";
import { book, row } from "../table-file/book.fixture.ts";
import { namesComponents } from "./guessed-mapping.ts";

async function rowsOf(name: string, bytes: Uint8Array) {
  const rows: Readonly<Record<string, unknown>>[] = [];
  await readPlaced(
    { ...bufferSource(name, Buffer.from(bytes)), placeless: namesComponents },
    { feature: ({ properties }) => void rows.push(properties), refuse: () => undefined },
  );
  return rows;
}

const cellsOf = (lines: readonly string[]) => lines.map((line) => line.split(";"));
/** The same table as CSV with each separator, with blank cells to the end as spreadsheets write it, and as a workbook. */
function filesOf(lines: readonly string[]): [string, Uint8Array][] {
  const cells = cellsOf(lines);
  const widest = Math.max(...cells.map(({ length }) => length));
  const filled = cells.map((one) => [...one, ...Array<string>(widest - one.length).fill("")]);
  const text = (table: readonly (readonly string[])[], separator: string) =>
    Buffer.from(table.map((one) => one.join(separator)).join("\n"));
  const sheet = cells.map((one, at) => (one.join("") === "" ? "" : row(at + 1, one))).join("");
  return [
    ["a.csv", text(cells, ";")],
    ["a.csv", text(filled, ";")],
    ["a.csv", text(cells, "\t")],
    ["a.xlsx", book({ sheets: { A: sheet } })],
  ];
}

describe("the head of a table of observations", () => {
  it.each([
    ["a title with a name", ["Nombre;Parque Norte", "", "Componente;Fecha;Nota"]],
    ["a title with a day", ["Nombre;Norte;Fecha;01/03/2026", "Componente;Fecha;Nota"]],
    ["a title in a head of names", ["Name;North park", "Name;Date;Note"]],
    ["a module's type in a head of its own", ["Módulo;JKM550", "Tracker;Date;Note"]],
    ["a module's type and a day", ["Module;JKM550;Date;2026-03-01", "Name;Note"]],
    ["places below a title", ["Nombre;Parque Norte;Fecha;Nota", "Lat;Lon;Fecha"]],
    ["two titles", ["Nombre;Parque Norte", "Etiqueta;Ronda de mayo", "Tracker;Fecha"]],
    ["the head again on each page", ["Nombre;Fecha;Nota", "Nombre;Fecha;Nota"]],
  ])("is below %s", async (_, titles) => {
    const head = titles.at(-1)!.split(";");
    const rows = [head.map((_name, at) => `-18.${at}`), head.map((_name, at) => `-19.${at}`)];
    for (const [name, bytes] of filesOf([...titles, ...rows.map((one) => one.join(";"))])) {
      const read = await rowsOf(name, bytes);
      expect(read.at(-1), name).toBeDefined();
      const others = head.filter((one) => one !== "Lat" && one !== "Lon");
      expect(Object.keys(read.at(-1)!), name).toEqual(others);
    }
  });

  it.each([
    ["two names", ["Nombre;Parque Norte", "Nombre;Temperatura"]],
    ["a kind of component and a name", ["Módulo;JKM550", "Position;Date;Note"]],
  ])("is refused with both lines where two may be it: %s", async (_, titles) => {
    for (const [name, bytes] of filesOf([...titles, "T1;33"])) {
      const error: unknown = await rowsOf(name, bytes).catch((thrown: unknown) => thrown);
      expect(isFailure(error) && error.problems, name).toMatchObject([
        { reason: "table_two_heads", values: { first: 1, second: 2 } },
      ]);
    }
  });

  it("of a second table below the first one refuses the file", async () => {
    const first = ["Componente;Fecha;Temp", "T1;2026-05-01;40", "T2;2026-05-01;41"];
    for (const [name, bytes] of filesOf([...first, "", "Componente;Fecha;Grado", "T1;x;3"])) {
      const error: unknown = await rowsOf(name, bytes).catch((thrown: unknown) => thrown);
      const [problem] = isFailure(error) ? error.problems : [];
      expect([problem?.reason, problem?.line], name).toEqual(["table_second_head", 5]);
    }
  });

  it("is the first line where a row names a kind of component", async () => {
    const rows = await rowsOf("a.csv", Buffer.from("Componente;Fecha;Parte\nT1;x;módulo\n"));
    expect(rows).toEqual([{ Componente: "T1", Fecha: "x", Parte: "módulo" }]);
  });
});
