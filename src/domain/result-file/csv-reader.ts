// Streaming CSV reader (RFC 4180). The header decides between `,`, `;`, tab and `|`, or a line `sep=` before it does. A
// byte order mark is accepted, and says whether the text is UTF-8 or UTF-16, as Excel writes "Unicode text".
import { failure, type Failure } from "../error.ts";
import { wordCount } from "../table/guessed-head.ts";
import { bestHead, isSecondHead, type HeadLine } from "../table/head-line.ts";
import { encodingOf, firstHigh, isLetter } from "./text-encoding.ts";

export type CsvReader = {
  /** @throws Failure FILE_REFUSED with the line of the fault */
  write(chunk: Uint8Array): void;
  end(): void;
  /** Stands between the fields; "" before the first line is known. */
  separator(): string;
};

/** The most cells and letters of a line: one with more is hardly a table. */
export type TableLimits = { readonly columns: number; readonly letters: number };
const usual: TableLimits = { columns: 256, letters: 65_536 };
/** Control systems write a column for each of thousands of devices. */
export const wideTable: TableLimits = { columns: 2100, letters: 524_288 };

type RankHead = (fields: readonly string[], above?: readonly (readonly string[])[]) => number;

const MARK_BYTES = 2;
/** Bytes of a letter in UTF-8. */
const LONGEST_LETTER = 4;

function joined(one: Uint8Array, other: Uint8Array = new Uint8Array()): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** The separator of a head: semicolons and tabs may stand beside commas, in its words. */
function separatorOf(head: string): string {
  const bare = head.replaceAll(/"[^"]*"/g, "");
  return separators.find((one) => bare.includes(one)) ?? ",";
}

/** A line above the head, or one that may be the head itself, by the separator with which it may. */
type Title = HeadLine & { readonly separator: string; readonly fields: readonly string[] };

/** Lines in which a head is looked for, as in a workbook. */
const MOST_TITLES = 20;
const separators = [";", "\t", ",", "|"];

/**
 * Calls `record` with the fields of every line that is not blank, and its number counted from 1.
 * @param headOf the rank of a line as a head (`headRank`), for a file that may have titles above it: they are passed over.
 * Where none is found, the first line is the first one.
 * @param onOther is called for a text that is not UTF-8 and is read as Windows-1252; without it, such a text is refused
 * @param most a longer line is refused
 * @param isGuessed where no head is found, the line with most words is the first one
 */
