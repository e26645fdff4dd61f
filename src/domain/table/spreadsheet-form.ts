// What a spreadsheet makes of a text that looks like a number or a date, where its cell is not formatted as text: "0012"
// becomes 12, "1-2" the second of January and "123456789012345" 1.23457E+14. The text is lost then.

/** The months and their usual short forms in English, Spanish, Portuguese and German. "Marcos" and "Julia" are none. */
const monthNames = [
  "jan january ene enero janeiro januar",
  "feb february febrero fev fevereiro februar",
  "mar march marzo março mär mrz märz",
  "apr april abr abril",
  "may mayo mai maio",
  "jun june junio junho juni",
  "jul july julio julho juli",
  "aug august ago agosto",
  "sep sept september septiembre set setiembre setembro",
  "oct october octubre okt oktober out outubro",
  "nov november noviembre novembro",
  "dec december dic diciembre dez dezembro dezember",
];
const months: ReadonlyMap<string, number> = new Map(
  monthNames.flatMap((names, at) => names.split(" ").map((name) => [name, at + 1] as const)),
);

/** What spreadsheets write for a day: a date in numbers has its year, "12-10" is none. `M` stands for a month's name. */
const writtenDates = [
  /^\d{4}-\d{2}-\d{2}$/,
  /^\d{4}\/\d{1,2}\/\d{1,2}$/,
  /^\d{1,2}([-/.])\d{1,2}\1(\d{2}|\d{4})$/,
  /^\d{1,2}([-/]|\. ?)M\.?$/,
  /^M\.?[-/ ](\d{2}|\d{4})$/,
  /^\d{1,2}([-/ ]|\. ?)M\.?[-/ ](\d{2}|\d{4})$/,
  /^\d{1,2} de M( de \d{4})?$/,
  /^M \d{1,2}, \d{4}$/,
];
const MIDNIGHT = /[ T]0?0:00(?::00(?:\.0+)?)?Z?$/;

function isWrittenDate(text: string): boolean {
  const form = text
    .replace(MIDNIGHT, "")
    .replaceAll(/\p{L}{3,}/gu, (word) => (months.has(word.toLowerCase()) ? "M" : word));
  return writtenDates.some((one) => one.test(form));
}

/**
 * Whether a spreadsheet that read `stored` as a number, a date, a time or a truth value saves it as `read`. False for the
 * same text, and for texts that no spreadsheet changes.
 */
export function isSpreadsheetForm(stored: string, read: string): boolean {
  const [own, other] = [stored.trim(), read.trim()];
  if (own === other || own === "" || other === "") return false;
  return (
    isSameNumber(own, other) ||
    isSameDate(own, other) ||
    isSameTime(own, other) ||
    (/^(true|false)$/i.test(own) && own.toLowerCase() === other.toLowerCase())
  );
}

/** A number with its significant digits: "1.20E+15" has three. */
function numberOf(text: string): { readonly value: number; readonly digits: number } | null {
  const match = /^([+-]?)(\d*)(?:[.,](\d+))?(?:e([+-]?\d{1,3}))?(%?)$/i.exec(text);
  const [, sign, whole = "", fraction = "", power = "0", percent] = match ?? [];
  if (!match || whole + fraction === "") return null;
  const shift = Number(power) - (percent === "" ? 0 : 2);
  const value = Number(`${sign}${whole || "0"}.${fraction || "0"}e${shift}`);
  return { value, digits: `${whole}${fraction}`.replace(/^0+/, "").length };
}

/** Digits that a spreadsheet keeps of a number. */
const KEPT_DIGITS = 15;

function isSameNumber(stored: string, read: string): boolean {
  const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(stored) ? stored.replaceAll(/[.,]/g, "") : null;
  if (grouped !== null && grouped === read) return true;
  const [one, other] = [numberOf(stored), numberOf(read)];
  if (!one || !other) return false;
  if (one.value === other.value) return true;
  // What is shown in short ("1.2E+15") stands for all that it is rounded from; others have fifteen digits, then zeros.
  const isShort = /e/i.test(read);
  if (!isShort && !/^[+-]?\d{15}0+$/.test(read)) return false;
  const digits = isShort ? Math.max(1, other.digits) : KEPT_DIGITS;
  const step = 10 ** (Math.floor(Math.log10(Math.abs(other.value))) - digits + 1);
  // Digits behind the fifteenth are cut off, shown ones are rounded.
  return Math.abs(one.value - other.value) <= (isShort ? step / 2 : step) * (1 + 1e-9);
}

/** The numbers of a date without a time at night, a month by its name as its number; null for what is none. */
function datePartsOf(text: string): readonly number[] | null {
  const day = text.replace(MIDNIGHT, "");
  if (!/^[\p{L}\d]+(?:[-/., ]+[\p{L}\d]+)*\.?$/u.test(day)) return null;
  const tokens = day.match(/\p{L}+|\d+/gu)?.filter((token) => token.toLowerCase() !== "de") ?? [];
  if (tokens.length < 2 || tokens.length > 3) return null;
  const parts = tokens.map((token) =>
    /^\d/.test(token) ? Number(token) : months.get(token.toLowerCase()),
  );
  const numbers = parts.filter((part) => part !== undefined);
  const names = tokens.filter((token) => !/^\d/.test(token)).length;
  return numbers.length === tokens.length && names <= 1 ? numbers : null;
}

/** Day 25,569 of a spreadsheet is the first of January 1970. */
const EPOCH_DAY = 25_569;
const DAY_MS = 86_400_000;

function isSameDate(stored: string, read: string): boolean {
  const own = datePartsOf(stored);
  if (!own || !own.some((part) => part >= 1 && part <= 12)) return false;
  if (/^\d{4,6}$/.test(read)) {
    const date = new Date((Number(read) - EPOCH_DAY) * DAY_MS);
    return isIn(own, [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]);
  }
  const other = isWrittenDate(read) ? datePartsOf(read) : null;
  return other !== null && isIn(own, other);
}

/** Whether each number of a text is one of a date; the year may have two digits. */
function isIn(own: readonly number[], date: readonly number[]): boolean {
  const left = date.flatMap((part) => (part > 99 ? [part, part % 100] : [part]));
  return own.every((part) => {
    const at = left.indexOf(part);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

/** Seconds since midnight of "13:30", "13:30:00", "1:30 PM" or "1:30 p. m."; null for what is no time. */
function secondsOf(text: string): number | null {
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?([ap])\.?\s?m\.?)?$/i.exec(text);
  if (!match) return null;
  const [, hours, minutes, seconds = "0", half] = match;
  const own = half === undefined ? Number(hours) : Number(hours) % 12;
  const hour = half?.toLowerCase() === "p" ? own + 12 : own;
  return hour * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** "1:30" becomes "01:30:00", "1:30 AM" or a part of a day. "13:30" is another time. */
function isSameTime(stored: string, read: string): boolean {
  const own = secondsOf(stored);
  if (own === null) return false;
  const number = numberOf(read);
  return number ? Math.abs(number.value - own / 86_400) < 1e-6 : secondsOf(read) === own;
}
