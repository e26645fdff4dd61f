// KMZ: a ZIP with a KML in it. The directory is judged before a byte is unpacked.
import { Readable } from "node:stream";
import yauzl from "yauzl";
import { isFailure, type Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { readKmlStream } from "./kml.ts";
import { fileRefused, type FeatureReader, type TwinSource } from "./raw-feature.ts";

/** A KML shrinks ten to thirty times; what claims far more is made to fill the disk. */
const MOST_SHRUNK = 200;
const SMALL_BYTES = 16 * 1024 ** 2;

const isSymlink = (entry: yauzl.Entry) =>
  ((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000;

/** yauzl asks for ranges of the file; the library wants a subclass. */
class SourceReader extends yauzl.RandomAccessReader {
  readonly source: TwinSource;
  constructor(source: TwinSource) {
    super();
    this.source = source;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const { source } = this;
    async function* bytes() {
      yield* await source.open({ start, end: end - 1 });
    }
    return Readable.from(bytes(), { objectMode: false });
  }
}

function openZip(source: TwinSource): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, strictFileNames: true };
    yauzl.fromRandomAccessReader(new SourceReader(source), source.bytes, options, (error, zip) => {
      if (error) reject(error);
      else resolve(zip);
    });
  });
}

function listEntries(zip: yauzl.ZipFile, judge: (entry: yauzl.Entry) => void) {
  return new Promise<yauzl.Entry[]>((resolve, reject) => {
    const entries: yauzl.Entry[] = [];
    zip.on("entry", (entry: yauzl.Entry) => {
      try {
        judge(entry);
      } catch (error) {
        reject(error as Error);
        return;
      }
      entries.push(entry);
      zip.readEntry();
    });
    zip.on("end", () => resolve(entries));
    zip.on("error", reject);
    zip.readEntry();
  });
}

function judgeEntry(entry: yauzl.Entry, source: TwinSource): void {
  const values = { entry: entry.fileName };
  const { compressedSize, uncompressedSize } = entry;
  if (isSymlink(entry)) throw fileRefused(source, { reason: "zip_symlink", values });
  if ((entry.generalPurposeBitFlag & 1) === 1) {
    throw fileRefused(source, { reason: "zip_encrypted", values });
  }
  if (uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * MOST_SHRUNK) {
    throw fileRefused(source, { reason: "zip_bomb", values });
  }
}

/** The KML that a viewer would open: `doc.kml`, else the first one nearest to the top. */
function mainKml(entries: readonly yauzl.Entry[]): yauzl.Entry | undefined {
  const depth = ({ fileName }: yauzl.Entry) => fileName.split("/").length;
  return entries
    .filter(({ fileName }) => /\.kml$/i.test(fileName) && !fileName.startsWith("__MACOSX/"))
    .toSorted(
      (a, b) =>
        depth(a) - depth(b) ||
        Number(/^doc\.kml$/i.test(b.fileName)) - Number(/^doc\.kml$/i.test(a.fileName)),
    )[0];
}

/** What yauzl says, as a reason of ours. */
function zipProblem(error: unknown): Problem {
  const message = error instanceof Error ? error.message : "";
  const path = /(?:absolute path|invalid relative path|invalid characters in fileName): (.*)/.exec(
    message,
  );
  if (path !== null) return { reason: "zip_entry_path", values: { entry: path[1]!.slice(0, 200) } };
  if (/bytes in the stream|sizes? mismatch/.test(message)) return { reason: "zip_sizes_lie" };
  return { reason: "zip_broken" };
}

export const readKmz: FeatureReader = async (source, sink) => {
  try {
    const zip = await openZip(source);
    if (zip.entryCount > limits.zipEntries) throw fileRefused(source, { reason: "zip_entries" });
    let unpacked = 0;
    const entries = await listEntries(zip, (entry) => {
      judgeEntry(entry, source);
      unpacked += entry.uncompressedSize;
      if (unpacked > limits.zipUnpackedBytes)
        throw fileRefused(source, { reason: "zip_bomb", values: { entry: entry.fileName } });
    });
    const main = mainKml(entries);
    if (main === undefined) throw fileRefused(source, { reason: "kmz_no_kml" });
    const stream = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(main, (error, opened) => (error ? reject(error) : resolve(opened)));
    });
    await readKmlStream(stream, source, sink);
  } catch (error) {
    throw isFailure(error) ? error : fileRefused(source, zipProblem(error));
  }
};