export function csvReader(
  record: (fields: string[], line: number) => void,
  headOf?: RankHead,
  onOther?: () => void,
  most: TableLimits = usual,
  isGuessed = false,
): CsvReader {
  let titles: Title[] | null = headOf ? [] : null;
  let decoder: TextDecoder | null = null;
  /** So far all letters were of ASCII, which both encodings have. */
  let isPlain = true;
  let held: Uint8Array = new Uint8Array();
  let head: Uint8Array = new Uint8Array();
  let rest = "";
  /** The head, or the first row of a file without one. */
  let first: readonly string[] | null = null;
  let line = 1;
  let separator = "";

  const fault = (reason: string): Failure => failure("FILE_REFUSED", { reason, line });

  /** Nothing is decoded before the mark is there, if there is one. */
  function decode(chunk?: Uint8Array): string {
    let bytes = chunk;
    if (decoder === null) {
      head = joined(head, chunk);
      if (head.length < MARK_BYTES && chunk) return "";
      decoder = new TextDecoder(encodingOf(head), { fatal: true });
      bytes = head;
    }
    const isLast = chunk === undefined;
    try {
      if (onOther && isPlain && decoder.encoding === "utf-8") return decodePlain(bytes, isLast);
      return decoder.decode(bytes ?? new Uint8Array(), { stream: !isLast });
    } catch {
      throw fault("not_utf8");
    }
  }

  /** Decides the encoding with the first letter that is not of ASCII. */
  function decodePlain(bytes: Uint8Array | undefined, isLast: boolean): string {
    const all = joined(held, bytes);
    held = new Uint8Array();
    const high = firstHigh(all);
    if (high < 0) return decoder!.decode(all, { stream: !isLast });
    if (!isLast && high > all.length - LONGEST_LETTER) {
      held = all.slice(high);
      return decoder!.decode(all.subarray(0, high), { stream: true });
    }
    isPlain = false;
    try {
      return decoder!.decode(all, { stream: !isLast });
    } catch (error) {
      // A letter of UTF-8 is hardly one of the other encoding by chance.
      if (isLetter(all.subarray(high))) throw error;
      onOther?.();
      decoder = new TextDecoder("windows-1252");
      return decoder.decode(all, { stream: !isLast });
    }
  }

  function write(chunk: Uint8Array): void {
    rest += decode(chunk);
    rest = read(rest, false);
    if (rest.length > most.letters) throw fault("csv_record_too_long");
  }

  function end(): void {
    rest += decode();
    // The last line may end without a line break.
    if (rest !== "") rest = read(rest.endsWith("\n") ? rest : `${rest}\n`, true);
    passTitles();
  }

  /** The lines that were held back are rows: there is no head among them. */
  function passTitles(): void {
    let held = titles ?? [];
    titles = null;
    const best = bestHead(held);
    if (best) {
      held = held.slice(held.indexOf(best));
      ({ separator } = best);
    } else if (isGuessed) held = held.slice(guessedHead(held.map(({ text }) => text)));
    const now = line;
    for (const one of held) {
      ({ line } = one);
      take(one.text);
    }
    line = now;
  }

  /** The rank of the line as a head, by the separator that gives it the highest one. */
  function asTitle(text: string): Title {
    const above = (titles ?? []).filter(({ rank }) => rank > 0).map(({ fields }) => fields);
    const rank = headOf?.([text], above) ?? 0;
    let best: Title = { text, line, rank, separator: "", fields: [text] };
    for (const one of separators) {
      if (!text.includes(one)) continue;
      separator = one;
      try {
        const fields = fieldsOf(text);
        const rank = headOf?.(fields, above) ?? 0;
        if (rank > best.rank) best = { text, line, rank, separator, fields };
      } catch {
        // Quotation marks of another separator.
      }
    }
    separator = best.rank === Infinity ? best.separator : "";
    return best;
  }

  /** Where the line with most words stands, by the separator that finds most; it is the one of the file then. */
  function guessedHead(texts: readonly string[]): number {
    const best = { at: 0, words: 1, separator: "" };
    for (const one of separators) {
      separator = one;
      for (const [at, text] of texts.entries()) {
        try {
          const words = wordCount(fieldsOf(text));
          if (words > best.words) Object.assign(best, { at, words, separator: one });
        } catch {
          // Quotation marks of another separator.
        }
      }
    }
    ({ separator } = best);
    return best.at;
  }

  /** Reads all complete records; answers the rest, the beginning of an incomplete one. */
  function read(text: string, isLast: boolean): string {
    let start = 0;
    let quote = text.indexOf('"');
    for (;;) {
      let stop = text.indexOf("\n", start);
      let lines = 1;
      // A line break inside quotes belongs to the field.
      for (let isOpen = false; stop >= 0; lines++) {
        for (; quote >= 0 && quote < stop; quote = text.indexOf('"', quote + 1)) isOpen = !isOpen;
        if (!isOpen || (lines === 1 && !isQuoteOpen(text.slice(start, stop)))) break;
        if (stop - start > most.letters) throw fault("csv_record_too_long");
        stop = text.indexOf("\n", stop + 1);
        if (stop < 0 && isLast) throw fault("csv_quote_not_closed");
      }
      if (stop < 0) return text.slice(start);
      const last = stop > start && text.charCodeAt(stop - 1) === 0x0d ? stop - 1 : stop;
      take(text.slice(start, last));
      line += lines;
      start = stop + 1;
    }
  }

  function take(text: string): void {
    if (text.length > most.letters) throw fault("csv_record_too_long");
    if (text.includes("\0")) throw fault("csv_control_character");
    if (text.trim() === "") return;
    if (titles !== null && separator === "" && !/^"?sep=/i.test(text)) {
      const title = asTitle(text);
      if (title.rank === Infinity) titles = null;
      else {
        titles.push(title);
        if (titles.length >= MOST_TITLES) passTitles();
        return;
      }
    }
    if (separator === "") {
      const stated = /^"?sep=(.)"?$/i.exec(text.trimEnd() === "sep=" ? text : text.trim())?.[1];
      separator = stated ?? separatorOf(text);
      if (stated) return;
    }
    const fields = fieldsOf(text);
    if (fields.length > most.columns) throw fault("csv_too_many_fields");
    if (first === null) first = fields;
    else if (headOf && isSecondHead(first, fields, (row) => headOf(row.map(String))))
      throw fault("table_second_head");
    record(fields, line);
  }

  /** Whether a line ends within a quoted field, which may hold other separators. */
  function isQuoteOpen(text: string): boolean {
    if (separator !== "") return isOpenBy(separator, text);
    if (titles === null || titles.length === 0) return isOpenBy(separatorOf(text), text);
    const most = Math.max(...titles.map(({ rank }) => rank));
    const best = titles.filter(({ rank }) => rank === most).map((one) => one.separator);
    // Where no line is the head so far, it is not known yet which separator the table has.
    const signs = most > 0 ? best : separators;
    return signs.some((sign) => sign !== "" && isOpenBy(sign, text));
  }

  /** The same by a separator. A mark inside another field is one of seconds or inches. */
  function isOpenBy(sign: string, text: string): boolean {
    for (let at = 0; at < text.length;) {
      if (text[at] === '"') {
        let close = text.indexOf('"', at + 1);
        while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
        if (close < 0) return true;
        at = close + 1;
      }
      const next = text.indexOf(sign, at);
      if (next < 0) return false;
      at = next + 1;
    }
    return false;
  }

  const fieldsOf = (text: string) =>
    text.includes('"') ? quotedFields(text) : text.split(separator);

  function quotedFields(text: string): string[] {
    const fields: string[] = [];
    for (let at = 0; ;) {
      if (text[at] !== '"') {
        const stop = text.indexOf(separator, at);
        const field = stop < 0 ? text.slice(at) : text.slice(at, stop);
        // A mark behind a digit is one of seconds or inches.
        if (/(?:^|[^\d.'’′])"/.test(field)) throw fault("csv_quote_misplaced");
        fields.push(field);
        if (stop < 0) return fields;
        at = stop + 1;
        continue;
      }
      let field = "";
      for (at += 1; ;) {
        const close = text.indexOf('"', at);
        if (close < 0) throw fault("csv_quote_not_closed");
        field += text.slice(at, close);
        at = close + 1;
        if (text[at] !== '"') break;
        field += '"';
        at += 1;
      }
      fields.push(field);
      if (at === text.length) return fields;
      if (text[at] !== separator) throw fault("csv_quote_misplaced");
      at += 1;
    }
  }

  return { write, end, separator: () => separator };
}
