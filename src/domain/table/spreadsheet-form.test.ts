// What Excel and LibreOffice save after a text was typed into, or read from a CSV file into, a cell without a format.
import { expect, it } from "vitest";
import { isSpreadsheetForm } from "./spreadsheet-form.ts";

it.each([
  // Leading zeros, signs, decimals and exponents.
  ["0012", "12"],
  ["+12", "12"],
  ["1.10", "1.1"],
  ["1,50", "1.5"],
  ["007.0", "7"],
  ["1E5", "100000"],
  ["12E3", "1.20E+04"],
  ["50%", "0.5"],
  ["1.234", "1234"],
  // Long numbers: shown in short, or with fifteen digits.
  ["123456789012", "1.23457E+11"],
  ["1234567890123456", "1.23457E+15"],
  ["1200000000000001", "1.2E+15"],
  ["1234567890123456789", "1234567890123450000"],
  ["1234567890123456789", "1,23457E+18"],
  // Dates.
  ["1-2", "2-Jan"],
  ["1-2", "01. Feb"],
  ["1-2", "02/01/2026"],
  ["1-2", "2026-01-02"],
  ["1-2", "2026-01-02 00:00:00"],
  ["3-45", "Mar-45"],
  ["3/15", "2026-03-15"],
  ["MAR1", "1-Mar"],
  ["SEPT2", "2-Sep"],
  ["DEC-4", "04/12/2026"],
  ["1.2.3", "2003-02-01"],
  // 2 January 2026 is day 46,024.
  ["1-2", "46024"],
  ["1-2", "02/ene"],
  ["1-2", "02-ene."],
  ["FEV3", "03/fev"],
  ["Marzo 45", "mar-45"],
  ["2 Sept", "2-Sep"],
  // Times and truth values.
  ["1:30", "01:30:00"],
  ["1:30", "0.0625"],
  ["1:30", "1:30 AM"],
  ["13:30", "1:30 PM"],
  ["13:30", "1:30:00 p. m."],
  ["1:30 PM", "13:30:00"],
  ["12:15 AM", "00:15"],
  ["true", "TRUE"],
])("%s is saved as %s", (stored, read) => {
  expect(isSpreadsheetForm(stored, read)).toBe(true);
});

it.each([
  ["12", "12"],
  ["0012", "0013"],
  ["0012", "120"],
  ["M1", "M2"],
  ["M1", "m1"],
  ["T1.M2", "T1.M3"],
  ["1-2", "1-3"],
  ["1-2", "3-Jan"],
  ["1-2", "2026-01-03"],
  ["1-2", "46025"],
  ["13-14", "2026-01-02"],
  ["1234567890123456", "1.23458E+15"],
  ["1200000000000001", "1200000000000002"],
  ["123456", "123457"],
  ["1:30", "01:31:00"],
  // What a person changes.
  ["7:30", "19:30"],
  ["19:30", "7:30"],
  ["7:30", "7:30 PM"],
  ["12:15", "0:15"],
  ["Marcos 2", "Maria 2"],
  ["Julio 1", "Julia 1"],
  ["Mayra 3", "3-May"],
  ["Juno 2", "2-Jun"],
  ["10-12", "12-10"],
  ["10-12", "12/10"],
  ["1/2", "2/1"],
  ["1.2.3", "3.2.1"],
  ["North", "South"],
  ["", "12"],
  ["12", ""],
])("%s is never saved as %s", (stored, read) => {
  expect(isSpreadsheetForm(stored, read)).toBe(false);
});
