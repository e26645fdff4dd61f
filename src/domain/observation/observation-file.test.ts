import { expect, it } from "vitest";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { observedTime, observedValue, timeProofOf } from "./observation-file.ts";
import type { ObservationColumn } from "./observation-column.ts";

const zone = "America/Santiago";
const at = (text: string, time_zone: string | null = zone) => observedTime(text, time_zone);
const instant = (observed_at: string, isNoon = false) => ({ kind: "instant", observed_at, isNoon });

it.each([
  ["2026-03-04T10:00:00Z", "2026-03-04T10:00:00.000Z"],
  ["2026-03-04 10:00", "2026-03-04T13:00:00.000Z"],
  ["2026/03/04 10:00:00+00", "2026-03-04T10:00:00.000Z"],
  ["2026/03/04 10:00:00", "2026-03-04T13:00:00.000Z"],
  ["2026-03-04T10:00:00-03:00", "2026-03-04T13:00:00.000Z"],
  ["2026-07-04 10:00", "2026-07-04T14:00:00.000Z"],
])("%s is a time", (text, expected) => expect(at(text)).toEqual(instant(expected)));

it.each(["2026-03-04", "2026/03/04", "20260304"])("%s is noon of its day at the plant", (text) => {
  expect(at(text)).toEqual(instant("2026-03-04T15:00:00.000Z", true));
  expect(at(text, null)).toEqual({ kind: "zone_missing" });
});

it.each(["03/04/2026", "4.3.2026", "2026-02-30", "2026-13-01 10:00", "noon", "10:00"])(
  "%s is not clearly a time",
  (text) => expect(at(text).kind).toBe("bad"),
);

it.each(["1772618400", "1772618400000"])("%s counts from 1970", (text) =>
  expect(at(text, null)).toEqual(instant("2026-03-04T10:00:00.000Z", false)),
);

it("reads a day first, or a month first, where the other times of its column prove it", () => {
  const proof = timeProofOf(["03/04/2026 10:00", "", "13/04/2026 09:00"]);
  expect(observedTime("03/04/2026 10:00", zone, proof)).toEqual(
    instant("2026-04-03T13:00:00.000Z"),
  );
  expect(observedTime("03/04/2026", zone, timeProofOf(["03/04/2026", "04/13/2026"]))).toEqual(
    instant("2026-03-04T15:00:00.000Z", true),
  );
  expect(observedTime("03/04/2026", zone, timeProofOf(["03/04/2026"]))).toMatchObject({
    problem: { reason: "table_date_order" },
  });
  expect(at("4-Mar-2026 10:00")).toEqual(instant("2026-03-04T13:00:00.000Z"));
  expect(at("04.03.26")).toMatchObject({ problem: { reason: "table_date_year" } });
});

it("takes days that a sheet shows as midnights for days, and a midnight among times for a time", () => {
  const days = timeProofOf(["2026-03-04 00:00:00", "2026-03-05 00:00:00"]);
  expect(observedTime("2026-03-04 00:00:00", zone, days)).toEqual(
    instant("2026-03-04T15:00:00.000Z", true),
  );
  const times = timeProofOf(["2026-03-04 00:00:00", "2026-03-05 10:15:00"]);
  expect(observedTime("2026-03-04 00:00:00", zone, times)).toEqual(
    instant("2026-03-04T03:00:00.000Z"),
  );
});

it("asks for the zone of a time that states none", () => {
  expect(at("2026-03-04 10:00", null)).toEqual({ kind: "zone_missing" });
  expect(at("2026-03-04 10:00Z", null).kind).toBe("instant");
});

const column = (data_type: string, more: object = {}): ObservationColumn => ({
  id: "ccp_1",
  pi_column: null,
  ccp_column: {
    id: 1,
    plant_id: 1,
    component_type: "module",
    name: "P",
    data_type: data_type as "text",
    relation_type: "time",
    options: null,
    number_ranges: null,
    is_required: false,
    condition: null,
    position: 0,
    ...more,
  },
});

