import { expect, test } from "vitest";
import { withoutQuery } from "./diagnostic.ts";

test("an address of a report has neither query nor hash, in either order", () => {
  expect(withoutQuery("https://app.example/plant/7?q=secret#row")).toBe(
    "https://app.example/plant/7",
  );
  expect(withoutQuery("/plant/7#token=secret?x")).toBe("/plant/7");
  expect(withoutQuery("/plant/7?q=first\nsecond line")).toBe("/plant/7");
  expect(withoutQuery("?q=secret")).toBe("");
  expect(withoutQuery("/plant/7")).toBe("/plant/7");
});
