// Rows of a CSV file as a clipboard has them: a table for spreadsheets and texts, and lines with tabs for the rest.
import { csvReader } from "../result-file/csv-reader.ts";
import { escapeXml } from "../xml.ts";

/** @param csv with a head, as `csvFile` writes it: what a spreadsheet would run stays protected */
export function pastedTable(csv: string): { readonly text: string; readonly html: string } {
  const rows: string[][] = [];
  const reader = csvReader((fields) => void rows.push(fields));
  // A title of a column may hold what else would be taken for the separator.
  reader.write(new TextEncoder().encode(`sep=,\r\n${csv.replace(/^\uFEFF/, "")}`));
  reader.end();
  const line = (cells: readonly string[]) =>
    cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, " ")).join("\t");
  const html = rows.map((cells, at) => {
    const tag = at === 0 ? "th" : "td";
    return `<tr>${cells.map((cell) => `<${tag}>${escapeXml(cell)}</${tag}>`).join("")}</tr>`;
  });
  return { text: rows.map(line).join("\n"), html: `<table>${html.join("")}</table>` };
}
