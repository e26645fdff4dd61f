// Looks through a ZIP of images before anything of it is unpacked.
import { open as openZip, type Entry, type ZipFile } from "yauzl";
import { failure, type Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";

export type { Entry, ZipFile } from "yauzl";

/** An image in the ZIP; `sidecar` is the entry of the JSON file beside it, if any. */
export type ZipImage = { readonly name: string; readonly entry: Entry; readonly sidecar?: Entry };

const imageEnding = /\.(jpe?g|png|webp)$/i;
/** What computers leave behind in archives. */
const litter = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/;
const SIDECAR_BYTES = 64 * 1024;
const SYMLINK = 0xa000;
const ENCRYPTED = 1;

/**
 * Opens the ZIP and checks its directory: names, count, sizes, links, encryption, kinds of files.
 * The caller closes it.
 * @throws Failure FILE_REFUSED with a problem per fault
 */
export async function openImagesZip(
  path: string,
  file: string,
): Promise<{ zip: ZipFile; images: ZipImage[] }> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    openZip(path, { lazyEntries: true, autoClose: false }, (error, opened) => {
      if (error) reject(failure("FILE_REFUSED", { reason: "zip_broken", file }));
      else resolve(opened);
    });
  });
  try {
    return { zip, images: await checkEntries(zip, file) };
  } catch (cause) {
    zip.close();
    throw cause;
  }
}

async function checkEntries(zip: ZipFile, file: string): Promise<ZipImage[]> {
  const refuse = (reason: string, values?: Problem["values"]) =>
    failure("FILE_REFUSED", { reason, file, ...(values && { values }) });
  if (zip.entryCount > limits.zipEntries) {
    throw refuse("zip_too_many_entries", { most: limits.zipEntries });
  }
  const problems: Problem[] = [];
  const files = new Map<string, Entry>();
  let unpacked = 0;
  const note = (reason: string, entry: Entry, values?: Problem["values"]) => {
    if (problems.length >= limits.reportedProblems) return;
    const field = entry.fileName.slice(0, 200);
    problems.push({ reason, file, field, ...(values && { values }) });
  };
  await eachEntry(zip, file, (entry) => {
    const name = entry.fileName;
    unpacked += entry.uncompressedSize;
    if (unpacked > limits.zipUnpackedBytes) {
      throw refuse("zip_too_large", { most: limits.zipUnpackedBytes / 1024 ** 3 });
    }
    if (((entry.externalFileAttributes >>> 16) & 0xf000) === SYMLINK) {
      note("zip_link", entry);
    } else if (entry.generalPurposeBitFlag & ENCRYPTED) note("zip_encrypted", entry);
    else if (name.endsWith("/") || litter.test(name)) return;
    else if (files.has(name)) note("zip_name_twice", entry);
    else if (!imageEnding.test(name) && !/\.json$/i.test(name)) note("zip_no_image", entry);
    else if (entry.uncompressedSize > mostBytes(name)) {
      note("image_too_large", entry, { most: mostBytes(name) / 1024 ** 2 });
    } else files.set(name, entry);
  });
  if (problems.length > 0) throw failure("FILE_REFUSED", ...problems);
  const images = [...files].filter(([name]) => imageEnding.test(name));
  if (images.length === 0) throw refuse("zip_without_images");
  return images.map(([name, entry]) => {
    const sidecar = files.get(name.replace(imageEnding, ".json"));
    return { name, entry, ...(sidecar && { sidecar }) };
  });
}

function mostBytes(name: string): number {
  return imageEnding.test(name) ? limits.imageBytes : SIDECAR_BYTES;
}

/** yauzl itself refuses absolute names, `..`, backslashes and a broken directory. */
function eachEntry(zip: ZipFile, file: string, take: (entry: Entry) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.on("error", (error: Error) => {
      const isName = /relative path|absolute path|characters in fileName/.test(error.message);
      reject(failure("FILE_REFUSED", { reason: isName ? "zip_bad_name" : "zip_broken", file }));
    });
    zip.on("end", resolve);
    zip.on("entry", (entry: Entry) => {
      try {
        take(entry);
        zip.readEntry();
      } catch (cause) {
        reject(cause);
      }
    });
    zip.readEntry();
  });
}

/** Unpacks one entry; it may not be longer than its directory says. */
export function readEntry(zip: ZipFile, entry: Entry, file: string): Promise<Buffer> {
  const broken = () =>
    failure("FILE_REFUSED", {
      reason: "zip_entry_broken",
      file,
      field: entry.fileName.slice(0, 200),
    });
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) {
        reject(broken());
        return;
      }
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", () => reject(broken()));
      stream.on("end", () => resolve(Buffer.concat(chunks)));
    });
  });
}
