// Numbers are written by Intl, which shares no code with the reader, and read again; and by hand where they are unclear.
import { describe, expect, it } from "vitest";
import { decimalSignOf, readNumber, settledNumber } from "./number-text.ts";

const value = (text: string) => {
  const reading = readNumber(text);
  return reading.kind === "number" ? reading.value : reading.kind;
};

describe("readNumber", () => {
  it.each([
    ["2930,5", 2930.5],
    ["2930.5", 2930.5],
    ["0,5", 0.5],
    ["2.5", 2.5],
    ["2,5", 2.5],
    [",5", 0.5],
    [".5", 0.5],
    ["5.", 5],
    ["1.012,5", 1012.5],
    ["1,012.5", 1012.5],
    ["1.234.567", 1_234_567],
    ["1,234,567.25", 1_234_567.25],
    ["1 012,5", 1012.5],
    ["1\u202F012.5", 1012.5],
    ["1'012'345", 1_012_345],
    ["1 500", 1500],
    ["0,500", 0.5],
    ["0.500", 0.5],
    ["2930,500", 2930.5],
    ["1,5000", 1.5],
    ["-70,1125", -70.1125],
    ["\u22125", -5],
    ["\u20135,25", -5.25],
    ["+3", 3],
    ["1e3", 1000],
    ["1,5E-3", 0.0015],
    ["1.500e0", 1.5],
    ["\uFF11\uFF12\uFF0C\uFF15", 12.5],
    ["-0", 0],
    [" 7 ", 7],
    ["", "blank"],
    ["\u00A0", "blank"],
    ["abc", "bad"],
    ["1,2,3", "bad"],
    ["1.2.3", "bad"],
    ["12,34.5", "bad"],
    ["1.234,567.8", "bad"],
    ["0.123.456", "bad"],
    ["1,,5", "bad"],
    ["1 50", "bad"],
    ["5 m", "bad"],
    ["--5", "bad"],
    [".", "bad"],
    ["-", "bad"],
    ["1e999", "bad"],
    ["Infinity", "bad"],
    ["0x10", "bad"],
    ["45\u00B2", "bad"],
    ["10\u207B\u00B3", "bad"],
    ["1\u2082", "bad"],
    ["\u2460", "bad"],
    ["\u00BD", "bad"],
    ["\uFF0D\uFF11\uFF0E\uFF15\uFF25\uFF0B\uFF12", -150],
  ])("reads %s", (text, wanted) => {
    expect(value(text)).toBe(wanted);
  });

  it.each(["1.500", "1,500", "12,345", "-999.000", "+1,012"])("says that %s is unclear", (text) => {
    const reading = readNumber(text);
    const plain = Number(text.replace(",", "."));
    expect(reading).toEqual({
      kind: "ambiguous",
      asDecimal: plain,
      asThousands: plain * 1000,
      sign: text.includes(",") ? "," : ".",
    });
  });

  // Intl writes the number in 9 notations; what is read is the number, or said to be unclear, never another number.
  it.each(["en", "es", "pt", "de-CH", "fr", "sv", "en-ZA", "pt-PT", "es-MX"])(
    "never reads another number than Intl has written in %s",
    (locale) => {
      let unclear = 0;
      const numbers = Array.from({ length: 600 }, (_, at) => {
        const size = 10 ** ((at % 11) - 3);
        return (((at * 7919) % 1999) - 999) * size;
      });
      for (const number of numbers)
        for (const digits of [0, 1, 2, 3, 6]) {
          const format = new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
          const text = format.format(number);
          // Intl rounds, so a number is met within half a step.
          const isNumber = (one: number) =>
            Math.abs(one - number) <= 0.500001 * 10 ** -digits + 1e-9 * Math.abs(number);
          const reading = readNumber(text);
          if (reading.kind === "ambiguous") {
            unclear += 1;
            expect([reading.asDecimal, reading.asThousands].some(isNumber), text).toBe(true);
          } else {
            expect(reading.kind === "number" && isNumber(reading.value), text).toBe(true);
          }
        }
      expect(unclear).toBeLessThan(numbers.length * 2);
    },
  );
});

describe("settledNumber", () => {
  const settled = (text: string, hint: Parameters<typeof settledNumber>[1]) => {
    const reading = settledNumber(readNumber(text), hint);
    return reading.kind === "number" ? reading.value : reading.kind;
  };

  it("takes the meaning that the rest of the file has", () => {
    expect(settled("1,012", { decimal: "," })).toBe(1.012);
    expect(settled("1,012", { decimal: "." })).toBe(1012);
    expect(settled("1.012", { decimal: "," })).toBe(1012);
    expect(settled("1.012", { decimal: "." })).toBe(1.012);
  });

  it("takes the only meaning that is possible, and asks where both are", () => {
    expect(settled("-18.123", { least: -90, greatest: 90 })).toBe(-18.123);
    expect(settled("1,200", { least: 100, greatest: 1600 })).toBe(1200);
    expect(settled("1,012", { least: 0, greatest: 1600 })).toBe("ambiguous");
    expect(settled("99,500", { least: 0, greatest: 1 })).toBe("ambiguous");
    expect(settled("1,012", {})).toBe("ambiguous");
  });
});

describe("decimalSignOf", () => {
  it.each([
    [["812,5", "1,012"], ","],
    [["812.5", "1,012"], "."],
    [["812", "1,012"], null],
    [["812.5", "1012,5"], null],
    [["1.234.567", "x", ""], ","],
  ] as const)("finds the sign of %j", (texts, sign) => {
    expect(decimalSignOf(texts)).toBe(sign);
  });
});
