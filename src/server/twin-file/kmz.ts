// KMZ: a ZIP that contains a KML.
import { openZip, type Entry } from "../zip/zip-archive.ts";
import { readKmlStream } from "./kml.ts";
import { fileRefused, type FeatureReader } from "./raw-feature.ts";

/** The main KML: `doc.kml`, else the first one in the topmost folder. */
function mainKml(entries: readonly Entry[]): Entry | undefined {
  const depth = ({ fileName }: Entry) => fileName.split("/").length;
  return entries
    .filter(({ fileName }) => /\.kml$/i.test(fileName) && !fileName.startsWith("__MACOSX/"))
    .toSorted(
      (a, b) =>
        depth(a) - depth(b) ||
        Number(/^doc\.kml$/i.test(b.fileName)) - Number(/^doc\.kml$/i.test(a.fileName)),
    )[0];
}

export const readKmz: FeatureReader = async (source, sink) => {
  const zip = await openZip(source, source.name);
  try {
    const main = mainKml(zip.entries);
    if (main === undefined) throw fileRefused(source, { reason: "kmz_no_kml" });
    await readKmlStream(await zip.stream(main), source, sink);
  } finally {
    zip.close();
  }
};
