// Workbooks made by hand, part by part, including inconsistent ones.
import { zip, type ZipEntry } from "../zip/zip.fixture.ts";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
const documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

export type BookParts = {
  /** XML inside `sheetData` by the name of the sheet. */
  readonly sheets: Readonly<Record<string, string>>;
  /** XML after `sheetData`. */
  readonly after?: string;
  readonly before?: string;
  readonly texts?: readonly string[];
  readonly hidden?: readonly string[];
  readonly workbookPr?: string;
  /** Replaces a part; null leaves it out. */
  readonly parts?: Readonly<Record<string, string | null>>;
};

export function book(given: BookParts): Buffer {
  const names = Object.keys(given.sheets);
  const files: Record<string, string | null> = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": `<Relationships xmlns="${relations}"><Relationship Id="r" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${documents}">${given.workbookPr ?? ""}<sheets>${names
      .map((name, at) => {
        const state = given.hidden?.includes(name) ? ' state="hidden"' : "";
        return `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state} r:id="s${at}"/>`;
      })
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${relations}">${names
      .map(
        (_, at) =>
          `<Relationship Id="s${at}" Type="${documents}/worksheet" Target="worksheets/s${at}.xml"/>`,
      )
      .join(
        "",
      )}<Relationship Id="t" Type="${documents}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    "xl/sharedStrings.xml": `<sst xmlns="${main}">${(given.texts ?? []).map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join("")}</sst>`,
    ...Object.fromEntries(
      Object.values(given.sheets).map((rows, at) => [
        `xl/worksheets/s${at}.xml`,
        `<worksheet xmlns="${main}">${given.before ?? ""}<sheetData>${rows}</sheetData>${given.after ?? ""}</worksheet>`,
      ]),
    ),
    ...given.parts,
  };
  const entries = Object.entries(files).flatMap(([name, content]): ZipEntry[] =>
    content === null ? [] : [{ name, content: Buffer.from(content) }],
  );
  return zip(...entries);
}

/** A row of texts and numbers, as many programs write it. */
export function row(line: number, cells: readonly (string | number)[]): string {
  const written = cells.map((cell) =>
    typeof cell === "number"
      ? `<c><v>${cell}</v></c>`
      : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`,
  );
  return `<row r="${line}">${written.join("")}</row>`;
}
