// Tables as Excel writes "CSV" in Spanish and Portuguese: Windows-1252, whose heads have letters with accents.
import { expect, it } from "vitest";
import { readConditions } from "../evaluation/survey-condition.ts";
import { readMeterTable } from "../meter/meter-table.ts";
import { windowsText } from "../result-file/text-encoding.ts";

/** One byte for each letter: what both encodings share. */
const windows = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const said = { reason: "csv_encoding" };

it("is metered energy", () => {
  const text = "Fecha;Inversor Ñ (kWh)\n2026-03-01 10:00;1,5\n2026-03-01 11:00;2,5\n";
  const facts = {
    values: "energy",
    stamp: "begin",
    given_zone: "America/Santiago",
    plant_zone: "America/Santiago",
    nominal_capacity: 10,
    now: Date.parse("2026-04-01T00:00:00Z"),
  } as const;
  const { read, problems } = readMeterTable(windows(text), facts);
  expect(problems).toEqual([]);
  expect(read!.meters).toMatchObject([{ name: "Inversor Ñ", kwh: [4] }]);
  expect(read!.notes).toEqual([said]);
});

it("is conditions", () => {
  const text = "time,ambient_temperature [°C],poa (W/m2)\n2026-03-01T10:00:00Z,21.5,800\n";
  const { rows, problems, notes } = readConditions(windows(text));
  expect(problems).toEqual([]);
  expect(rows.map(({ value }) => value)).toEqual([800, 21.5]);
  expect(notes).toContainEqual(said);
});

it("is no text that began in UTF-8 and is damaged, and none in another encoding", () => {
  const damaged = Uint8Array.of(...new TextEncoder().encode("órden,1\n"), 0xf3, 0x0a);
  expect(windowsText(damaged)).toBeNull();
  expect(windowsText(new TextEncoder().encode("plain,1"))).toBeNull();
  expect(windowsText(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toBeNull();
  expect(new TextDecoder().decode(windowsText(windows("año;\u0080"))!)).toBe("año;€");
});
