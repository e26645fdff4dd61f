import { expect, it } from "vitest";
import { turnOf } from "./turn.ts";

it("a turn beside a diagonal is exact, where rounded products give another answer", () => {
  // Kettner, Mehlhorn and others, "Classroom examples of robustness problems in geometric computations", 2008.
  let rounded = 0;
  for (let i = 0; i < 64; i++) {
    for (let j = 0; j < 64; j++) {
      const [x, y] = [0.5 + i * 2 ** -53, 0.5 + j * 2 ** -53];
      expect(turnOf(x, y, 12, 12, 24, 24)).toBe(Math.sign(j - i) + 0);
      expect(turnOf(24, 24, 12, 12, x, y)).toBe(Math.sign(i - j) + 0);
      const turn = (x - 24) * (12 - 24) - (y - 24) * (12 - 24);
      if (Math.sign(turn) !== Math.sign(j - i)) rounded += 1;
    }
  }
  expect(rounded).toBeGreaterThan(100);
});

it("a turn of tiny and of huge numbers is that of their signs", () => {
  for (const size of [Number.MIN_VALUE, 2 ** -600, 1, 2 ** 500]) {
    expect(turnOf(0, 0, size, 0, size, size)).toBe(1);
    expect(turnOf(0, 0, 0, size, size, size)).toBe(-1);
    expect(turnOf(-size, -size, 0, 0, size, size)).toBe(0);
  }
});
