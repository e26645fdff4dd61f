// The stored and transferred form of a column: whole steps where all values are such, split into byte
// planes, so that ordinary HTTP compression works well. Server, worker and browser use the same code.
import { shortest, type ColumnKind, type ColumnValues } from "./column.ts";

/** What the codec needs to know about a key figure. */
export type Quantity = { readonly kind: ColumnKind; readonly step: number };

const MAGIC = 0x314c4f43; // "COL1"
const HEADER_BYTES = 32;
/** Rows sampled to choose between values and differences. */
const SAMPLE_ROWS = 65_536;

const RAW = 0;
const DIFFERENCES = 1;

/** The value as a column stores it: float32, as measured; never minus zero. */
export function storedValue({ kind }: Pick<Quantity, "kind">, value: number): number {
  return kind === "u8" ? value : Math.fround(value) + 0;
}

/** A value that is set by hand as the server keeps and answers it: what a column stores, in its fewest digits. */
export function changedValue(quantity: Pick<Quantity, "kind">, value: number | null) {
  return value === null ? null : shortest(storedValue(quantity, value));
}

/**
 * Packs a column without loss. `f32`: NaN is missing; values that are whole multiples of the key figure's
 * step, or of a tenth, a hundredth …, take fewer bytes. `u8` holds class numbers, MISSING_U8 is missing.
 * @throws RangeError for an infinite value or an array of the wrong kind.
 */
export function encodeColumn(values: ColumnValues, quantity: Quantity): Uint8Array {
  if (values instanceof Uint8Array) {
    if (quantity.kind !== "u8") throw new RangeError("a measured column must be a Float32Array");
    const bytes = new Uint8Array(HEADER_BYTES + values.length);
    writeHeader(bytes, {
      width: 0,
      coding: RAW,
      missing: 0,
      rows: values.length,
      base: 0,
      step: 1,
    });
    bytes.set(values, HEADER_BYTES);
    return bytes;
  }
  if (quantity.kind !== "f32") throw new RangeError("a classified column must be a Uint8Array");
  const rows = values.length;
  let least = Infinity;
  let greatest = -Infinity;
  let missing = 0;
  for (let row = 0; row < rows; row++) {
    const value = values[row] as number;
    if (value !== value) missing += 1;
    else if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  if (least === -Infinity || greatest === Infinity) throw new RangeError("a value is infinite");
  if (missing === rows) least = greatest = 0;
  const exact = exactStep(values, quantity.step, greatest - least);
  const step = exact ?? quantity.step;
  const base = Math.round(least / step);
  const span = Math.round(greatest / step) - base;
  const width = exact === null || span >= 2 ** 24 ? 4 : span < 0x100 ? 1 : span < 0x1_0000 ? 2 : 3;
  const codes = new Uint32Array(rows);
  let last = 0;
  if (width === 4) {
    const plain = new Float32Array(codes.buffer);
    for (let row = 0; row < rows; row++) {
      const value = values[row] as number;
      plain[row] = value === value ? value + 0 : 0;
    }
  } else {
    for (let row = 0; row < rows; row++) {
      const value = values[row] as number;
      // A missing row repeats its neighbour, so that it costs only its bit.
      if (value === value) last = Math.round(value / step) - base;
      codes[row] = last;
    }
  }
  const coding = width < 4 && differencesAreShorter(codes) ? DIFFERENCES : RAW;
  if (coding === DIFFERENCES) toDifferences(codes, 2 ** (8 * width));
  const bits = missing === 0 ? 0 : Math.ceil(rows / 8);
  const bytes = new Uint8Array(HEADER_BYTES + bits + rows * width);
  writeHeader(bytes, { width, coding, missing, rows, base, step });
  if (bits > 0) {
    for (let row = 0; row < rows; row++) {
      if (Number.isNaN(values[row])) bytes[HEADER_BYTES + (row >> 3)]! |= 1 << (row & 7);
    }
  }
  for (let plane = 0; plane < width; plane++) {
    const start = HEADER_BYTES + bits + plane * rows;
    const shift = plane * 8;
    for (let row = 0; row < rows; row++) bytes[start + row] = (codes[row] as number) >>> shift;
  }
  return bytes;
}

/**
 * Unpacks a column into a new array.
 * @throws RangeError if the bytes are no column.
 */
export function decodeColumn(bytes: Uint8Array): ColumnValues {
  const { width, coding, missing, rows, base, step } = readHeader(bytes);
  const bits = missing === 0 ? 0 : Math.ceil(rows / 8);
  if (bytes.length !== HEADER_BYTES + bits + rows * Math.max(width, 1)) {
    throw new RangeError("the column's length does not fit its header");
  }
  if (width === 0) return bytes.slice(HEADER_BYTES);
  const codes = new Uint32Array(rows);
  for (let plane = 0; plane < width; plane++) {
    const start = HEADER_BYTES + bits + plane * rows;
    const shift = plane * 8;
    for (let row = 0; row < rows; row++) codes[row]! |= (bytes[start + row] as number) << shift;
  }
  const values = new Float32Array(codes.buffer);
  if (width < 4) {
    // The same arithmetic as in isExact, so that both sides agree to the last bit.
    const { times, over } = factorsOf(step);
    const mask = 2 ** (8 * width) - 1;
    let code = 0;
    for (let row = 0; row < rows; row++) {
      const stored = codes[row] as number;
      code = coding === DIFFERENCES ? (code + unfold(stored)) & mask : stored;
      values[row] = ((base + code) * times) / over;
    }
  }
  if (bits > 0) {
    for (let row = 0; row < rows; row++) {
      if (((bytes[HEADER_BYTES + (row >> 3)] as number) >> (row & 7)) & 1) values[row] = NaN;
    }
  }
  return values;
}

/** Finer steps that are tried: files often state one or two decimals more than are shown. */
const FINER = 4;

/** The largest step, of the key figure's and decimal ones below it, that gives back every value; or null. */
function exactStep(values: Float32Array, step: number, span: number): number | null {
  const above = Math.ceil(Math.log10(step) - 1e-9);
  for (let finer = 0; finer <= FINER; finer++) {
    const tried = finer === 0 ? step : Number(`1e${above - finer}`);
    // Codes of more than three bytes are no shorter than float32.
    if (span / tried > 2 ** 24) return null;
    if (isExact(values, tried)) return tried;
  }
  return null;
}

function isExact(values: Float32Array, step: number): boolean {
  const { times, over } = factorsOf(step);
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    const code = Math.round(value / step);
    if (value === value && Math.fround((code * times) / over) !== value) return false;
  }
  return true;
}

