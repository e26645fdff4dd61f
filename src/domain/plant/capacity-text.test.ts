import { expect, test } from "vitest";
import { readCapacity } from "./capacity-text.ts";

test.each([
  ["50", 50],
  ["50 MW", 50],
  ["50MWp", 50],
  ["50 MW AC", 50],
  ["2,5 MW", 2.5],
  ["2.5 mw", 2.5],
  ["1.2 GW", 1200],
  ["1 250 kW", 1.25],
  ["50 000 kWp", 50],
  ["1.234,5 MW", 1234.5],
  ["0.05", 0.05],
])("%s is %d MW", (text, megawatts) => {
  const reading = readCapacity(text);
  expect(reading.kind).toBe("megawatts");
  expect(reading).toHaveProperty("value", expect.closeTo(megawatts, 9));
});

test("a number of a property in kW is in kW, unless it names another unit", () => {
  expect(readCapacity("500", "kw")).toEqual({ kind: "megawatts", value: 0.5 });
  expect(readCapacity("500 MW", "kw")).toEqual({ kind: "megawatts", value: 500 });
});

test("what has two meanings says so, and what is no capacity is none", () => {
  expect(readCapacity("1,500 MW").kind).toBe("ambiguous");
  for (const text of ["", "fifty", "50 ha", "-3 MW", "0", "50 MW / 40 MW", "NaN", "1e9"]) {
    expect(readCapacity(text).kind, text).toBe("bad");
  }
});
