// The length of a voice note in an Ogg file, with Opus or Vorbis.
// Source: RFC 3533 (Ogg), RFC 7845 (Opus in Ogg), Vorbis I.
import { limits } from "../../limits.ts";
import type { RecordingContent } from "./recording-content.ts";

/** Of Opus in Ogg, whatever the rate of the recording. */
const OPUS_RATE = 48_000;
const HEAD_BYTES = 27;

/** Null where it is no Ogg file with sound of a known kind. */
export function readOgg(bytes: Uint8Array): RecordingContent | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, length: number) =>
    new TextDecoder("latin1").decode(bytes.subarray(from, from + length));
  let sound: { readonly rate: number; readonly skipped: number; readonly serial: number } | null =
    null;
  let last = -1;
  let at = 0;
  for (let steps = 0; at + HEAD_BYTES <= bytes.length; steps++) {
    if (steps > limits.recordingParts || text(at, 4) !== "OggS") break;
    const segments = view.getUint8(at + 26);
    const from = at + HEAD_BYTES + segments;
    if (from > bytes.length) break;
    let length = 0;
    for (let i = 0; i < segments; i++) length += view.getUint8(at + HEAD_BYTES + i);
    const serial = view.getUint32(at + 14, true);
    const isFirst = (view.getUint8(at + 5) & 2) !== 0;
    if (isFirst && from + 19 <= bytes.length) {
      if (text(from, 8) === "OpusHead") {
        sound = { rate: OPUS_RATE, skipped: view.getUint16(from + 10, true), serial };
      } else if (text(from, 7) === "\u0001vorbis") {
        sound = { rate: view.getUint32(from + 12, true), skipped: 0, serial };
      } else return null;
    }
    const granules = Number(view.getBigInt64(at + 6, true));
    if (sound?.serial === serial && granules > last) last = granules;
    at = from + length;
  }
  if (!sound || sound.rate === 0) return null;
  const duration_s = last <= 0 ? null : Math.max(0, last - sound.skipped) / sound.rate;
  return { has_video: false, duration_s, lon: null, lat: null };
}
