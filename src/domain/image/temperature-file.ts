// Temperatures as files: CSV with a line per row of pixels, and TIFF with 32-bit floating-point samples.
import type { Pause } from "../export/export-request.ts";
import { pieces } from "../export/pieces.ts";
import type { Grid } from "./measure.ts";

/** Two decimals, a point, commas; no heading. An empty field where nothing was measured. Null if cancelled. */
export function temperatureCsv(
  { width, height, values }: Grid,
  pause: Pause,
): Promise<Blob | null> {
  const row = (y: number) => {
    const line = values.subarray(y * width, (y + 1) * width);
    return `${Array.from(line, (value) => (Number.isNaN(value) ? "" : value.toFixed(2))).join(",")}\r\n`;
  };
  const lines = Uint32Array.from({ length: height }, (_, y) => y);
  return pieces(lines, { width, head: "", row, type: "text/csv" }, pause);
}

const SHORT = 3;
const LONG = 4;

/** Baseline TIFF 6.0, little-endian, one strip, one band, SampleFormat 3 (IEEE floating point). */
export function temperatureTiff({ width, height, values }: Grid): Uint8Array<ArrayBuffer> {
  const bytes = width * height * 4;
  const entries: readonly (readonly [tag: number, type: number, value: number])[] = [
    [256, LONG, width],
    [257, LONG, height],
    [258, SHORT, 32],
    [259, SHORT, 1],
    [262, SHORT, 1],
    [273, LONG, 8],
    [277, SHORT, 1],
    [278, LONG, height],
    [279, LONG, bytes],
    [339, SHORT, 3],
  ];
  const file = new Uint8Array(8 + bytes + 2 + entries.length * 12 + 4);
  const view = new DataView(file.buffer);
  view.setUint16(0, 0x4949);
  view.setUint16(2, 42, true);
  view.setUint32(4, 8 + bytes, true);
  for (let at = 0; at < values.length; at++) view.setFloat32(8 + at * 4, values[at]!, true);
  let at = 8 + bytes;
  view.setUint16(at, entries.length, true);
  at += 2;
  for (const [tag, type, value] of entries) {
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, 1, true);
    if (type === SHORT) view.setUint16(at + 8, value, true);
    else view.setUint32(at + 8, value, true);
    at += 12;
  }
  return file;
}
