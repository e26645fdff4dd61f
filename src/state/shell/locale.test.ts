import { beforeEach, describe, expect, test } from "vitest";
import { startWords, type Locale } from "../../client/i18n.ts";
import * as format from "./locale.ts";

/** Spaces that do not break are spaces to the reader. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
const inLanguage = (locale: Locale) => startWords(locale);
beforeEach(() => inLanguage("en"));

test("only the words of the nouns asked for are loaded", async () => {
  await format.needWords("drone");
  expect(format.hasWords("drone:created")).toBe(true);
  expect(format.hasWords("order:created")).toBe(false);
});

describe("a number", () => {
  test("has at most two decimals, or as many as wished", () => {
    expect(format.formatNumber(1234.5678)).toBe("1,234.57");
    expect(format.formatNumber(2)).toBe("2");
    expect(format.formatNumber(1234.5678, 0)).toBe("1,235");
  });

  test("is written in the reader's notation", async () => {
    await inLanguage("pt");
    expect(format.locale()).toBe("pt");
    expect(plain(format.formatNumber(12_345.6))).toBe("12.345,6");
    expect(plain(format.formatShare(0.1234))).toBe("12,3%");
  });
});

test("the size of a pixel is written in centimetres, from one metre on in metres", () => {
  expect([0.021, 0.9994, 1, 299.698].map(format.formatPixelSize)).toEqual([
    "2.1 cm",
    "99.9 cm",
    "1 m",
    "299.7 m",
  ]);
});

test("a share is written in per cent, with one decimal or as many as wished", () => {
  expect(format.formatShare(0.1234)).toBe("12.3%");
  expect(format.formatShare(0.1234, 0)).toBe("12%");
});

test("a share in a column has one decimal, and is neither 0 for some nor 100 for less than all", () => {
  const shares = [0, 0.00004, 0.001, 0.03, 0.1234, 0.9995, 1].map(format.formatAlignedShare);
  expect(shares.map(plain)).toEqual([
    "0.0%",
    "< 0.1%",
    "0.1%",
    "3.0%",
    "12.3%",
    "> 99.9%",
    "100.0%",
  ]);
});

test("a date has day, month and year; and its time where that is wished", () => {
  // Without a zone it is of the reader's own.
  expect(format.formatDate("2026-03-09T14:05:00")).toBe("9 Mar 2026");
  expect(plain(format.formatDateTime("2026-03-09T14:05:00"))).toBe("9 Mar 2026, 14:05");
});

test("a time ago is said in the largest unit, and in words where there are some", () => {
  const now = Date.parse("2026-03-09T12:00:00Z");
  const ago = (iso: string) => format.formatElapsed(iso, now);
  expect(ago("2026-03-06T11:00:00Z")).toBe("3 days ago");
  expect(ago("2026-03-08T11:00:00Z")).toBe("yesterday");
  expect(ago("2026-03-09T11:58:30Z")).toBe("1 minute ago");
  expect(format.formatElapsed(new Date(Date.now() - 7_300_000).toISOString())).toBe("2 hours ago");
});

test.each([
  ["en", "0 seconds", "59 seconds", "1 minute", "2 hours", "3 days"],
  ["es", "0 segundos", "59 segundos", "1 minuto", "2 horas", "3 días"],
  ["pt", "0 segundo", "59 segundos", "1 minuto", "2 horas", "3 dias"],
] as const)("a length of time in %s has its largest whole unit", async (language, ...texts) => {
  await inLanguage(language);
  const seconds = [0.4, 59.9, 60, 7_300, 3 * 86_400];
  expect(seconds.map((length) => plain(format.formatDuration(length)))).toEqual(texts);
});

test.each([
  [0, "0\u00A0B"],
  [512, "512\u00A0B"],
  [10_137, "9.9\u00A0KB"],
  [10_240, "10\u00A0KB"],
  [10_752, "11\u00A0KB"],
  [1_048_575, "1,024\u00A0KB"],
  [1_048_576, "1\u00A0MB"],
  [1_610_612_736, "1.5\u00A0GB"],
  [5_497_558_138_880, "5\u00A0TB"],
  [2_251_799_813_685_248, "2,048\u00A0TB"],
])("%d bytes are %s", (bytes, text) => {
  expect(format.formatBytes(bytes)).toBe(text);
});
