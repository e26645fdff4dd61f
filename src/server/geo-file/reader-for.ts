// Which reader a file has, by its first bytes and its ending. Every import of the product asks here.
import { namedFormat, xmlRoot } from "../../domain/geometry/format-name.ts";
import { namedEnding } from "../../domain/geometry/geo-file.ts";
import { archiveReader } from "./archive.ts";
import { readCsv } from "./csv.ts";
import { readDxf } from "./dxf/dxf.ts";
import { readFlatGeobuf } from "./flatgeobuf.ts";
import { readGeoJsonLines, RECORD_SEPARATOR } from "./geojson-lines.ts";
import { readGeoJson } from "./geojson.ts";
import { readGeoPackage } from "./geopackage.ts";
import { readGeoParquet } from "./geoparquet.ts";
import { readGpx } from "./gpx.ts";
import { readKml } from "./kml.ts";
import { fileRefused, type FeatureReader, type TwinSource } from "./raw-feature.ts";

const startsWith = (head: Buffer, text: string) =>
  head.subarray(0, text.length).equals(Buffer.from(text, "latin1"));

/** A table holds no control characters but tabs and line breaks. */
const isTable = (text: string) => !/[^\P{Cc}\t\r\n\u0080-\u009f]/u.test(text);

const readArchive = archiveReader(readerFor);

/**
 * The reader for a file.
 * @param head at least 512 bytes of it, or all
 * @throws FILE_REFUSED for other formats, with the name of the format and the way out
 */
export function readerFor(source: TwinSource, head: Buffer): FeatureReader {
  if (head.length === 0) throw fileRefused(source, { reason: "file_empty" });
  if (startsWith(head, "fgb\u0003")) return readFlatGeobuf;
  if (startsWith(head, "fgb")) throw fileRefused(source, { reason: "fgb_version" });
  if (startsWith(head, "PK")) return readArchive;
  if (startsWith(head, "SQLite format 3")) return readGeoPackage;
  // The second one has an encrypted footer, which the reader says.
  if (startsWith(head, "PAR1") || startsWith(head, "PARE")) return readGeoParquet;
  const isUtf16 = startsWith(head, "\u00ff\u00fe") || startsWith(head, "\u00fe\u00ff");
  const text = head
    .toString(isUtf16 && head[0] === 0xff ? "utf16le" : "latin1")
    .replace(/^(?:\u00ef\u00bb\u00bf|\ufeff|\u00fe\u00ff)/, "")
    .replaceAll("\u0000", "")
    .trimStart();
  const named = namedFormat(head, text);
  if (named !== null) throw fileRefused(source, { reason: named });
  if (text.startsWith("<")) return xmlRoot(text) === "gpx" ? readGpx : readKml;
  const isCsv = /\.(?:csv|tsv|txt)$/i.test(source.name) && isTable(text);
  if (isUtf16 && !isCsv) throw fileRefused(source, { reason: "file_not_utf8" });
  if (head[0] === RECORD_SEPARATOR) return readGeoJsonLines;
  if (/^[{[]/.test(text)) return readGeoJson;
  if (text === "") throw fileRefused(source, { reason: "file_empty" });
  if (/^0\s*\r?\n\s*SECTION\b/.test(text) || /^999\s*\r?\n/.test(text)) return readDxf;
  if (isCsv) return readCsv;
  const reason = namedEnding(source.name);
  if (reason !== null) throw fileRefused(source, { reason });
  throw fileRefused(source, { reason: "format_unknown" });
}

/** The first bytes of a file, as many as `readerFor` needs. */
export async function headOf(source: TwinSource): Promise<Buffer> {
  if (source.bytes === 0) return Buffer.alloc(0);
  const parts: Buffer[] = [];
  for await (const chunk of await source.open({ start: 0, end: Math.min(source.bytes, 512) - 1 })) {
    parts.push(chunk as Buffer);
  }
  return Buffer.concat(parts);
}
