// Reads the table of a shapefile (dBASE III and later). Whole numbers keep all their digits, and texts are those of
// the table's code page.

import { isUtf8 } from "node:buffer";
import { readNumber, settledNumber } from "../../domain/number-text.ts";

type Column = { readonly name: string; readonly type: string; readonly length: number };

const HEADER_BYTES = 32;
const COLUMN_BYTES = 32;
const END_OF_COLUMNS = 0x0d;
const DELETED = 0x2a;
const MOST_COLUMNS = 1000;

/** Code pages by the byte that dBASE writes for them. */
const pages: Readonly<Record<number, string>> = {
  0x01: "ibm437",
  0x02: "ibm850",
  0x03: "windows-1252",
  0x57: "windows-1252",
  0x64: "ibm852",
  0x65: "ibm866",
  0xc8: "windows-1250",
  0xc9: "windows-1251",
  0xca: "windows-1254",
  0xcb: "windows-1253",
};

/** Upper halves of code pages of DOS, which TextDecoder lacks, from byte 128. */
const dosPages: Readonly<Record<string, string>> = {
  437: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  850: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  852: "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
};

type Decode = (bytes: Buffer) => string;

const dosDecode =
  (upper: string): Decode =>
  (bytes) =>
    bytes
      .toString("latin1")
      .replaceAll(/[\u0080-\u00ff]/g, (one) => upper[one.charCodeAt(0) - 128]!);

const withDecoder =
  (decoder: TextDecoder): Decode =>
  (bytes) =>
    decoder.decode(bytes);

/** By the name of an encoding, such as the content of a .cpg file; null for an unknown one. */
export function decodeOf(label: string): Decode | null {
  const page = /^(?:ansi |oem |cp|ibm|windows-|lang[_ ]?)?(\d{3,5})$/i.exec(label.trim())?.[1];
  const upper = page ? dosPages[page] : undefined;
  if (upper !== undefined) return dosDecode(upper);
  const names: Readonly<Record<string, string>> = {
    65001: "utf-8",
    28591: "latin1",
    88591: "latin1",
    866: "ibm866",
    932: "shift_jis",
    936: "gbk",
    949: "euc-kr",
    950: "big5",
  };
  const name = page
    ? (names[page] ?? `windows-${page}`)
    : label.trim().replace(/^iso ?8859/i, "iso-8859");
  try {
    return withDecoder(new TextDecoder(name));
  } catch {
    return null;
  }
}

/**
 * What its bytes are by themselves: UTF-8 where a letter is written so, which no other encoding does by chance. Many
 * programs write it and name another one in the header, and the .cpg beside it was left out of the ZIP.
 */
function isUtf8Text(bytes: Buffer): boolean {
  return bytes.some((byte) => byte > 127) && isUtf8(bytes);
}

function columnsOf(bytes: Buffer, headerBytes: number, decode: Decode): Column[] {
  const columns: Column[] = [];
  for (let at = HEADER_BYTES; at + COLUMN_BYTES <= headerBytes; at += COLUMN_BYTES) {
    if (bytes[at] === END_OF_COLUMNS || columns.length === MOST_COLUMNS) break;
    const name = decode(bytes.subarray(at, at + 11))
      .split("\0")[0]!
      .trim();
    columns.push({ name, type: String.fromCharCode(bytes[at + 11]!), length: bytes[at + 16]! });
  }
  return columns;
}

function valueOf(type: string, text: string): unknown {
  if (type === "C") return text.trimEnd();
  const value = text.trim();
  if (value === "" || value.startsWith("*")) return null;
  if (type === "L") return /^[yt]$/i.test(value) ? true : /^[nf]$/i.test(value) ? false : null;
  if (type !== "N" && type !== "F") return value;
  const number = value.includes(",") ? withComma(value) : Number(value);
  if (!Number.isFinite(number)) return null;
  return /^-?\d+$/.test(value) && !Number.isSafeInteger(number) ? value : number;
}

/** Some programs write the decimal comma of their language; the format has no sign of thousands. NaN for another text. */
function withComma(value: string): number {
  const reading = settledNumber(readNumber(value), { decimal: "," });
  return reading.kind === "number" ? reading.value : Number.NaN;
}

/** Encodings whose letters have one or two bytes: two of them may look like a letter of UTF-8. */
const isWide = (label: string) => /gb|big5|shift|jis|euc|9[345]\d|iso-2022/i.test(label);
const isUtf8Label = (label: string) => /^(?:utf[- ]?8|cp65001|65001)$/i.test(label.trim());
/** A letter that UTF-8 writes with two bytes or more; a table may cut the last one of a text. */
const utf8Letter = /[\u00c3-\u00f4][\u0080-\u00bf]/;

/** Whether the letters of a table are others than its .cpg says: UTF-8 that it does not name, or another encoding. */
function contradicts(codePage: string, text: Buffer): boolean {
  if (isUtf8Label(codePage)) return !isUtf8(text) && !utf8Letter.test(text.toString("latin1"));
  return !isWide(codePage) && isUtf8Text(text);
}

export type DbfRows = {
  /** The letters are others than the .cpg says, and were read as they are. */
  readonly isOtherPage: boolean;
  /** Names that several columns have, as where a program cut them to ten letters: the first of them counts. */
  readonly repeated: readonly string[];
  /** As the header says; each row is there. */
  readonly count: number;
  /** The row of a shape, from 0; null where it is marked as deleted. */
  at(row: number): Readonly<Record<string, unknown>> | null;
};

/**
 * @param codePage content of the .cpg file; null without one
 * @returns null for a damaged table, and for one that is cut off
 */
export function dbfRows(bytes: Buffer, codePage: string | null): DbfRows | null {
  if (bytes.length < HEADER_BYTES) return null;
  const [count, headerBytes, rowBytes] = [
    bytes.readUInt32LE(4),
    bytes.readUInt16LE(8),
    bytes.readUInt16LE(10),
  ];
  if (headerBytes < HEADER_BYTES || rowBytes === 0) return null;
  if (headerBytes + count * rowBytes > bytes.length) return null;
  // Not its head, whose numbers are no text.
  const text = bytes.subarray(headerBytes);
  const stated = codePage === null ? null : decodeOf(codePage);
  const isOtherPage = stated !== null && contradicts(codePage!, text);
  const decode =
    (isOtherPage ? null : stated) ??
    (isUtf8Text(text) ? decodeOf("utf-8") : null) ??
    decodeOf(pages[bytes[29]!] ?? "") ??
    withDecoder(new TextDecoder("windows-1252"));
  const columns = columnsOf(bytes, headerBytes, decode);
  const width = columns.reduce((sum, { length }) => sum + length, 1);
  if (width > rowBytes) return null;
  const at = (row: number) => {
    const start = headerBytes + row * rowBytes;
    if (row >= count || bytes[start] === DELETED) return null;
    const values: Record<string, unknown> = {};
    let cell = start + 1;
    for (const { name, type, length } of columns) {
      if (!Object.hasOwn(values, name))
        values[name] = valueOf(type, decode(bytes.subarray(cell, cell + length)));
      cell += length;
    }
    return values;
  };
  const names = columns.map(({ name }) => name);
  const repeated = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  return { count, at, isOtherPage, repeated };
}
