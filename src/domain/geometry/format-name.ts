// Formats that are recognised and not read: the reason says what the file is, and the way out.

type Known = { readonly reason: string; readonly is: (head: Uint8Array, text: string) => boolean };

/** Bytes as letters of Latin-1, one for each. */
export const lettersOf = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));
const begins =
  (...starts: readonly string[]) =>
  (head: Uint8Array) =>
    starts.some((start) => lettersOf(head, 0, start.length) === start);
const at = (offset: number, letters: string) => (head: Uint8Array) =>
  lettersOf(head, offset, offset + letters.length) === letters;

const known: readonly Known[] = [
  { reason: "format_dwg", is: (head) => /^AC1[.\d]/.test(lettersOf(head, 0, 6)) },
  { reason: "format_dxf_binary", is: begins("AutoCAD Binary DXF") },
  { reason: "format_pdf", is: begins("%PDF-") },
  { reason: "format_tiff", is: begins("II*\0", "MM\0*", "II+\0", "MM\0+") },
  { reason: "format_picture", is: begins("\u00ff\u00d8\u00ff", "\u0089PNG", "GIF8", "BM", "RIFF") },
  { reason: "format_picture", is: at(4, "ftyp") },
  { reason: "format_xls", is: begins("\u00d0\u00cf\u0011\u00e0") },
  {
    reason: "format_packed",
    is: begins("\u001f\u008b", "7z\u00bc\u00af", "Rar!", "BZh", "\u00fd7zXZ"),
  },
  { reason: "format_las", is: begins("LASF") },
  { reason: "format_shp_alone", is: begins("\0\0'\n") },
  { reason: "format_dgn", is: begins("\u0008\u0009\u00fe\u0002") },
  { reason: "format_mif", is: (_, text) => /^(?:version\s+\d+|!table)/i.test(text) },
  {
    reason: "format_wkt_alone",
    is: (_, text) => /^(?:PROJ|GEOG|COMPD)(?:CS|CRS)\s*\[/i.test(text),
  },
  { reason: "format_ifc", is: begins("ISO-10303-21") },
];

/** XML that is not KML, by its outermost element. */
const roots: Readonly<Record<string, string>> = {
  osm: "format_osm",
  FeatureCollection: "format_gml",
  html: "format_html",
  LandXML: "format_landxml",
  svg: "format_svg",
};

/** The name of the outermost element without its prefix; "" where there is none. */
export const xmlRoot = (text: string): string =>
  /<(?:[\w-]+:)?([A-Za-z]\w*)[\s>/]/.exec(text.replace(/<[?!][^>]*>/g, ""))?.[1] ?? "";

/** The reason why a file with this beginning is not read; null for one that is not known. */
export function namedFormat(head: Uint8Array, text: string): string | null {
  if (/^\s*<!doctype html/i.test(text)) return "format_html";
  if (text.startsWith("<")) return roots[xmlRoot(text)] ?? null;
  return known.find(({ is }) => is(head, text))?.reason ?? null;
}
