import { describe, expect, it } from "vitest";
import { calendarDateShape, instantShape } from "./calendar-date.ts";
import { realShape } from "./real.ts";
import { idShape, idTextShape } from "./id.ts";
import { exactLineShape, foldedLetters, lineShape, paragraphShape, reportedShape } from "./text.ts";

const messages = (shape: typeof lineShape, text: string) =>
  shape.safeParse(text).error?.issues.map(({ message }) => message) ?? [];

describe("a text", () => {
  it("has no NUL, no other control character and no half of a character", () => {
    for (const sign of ["\0", "\u001b", "\u0085", "\ud83d", "\udc00"]) {
      for (const shape of [exactLineShape, lineShape, paragraphShape]) {
        expect(messages(shape, `a${sign}b`), JSON.stringify(sign)).toEqual(["text_with_control"]);
      }
    }
    expect(messages(lineShape, "Añasco ☀️ 😀 §1 – “x”")).toEqual([]);
  });

  it("is one line where one line is meant, and loses spaces around it", () => {
    expect(messages(lineShape, "a\r\nb")).toEqual(["text_with_break"]);
    expect(messages(exactLineShape, "a\n")).toEqual(["text_with_break"]);
    expect(lineShape.parse("\n a b \r\n")).toBe("a b");
    expect(paragraphShape.parse(" a\r\n\tb ")).toBe("a\r\n\tb");
  });

  it("of a report is kept, with what cannot be shown replaced", () => {
    expect(reportedShape.parse("at x\0\n at \ud800y")).toBe("at x\ufffd\n at \ufffdy");
  });
});

describe("a text of a search", () => {
  it.each([
    ["Sección", "seccion"],
    ["Seccio\u0301n", "seccion"],
    ["SÃO JOÃO", "sao joao"],
    ["Ñandú", "nandu"],
    ["Straße", "straße"],
    ["\u212A", "k"],
    ["\u0130", "i"],
    ["한글", "한글"],
    ["A-1", "a-1"],
  ])("has neither case nor accents: %s", (text, folded) => {
    expect(foldedLetters(text)).toBe(folded);
  });
});

describe("an ID", () => {
  it("is a whole number that a column holds", () => {
    for (const id of [0, -1, 1.5, 2 ** 31, "1", null, NaN]) {
      expect(idShape.safeParse(id).success, String(id)).toBe(false);
    }
    expect(idShape.parse(2 ** 31 - 1)).toBe(2_147_483_647);
  });

  it("in an address has decimal digits only", () => {
    for (const id of [
      "0",
      "0x10",
      "1e3",
      " 7",
      "+7",
      "7.0",
      "",
      "2147483648",
      "9".repeat(300),
      "٣",
    ]) {
      expect(idTextShape.safeParse(id).success, id).toBe(false);
    }
    expect([idTextShape.parse("7"), idTextShape.parse(7)]).toEqual([7, 7]);
  });
});

describe("a date", () => {
  it("is in a year that the database and a calendar know", () => {
    for (const day of ["0000-01-01", "0206-03-01", "9999-12-31", "2026-02-29"]) {
      expect(calendarDateShape.safeParse(day).success, day).toBe(false);
    }
    expect(calendarDateShape.parse("2028-02-29")).toBe("2028-02-29");
  });

  it("with a time has an offset of some place", () => {
    for (const at of ["2026-01-01T00:00:00+23:59", "0001-01-01T00:00:00Z", "2026-01-01T00:00:00"]) {
      expect(instantShape.safeParse(at).success, at).toBe(false);
    }
    expect(instantShape.parse("2026-01-01T00:00:00+14:00")).toBe("2026-01-01T00:00:00+14:00");
  });
});

describe("a number of 32-bit floating point", () => {
  it("is refused where it is too large or too small for the column", () => {
    for (const value of [5e-324, -1e-40, 1e39, -1e300, NaN]) {
      expect(realShape.safeParse(value).success, String(value)).toBe(false);
    }
    expect([0, -0.5, 1e-37, 3e38].map((value) => realShape.parse(value))).toHaveLength(4);
  });
});
