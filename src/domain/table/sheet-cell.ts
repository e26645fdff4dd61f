// Numbers of a sheet as their formats show them (ECMA-376 part 1, 18.8.30 and 18.17.4): days, percentages, codes.
import { readNumber } from "../number-text.ts";
import type { Cell } from "./table.ts";

/** What a day number shows: a day, a day with its clock, a clock alone, or hours that count on beyond a day. */
export type DayKind = "date" | "time" | "clock" | "duration";
/**
 * What a number is by its format. "scaled" is shown in thousands or millions; a code has at least `digits` and words
 * around them; `unit` stands behind the number, or before it.
 */
export type NumberKind =
  | "number"
  | DayKind
  | "percent"
  | "scaled"
  | { readonly digits: number; readonly before: string; readonly behind: string }
  | { readonly unit: string };

/** Built-in formats of dates and times, those of East Asian Excel included; null for others. */
function builtInDay(id: number): DayKind | null {
  if (id === 22) return "time";
  if (id === 46) return "duration";
  if ((id >= 18 && id <= 21) || id === 32 || id === 33 || (id >= 45 && id <= 47)) return "clock";
  return (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? "date" : null;
}

/** @param code of a format that the workbook itself defines */
export function numberKind(id: number, code?: string): NumberKind {
  if (code === undefined) {
    return builtInDay(id) ?? (id === 9 || id === 10 ? "percent" : "number");
  }
  const [first = ""] = bare(code).split(";");
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return "duration";
  // The m of "hh:mm" and of "AM/PM" is no month.
  if (/[hs]/i.test(first)) return /[yd]/i.test(first) ? "time" : "clock";
  if (/[ymd]/i.test(first)) return "date";
  if (first.includes("%")) return "percent";
  return shownKind(code);
}

/** Colours, languages and conditions; hours and minutes that count on stay. */
const brackets = /\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;
/** A format without its literal letters. */
const bare = (code: string): string =>
  code
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/[\\_*]./g, "")
    .replaceAll(brackets, "");

/** Where a literal letter of a format stands; formats have no such character. */
const LITERAL = "\u0000";
const sections = (code: string) =>
  code
    .replaceAll(/"([^"]*)"|\\(.)|[_*]./g, (_, quoted?: string, one?: string) =>
      [...(quoted ?? one ?? "")].map((letter) => LITERAL + letter).join(""),
    )
    .replaceAll(brackets, "")
    .replaceAll(/general/gi, "0")
    .split(`;`);

