// What makes a picture expensive, read from its structure before anything is decoded.
import type { Problem } from "../../../domain/error.ts";
import { bufferOf } from "../buffer-of.ts";

/** A progressive photo has 5 to 20 scans; each costs a pass over all pixels. */
const MOST_SCANS = 60;
/** Chunks of a PNG besides its pixels: colours, times, texts. */
const MOST_CHUNKS = 200;
/** Compressed texts and profiles of a PNG: they can unpack to a thousand times their size. */
const MOST_PACKED_BYTES = 512 * 1024;
const MOST_FRAMES = 100;

/** Why the picture is too complex to be decoded, or null. Broken pictures are left to the decoder. */
export function pictureRefusal(picture: Uint8Array): Problem | null {
  const bytes = bufferOf(picture);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegRefusal(bytes);
  if (bytes.toString("latin1", 1, 4) === "PNG") return pngRefusal(bytes);
  if (bytes.toString("latin1", 8, 12) === "WEBP") return webpRefusal(bytes);
  return null;
}

/** A scan begins with FF DA. The same two bytes cannot stand in the data of a scan. */
function jpegRefusal(bytes: Buffer): Problem | null {
  const marker = Buffer.from([0xff, 0xda]);
  let scans = 0;
  for (let at = 2; at >= 0 && at + 4 <= bytes.length;) {
    if (bytes[at] === 0xff && bytes[at + 1] === 0xda) {
      scans += 1;
      if (scans > MOST_SCANS) {
        return { reason: "picture_too_many_scans", values: { most: MOST_SCANS } };
      }
      at = nextMarker(bytes, at + 2 + bytes.readUInt16BE(at + 2));
    } else if (bytes[at] === 0xff && (bytes[at + 1] ?? 0) >= 0xc0 && bytes[at + 1] !== 0xff) {
      if (bytes[at + 1] === 0xd9) return null;
      // Segments may contain a thumbnail with scans of its own, so they are skipped as a whole.
      at = hasLength(bytes[at + 1] ?? 0) ? at + 2 + bytes.readUInt16BE(at + 2) : at + 2;
    } else {
      at = bytes.indexOf(marker, at + 1);
    }
  }
  return null;
}

/** Restart markers stand alone. */
const hasLength = (code: number) => code < 0xd0 || code > 0xd8;

/** The next marker after the data of a scan: not a stuffed zero and not a restart. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    if (code !== 0 && code !== 0xff && hasLength(code)) return at;
  }
  return -1;
}

function pngRefusal(bytes: Buffer): Problem | null {
  let chunks = 0;
  let packed = 0;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const kind = bytes.toString("latin1", at + 4, at + 8);
    if (kind === "IDAT") continue;
    chunks += 1;
    if (["zTXt", "iTXt", "iCCP"].includes(kind)) packed += bytes.readUInt32BE(at);
    if (chunks > MOST_CHUNKS || packed > MOST_PACKED_BYTES) {
      return { reason: "picture_too_many_chunks" };
    }
  }
  return null;
}

function webpRefusal(bytes: Buffer): Problem | null {
  let frames = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    if (bytes.toString("latin1", at, at + 4) === "ANMF") frames += 1;
    if (frames > MOST_FRAMES) {
      return { reason: "picture_too_many_frames", values: { most: MOST_FRAMES } };
    }
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return null;
}
