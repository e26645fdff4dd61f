import { expect, test } from "vitest";
import { userLocales as locales } from "../domain/account/user.ts";
import { shownValues } from "../domain/error.ts";
import { translateProblem } from "./translate.ts";

test("a reason with a count has a singular and a plural text in every language", () => {
  for (const locale of locales) {
    const [one, many] = [1, 3].map(
      (count) =>
        translateProblem(locale, { reason: "twin_has_results", values: { count } }).message,
    );
    expect(one).not.toContain("twin_has_results");
    expect(many).toContain("3");
    expect(many).not.toBe(one);
  }
});

test("a reason without a text keeps its key", () => {
  expect(translateProblem("en", { reason: "no_such_reason" }).message).toBe("no_such_reason");
});

test("numbers are written as the language writes them, and names keep their digits", () => {
  const values = { count: 12_345 };
  const of = (locale: string) => translateProblem(locale, { reason: "twin_has_results", values });
  expect(of("en").message).toContain("12,345");
  expect(of("es").message).toContain("12.345");
  expect(of("pt").message).toContain("12.345");
  expect(shownValues("es", { most: 2.5, id: 12_345, name: "1000" })).toEqual({
    most: "2,5",
    id: 12_345,
    name: "1000",
  });
});
