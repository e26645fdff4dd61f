// The counts of a radiometric image and what turns them into temperatures, as they travel to the browser:
// four bytes (length of the JSON, little-endian), the JSON, then 16 bits per pixel, little-endian.
import { z } from "zod";

const number = z.number();
export const surroundingsShape = z.object({
  emissivity: number,
  reflected_c: number,
  distance_m: number,
  air_c: number,
  humidity_percent: number,
});
const planckShape = z.object({
  r1: number,
  r2: number,
  b: number,
  f: number,
  o: number,
  alpha1: number,
  alpha2: number,
  beta1: number,
  beta2: number,
  x: number,
});
const headShape = z.object({
  width: number.int(),
  height: number.int(),
  camera_model: z.string(),
  /** Null where the maker publishes no formula: the counts only say what is warmer. */
  exact: z.object({ planck: planckShape, surroundings: surroundingsShape }).nullable(),
});

export type Radiometry = z.infer<typeof headShape> & {
  /** Row by row from the upper left. */
  readonly counts: Uint16Array;
};

export function encodeRadiometry({ counts, ...head }: Radiometry): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(4 + json.length + counts.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, json.length, true);
  bytes.set(json, 4);
  const from = 4 + json.length;
  for (let at = 0; at < counts.length; at++) view.setUint16(from + at * 2, counts[at]!, true);
  return bytes;
}

/** @throws RangeError or ZodError if the bytes are no counts */
export function decodeRadiometry(bytes: Uint8Array): Radiometry {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(0, true);
  const text = new TextDecoder().decode(bytes.subarray(4, 4 + length));
  const head = headShape.parse(JSON.parse(text));
  const counts = new Uint16Array(head.width * head.height);
  for (let at = 0; at < counts.length; at++) counts[at] = view.getUint16(4 + length + at * 2, true);
  return { ...head, counts };
}
