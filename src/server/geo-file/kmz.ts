// KMZ: a ZIP that contains a KML, which may link to further KMLs inside.
import { posix } from "node:path";
import type { Entry, ZipArchive } from "../zip/zip-archive.ts";
import { readKmlStream, refuseLink } from "./kml.ts";
import { fileRefused, type FeatureSink, type TwinSource } from "./raw-feature.ts";

const isKml = ({ fileName }: Entry) =>
  /\.kml$/i.test(fileName) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(fileName);

/** The main KML: `doc.kml`, else the first one in the topmost folder. */
function mainKml(entries: readonly Entry[]): Entry | undefined {
  let main: Entry | undefined;
  let least = Infinity;
  for (const entry of entries) {
    const { fileName } = entry;
    if (!isKml(entry)) continue;
    const depth = /^doc\.kml$/i.test(fileName) ? 0 : fileName.split("/").length;
    if (depth >= least) continue;
    main = entry;
    least = depth;
  }
  return main;
}

/** Path in the archive that a link in the file `from` names; null for one that leads out of the archive. */
function pathOf(href: string, from: string): string | null {
  const path = href.replace(/[#?].*$/, "");
  if (path === "" || /^(?:[a-z][a-z\d+.-]*:|[/\\])/i.test(path)) return null;
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // A % that is none of an address stays.
  }
  const full = posix.join(posix.dirname(from), plain);
  return full.startsWith("../") ? null : full;
}

/** The main KML first, then the ones that it links, those that they link, and the rest, each once. */
export async function readKmls(
  zip: ZipArchive,
  source: TwinSource,
  sink: FeatureSink,
): Promise<void> {
  const main = mainKml(zip.entries);
  if (main === undefined) throw fileRefused(source, { reason: "kmz_no_kml" });
  sink.format?.("kmz");
  const byPath = new Map(zip.entries.map((entry) => [entry.fileName, entry]));
  const listed = new Set([main]);
  const read = async () => {
    for (const entry of listed) {
      if (done.has(entry)) continue;
      done.add(entry);
      const { fileName } = entry;
      const name = entry === main ? source.name : `${source.name}/${fileName}`;
      if (entry !== main) {
        sink.part?.(fileName);
        sink.format?.("kml");
      }
      await readKmlStream(await zip.stream(entry), { ...source, name }, sink, (href, line) => {
        const path = pathOf(href, fileName);
        const found = path === null ? undefined : byPath.get(path);
        if (found !== undefined && isKml(found)) listed.add(found);
        else if (found !== undefined) refuseLink(sink, "kmz_link_other", href, line);
        else {
          refuseLink(sink, path === null ? "kml_link_outside" : "kmz_link_missing", href, line);
        }
      });
    }
  };
  const done = new Set<Entry>();
  await read();
  for (const entry of zip.entries) if (isKml(entry)) listed.add(entry);
  await read();
}
