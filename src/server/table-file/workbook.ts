// A workbook (ISO/IEC 29500, transitional and strict): its sheets, its texts, and what its number formats say.
import { posix } from "node:path";
import { failure, type Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { numberKind, type NumberKind } from "../../domain/table/sheet-cell.ts";
import { openZip, type Entry, type ZipArchive, type ZipBytes } from "../zip/zip-archive.ts";
import { readPart, type PartHandlers } from "./xml-part.ts";

export type SheetOfBook = {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
};
export type Workbook = {
  /** Those with cells, in their order: a chart on a sheet of its own is none. */
  readonly sheets: readonly SheetOfBook[];
  readonly is1904: boolean;
  readonly texts: readonly string[];
  /** What a number is by the style of its cell. */
  kindOf(style: number): NumberKind;
  read(path: string, handlers: PartHandlers): Promise<void>;
  refuse(problem: Problem): Error;
  close(): void;
};

/** Letters of all texts together; a sheet of a million rows has about 20 million. */
const MOST_TEXT_LETTERS = 60_000_000;
const MOST_SHEETS = 200;

/** @throws Failure FILE_REFUSED with what the file is, and the way out */
export async function openWorkbook(from: ZipBytes, file: string): Promise<Workbook> {
  const refuse = (problem: Problem) => failure("FILE_REFUSED", { file, ...problem });
  const zip = await openZip(from, file, () => null, limits.kmzEntries);
  try {
    return await readWorkbook(zip, refuse);
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readWorkbook(
  zip: ZipArchive,
  refuse: (problem: Problem) => Error,
): Promise<Workbook> {
  const byPath = new Map(zip.entries.map((entry) => [entry.fileName.toLowerCase(), entry]));
  const entryOf = (path: string) => byPath.get(path.toLowerCase().replace(/^\//, ""));
  const other = await otherFormat(zip, entryOf);
  if (other) throw refuse({ reason: other });
  const read = async (path: string, handlers: PartHandlers) => {
    const entry = entryOf(path);
    if (!entry)
      throw refuse({ reason: "sheet_part_missing", values: { entry: path.slice(0, 200) } });
    await readPart(await zip.stream(entry), handlers, ({ line, ...problem }) =>
      refuse({
        ...problem,
        values: { ...problem.values, entry: path },
        ...(line !== undefined && { line }),
      }),
    );
  };
  const main = await mainPart(read, entryOf);
  if (main === null) throw refuse({ reason: "sheet_no_workbook" });
  const targets = await relationsOf(read, entryOf, main);
  const { named, is1904 } = await sheetsOf(read, main);
  const all = named.flatMap(({ name, id, isHidden }): SheetOfBook[] => {
    const target = targets.get(id);
    if (target?.type === "chartsheet" || target?.type === "dialogsheet") return [];
    if (!target || target.isOutside) {
      throw refuse({ reason: "sheet_part_missing", values: { entry: name.slice(0, 200) } });
    }
    return [{ name, path: target.path, isHidden }];
  });
  if (all.length > MOST_SHEETS) {
    throw refuse({ reason: "sheet_count", values: { found: all.length, most: MOST_SHEETS } });
  }
  const partOf = (type: string) =>
    [...targets.values()].find((target) => target.type === type && !target.isOutside)?.path;
  const styles = partOf("styles");
  const kinds = styles && entryOf(styles) ? await kindsOf(read, styles) : [];
  const texts = partOf("sharedStrings");
  return {
    sheets: all,
    is1904,
    texts: texts && entryOf(texts) ? await textsOf(read, texts, refuse) : [],
    kindOf: (style) => kinds[style] ?? "number",
    read,
    refuse,
    close: () => zip.close(),
  };
}

type Read = Workbook["read"];
type EntryOf = (path: string) => Entry | undefined;

/** Other files that are a ZIP as well, by their parts. */
async function otherFormat(zip: ZipArchive, entryOf: EntryOf): Promise<string | null> {
  const has = (path: RegExp) => zip.entries.some(({ fileName }) => path.test(fileName));
  if (entryOf("xl/workbook.bin")) return "table_xlsb";
  if (has(/^Index\/.*\.iwa$/) || entryOf("Index.zip")) return "table_numbers";
  if (has(/^(?:word|ppt)\//)) return "table_office";
  const mime = entryOf("mimetype");
  if (mime && mime.uncompressedSize < 200) {
    const text = (await zip.read(mime)).toString("latin1");
    if (text.startsWith("application/vnd.oasis.opendocument")) return "table_ods";
  }
  if (!entryOf("[Content_Types].xml")) return has(/\.csv$/i) ? "table_zip_csv" : "table_zip";
  return null;
}

type Target = { readonly type: string; readonly path: string; readonly isOutside: boolean };

async function targetsIn(read: Read, path: string, base: string): Promise<Map<string, Target>> {
  const targets = new Map<string, Target>();
  await read(path, {
    open(element, { Id = "", Type = "", Target = "", TargetMode = "" }) {
      if (element !== "Relationship") return;
      const full = Target.startsWith("/") ? Target.slice(1) : posix.join(base, Target);
      const isOutside = TargetMode === "External" || full.startsWith("..");
      targets.set(Id, { type: Type.slice(Type.lastIndexOf("/") + 1), path: full, isOutside });
    },
  });
  return targets;
}

/** Path of the workbook, by the relations of the package. */
async function mainPart(read: Read, entryOf: EntryOf): Promise<string | null> {
  const known = "xl/workbook.xml";
  if (!entryOf("_rels/.rels")) return entryOf(known) ? known : null;
  const targets = await targetsIn(read, "_rels/.rels", "");
  const main = [...targets.values()].find(({ type }) => type === "officeDocument")?.path ?? known;
  return entryOf(main) ? main : null;
}

function relationsOf(read: Read, entryOf: EntryOf, main: string): Promise<Map<string, Target>> {
  const base = posix.dirname(main);
  const path = posix.join(base, "_rels", `${posix.basename(main)}.rels`);
  return entryOf(path) ? targetsIn(read, path, base) : Promise.resolve(new Map());
}

async function sheetsOf(read: Read, main: string) {
  const named: { name: string; id: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await read(main, {
    open(element, attributes) {
      const { date1904 = "", name = "", state = "visible" } = attributes;
      if (element === "workbookPr") is1904 = date1904 === "1" || date1904 === "true";
      if (element !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
      named.push({ name, id, isHidden: state !== "visible" });
    },
  });
  return { named, is1904 };
}

async function kindsOf(read: Read, path: string): Promise<NumberKind[]> {
  const codes = new Map<number, string>();
  const kinds: NumberKind[] = [];
  let isCells = false;
  await read(path, {
    open(element, { numFmtId = "0", formatCode = "" }) {
      if (element === "numFmt") codes.set(Number(numFmtId), formatCode);
      else if (element === "cellXfs") isCells = true;
      else if (element === "xf" && isCells) {
        kinds.push(numberKind(Number(numFmtId), codes.get(Number(numFmtId))));
      }
    },
    close(element) {
      if (element === "cellXfs") isCells = false;
    },
  });
  return kinds;
}

async function textsOf(
  read: Read,
  path: string,
  refuse: (problem: Problem) => Error,
): Promise<string[]> {
  const texts: string[] = [];
  let letters = 0;
  let text = "";
  let isText = false;
  let phonetic = 0;
  await read(path, {
    open(element) {
      if (element === "si") text = "";
      // How a text is pronounced is no part of it.
      else if (element === "rPh") phonetic += 1;
      isText = element === "t" && phonetic === 0;
    },
    text(part) {
      if (!isText) return;
      letters += part.length;
      if (letters > MOST_TEXT_LETTERS) {
        const values = { most: limits.resultWorkbookBytes / 1024 ** 2 };
        throw refuse({ reason: "table_book_too_large", values });
      }
      text += part;
    },
    close(element) {
      isText = false;
      if (element === "rPh") phonetic -= 1;
      if (element === "si") texts.push(plainText(text));
    },
  });
  return texts;
}

/** `_x000D_` stands for a character that XML does not allow. */
export const plainText = (text: string) =>
  text.includes("_x")
    ? text.replaceAll(/_x([\dA-F]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
