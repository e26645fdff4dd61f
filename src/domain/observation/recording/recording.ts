// Voice notes and videos of observations. They are files of an observation like its photos, and are sent, kept and
// deleted with them; this says what a recording is and how long it may be.
import { imageTypes } from "../../analysis/analysis-result.ts";
import type { Problem } from "../../error.ts";
import { limits } from "../../limits.ts";
import { readMp4 } from "./mp4.ts";
import { readOgg } from "./ogg.ts";
import type { RecordingContent } from "./recording-content.ts";
import { readWebm } from "./webm.ts";

export const recordingKinds = ["voice", "video"] as const;
export type RecordingKind = (typeof recordingKinds)[number];

export const recordingTypes = [
  "audio/webm",
  "audio/ogg",
  "audio/mp4",
  "video/webm",
  "video/mp4",
] as const;
export type RecordingType = (typeof recordingTypes)[number];

/** What a file of an observation can be. */
export const observationFileTypes = [...imageTypes, ...recordingTypes] as const;

type Typed = { readonly content_type: string };

export const isRecording = ({ content_type }: Typed): boolean =>
  recordingTypes.some((type) => type === content_type);
export const photosOf = <One extends Typed>(files: readonly One[]): One[] =>
  files.filter((file) => !isRecording(file));
export const recordingsOf = <One extends Typed>(files: readonly One[]): One[] =>
  files.filter(isRecording);
export const recordingKind = ({ content_type }: Typed): RecordingKind =>
  content_type.startsWith("video/") ? "video" : "voice";

const longest = { voice: limits.voiceSeconds, video: limits.videoSeconds };
/** Seconds that a recording of this kind may last. */
export const longestSeconds = (kind: RecordingKind): number => longest[kind];

const startsWith = (bytes: Uint8Array, signs: readonly number[], from = 0) =>
  signs.every((sign, at) => bytes[from + at] === sign);
const isWebm = (bytes: Uint8Array) => startsWith(bytes, [0x1a, 0x45, 0xdf, 0xa3]);
const isOgg = (bytes: Uint8Array) => startsWith(bytes, [0x4f, 0x67, 0x67, 0x53]);
/** Pictures in the same wrapping. */
const pictureBrands = ["heic", "heix", "mif1", "msf1", "avif"];
const isMp4 = (bytes: Uint8Array) =>
  startsWith(bytes, [0x66, 0x74, 0x79, 0x70], 4) &&
  !pictureBrands.includes(String.fromCharCode(...bytes.subarray(8, 12)));

export type ReadRecording = RecordingContent & { readonly content_type: RecordingType };

/** Whether the first bytes are those of a format that recordings have; its name and declared kind do not count. */
export const beginsAsRecording = (bytes: Uint8Array): boolean =>
  isWebm(bytes) || isOgg(bytes) || isMp4(bytes);

/** Why an observation cannot have this many recordings, or null. */
export function recordingCountRefusal(count: number): Problem | null {
  const most = limits.observationRecordings;
  return count > most ? { reason: "recordings_full", values: { most } } : null;
}

/** The recording in these bytes with its kind; null where they are none. */
export function readRecording(bytes: Uint8Array): ReadRecording | null {
  const [format, read] = isWebm(bytes)
    ? (["webm", readWebm(bytes)] as const)
    : isOgg(bytes)
      ? (["ogg", readOgg(bytes)] as const)
      : isMp4(bytes)
        ? (["mp4", readMp4(bytes)] as const)
        : (["mp4", null] as const);
  if (!read) return null;
  const content_type = recordingTypes.find(
    (type) => type === `${read.has_video ? "video" : "audio"}/${format}`,
  );
  return content_type ? { ...read, content_type } : null;
}

/** The problem of a file with more bytes than a recording may have. */
export const tooLargeRecording = (file: string): Problem => ({
  reason: "recording_too_large",
  file,
  values: { most: limits.recordingBytes / 1024 ** 2 },
});

/**
 * Why a file cannot be a recording of an observation, or null.
 * @param bytes its size
 * @param read what `readRecording` says of it
 */
export function recordingRefusal(
  file: string,
  bytes: number,
  read: ReadRecording | null,
): Problem | null {
  if (bytes > limits.recordingBytes) return tooLargeRecording(file);
  if (!read) return { reason: "recording_format", file };
  if (read.duration_s === null) return { reason: "recording_length_unknown", file };
  const kind = recordingKind(read);
  if (read.duration_s > longestSeconds(kind) + limits.recordingSlackS) {
    const values = { count: longestSeconds(kind) / 60 };
    return { reason: kind === "voice" ? "voice_too_long" : "video_too_long", file, values };
  }
  return null;
}
