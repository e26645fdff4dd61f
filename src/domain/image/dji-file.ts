// The raw frame of a DJI radiometric JPEG: segments APP3 (XT S: APP4), 16 bits per pixel, little-endian.
//
// DJI publishes no formula for these counts; its Thermal SDK is a closed library. See decisions/radiometry.md.
import type { RadiometryFault } from "./flir-file.ts";

export type DjiFrame = {
  readonly width: number;
  readonly height: number;
  readonly counts: Uint16Array;
};

/** Sizes of the frames of DJI's thermal cameras. */
const sizes = [
  [640, 512],
  [336, 256],
  [160, 120],
  [1280, 1024],
] as const;
const MOST_BYTES = 8_000_000;

export function readDji(jpeg: Uint8Array): DjiFrame | RadiometryFault {
  for (const kind of [0xe3, 0xe4]) {
    const frame = frameIn(jpeg, kind);
    if (frame !== null) return frame;
  }
  return "radiometry_missing";
}

function frameIn(jpeg: Uint8Array, wanted: number): DjiFrame | RadiometryFault | null {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff;) {
    const kind = jpeg[at + 1];
    if (kind === 0xda || kind === 0xd9) break;
    const length = (jpeg[at + 2]! << 8) | jpeg[at + 3]!;
    if (length < 2) return "radiometry_broken";
    if (kind === wanted) {
      if (at + 2 + length > jpeg.length) return "radiometry_cut_short";
      parts.push(jpeg.subarray(at + 4, at + 2 + length));
      bytes += length - 2;
      if (bytes > MOST_BYTES) return "radiometry_broken";
    }
    at += 2 + length;
  }
  const size = sizes.find(([width, height]) => width * height * 2 === bytes);
  if (!size) return null;
  const [width, height] = size;
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  const view = new DataView(whole.buffer);
  const counts = Uint16Array.from({ length: width * height }, (_, i) =>
    view.getUint16(i * 2, true),
  );
  return { width, height, counts };
}
