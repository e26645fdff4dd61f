// Rows of a CSV file as a clipboard has them: a table for spreadsheets and texts, and lines with tabs for the rest.
import { csvReader } from "../result-file/csv-reader.ts";
import { escapeXml } from "../xml.ts";

/** Bytes that are read at once: about as many cells as a piece of a file has. */
const BYTES_PER_PIECE = 32_768;

/**
 * @param csv with a head, as `csvFile` writes it: what a spreadsheet would run stays protected
 * @param pause lets others have their turn
 */
export async function pastedTable(
  csv: string,
  pause: () => Promise<unknown>,
): Promise<{ readonly text: string; readonly html: string }> {
  let [text, html] = ["", ""];
  const reader = csvReader((cells) => {
    const isHead = html === "";
    const tag = isHead ? "th" : "td";
    const line = cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, " ")).join("\t");
    text += isHead ? line : `\n${line}`;
    html += `<tr>${cells.map((cell) => `<${tag}>${escapeXml(cell)}</${tag}>`).join("")}</tr>`;
  });
  // A title of a column may hold what else would be taken for the separator.
  const bytes = new TextEncoder().encode(`sep=,\r\n${csv.replace(/^\uFEFF/, "")}`);
  for (let at = 0; at < bytes.length; at += BYTES_PER_PIECE) {
    reader.write(bytes.subarray(at, at + BYTES_PER_PIECE));
    await pause();
  }
  reader.end();
  return { text, html: `<table>${html}</table>` };
}