/** The literal letters before the digits of a section, the digits, and the letters behind them. */
function partsOf(section: string) {
  const [, before = "", digits = "", behind = ""] =
    /^((?:\0[^]|[^\0#0?])*)((?:[#0?.,/ ]|E[+-])*)([^]*)$/.exec(section) ?? [];
  const words = (text: string) => (text.includes(LITERAL) ? text.replaceAll(LITERAL, "") : "");
  return { before: words(before), digits: digits.trim(), behind: words(behind) };
}

const isWord = /[\p{L}\u00B0\u00BA%\u2030]/u;
/** Money before its amount: "R$", "S/", "kr", or a code of ISO 4217 of the markets of solar plants. */
const isMoney =
  /\p{Sc}|^(?:S\/|[Kk]r|Fr|Rs|Bs|AED|ARS|AUD|BOB|BRL|CAD|CHF|CL[FP]|CNY|COP|CRC|DKK|DOP|EGP|EUR|GBP|GTQ|HNL|IDR|ILS|INR|JPY|KRW|MAD|MXN|MYR|NOK|NZD|OMR|PEN|PHP|PLN|PYG|QAR|SAR|SEK|THB|TND|TRY|TWD|US[D$]|UYU|VES|VND|ZAR)\.?$/u;
/** Units that may stand before their number. Those of one letter are rather names: V5, W5. */
const isUnit =
  /^(?:[kMG]W(?:h|p)?|Wp|Wh|kV|mV|mA|[kM]?\u2126|[kM]?\u03A9|[\u00B0\u00BA] ?[CF]|mm|cm|km|km\/h|m\/s|k?W\/m[2\u00B2]|bar|mbar|hPa|Hz)$/u;

/** What a number is by the letters that its format shows around it, and by how it shortens it. */
function shownKind(code: string): NumberKind {
  const [first, second] = sections(code).map(partsOf);
  if (first === undefined) return "number";
  const { before, digits, behind } = first;
  // A comma behind the last digit divides by a thousand.
  if (/[#0?],+(?:\.|$)/.test(digits) || /[#0?],+$/.test(digits)) return "scaled";
  const ahead = before.trim().replace(/\s*[:=]$/, "");
  const isAmount = isMoney.test(ahead) || isUnit.test(ahead);
  // A number of a loop that is shown as 007 is named 007, and one that is shown as L5 is named L5; an amount has no name.
  const isCode = /^0+$/.test(digits) && (digits.length > 1 || (isWord.test(before) && !isAmount));
  if (isCode) return { digits: digits.length, before, behind };
  // "S" for what is below zero: the sign says it already.
  const isOne = second === undefined || second.digits === "" || second.behind === behind;
  if (isWord.test(behind)) return isOne ? { unit: behind.trim() } : "number";
  return isUnit.test(ahead) ? { unit: ahead } : "number";
}

/** Days between 1899-12-30 and 1970-01-01, and between the two systems. */
const DAYS_TO_1970 = 25_569;
const DAYS_TO_1904 = 1462;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** 9999-12-31. */
const LAST_DAY = 2_958_465;

/** Milliseconds. Times that a sheet adds up drift away from their second. */
const MOST_DRIFT_MS = 50;

/**
 * A day number as text: "2026-06-01 12:30:00", "2026-06-01" where it has no time, "12:30:00" where it has no day.
 * A sheet knows no time zone, so none is stated. Null for what is no date: 29 February 1900 is one in Excel alone.
 * @param kind by the format; one that shows a clock keeps midnight
 */
export function serialText(serial: number, is1904: boolean, kind: DayKind = "date"): string | null {
  const stored = is1904 ? serial + DAYS_TO_1904 : serial;
  if (!(serial >= 0) || stored >= LAST_DAY + 1) return null;
  // The day 0 of Excel is none, so it is midnight; that of 1904 is the first of January.
  const isTime = serial < 1 && (serial > 0 || !is1904 || kind === "clock");
  // Excel counts a 29 February 1900 that was none: the days before it are one less.
  const days = !is1904 && stored < 60 ? stored + 1 : stored;
  if (!is1904 && !isTime && stored >= 60 && stored < 61) return null;
  const exact = Math.round((days - DAYS_TO_1970) * DAY_MS);
  const second = Math.round(exact / 1000) * 1000;
  const ms = Math.abs(exact - second) <= MOST_DRIFT_MS ? second : exact;
  const text = new Date(ms).toISOString();
  const time = text.slice(11, 23).replace(/\.000$/, "");
  if (kind === "duration" && serial >= 1) {
    const hours = Math.floor((serial * DAY_MS + MOST_DRIFT_MS) / HOUR_MS);
    return `${hours}${time.slice(2)}`;
  }
  if (isTime) return time;
  const day = text.slice(0, 10);
  return time === "00:00:00" && kind === "date" ? day : `${day} ${time}`;
}

/** A whole number with more digits has lost some: a double keeps fifteen. */
const LOST_DIGITS = 1e15;

/**
 * A number as a text of one reading. "1.234" may be 1234 for who reads it beside decimal commas; "1.2340" is 1.234 alone.
 */
const plainText = (value: number): string =>
  `${value}${readNumber(String(value)).kind === "ambiguous" ? "0" : ""}`;

/**
 * What a number means, or the reason why that cannot be said. With a unit it is a text, whose number has one reading and
 * proves no decimal sign.
 */
export function numberCell(
  value: number,
  kind: NumberKind,
  is1904: boolean,
): Cell | { readonly reason: string } {
  if (kind === "date" || kind === "time" || kind === "clock" || kind === "duration") {
    return serialText(value, is1904, kind) ?? { reason: "sheet_date" };
  }
  // 12 % is stored as 0.12: with its sign it is never taken for 0.12 %.
  if (kind === "percent") return `${plainText(Number((value * 100).toPrecision(15)))}%`;
  if (Math.abs(value) >= LOST_DIGITS && Number.isInteger(value)) return { reason: "sheet_digits" };
  // The head may state the unit of what is shown, or of what is stored.
  if (kind === "scaled" && value !== 0) return { reason: "sheet_scaled" };
  if (typeof kind !== "object") return value;
  if ("unit" in kind) return `${plainText(value)}${kind.unit === "%" ? "" : " "}${kind.unit}`;
  if (!Number.isInteger(value) || value < 0) return value;
  return `${kind.before}${String(value).padStart(kind.digits, "0")}${kind.behind}`;
}

/** A, B … Z, AA, AB … for 0, 1 …  */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26) - 1;
  return (rest < 0 ? "" : columnLetters(rest)) + String.fromCharCode(65 + (index % 26));
}

/** Column from 0 and row from 1 of "C17"; null for another text. */
export function cellPlace(name: string): { readonly column: number; readonly row: number } | null {
  const [, letters = "", digits = ""] = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/.exec(name) ?? [];
  if (letters === "") return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { column, row: Number(digits) };
}