/** A code times `times` over `over` is its value: dividing by 10 is exact where multiplying by 0.1 is not. */
function factorsOf(step: number): { times: number; over: number } {
  return step < 1 ? { times: 1, over: Math.round(1 / step) } : { times: step, over: 1 };
}

/** In place: each code becomes its folded difference from the one before, modulo `modulus`. */
function toDifferences(codes: Uint32Array, modulus: number): void {
  let before = 0;
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    codes[row] = fold(code - before, modulus);
    before = code;
  }
}

/** Small differences of either sign become small numbers: 0, -1, 1, -2 … are 0, 1, 2, 3 … */
function fold(difference: number, modulus: number): number {
  const half = modulus / 2;
  const wrapped =
    difference >= half
      ? difference - modulus
      : difference < -half
        ? difference + modulus
        : difference;
  return wrapped < 0 ? -2 * wrapped - 1 : 2 * wrapped;
}

function unfold(folded: number): number {
  return (folded >>> 1) ^ -(folded & 1);
}

/** Compares the byte-plane entropy of values and of differences over a sample of rows from the middle. */
function differencesAreShorter(codes: Uint32Array): boolean {
  const start = Math.max(0, (codes.length - SAMPLE_ROWS) >> 1);
  const sample = codes.slice(start, start + SAMPLE_ROWS);
  const plain = planeEntropy(sample);
  toDifferences(sample, 2 ** 24);
  return planeEntropy(sample) < plain;
}

/** Shannon entropy in bits per row, summed over three byte planes. */
function planeEntropy(codes: Uint32Array): number {
  const counts = new Uint32Array(3 * 256);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    counts[code & 255]! += 1;
    counts[256 + ((code >>> 8) & 255)]! += 1;
    counts[512 + ((code >>> 16) & 255)]! += 1;
  }
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= count * Math.log2(count / codes.length);
  return codes.length === 0 ? 0 : bits / codes.length;
}

type Header = {
  /** Byte planes; 0: class numbers as they are; 4: float32. */
  readonly width: number;
  readonly coding: number;
  readonly missing: number;
  readonly rows: number;
  /** Code 0 stands for base × step. */
  readonly base: number;
  readonly step: number;
};

function writeHeader(bytes: Uint8Array, header: Header): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  view.setUint32(0, MAGIC, true);
  view.setUint8(4, header.width);
  view.setUint8(5, header.coding);
  view.setUint32(8, header.rows, true);
  view.setUint32(12, header.missing, true);
  view.setFloat64(16, header.base, true);
  view.setFloat64(24, header.step, true);
}

function readHeader(bytes: Uint8Array): Header {
  if (bytes.length < HEADER_BYTES) throw new RangeError("too short for a column");
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const header = {
    width: view.getUint8(4),
    coding: view.getUint8(5),
    rows: view.getUint32(8, true),
    missing: view.getUint32(12, true),
    base: view.getFloat64(16, true),
    step: view.getFloat64(24, true),
  };
  const isKnown = view.getUint32(0, true) === MAGIC && header.width <= 4 && header.coding <= 1;
  if (!isKnown) throw new RangeError("not a column");
  return header;
}