const mm = { name: "D", number_ranges: { unit: "mm", ranges: [] } };
const value = (one: number) => ({ value: one });
it.each([
  [{}, "12.5 Ω", value(12.5)],
  [{}, "12,5 Ω", value(12.5)],
  [{ name: "R (Ω)" }, "12.5 Ω", value(12.5)],
  [{ name: "R (corrected)" }, "12.5 Ω", value(12.5)],
  [{ name: "R (Ω)" }, "12.5 kΩ", { reason: "observation_unit", values: { unit: "Ω" } }],
  [mm, "2 mm", value(2)],
  // 2.5 cm are 25 mm, and an inch is 25.4 mm.
  [mm, "2.5 cm", value(25)],
  [mm, "1 in", value(25.4)],
  [mm, "2 kg", { reason: "observation_unit", values: { value: "2 kg", unit: "mm" } }],
  [{}, "1.234 Ω", { reason: "number_ambiguous", values: { one: 1.234, other: 1234 } }],
  // A share, or the number that the sheet shows.
  [{}, "12.5%", { reason: "observation_number_unclear" }],
  [{ name: "Soiling (%)" }, "12.5%", value(12.5)],
  // 5 K may be a difference, or -268.15 °C.
  [{ name: "T (°C)" }, "5 K", { reason: "observation_unit", values: { unit: "°C" } }],
  [{ name: "T (°C)" }, "25 °C", value(25)],
])("of a number in a property %j, %s is read in its unit", (property, text, wanted) => {
  expect(observedValue(column("number", property), text)).toMatchObject(wanted);
});

it("of a key figure, a number is read in its unit", () => {
  const figure = keyFigureByKey("glass_surface_temperature")!;
  const ofFigure = { id: "pi_1", ccp_column: null, pi_column: { pi_id: figure.id } };
  expect(observedValue(ofFigure, "212 °F")).toEqual({ value: 100 });
});

it("reads values as their column says, and refuses what is not certain", () => {
  const options = {
    options: [
      { id: "a", label: "Rotura grave" },
      { id: "b", label: "Low" },
    ],
  };
  expect(observedValue(column("options", options), "rotura  GRAVE")).toEqual({ value: "a" });
  expect(observedValue(column("options", options), "mid")).toMatchObject({
    reason: "observation_option_unknown",
    values: { value: "mid", offered: "Rotura grave, Low" },
  });
  expect(observedValue(column("number"), 1.234)).toEqual({ value: 1.234 });
  expect(observedValue(column("number"), "12,5")).toEqual({ value: 12.5 });
  expect(observedValue(column("number"), "1,234")).toEqual({
    reason: "number_ambiguous",
    values: { text: "1,234", one: 1.234, other: 1234 },
  });
  expect(observedValue(column("number"), "1,234", ",")).toEqual({ value: 1.234 });
  expect(observedValue(column("number"), "1,234", ".")).toEqual({ value: 1234 });
  expect(observedValue(column("number"), "one")).toMatchObject({
    reason: "observation_number_unclear",
  });
  // A millimetre is in a range of the property, a metre is not.
  const ranges = [{ id: "a", label: "Low", colour: "#00ff00", min: 0, max: 5 }];
  const ranged = { number_ranges: { unit: "mm", ranges } };
  expect(observedValue(column("number_range", ranged), "1.234")).toEqual({ value: 1.234 });
  expect(observedValue(column("checkbox"), "Sí")).toEqual({ value: true });
  expect(observedValue(column("true_false"), "não")).toEqual({ value: false });
  expect(observedValue(column("true_false"), "maybe")).toMatchObject({
    reason: "observation_value_unclear",
  });
  expect(observedValue(column("color"), "#AABBCC")).toEqual({ value: "#aabbcc" });
  expect(observedValue(column("text"), "  ")).toBeNull();
});
