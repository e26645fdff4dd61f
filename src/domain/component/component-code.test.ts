// Codes on components, as labels have them.
import { expect, test } from "vitest";
import { componentCode } from "./component-code.ts";

test("a code is a name, or a link with the component", () => {
  expect(componentCode(" L056.S4.E12.T2\n")).toEqual({ plant_id: null, name: "L056.S4.E12.T2" });
  expect(componentCode("https://a.example/plant/7?analysis=3&component=module~M%2F1")).toEqual({
    plant_id: 7,
    name: "M/1",
  });
  expect(componentCode("https://a.example/plant/7")).toEqual({ plant_id: 7, name: "" });
});

test("other texts name no component", () => {
  const others = ["", "  ", "https://example.com/buy", "http://[", "a".repeat(501), "a\u0000b"];
  expect(others.map(componentCode)).toEqual(others.map(() => null));
});
