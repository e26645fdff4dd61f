// KMZ: a ZIP that contains a KML.
import { limits } from "../../domain/limits.ts";
import { openZip, type Entry } from "../zip/zip-archive.ts";
import { readKmlStream } from "./kml.ts";
import { fileRefused, type FeatureReader } from "./raw-feature.ts";

/** The main KML: `doc.kml`, else the first one in the topmost folder. */
function mainKml(entries: readonly Entry[]): Entry | undefined {
  let main: Entry | undefined;
  let least = Infinity;
  for (const entry of entries) {
    const { fileName } = entry;
    if (!/\.kml$/i.test(fileName) || fileName.startsWith("__MACOSX/")) continue;
    const depth = /^doc\.kml$/i.test(fileName) ? 0 : fileName.split("/").length;
    if (depth >= least) continue;
    main = entry;
    least = depth;
  }
  return main;
}

export const readKmz: FeatureReader = async (source, sink) => {
  const zip = await openZip(source, source.name, () => null, limits.kmzEntries);
  try {
    const main = mainKml(zip.entries);
    if (main === undefined) throw fileRefused(source, { reason: "kmz_no_kml" });
    await readKmlStream(await zip.stream(main), source, sink);
  } finally {
    zip.close();
  }
};
