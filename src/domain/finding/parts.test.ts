import { expect, test } from "vitest";
import { partsIn, partsLine, partsShape } from "./parts.ts";

test("a line of parts has an amount for each, whatever sign stands for times", () => {
  expect(partsIn("2 × Bypass diode; 1x Module 3x5; 4*MC4; 6 X 4 mm² cable")).toEqual([
    { amount: 2, name: "Bypass diode" },
    { amount: 1, name: "Module 3x5" },
    { amount: 4, name: "MC4" },
    { amount: 6, name: "4 mm² cable" },
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
    "2 Xenon lamps",
    "2xDiode",
  ]) {
    expect([line, partsIn(line)]).toEqual([line, null]);
  }
});

test("two ways of writing are kept as one", () => {
  expect(partsShape.parse(" 2x Diode ;1 * Box")).toBe("2 × Diode; 1 × Box");
  expect(partsLine([{ amount: 3, name: "Box; grey" }])).toBe("3 × Box, grey");
  // What is stored can be read again: it is measured as it is stored.
  const line = (signs: number) => Array(signs).fill("2x 1").join("; ");
  for (let count = 60; count < 90; count += 1) {
    const parsed = partsShape.safeParse(line(count));
    if (parsed.success) expect(partsShape.parse(parsed.data)).toBe(parsed.data);
  }
  expect(partsShape.safeParse("a box").error?.issues[0]?.message).toBe("parts_unreadable");
});
