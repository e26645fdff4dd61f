import { expect, test } from "vitest";
import { userLocales as locales } from "../domain/account/user.ts";
import { sayProblem } from "./words.ts";

test("a reason that counts is told in words for one and for many, in every language", () => {
  for (const locale of locales) {
    const [one, many] = [1, 3].map(
      (count) => sayProblem(locale, { reason: "twin_has_results", values: { count } }).message,
    );
    expect(one).not.toContain("twin_has_results");
    expect(many).toContain("3");
    expect(many).not.toBe(one);
  }
});

test("a reason without words is told by its key", () => {
  expect(sayProblem("en", { reason: "no_such_reason" }).message).toBe("no_such_reason");
});
