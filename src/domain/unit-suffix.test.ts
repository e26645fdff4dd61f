import { expect, test } from "vitest";
import { unitSuffix } from "./unit-suffix.ts";

test.each(["en", "es", "pt"])("per cent is written as a share of its own is, in %s", (locale) => {
  const share = new Intl.NumberFormat(locale, { style: "percent" }).format(0.45);
  expect(`45${unitSuffix("%", locale)}`).toBe(share);
});

test("other units follow a narrow space, and no unit follows nothing", () => {
  expect(unitSuffix("W/m", "en")).toBe("\u202FW/m");
  expect(unitSuffix("", "es")).toBe("");
});
