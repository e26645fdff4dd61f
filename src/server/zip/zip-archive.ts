// Opens a ZIP and checks its directory before anything is unpacked. All archives are opened here.
import { Readable } from "node:stream";
import yauzl, { type Entry, type Options, type ZipFile } from "yauzl";
import { failure, isFailure, type Failure, type Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { ByteRange } from "../adapters/object-storage.ts";

export type { Entry } from "yauzl";

/** Source of an archive: a file on the disk, or a function that returns ranges of its bytes. */
export type ZipBytes =
  | { readonly path: string }
  | { readonly bytes: number; open(range: ByteRange): Promise<Readable> };

export type ZipArchive = {
  /** Files and folders, in the order of the archive. */
  readonly entries: readonly Entry[];
  /** The stream fails with FILE_REFUSED if the entry differs from the directory. */
  stream(entry: Entry): Promise<Readable>;
  /** The whole entry in memory. */
  read(entry: Entry): Promise<Buffer>;
  close(): void;
};

/** Images hardly compress, and a KML 10 to 30 times. A much higher ratio indicates a ZIP bomb. */
const maxRatio = 200;
const smallBytes = 16 * 1024 ** 2;
const symlink = 0xa000;
const encrypted = 1;

/**
 * Opens an archive; the caller closes it.
 * @param file name of the archive, for the problems
 * @param check returns a problem of an entry, besides the general checks, or null
 * @param most entries that the archive may have; more are refused before the first is read
 * @throws Failure FILE_REFUSED with a problem per fault
 */
export async function openZip(
  from: ZipBytes,
  file: string,
  check: (entry: Entry) => Problem | null = () => null,
  most: number = limits.zipEntries,
): Promise<ZipArchive> {
  const zip = await openFile(from).catch((error: unknown) => {
    throw zipFailure(error, file);
  });
  try {
    const entries = await readDirectory(zip, file, check, most);
    const stream = (entry: Entry) => openEntry(zip, entry, file);
    return {
      entries,
      stream,
      async read(entry) {
        const chunks: Buffer[] = [];
        for await (const chunk of await stream(entry)) chunks.push(chunk as Buffer);
        return Buffer.concat(chunks);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw zipFailure(error, file);
  }
}

/** yauzl reads the directory in small pieces. They come from one larger piece of the file. */
const WINDOW_BYTES = 256 * 1024;

/** yauzl reads ranges of bytes through a subclass. */
class RangeReader extends yauzl.RandomAccessReader {
  readonly open: (range: ByteRange) => Promise<Readable>;
  readonly bytes: number;
  window: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  constructor(bytes: number, open: (range: ByteRange) => Promise<Readable>) {
    super();
    this.bytes = bytes;
    this.open = open;
  }
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const fromWindow = () => {
      const at = position - this.window.start;
      if (at < 0 || at + length > this.window.bytes.length) return false;
      this.window.bytes.copy(buffer, offset, at, at + length);
      return true;
    };
    if (fromWindow()) {
      setImmediate(callback, null);
      return;
    }
    this.readWindow(position, length).then(
      () => callback(fromWindow() ? null : new Error("unexpected EOF")),
      callback,
    );
  }
  async readWindow(start: number, length: number): Promise<void> {
    const end = Math.min(this.bytes, start + Math.max(length, WINDOW_BYTES));
    const parts: Buffer[] = [];
    if (end > start) {
      for await (const part of await this.open({ start, end: end - 1 })) parts.push(part as Buffer);
    }
    this.window = { start, bytes: Buffer.concat(parts) };
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const { open } = this;
    async function* bytes() {
      yield* await open({ start, end: end - 1 });
    }
    return Readable.from(bytes(), { objectMode: false });
  }
}

function openFile(from: ZipBytes): Promise<ZipFile> {
  // Some programs write folders with a backslash. It becomes a slash before the path is checked.
  const options: Options = { lazyEntries: true, autoClose: false, strictFileNames: false };
  return new Promise((resolve, reject) => {
    const opened = (error: Error | null, zip: ZipFile) => (error ? reject(error) : resolve(zip));
    if ("path" in from) yauzl.open(from.path, options, opened);
    else {
      const reader = new RangeReader(from.bytes, (range) => from.open(range));
      yauzl.fromRandomAccessReader(reader, from.bytes, options, opened);
    }
  });
}

/** Reads and checks the directory. yauzl itself refuses paths that lead out of the archive. */
async function readDirectory(
  zip: ZipFile,
  file: string,
  check: (entry: Entry) => Problem | null,
  most: number,
): Promise<Entry[]> {
  if (zip.entryCount > most) {
    const values = { most };
    throw failure("FILE_REFUSED", { reason: "zip_too_many_entries", file, values });
  }
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  let unpacked = 0;
  await eachEntry(zip, (entry) => {
    unpacked += entry.uncompressedSize;
    if (unpacked > limits.zipUnpackedBytes) {
      const values = { most: limits.zipUnpackedBytes / 1024 ** 3 };
      throw failure("FILE_REFUSED", { reason: "zip_too_large", file, values });
    }
    const packed = Math.min(entry.compressedSize, zip.fileSize);
    const isBomb =
      isBombRatio(entry.uncompressedSize, packed) || isBombRatio(unpacked, zip.fileSize);
    const problem = faultOf(entry, isBomb) ?? check(entry);
    entries.push(entry);
    if (problem && problems.length < limits.reportedProblems) problems.push({ ...problem, file });
  });
  if (problems.length > 0) throw failure("FILE_REFUSED", ...problems);
  return entries;
}

function isBombRatio(unpacked: number, packed: number): boolean {
  return unpacked > smallBytes && unpacked > packed * maxRatio;
}

function faultOf(entry: Entry, isBomb: boolean): Problem | null {
  const values = { entry: entry.fileName.slice(0, 200) };
  if (((entry.externalFileAttributes >>> 16) & 0xf000) === symlink) {
    return { reason: "zip_link", values };
  }
  if (entry.generalPurposeBitFlag & encrypted) return { reason: "zip_encrypted", values };
  return isBomb ? { reason: "zip_bomb", values } : null;
}

function eachEntry(zip: ZipFile, onEntry: (entry: Entry) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.on("error", reject);
    zip.on("end", resolve);
    zip.on("entry", (entry: Entry) => {
      try {
        onEntry(entry);
        zip.readEntry();
      } catch (error) {
        reject(error as Error);
      }
    });
    zip.readEntry();
  });
}

