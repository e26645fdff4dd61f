// What a file with a table is, by its first bytes.
import { failure } from "../../domain/error.ts";

/** The names of the parts of an old Office file stand in it as UTF-16. */
const holds = (bytes: Buffer, text: string) => bytes.includes(Buffer.from(text, "utf16le"));
const begins = (head: Buffer, text: string) => head.toString("latin1", 0, text.length) === text;

/**
 * True for a workbook, false for a text.
 * @param bytes the file, or its beginning
 * @throws Failure FILE_REFUSED for other formats, with the name of the format and the way out
 */
export function isWorkbook(bytes: Buffer, file: string): boolean {
  const reason = refusedFormat(bytes, file);
  if (reason) throw failure("FILE_REFUSED", { reason, file });
  return begins(bytes, "PK");
}

function refusedFormat(bytes: Buffer, file: string): string | null {
  const isNamedWorkbook = /\.(?:xlsx|xlsm|xltx|xls|xlsb|ods|numbers)$/i.test(file);
  if (bytes.length === 0) return "file_empty";
  if (begins(bytes, "\u00d0\u00cf\u0011\u00e0")) {
    if (holds(bytes, "EncryptedPackage")) return "table_encrypted";
    return holds(bytes, "Workbook") || holds(bytes, "Book") ? "table_xls" : "table_office";
  }
  // BIFF 2 to 4: a workbook of before 1993 is one stream.
  if (
    bytes[0] === 0x09 &&
    [0x00, 0x02, 0x04].includes(bytes[1] ?? 1) &&
    bytes[2]! < 8 &&
    bytes[3] === 0
  ) {
    return "table_xls";
  }
  if (begins(bytes, "%PDF-")) return "format_pdf";
  if (begins(bytes, "PAR1")) return "format_parquet";
  if (begins(bytes, "PK")) return null;
  const text = bytes.toString("latin1", 0, 1024).replace("\u00ef\u00bb\u00bf", "").trimStart();
  if (/^<(?:!doctype html|html|table|meta|style)\b/i.test(text)) return "table_html";
  if (text.startsWith("<") && text.includes("urn:schemas-microsoft-com:office:spreadsheet")) {
    return "table_xml";
  }
  if (!isNamedWorkbook) return null;
  return /[^\P{Cc}\t\r\n\u0080-\u009f]/u.test(text) ? "table_not_workbook" : "table_text";
}
