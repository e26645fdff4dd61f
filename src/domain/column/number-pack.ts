// Packs number arrays so that a general compressor (brotli, gzip) works well: whole steps of a declared
// size, difference to the previous row, zigzag, one plane per byte. Packing is lossless: an array that
// does not consist of whole steps stays raw.

/** How an array is stored. `steps`: whole multiples of `step`; `whole`: unsigned 32-bit numbers. */
export type Coding =
  | { readonly kind: "raw" }
  | { readonly kind: "same"; readonly value: number }
  | { readonly kind: "steps"; readonly step: number; readonly stride: number }
  | { readonly kind: "whole" };

export type Packed = { readonly coding: Coding; readonly bytes: Uint8Array };

const NOTHING = new Uint8Array(0);

function bytesOf(array: Float32Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Byte planes of the zigzagged differences of `at(i)` to `at(i - stride)`, in 32-bit arithmetic. */
function planesOf(count: number, stride: number, at: (i: number) => number): Uint8Array {
  const planes = new Uint8Array(count * 4);
  for (let i = 0; i < count; i++) {
    const difference = (at(i) - (i < stride ? 0 : at(i - stride))) | 0;
    const zigzag = (difference << 1) ^ (difference >> 31);
    planes[i] = zigzag;
    planes[count + i] = zigzag >>> 8;
    planes[2 * count + i] = zigzag >>> 16;
    planes[3 * count + i] = zigzag >>> 24;
  }
  return planes;
}

function differenceAt(planes: Uint8Array, count: number, i: number): number {
  const zigzag =
    planes[i]! |
    (planes[count + i]! << 8) |
    (planes[2 * count + i]! << 16) |
    (planes[3 * count + i]! << 24);
  return (zigzag >>> 1) ^ -(zigzag & 1);
}

/**
 * Packs floats whose values are whole multiples of `step` (a power of two, so that this is exact);
 * `stride` 2 for x, y pairs. Other floats stay raw bytes.
 */
export function packFloats(values: Float32Array, step: number, stride = 1): Packed {
  const count = values.length;
  const first = values[0] ?? 0;
  // The header is JSON, which has neither NaN nor -0.
  let same = Number.isFinite(first) && !Object.is(first, -0);
  let whole = true;
  for (let i = 0; i < count && (same || whole); i++) {
    const value = values[i]!;
    const steps = value / step;
    if (!Object.is(value, first)) same = false;
    if ((steps | 0) !== steps || Object.is(value, -0)) whole = false;
  }
  if (same) return { coding: { kind: "same", value: first }, bytes: NOTHING };
  if (!whole) return { coding: { kind: "raw" }, bytes: bytesOf(values) };
  return {
    coding: { kind: "steps", step, stride },
    bytes: planesOf(count, stride, (i) => values[i]! / step),
  };
}

/** Packs unsigned 32-bit numbers. */
export function packWhole(values: Uint32Array): Packed {
  const first = values[0] ?? 0;
  return values.every((value) => value === first)
    ? { coding: { kind: "same", value: first }, bytes: NOTHING }
    : { coding: { kind: "whole" }, bytes: planesOf(values.length, 1, (i) => values[i]!) };
}

/** Size in bytes of `count` numbers in this coding. */
export function packedBytes(coding: Coding, count: number): number {
  return coding.kind === "same" ? 0 : count * 4;
}

/** The inverse of packFloats. A raw array is a view of `bytes` if the alignment allows. */
export function unpackFloats({ coding, bytes }: Packed, count: number): Float32Array {
  if (coding.kind === "raw") {
    const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
    return new Float32Array(aligned.buffer as ArrayBuffer, aligned.byteOffset, count);
  }
  const values = new Float32Array(count);
  if (coding.kind === "same") return values.fill(coding.value);
  if (coding.kind !== "steps") throw new RangeError("not a packing of floats");
  const { step, stride } = coding;
  const last = new Int32Array(stride);
  for (let i = 0; i < count; i++) {
    const offset = stride === 1 ? 0 : i % stride;
    const steps = (last[offset]! + differenceAt(bytes, count, i)) | 0;
    last[offset] = steps;
    values[i] = steps * step;
  }
  return values;
}

/** The inverse of packWhole. */
export function unpackWhole({ coding, bytes }: Packed, count: number): Uint32Array {
  const values = new Uint32Array(count);
  if (coding.kind === "same") return values.fill(coding.value);
  if (coding.kind !== "whole") throw new RangeError("not a packing of whole numbers");
  let last = 0;
  for (let i = 0; i < count; i++) {
    last = (last + differenceAt(bytes, count, i)) | 0;
    values[i] = last;
  }
  return values;
}
