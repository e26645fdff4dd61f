// KMZ that must be refused before anything is unpacked, or because of what is in it.
import type { BadFile } from "./bad-file.fixture.ts";
import { goodKml } from "./bad-kml.fixture.ts";
import { zip } from "../zip/zip.fixture.ts";

const kmz = (title: string, bytes: Buffer, reason: string, place?: BadFile["place"]): BadFile => ({
  title,
  name: "tracker.kmz",
  bytes,
  reason,
  ...(place && { place }),
});
const goodZip = zip({ name: "doc.kml", content: goodKml });

export const badKmzs: readonly BadFile[] = [
  kmz("an archive without entries", zip(), "kmz_no_kml"),
  kmz("an archive without a KML", zip({ name: "a.txt", content: "x" }), "kmz_no_kml"),
  kmz(
    "an entry above the archive",
    zip({ name: "../doc.kml", content: goodKml }),
    "zip_entry_path",
  ),
  kmz(
    "an entry far above the archive",
    zip({ name: "a/../../doc.kml", content: goodKml }),
    "zip_entry_path",
  ),
  kmz("an absolute entry", zip({ name: "/etc/doc.kml", content: goodKml }), "zip_entry_path"),
  kmz("an entry on a drive", zip({ name: "C:/doc.kml", content: goodKml }), "zip_entry_path"),
  kmz(
    "an entry with backslashes",
    zip({ name: "..\\doc.kml", content: goodKml }),
    "zip_entry_path",
  ),
  kmz("a link", zip({ name: "doc.kml", content: "/etc/passwd", mode: 0o120777 }), "zip_link"),
  kmz("an encrypted entry", zip({ name: "doc.kml", content: goodKml, flags: 1 }), "zip_encrypted"),
  kmz("a bomb", zip({ name: "doc.kml", content: " ".repeat(32 * 1024 ** 2) }), "zip_bomb"),
  kmz(
    "a bomb beside the KML",
    zip(
      { name: "doc.kml", content: goodKml },
      { name: "x.png", content: "\u0000".repeat(64 * 1024 ** 2) },
    ),
    "zip_bomb",
  ),
  kmz(
    "an entry that says it is small",
    zip({ name: "doc.kml", content: goodKml, size: 10 }),
    "zip_sizes_lie",
  ),
  kmz(
    "an entry that says it is large",
    zip({ name: "doc.kml", content: goodKml, size: 90_000 }),
    "zip_sizes_lie",
  ),
  kmz(
    "an entry longer than the archive",
    zip({ name: "doc.kml", content: goodKml, packed: 1_000_000 }),
    "zip_entry_broken",
  ),
  kmz(
    "an unknown compression",
    zip({ name: "doc.kml", content: goodKml, method: 99 }),
    "zip_entry_broken",
  ),
  kmz("an archive cut off", goodZip.subarray(0, -30), "zip_broken"),
  kmz("four letters", Buffer.from("PK\u0003\u0004"), "zip_broken"),
  kmz(
    "damaged data",
    Buffer.concat([goodZip.subarray(0, 45), Buffer.alloc(30, 0xff), goodZip.subarray(75)]),
    "zip_entry_broken",
  ),
  kmz(
    "a broken KML inside",
    zip({ name: "doc.kml", content: goodKml.slice(0, 150) }),
    "xml_syntax",
    { line: 2 },
  ),
  kmz(
    "an entity bomb inside",
    zip({ name: "doc.kml", content: `<!DOCTYPE kml [<!ENTITY a "b">]>${goodKml}` }),
    "xml_doctype",
  ),
  kmz("something else called KML inside", zip({ name: "doc.kml", content: "{}" }), "xml_syntax"),
];
