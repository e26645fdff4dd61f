// The kind and length of a WebM file. Browsers that record leave its length out, so the times of its blocks count.
// Source: RFC 8794 (EBML), RFC 9559 (Matroska).
import { limits } from "../../limits.ts";
import type { RecordingContent } from "./recording-content.ts";

const DOC_TYPE = 0x4282;
const TIMESTAMP_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const TRACK_TYPE = 0x83;
const TIMESTAMP = 0xe7;
const BLOCKS: readonly number[] = [0xa3, 0xa1];
/** Head, segment, info, tracks, track, cluster and group of blocks: their parts are read. */
const HOLDERS: readonly number[] = [
  0x1a45dfa3, 0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0,
];
/** Of `TRACK_TYPE`. */
const [VIDEO, AUDIO] = [1, 2];

/** Null where it is no WebM file with sound or pictures. What is cut off counts as far as it goes. */
export function readWebm(bytes: Uint8Array): RecordingContent | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let scale_ns = 1_000_000;
  let [said, last, cluster] = [0, -1, 0];
  let isWebm = false;
  const tracks = new Set<number>();
  const unsigned = (from: number, length: number) => {
    let value = 0;
    for (let at = from; at < from + length; at++) value = value * 256 + view.getUint8(at);
    return value;
  };
  let at = 0;
  for (let steps = 0; at < bytes.length; steps++) {
    if (steps > limits.recordingParts) return null;
    const id = readId(bytes, at);
    const size = id && readSize(bytes, id.end);
    if (!id || !size) break;
    const { end: from } = size;
    if (HOLDERS.includes(id.value)) {
      at = from;
      continue;
    }
    // Only what holds others may have no size.
    if (size.value === null) break;
    const end = from + size.value;
    if (end > bytes.length) break;
    if (id.value === DOC_TYPE) {
      isWebm = new TextDecoder("latin1").decode(bytes.subarray(from, end)).startsWith("webm");
    } else if (id.value === TIMESTAMP_SCALE && size.value <= 8) {
      scale_ns = unsigned(from, size.value);
    } else if (id.value === DURATION && (size.value === 4 || size.value === 8)) {
      said = size.value === 4 ? view.getFloat32(from) : view.getFloat64(from);
    } else if (id.value === TRACK_TYPE && size.value === 1) tracks.add(view.getUint8(from));
    else if (id.value === TIMESTAMP && size.value <= 8) cluster = unsigned(from, size.value);
    else if (BLOCKS.includes(id.value)) {
      const track = readSize(bytes, from);
      if (track && track.end + 2 <= end) last = Math.max(last, cluster + view.getInt16(track.end));
    }
    at = end;
  }
  if (!isWebm || !(tracks.has(VIDEO) || tracks.has(AUDIO))) return null;
  const ticks = Math.max(last, Number.isFinite(said) ? said : 0);
  const duration_s = last < 0 && said <= 0 ? null : (ticks * scale_ns) / 1e9;
  return { has_video: tracks.has(VIDEO), duration_s, lon: null, lat: null };
}

/** Bytes of a number whose first byte says how many there are. */
const lengthOf = (first: number) => Math.clz32(first) - 23;

function readId(bytes: Uint8Array, at: number): { value: number; end: number } | null {
  const length = lengthOf(bytes[at] ?? 0);
  if (length > 4 || at + length > bytes.length) return null;
  let value = 0;
  for (let i = at; i < at + length; i++) value = value * 256 + bytes[i]!;
  return { value, end: at + length };
}

/** A size, or null in `value` where it is left open. */
function readSize(bytes: Uint8Array, at: number): { value: number | null; end: number } | null {
  const length = lengthOf(bytes[at] ?? 0);
  if (length > 8 || at + length > bytes.length) return null;
  const mask = 0xff >> length;
  let value = bytes[at]! & mask;
  let isOpen = value === mask;
  for (let i = at + 1; i < at + length; i++) {
    isOpen &&= bytes[i] === 0xff;
    value = value * 256 + bytes[i]!;
  }
  return { value: isOpen ? null : value, end: at + length };
}
