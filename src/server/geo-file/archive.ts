// A ZIP by its content: KML, shapefiles, or other files with shapes, each with the .prj beside it.
import { limits } from "../../domain/limits.ts";
import { openZip, type Entry } from "../zip/zip-archive.ts";
import { bufferSource } from "./buffer-source.ts";
import { readKmls } from "./kmz.ts";
import {
  fileRefused,
  unreadNote,
  type FeatureReader,
  type FeatureSink,
  type TwinSource,
} from "./raw-feature.ts";
import { besideText, readShapefiles } from "./shapefile.ts";
import { readXlsx } from "./xlsx.ts";

const isHidden = ({ fileName }: Entry) =>
  fileName.endsWith("/") || /(?:^|\/)(?:__MACOSX\/|\.)/.test(fileName);
const has = (entry: Entry, endings: RegExp) => endings.test(entry.fileName) && !isHidden(entry);

/** Files with shapes, whether they are read inside an archive or not. */
const shaped =
  /\.(?:shp|kml|kmz|geojson|json|geojsonl|geojsons|ndjson|fgb|gpkg|dxf|dwg|gml|csv|xlsx|parquet|geoparquet|gdbtable|zip)$/i;

/** Files of one kind are read; the others may repeat them, so they are said and not read. */
function sayUnread(entries: readonly Entry[], read: readonly Entry[], sink: FeatureSink): void {
  const others = entries.filter((entry) => has(entry, shaped) && !read.includes(entry));
  if (others.length === 0) return;
  sink.note?.(
    unreadNote(
      "zip_not_read",
      others.map(({ fileName }) => fileName),
    ),
  );
}

/** @param readerFor the reader of a file inside, by its first bytes */
export const archiveReader =
  (readerFor: (source: TwinSource, head: Buffer) => FeatureReader): FeatureReader =>
  async (source, sink) => {
    const zip = await openZip(source, source.name, () => null, limits.kmzEntries);
    try {
      const of = (endings: RegExp) => zip.entries.filter((entry) => has(entry, endings));
      const shapes = of(/\.shp$/i);
      if (shapes.length > 0) {
        sayUnread(zip.entries, shapes, sink);
        await readShapefiles(zip, shapes, source, sink);
        return;
      }
      const kmls = of(/\.kml$/i);
      if (kmls.length > 0 || /\.kmz$/i.test(source.name)) {
        sayUnread(zip.entries, kmls, sink);
        await readKmls(zip, source, sink);
        return;
      }
      if (of(/\.gdbtable$/i).length > 0) throw fileRefused(source, { reason: "format_gdb" });
      if (of(/^xl\/workbook\./i).length > 0) {
        await readXlsx(source, sink);
        return;
      }
      const files = of(
        /\.(?:geojson|json|geojsonl|geojsons|ndjson|fgb|gpkg|dxf|csv|parquet|geoparquet)$/i,
      );
      if (files.length === 0) {
        const reason = of(/\.(?:zip|kmz)$/i).length > 0 ? "zip_in_zip" : "zip_no_shapes";
        throw fileRefused(source, { reason });
      }
      sayUnread(zip.entries, files, sink);
      for (const entry of files) {
        const bytes = await zip.read(entry);
        sink.part?.(entry.fileName);
        const name = `${source.name}/${entry.fileName}`;
        const prj = await besideText(zip, entry, "prj");
        const { component_type, chosen_system } = source;
        const placed = { hasSystem: prj !== null, system: prj ?? undefined, chosen_system };
        const inner = { ...bufferSource(name, bytes, component_type), ...placed };
        if (prj) sink.crs(prj);
        const isArchive = bytes.toString("latin1", 0, 2) === "PK";
        if (isArchive) throw fileRefused(inner, { reason: "zip_in_zip" });
        await readerFor(inner, bytes.subarray(0, 512))(inner, sink);
      }
    } finally {
      zip.close();
    }
  };
