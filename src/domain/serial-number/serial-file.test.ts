import { describe, expect, it } from "vitest";
import { limits } from "../limits.ts";
import type { Table } from "../table/table.ts";
import { readSerials } from "./serial-file.ts";
import { isSerialHead } from "./serial-head.ts";

const read = (table: Table | string) => {
  const work = readSerials(typeof table === "string" ? new TextEncoder().encode(table) : table);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
};
const reasons = (table: Table | string) => read(table).problems.map(({ reason }) => reason);

describe("a table of serial numbers", () => {
  it("names components by an ID before any other name, and says what is not read", () => {
    const found = read("Name;dt_id;Serial;Box\nM 1;T0.M0;JK1;7\n");
    expect(found.rows).toEqual([{ component: "T0.M0", within: [], serial: "JK1", line: 2 }]);
    expect(found.unread).toEqual(["Name", "Box"]);
  });

  it("counts rows without a number, and keeps what a spreadsheet was kept from running", () => {
    const found = read("component,serial number\nM1,\n,\nM2,'-JK2\nM3,JK 3\n");
    expect(found.rows.map(({ serial }) => serial)).toEqual(["-JK2", "JK 3"]);
    expect(found.empty_count).toBe(1);
  });

  it("is refused with the line where a number cannot be one", () => {
    expect(read("pcs,s/n\nM1,1.2E+17\n,JK2\n").problems).toEqual([
      { reason: "serial_shortened", values: { value: "1.2E+17" }, line: 2, field: "serial" },
      { reason: "serial_without_component", values: { value: "JK2" }, line: 3, field: "component" },
    ]);
    expect(reasons("name,other\nM1,2\n")).toEqual(["serial_file_column"]);
    expect(reasons("serial,other\nM1,2\n")).toEqual(["serial_file_column"]);
    expect(reasons("name,serial,serial\nM1,2,3\n")).toEqual(["serial_file_column_twice"]);
    expect(reasons("name,serial\n")).toEqual(["file_empty"]);
    expect(reasons("name,serial\n\u00ff")).not.toEqual([]);
  });

  it("of a workbook says how many are numbers, and refuses those with lost digits", () => {
    const rows = (serial: number | string) => [
      { cells: ["dt_id", "serial"], line: 3 },
      { cells: ["T0.M0", serial], line: 4 },
    ];
    expect(read(rows(123_456))).toMatchObject({ numeric_count: 1, problems: [] });
    expect(read(rows("00123"))).toMatchObject({ numeric_count: 0, rows: [{ serial: "00123" }] });
    expect(reasons(rows(2 ** 60))).toEqual(["serial_shortened"]);
    expect(reasons(rows(1.5))).toEqual(["serial_shortened"]);
  });

  it("pauses while it is read, and has a limit", () => {
    const rows = Array.from({ length: limits.serialFileRows + 1 }, (_, at) => `M${at},JK${at}`);
    const table = new TextEncoder().encode(`name,serial\n${rows.join("\n")}\n`);
    const work = readSerials(table);
    let turns = 0;
    for (let next = work.next(); ; next = work.next()) {
      if (next.done) {
        expect(next.value.problems).toEqual([
          { reason: "serial_file_rows", values: { most: limits.serialFileRows } },
        ]);
        break;
      }
      turns += 1;
    }
    expect(turns).toBeGreaterThan(40);
  });

  it("is known by its head", () => {
    expect(isSerialHead(["dt_id", '"Serial"'])).toBe(true);
    expect(isSerialHead(["dt_id", "value"])).toBe(false);
    expect(isSerialHead(["serial", "value"])).toBe(false);
  });

  it.each(["SN", "Serial No.", "N° de serie", "Nº de série", "Número de série", "Seriennummer"])(
    "has its numbers below %s",
    (head) => {
      expect(isSerialHead(["Nombre", head])).toBe(true);
      expect(read(`Nombre;${head};Mesa\nM1;JK 1;T 7\n`)).toMatchObject({
        rows: [{ component: "M1", within: ["T 7"], serial: "JK 1" }],
        problems: [],
      });
    },
  );
});
