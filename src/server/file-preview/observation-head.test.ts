// Which line of a table of observations is its head: by hand, as a person reads the table.
import { describe, expect, it } from "vitest";
import { isFailure } from "../../domain/error.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readPlaced } from "../geo-file/placed-feature.ts";
import { book, row } from "../table-file/book.fixture.ts";
import { namesComponents } from "./observation-head.ts";

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
    ["a title above a head without a time", ["Nombre;Parque Norte", "Tracker;Corriente"]],
    ["a title with a day", ["Nombre;Norte;Fecha;01/03/2026", "Componente;Fecha;Nota"]],
    ["a title in a head of names", ["Name;North park", "Name;Date;Note"]],
    ["a module's type in a head of its own", ["Módulo;JKM550", "Tracker;Date;Note"]],
    ["a module's type and a day", ["Module;JKM550;Date;2026-03-01", "Name;Note"]],
    ["places below a title", ["Nombre;Parque Norte;Fecha;Nota", "Lat;Lon;Fecha"]],
    ["a title above places in metres", ["Nombre;Parque;Mayo;Norte", "Componente;x;y;Nota"]],
    ["two titles", ["Nombre;Parque Norte", "Etiqueta;Ronda de mayo", "Tracker;Fecha"]],
    ["the head again on each page", ["Nombre;Fecha;Nota", "Nombre;Fecha;Nota"]],
  ])("is below %s", async (_, titles) => {
    const head = titles.at(-1)!.split(";");
    const rows = [head.map((_name, at) => `-18.${at}`), head.map((_name, at) => `-19.${at}`)];
    for (const [name, bytes] of filesOf([...titles, ...rows.map((one) => one.join(";"))])) {
      const read = await rowsOf(name, bytes);
      expect(read.at(-1), name).toBeDefined();
      const others = head.filter((one) => !["Lat", "Lon", "x", "y"].includes(one));
      expect(Object.keys(read.at(-1)!), name).toEqual(others);
    }
  });

  it.each([
    ["two names", ["Nombre;Parque Norte", "Nombre;Temperatura"]],
    ["a kind of component and a name", ["Módulo;JKM550", "Position;Date;Note"]],
    ["a title or a head of two names", ["Nombre;Parque Norte", "Corriente;Tracker"]],
    ["a title of four cells", ["Nombre;Parque;Mayo;Norte", "Corriente;Id;Grado"]],
    ["a title of four cells above its own name", ["Nombre;Parque;Mayo;Norte", "Name;Grado;Otro"]],
    ["a title, or names of places with digits", ["Nombre;Parque;Mayo;Norte", "id;x;y;dT1"]],
    ["a title, or a head with digits alone", ["Nombre;Parque;Mayo;Norte", "x;y;dT1"]],
    ["a title, or a head with ordinals", ["Nombre;Parque;Mayo;Norte", "id;x;y;1a medida"]],
    ["a title, or a head of numbers", ["Nombre;Parque;Mayo;Norte", "Componente;x;y;1"]],
    ["crosses, or a head with places", ["Nombre;Limpio;Roto", "Norte;x;y"]],
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

  it.each([
    ["with notes", ["id;type;notes", "A-1;module;cracked glass", "A-2;module;dirty"]],
    ["without notes", ["id;type;status", "A-1;cable;open", "A-2;module;dirty", "A-3;seguidor;x"]],
    ["of two columns", ["etiqueta;tipo", "A-1;cable", "A-2;tracker"]],
    ["with blank cells", ["id;type;notes", "A-1;module;", "A-2;module;dirty"]],
    ["with a name among its values", ["name;status;fault", "A-1;open;label", "A-2;open;position"]],
    ["below a title", ["Nombre;Parque Norte", "id;type;notes", "A-1;module;x", "A-2;tracker;dry"]],
    [
      "below a title of its width",
      ["Nombre;Parque;Mayo", "id;type;notes", "A-1;module;x", "A-2;b;dry"],
    ],
  ])("is above the rows that say a kind of component, in a table %s", async (_, lines) => {
    const at = lines.findIndex((line) => /^(?:id|etiqueta|name);/.test(line));
    const [head, ...rows] = cellsOf(lines.slice(at));
    const expected = rows.map((cells) =>
      Object.fromEntries(cells.flatMap((cell, nr) => (cell === "" ? [] : [[head![nr], cell]]))),
    );
    for (const [name, bytes] of filesOf(lines)) {
      expect(await rowsOf(name, bytes), name).toEqual(expected);
    }
  });

  it.each([
    [",", '"dusty;\nbroken"', "dusty;\nbroken"],
    [",", '"one\tand ""two""\n\n|three"', 'one\tand "two"\n\n|three'],
    ["\t", '"dusty;\n,broken"', "dusty;\n,broken"],
    [";", '"dusty,\n\tbroken"', "dusty,\n\tbroken"],
    ["|", '"dusty;\n,broken"', "dusty;\n,broken"],
  ])(
    "knows its separator %j before rows whose notes have others and lines",
    async (sign, raw, notes) => {
      for (const date of ["date", "status"]) {
        const lines = [
          ["id", date, "notes"],
          ["A-1", "2026-03-01", raw],
          ["A-2", "late", "dry"],
        ];
        const bytes = Buffer.from(lines.map((cells) => cells.join(sign)).join("\n"));
        expect(await rowsOf("a.csv", bytes)).toEqual([
          { id: "A-1", [date]: "2026-03-01", notes },
          { id: "A-2", [date]: "late", notes: "dry" },
        ]);
      }
    },
  );

  it("is above rows of crosses that say a kind of component", async () => {
    const lines = ["id;clean;broken;note", "A-1;x;y;module", "A-2;x;x;ok"];
    for (const [name, bytes] of filesOf(lines)) {
      expect(
        (await rowsOf(name, bytes)).map((one) => one["id"]),
        name,
      ).toEqual(["A-1", "A-2"]);
    }
  });

  it("is above rows of crosses, which name no places", async () => {
    const lines = ["id;clean;broken", "A-1;x;y", "A-2;x;x"];
    for (const [name, bytes] of filesOf(lines)) {
      expect(await rowsOf(name, bytes), name).toEqual([
        { id: "A-1", clean: "x", broken: "y" },
        { id: "A-2", clean: "x", broken: "x" },
      ]);
    }
  });

  it("is the first line where a row names a kind of component", async () => {
    const rows = await rowsOf("a.csv", Buffer.from("Componente;Fecha;Parte\nT1;x;módulo\n"));
    expect(rows).toEqual([{ Componente: "T1", Fecha: "x", Parte: "módulo" }]);
  });
});