async function openEntry(zip: ZipFile, entry: Entry, file: string): Promise<Readable> {
  const field = entry.fileName.slice(0, 200);
  const opened = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  }).catch((error: unknown) => {
    throw zipFailure(error, file, field);
  });
  async function* bytes() {
    try {
      yield* opened;
    } catch (error) {
      throw zipFailure(error, file, field);
    }
  }
  return Readable.from(bytes(), { objectMode: false });
}

/** Converts an error of yauzl or zlib into a failure. */
function zipFailure(error: unknown, file: string, field?: string): Failure {
  if (isFailure(error)) return error;
  const message = error instanceof Error ? error.message : "";
  const path = /(?:absolute path|invalid relative path|invalid characters in fileName): (.*)/.exec(
    message,
  )?.[1];
  if (path !== undefined) {
    const values = { entry: path.slice(0, 200) };
    return failure("FILE_REFUSED", { reason: "zip_entry_path", file, values });
  }
  const place = field === undefined ? { file } : { file, field };
  if (/bytes in the stream|sizes? mismatch/.test(message)) {
    return failure("FILE_REFUSED", { reason: "zip_sizes_lie", ...place });
  }
  const reason = field === undefined ? "zip_broken" : "zip_entry_broken";
  return failure("FILE_REFUSED", { reason, ...place });
}
