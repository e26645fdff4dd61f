// Units by hand: 77 °F are 25 °C, 100 mph are 44.704 m/s (statute mile 1609.344 m), 36 knots are 18.52 m/s.
import { describe, expect, it } from "vitest";
import { isConditionNote } from "../evaluation/condition-head.ts";
import { readConditions } from "../evaluation/survey-condition.ts";
import { tableWords } from "../file-preview/table-mapping.ts";
import { headNotes, mappedTable } from "../file-preview/mapped-table.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { unitConversion } from "../key-figure/unit.ts";
import { wideTable } from "../result-file/csv-reader.ts";
import { finish } from "../steps.ts";
import { bracketOf, isHeadNote } from "./head-bracket.ts";

describe("a text in brackets", () => {
  it("stands at the end of the head", () => {
    expect(bracketOf(" Wind (10 m) ")).toEqual({ bare: "Wind", text: "10 m" });
    expect(bracketOf("Wind [m/s]")).toEqual({ bare: "Wind", text: "m/s" });
    expect(bracketOf("Wind (10 m) corrected")).toBeNull();
  });

  it.each([
    "corrected",
    "Corregida",
    "corrigido",
    "avg",
    "10 min avg",
    "Média",
    "10 m",
    "2m AGL",
    "2 m above ground",
    "850 nm",
    "sensor 2",
    "Estación Norte",
    "piranómetro",
    "dry bulb",
    "gereinigt",
  ])("is a note: %s", (text) => {
    expect(isHeadNote(text)).toBe(true);
  });

  it.each([
    "degrees Fahrenheit",
    "grados Fahrenheit",
    "graus Fahrenheit",
    "miles per hour",
    "nudos",
    "nós",
    "knots",
    "kilowatts per square metre",
    "feet",
    "10 m s",
    "10 m/s",
    "Grad Réaumur",
    "palabra desconocida",
    // Other quantities than the column's.
    "max",
    "std",
    "horizontal",
    "raw",
    "",
    "2",
    "°F",
  ])("is none, and may be a unit: %s", (text) => {
    expect(isHeadNote(text)).toBe(false);
  });

  it("names the plane of the modules beside their irradiance alone", () => {
    for (const plane of ["POA", "plane of array", "plano de los módulos", "plano inclinado"]) {
      expect(isConditionNote("irradiance", plane), plane).toBe(true);
      expect(isConditionNote("ambient", plane), plane).toBe(false);
    }
  });
});

/** The value in the head's unit, as the import takes it for a column that a user named. */
function valueOf(quantity: string, head: string, value: string) {
  const bytes = new TextEncoder().encode(`Zeit;${head}\n2026-05-01T10:00:00Z;${value}\n`);
  const mapping = { time: "Zeit", [quantity]: head };
  const words = tableWords.conditions;
  const of = { heads: [["x"]], most: wideTable, most_rows: 10 };
  const { table } = finish(mappedTable(bytes, mapping, words, of));
  const { rows, problems } = readConditions(table);
  return {
    value: rows[0]?.value,
    reasons: problems.map(({ reason }) => reason),
    notes: headNotes([head], mapping, words).length,
  };
}

describe("a unit in words", () => {
  it.each([
    ["ambient", "Ambient (degrees Fahrenheit)", "77", 25],
    ["ambient", "Ambiente (grados Fahrenheit)", "77", 25],
    ["ambient", "Ambiente (graus Fahrenheit)", "77", 25],
    ["ambient", "Luft (Grad Fahrenheit)", "77", 25],
    ["ambient", "Ambiente (grados centígrados)", "25", 25],
    ["ambient", "Ambient (Kelvin)", "298.15", 25],
    ["wind", "Wind speed (miles per hour)", "100", 44.704],
    ["wind", "Viento (millas por hora)", "100", 44.704],
    ["wind", "Viento (nudos)", "36", 18.52],
    ["wind", "Vento (nós)", "36", 18.52],
    ["wind", "Vento (no\u0301s)", "36", 18.52],
    ["wind", "Vento (quilômetros por hora)", "36", 10],
    ["wind", "Viento (metros por segundo)", "10", 10],
    ["irradiance", "Irradiance (kilowatts per square metre)", "0.8", 800],
    ["irradiance", "Sonne (kilovatios por metro cuadrado)", "0.8", 800],
    ["irradiance", "Sonne (quilowatts por metro quadrado)", "0.8", 800],
    ["irradiance", "Sonne (watts per square meter)", "800", 800],
    ["emissivity", "Epsilon (por ciento)", "86", 0.86],
  ])("of %s is converted: %s", (quantity, head, text, value) => {
    const found = valueOf(quantity, head, text);
    expect(found).toMatchObject({ reasons: [], notes: 0 });
    expect(found.value).toBeCloseTo(value, 6);
  });

  it.each([
    ["ambient", "Ambient (degrees Rankine)"],
    ["wind", "Wind (furlongs per fortnight)"],
    ["irradiance", "Irradiance (langleys per minute)"],
    ["irradiance", "Irradiance (horizontal)"],
    ["wind", "Wind (max)"],
  ])("of %s that is not known is refused: %s", (quantity, head) => {
    expect(valueOf(quantity, head, "20")).toMatchObject({
      value: undefined,
      reasons: ["condition_unit"],
    });
  });

  it("of results is converted, or refused", () => {
    const { unit } = keyFigureByKey("glass_surface_temperature")!;
    for (const written of ["degrees Fahrenheit", "grados Fahrenheit", "graus Fahrenheit"]) {
      expect(unitConversion(unit, written)?.(77), written).toBe(25);
    }
    expect(unitConversion(unit, "grados centígrados")?.(25)).toBe(25);
    expect(unitConversion(unit, "Grad Réaumur")).toBeNull();
    const { hasNote } = tableWords.results;
    const head = (text: string) => `Glas (${text})`;
    expect(hasNote("glass_surface_temperature", head("Grad Réaumur"))).toBe(false);
    expect(hasNote("glass_surface_temperature", head("degrees Fahrenheit"))).toBe(false);
    expect(hasNote("glass_surface_temperature", head("corrected"))).toBe(true);
  });
});
