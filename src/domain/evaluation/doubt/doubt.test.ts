import { expect, it } from "vitest";
import { doubtsOf, doubtWords } from "./doubt.ts";
import { EVALUATION_METHOD } from "../evaluation-age.ts";

const sure = { version: "0.22.0", method: EVALUATION_METHOD, measured: 20, place_not_sure: 0 };
const placed = { file: "a.tif", found: { is_ambiguous: false } };
const reasonsOf = (log: Parameters<typeof doubtsOf>[0]) =>
  doubtsOf(log).map(({ reason, files, components }) => [reason, files, components]);

it("names each reason with its files, the worst first", () => {
  expect(doubtsOf({ ...sure, registrations: [placed] })).toEqual([]);
  expect(
    reasonsOf({
      ...sure,
      place_not_sure: 97,
      not_judged: 12,
      is_contradicted: true,
      implausible: [{ gate: "unit", share: 0.8, key_figure: null }],
      registrations: [
        placed,
        { file: "b.tif", found: null },
        { file: "c.tif", found: { is_ambiguous: true } },
      ],
    }),
  ).toEqual([
    ["place", ["b.tif", "c.tif"], 97],
    ["not_judged", [], 12],
    ["implausible", [], 0],
    ["contradicted", [], 0],
  ]);
  // A raster without a place shows mirrors, which have no validity of their own.
  expect(reasonsOf({ ...sure, registrations: [{ file: "b.tif", found: null }] })).toEqual([
    ["place", ["b.tif"], 0],
  ]);
});

it("says that an older version has evaluated, and that its places were not checked", () => {
  expect(reasonsOf({ ...sure, method: EVALUATION_METHOD - 1 })).toEqual([["older", [], 0]]);
  expect(reasonsOf({ ...sure, method: 0, registrations: [placed] })).toEqual([
    ["place_unchecked", [], 0],
  ]);
  expect(reasonsOf({ ...sure, method: 0 })).toEqual([]);
  expect(reasonsOf({})).toEqual([]);
});

it("has a sentence for each", () => {
  const language = {
    t: (key: string, values: Record<string, string | number> = {}) =>
      `${key.split(".").at(-1)}(${Object.values(values).join(" ")})`,
    number: (value: number) => value.toFixed(0),
    nameOf: (key: string) => key.toUpperCase(),
  };
  const [place, gate] = doubtsOf({
    ...sure,
    place_not_sure: 97,
    registrations: [{ file: "b.tif", found: null }],
    implausible: [{ gate: "fault_everywhere", share: 0.42, key_figure: "shading" }],
  });
  expect(doubtWords(place!, language)).toBe("unsure_title(1): b.tif. place_not_sure(): 97");
  expect(doubtWords(gate!, language)).toBe("implausible(): fault_everywhere(42 SHADING)");
});
