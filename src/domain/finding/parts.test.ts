import { expect, test } from "vitest";
import { partsIn, partsLine, partsShape } from "./parts.ts";

test("a line of parts has an amount for each, whatever sign stands for times", () => {
  expect(partsIn("2 × Bypass diode; 1x Module 3x5; 4*MC4")).toEqual([
    { amount: 2, name: "Bypass diode" },
    { amount: 1, name: "Module 3x5" },
    { amount: 4, name: "MC4" },
  ]);
});

test("an amount that is not stated is not guessed", () => {
  for (const line of [
    "",
    "Module",
    "0 × Module",
    "1.5 × Cable",
    "2 ×",
    "1 × A;",
    "-1 × A",
    "10000 × A",
  ]) {
    expect([line, partsIn(line)]).toEqual([line, null]);
  }
});

test("two ways of writing are kept as one", () => {
  expect(partsShape.parse(" 2x Diode ;1 * Box")).toBe("2 × Diode; 1 × Box");
  expect(partsLine([{ amount: 3, name: "Box; grey" }])).toBe("3 × Box, grey");
  expect(partsShape.safeParse("a box").error?.issues[0]?.message).toBe("parts_unreadable");
});
