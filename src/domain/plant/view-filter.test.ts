import * as fc from "fast-check";
import { expect, test } from "vitest";
import { filterShape, knownThings } from "../column/filter.ts";
import { componentTypeIds } from "../component/component.ts";
import { differenceClasses } from "../column/difference.ts";
import { repairStates } from "../finding/finding-status.ts";
import { filterFromText, filterToText } from "./view-filter.ts";

const number = fc.oneof(
  fc.integer({ min: -2, max: 70 }).map(String),
  fc.constantFrom("", "x", "1.5", "-0.25", "1e400", "2147483647", "2147483648", "0x1", "1e3"),
);
const several = (part: fc.Arbitrary<string>) =>
  fc.array(part, { maxLength: 70, size: "small" }).map((all) => all.join("."));
const name = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom("a~b", "a\nb", "a".repeat(200), "a".repeat(201), "\u0000", "", " a "),
);
const text = fc
  .oneof(
    fc.tuple(fc.constant("range"), number, number, number),
    fc.tuple(fc.constantFrom("classes", "severity"), number, several(number)),
    fc.tuple(fc.constantFrom("present", "missing"), number),
    fc.tuple(
      fc.constant("change"),
      number,
      number,
      several(fc.constantFrom<string>(...differenceClasses, "other")),
    ),
    fc.tuple(fc.constant("text"), name),
    fc.tuple(fc.constant("within"), fc.constantFrom<string>(...componentTypeIds, "other"), name),
    fc.tuple(
      fc.constantFrom("with", "without"),
      fc.constantFrom<string>(...knownThings, "document", ""),
    ),
    fc.tuple(fc.constant("repair"), several(fc.constantFrom<string>(...repairStates, "other"))),
    fc.tuple(
      fc.constant("property"),
      number,
      number,
      number,
      several(fc.constantFrom("o1", "a%2Eb", "%7E", "%", "true")),
      name,
    ),
    fc.array(fc.oneof(number, name), { maxLength: 4 }),
  )
  .map((parts) => parts.join("~"));

/** What the text says, whether it may be said or not: for `filterShape` to judge. */
function said(one: string): unknown {
  const [kind, first = "", second, third] = one.split("~");
  const rest = one.split("~").slice(1);
  const numberOf = (part: string | undefined) =>
    part !== undefined && /^-?\d/.test(part) ? Number(part) : NaN;
  const endOf = (part: string | undefined) => (part === "" ? null : numberOf(part));
  const listOf = (part: string | undefined) =>
    part === undefined ? [NaN] : part === "" ? [] : part.split(".");
  const key_figure_id = numberOf(first);
  if (kind === "range") return { kind, key_figure_id, min: endOf(second), max: endOf(third) };
  if (kind === "classes" || kind === "severity") {
    const values = listOf(second).map((part) => numberOf(String(part)));
    return { kind: "classes", key_figure_id, values, by: kind === "severity" ? kind : "class" };
  }
  if (kind === "present" || kind === "missing") {
    return { kind: "present", key_figure_id, present: kind === "present" };
  }
  if (kind === "change") {
    return { kind, key_figure_id, analysis_id: numberOf(second), values: listOf(third) };
  }
  if (kind === "text") return { kind, text: rest.join("~") };
  if (kind === "within") {
    return { kind, component_type: first, dt_id: rest.slice(1).join("~") };
  }
  if (kind === "with" || kind === "without") {
    return { kind: "known", of: first, present: kind === "with" };
  }
  if (kind === "repair") return { kind, values: first === "" ? [] : first.split(".") };
  if (kind === "property") {
    const [, , , words = "", ...last] = rest;
    const values = words === "" ? [] : words.split(".").map(decoded);
    const [min, max] = [endOf(second), endOf(third)];
    return { kind, property_id: key_figure_id, values, min, max, text: last.join("~") || null };
  }
  return null;
}

/** A percent sign alone is no text. */
const decoded = (word: string) => (word === "%" ? "" : decodeURIComponent(word));

test("a filter of an address is read exactly where its shape accepts it", () => {
  let read = 0;
  fc.assert(
    fc.property(text, (one) => {
      const parsed = filterShape.safeParse(said(one));
      expect(filterFromText(one)).toEqual(parsed.success ? parsed.data : null);
      if (parsed.success) read += 1;
    }),
    { numRuns: 3000 },
  );
  expect(read).toBeGreaterThan(300);
});

test.each([
  ["range~31~5~", { kind: "range", key_figure_id: 31, min: 5, max: null }],
  ["severity~31~3", { kind: "classes", key_figure_id: 31, values: [3], by: "severity" }],
  ["text~B~12", { kind: "text", text: "B~12" }],
  ["without~image", { kind: "known", of: "image", present: false }],
  ["repair~open.in_work", { kind: "repair", values: ["open", "in_work"] }],
  [
    "property~4~1.5~~a%2Eb.c%7Ed~x~y",
    {
      kind: "property",
      property_id: 4,
      values: ["a.b", "c~d"],
      min: 1.5,
      max: null,
      text: "x~y",
    },
  ],
])("%s is a filter, and written the same", (one, filter) => {
  expect(filterFromText(one)).toEqual(filter);
  expect(filterToText(filterShape.parse(filter))).toBe(one);
});
