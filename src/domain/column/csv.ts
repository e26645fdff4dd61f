// Writes CSV that spreadsheets read but never execute (RFC 4180; OWASP, CSV injection).

/**
 * Spreadsheets treat a cell with this beginning as a formula, or hide an apostrophe in front of it.
 * Full-width signs too: programs for Asian markets take them for the narrow ones. With the apostrophes counted in, a text is never the protected form of another one.
 */
const formulaStart = /^'*[=+\-@＝＋－＠\t\r\n]/;
const needsQuotes = /[",;\r\n]/;

/** One cell: text that a spreadsheet would run gets an apostrophe before it; null and NaN are empty. */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = formulaStart.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a cell as it was before it was protected from spreadsheets. */
export function csvText(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell;
}

/** One line with its line break. */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}
