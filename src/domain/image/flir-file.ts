// Reads the temperatures of a FLIR radiometric JPEG: segments APP1 "FLIR", which hold an FFF file.
//
// Source of the format: ExifTool's documentation of FLIR tags (FFF header, record directory, CameraInfo, RawData).
// Everything in the file may lie: no offset, length or size is used before it is checked.
import type { Planck, Surroundings } from "./planck.ts";

export type RadiometryFault = "radiometry_missing" | "radiometry_cut_short" | "radiometry_broken";

export type FlirFile = {
  readonly planck: Planck;
  readonly surroundings: Surroundings;
  readonly width: number;
  readonly height: number;
  readonly camera_model: string;
  /** Row by row from the upper left; a PNG where `is_png`, with the bytes of each count swapped. */
  readonly data: Uint8Array;
  readonly is_png: boolean;
  readonly is_little: boolean;
};

const KELVIN = 273.15;
/** 255 segments of 64 kB. */
const MOST_SEGMENTS = 255;
const MOST_RECORDS = 200;
const MOST_PIXELS = 4_000_000;
const RECORD_BYTES = 32;
const RAW_DATA = 1;
const CAMERA_INFO = 0x20;

/** The FFF file of the JPEG; null without one. */
export function flirBlock(jpeg: Uint8Array): Uint8Array | RadiometryFault {
  const parts: (Uint8Array | undefined)[] = [];
  for (let at = 2; at + 12 <= jpeg.length && jpeg[at] === 0xff;) {
    const kind = jpeg[at + 1];
    if (kind === 0xda || kind === 0xd9) break;
    const length = (jpeg[at + 2]! << 8) | jpeg[at + 3]!;
    if (length < 2) return "radiometry_broken";
    const head = String.fromCharCode(...jpeg.subarray(at + 4, at + 9));
    if (kind === 0xe1 && head === "FLIR\0" && length >= 10) {
      const [index, last] = [jpeg[at + 10]!, jpeg[at + 11]!];
      if (index > last || parts[index] || parts.length > MOST_SEGMENTS) return "radiometry_broken";
      if (at + 2 + length > jpeg.length) return "radiometry_cut_short";
      parts[index] = jpeg.subarray(at + 12, at + 2 + length);
      parts.length = Math.max(parts.length, last + 1);
    }
    at += 2 + length;
  }
  if (parts.length === 0) return "radiometry_missing";
  const bytes = parts.reduce((sum, part) => sum + (part?.length ?? 0), 0);
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    if (!part) return "radiometry_cut_short";
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

type Record = { readonly type: number; readonly subtype: number; readonly view: DataView };

function recordsOf(fff: Uint8Array): Record[] | RadiometryFault {
  const view = new DataView(fff.buffer, fff.byteOffset, fff.byteLength);
  const isFff = fff.length >= 64 && String.fromCharCode(...fff.subarray(0, 3)) === "FFF";
  if (!isFff) return "radiometry_broken";
  // Versions are small numbers; read the wrong way round they are large.
  const little = view.getUint32(0x14) > 0xffff;
  const from = view.getUint32(0x18, little);
  const count = view.getUint32(0x1c, little);
  if (count > MOST_RECORDS) return "radiometry_broken";
  if (from + count * RECORD_BYTES > fff.length) return "radiometry_cut_short";
  const records: Record[] = [];
  for (let index = 0; index < count; index++) {
    const at = from + index * RECORD_BYTES;
    const type = view.getUint16(at, little);
    if (type !== RAW_DATA && type !== CAMERA_INFO) continue;
    const offset = view.getUint32(at + 0x0c, little);
    const length = view.getUint32(at + 0x10, little);
    if (offset + length > fff.length) return "radiometry_cut_short";
    const subtype = view.getUint16(at + 2, little);
    records.push({
      type,
      subtype,
      view: new DataView(fff.buffer, fff.byteOffset + offset, length),
    });
  }
  return records;
}

/** Reads constants and counts; the counts of a PNG are still compressed. */
export function readFlir(jpeg: Uint8Array): FlirFile | RadiometryFault {
  const block = flirBlock(jpeg);
  if (typeof block === "string") return block;
  const records = recordsOf(block);
  if (typeof records === "string") return records;
  const info = records.find(({ type }) => type === CAMERA_INFO)?.view;
  const raw = records.find(({ type }) => type === RAW_DATA)?.view;
  if (!info || !raw || info.byteLength < 0x310 || raw.byteLength < 0x20) {
    return "radiometry_cut_short";
  }
  const camera = cameraInfo(info);
  if (!camera) return "radiometry_broken";
  const little = raw.getUint16(0) !== 2;
  const [width, height] = [raw.getUint16(2, little), raw.getUint16(4, little)];
  if (width === 0 || height === 0 || width * height > MOST_PIXELS) return "radiometry_broken";
  const data = new Uint8Array(raw.buffer, raw.byteOffset + 0x20, raw.byteLength - 0x20);
  const is_png = data[0] === 0x89 && data[1] === 0x50;
  if (!is_png && data.length < width * height * 2) return "radiometry_cut_short";
  return { ...camera, width, height, data, is_png, is_little: little };
}

function cameraInfo(view: DataView) {
  const little = view.getUint16(0) !== 2;
  const float = (at: number) => view.getFloat32(at, little);
  const planck: Planck = {
    r1: float(0x58),
    b: float(0x5c),
    f: float(0x60),
    alpha1: float(0x70),
    alpha2: float(0x74),
    beta1: float(0x78),
    beta2: float(0x7c),
    x: float(0x80),
    o: view.getInt32(0x308, little),
    r2: float(0x30c),
  };
  const humidity = float(0x3c);
  const surroundings: Surroundings = {
    emissivity: float(0x20),
    distance_m: float(0x24),
    reflected_c: float(0x28) - KELVIN,
    air_c: float(0x2c) - KELVIN,
    // Some cameras write percent, others a share.
    humidity_percent: humidity > 2 ? humidity : humidity * 100,
  };
  const all = [...Object.values(planck), ...Object.values(surroundings)];
  const isSound = planck.r1 > 0 && planck.r2 > 0 && planck.b > 0 && surroundings.emissivity > 0;
  if (!isSound || !all.every(Number.isFinite)) return null;
  const name = new Uint8Array(view.buffer, view.byteOffset + 0xd4, 32);
  const camera_model = String.fromCharCode(...name).replace(/[^ -~].*$/s, "");
  return { planck, surroundings, camera_model };
}
