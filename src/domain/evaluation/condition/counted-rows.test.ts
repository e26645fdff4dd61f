// Against a day that is written down here: a flight at noon in a file of the whole day.
import { expect, it } from "vitest";
import { conditionsOf, type ConditionRow, type Quantity } from "../condition-record.ts";
import { rowsOfSurvey, spansOf, withStatedSpan, type FlightTime } from "./counted-rows.ts";

const day = { from: "2026-06-01T00:00:00Z", to: "2026-06-02T00:00:00Z" };
const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 5, 1, hour, minute)).toISOString();
const row = (quantity: Quantity, measured_at: string | null, value: number): ConditionRow => ({
  quantity,
  component: "",
  measured_at,
  value,
  source: "file",
});
/** Each 10 min from 06:00 to 20:00: 850 W/m2 and 3 m/s from 12:00 to 12:40, 300 and 9 else, and 0 before 07:00. */
const wholeDay = Array.from({ length: 85 }, (_, index) => 360 + index * 10).flatMap((minute) => {
  const isFlight = minute >= 720 && minute <= 760;
  const light = isFlight ? 850 : minute < 420 ? 0 : 300;
  const time = at(0, minute);
  return [row("irradiance", time, light), row("wind", time, isFlight ? 3 : 9)];
});
const photos: FlightTime = { spans: [{ from: at(12, 10), to: at(12, 30) }], day };
const noPhotos: FlightTime = { spans: [], day };

it("counts the lines of the time of the photos, and a quarter of an hour on either side", () => {
  const { rows, lines } = rowsOfSurvey(wholeDay, photos);
  const { values } = conditionsOf(rows);
  expect(values.irradiance).toEqual({ mean: 850, deviation: 0, count: 5 });
  expect(values.wind?.mean).toBe(3);
  expect(lines[0]).toEqual({
    quantity: "irradiance",
    basis: "photos",
    count: 5,
    of: 85,
    from: at(12),
    to: at(12, 40),
    refused: null,
  });
});

it("counts no line where the photos were taken at another time", () => {
  const spans = [{ from: at(22), to: at(22, 10) }];
  const { rows, lines } = rowsOfSurvey(wholeDay, { spans, day });
  expect(rows).toEqual([]);
  expect(lines[0]).toMatchObject({ count: 0, from: at(6), to: at(20), refused: "no_line" });
});

it("counts no line of a whole day without photos, of any quantity", () => {
  const { rows, lines } = rowsOfSurvey(wholeDay, noPhotos);
  expect(rows).toEqual([]);
  expect(lines.map(({ quantity, refused }) => [quantity, refused])).toEqual([
    ["irradiance", "whole_day"],
    ["wind", "whole_day"],
  ]);
});

it("counts no irradiance that wanders without photos, but the wind beside it", () => {
  const some = wholeDay.filter(
    ({ measured_at }) => measured_at! >= at(11, 20) && measured_at! <= at(13),
  );
  const { rows, lines } = rowsOfSurvey(some, noPhotos);
  expect(new Set(rows.map(({ quantity }) => quantity))).toEqual(new Set(["wind"]));
  expect(lines[0]?.refused).toBe("wanders");
});

it("counts the lines between the times that a person states, also against the photos", () => {
  const stated = withStatedSpan(wholeDay, { from: at(12), to: at(12, 40) });
  for (const when of [noPhotos, { spans: [{ from: at(8), to: at(9) }], day }]) {
    const { rows, lines } = rowsOfSurvey(stated, when);
    expect(conditionsOf(rows).values.irradiance?.mean).toBe(850);
    expect(lines[0]).toMatchObject({ basis: "stated", count: 5, of: 85 });
  }
  expect(withStatedSpan(stated, null)).toEqual(wholeDay);
});

it("counts the lines of the day of the flight alone, and all lines of a file of another day", () => {
  const rows = [row("wind", at(10), 2), row("wind", at(34), 8)];
  expect(rowsOfSurvey(rows, noPhotos).rows).toEqual([rows[0]]);
  const other = { from: "2026-07-01T00:00:00Z", to: "2026-07-02T00:00:00Z" };
  expect(rowsOfSurvey([rows[0]!], { spans: [], day: other })).toMatchObject({
    rows: [rows[0]],
    lines: [{ basis: "file" }],
  });
});

it("keeps values of the whole survey", () => {
  const single = { ...row("wind", null, 4), source: "entered" as const };
  expect(rowsOfSurvey([single], photos)).toEqual({ rows: [single], lines: [] });
});

it("parts photos of two flights, whose night in between does not count", () => {
  const taken = [at(12), at(12, 20), at(36), at(12, 40)];
  expect(spansOf(taken)).toEqual([
    { from: at(12), to: at(12, 40) },
    { from: at(36), to: at(36) },
  ]);
});

/** 850 W/m2 and 20 °C at these minutes after noon. */
const linesAt = (minutes: readonly number[]) =>
  minutes.flatMap((minute) => [
    row("irradiance", at(12, minute), 850),
    row("ambient", at(12, minute), 20),
  ]);
const flightOf = (from: number, to: number): FlightTime => ({
  spans: [{ from: at(12, from), to: at(12, to) }],
  day,
});

it.each<[string, number[], FlightTime, string | null]>([
  ["every hour around the flight", [0, 60, 120], flightOf(5, 115), null],
  ["one line in the middle of the flight", [20], flightOf(0, 45), null],
  ["one line at its begin", [0], flightOf(0, 45), "gap"],
  ["one line at its end", [45], flightOf(0, 45), "gap"],
  ["a logger that stopped for more than an hour", [0, 10, 80, 90], flightOf(0, 90), "gap"],
  [
    "a second flight that the file does not reach",
    [0, 10],
    { spans: [...flightOf(0, 10).spans, ...flightOf(100, 110).spans], day },
    "gap",
  ],
])(
  "takes no irradiance for a part of the flight without lines: %s",
  (_, minutes, when, refused) => {
    const { rows, lines } = rowsOfSurvey(linesAt(minutes), when);
    expect(lines.map((one) => one.refused)).toEqual([refused, null]);
    expect(rows.some(({ quantity }) => quantity === "irradiance")).toBe(refused === null);
    expect(rows.some(({ quantity }) => quantity === "ambient")).toBe(true);
  },
);
