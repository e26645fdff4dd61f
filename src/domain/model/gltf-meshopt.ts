// The check of buffer views that are compressed with meshopt (EXT_meshopt_compression, KHR_meshopt_compression).
//
// Source: the glTF extension EXT_meshopt_compression, appendices A and B. The 3D view makes an array of count × stride
// bytes before it decodes a view, so what these numbers say is checked here.
import { objectOf, type JsonObject, type ModelCheck } from "./model-check.ts";

const names = ["KHR_meshopt_compression", "EXT_meshopt_compression"] as const;
export const meshoptNames: readonly string[] = names;

/** The decoded bytes of all views of a model: a few letters could ask for gigabytes. */
const MOST_DECODED_BYTES = 256 * 1024 ** 2;

/** The extension of a buffer or of a buffer view; null without. */
export function meshoptOf(value: JsonObject | null): JsonObject | null {
  const extensions = objectOf(value?.["extensions"]);
  const [found] = names.map((name) => objectOf(extensions?.[name])).filter((one) => one !== null);
  return found ?? null;
}

/** True for a buffer without bytes of its own, whose views are all compressed. */
export const isFallback = (buffer: JsonObject | null): boolean =>
  meshoptOf(buffer)?.["fallback"] === true && buffer?.["uri"] === undefined;

/** First bytes of the data, and the fewest bytes that decoders accept, by mode. */
const modes = {
  ATTRIBUTES: {
    heads: [0xa0, 0xa1],
    strides: (stride: number) => stride % 4 === 0,
    least: attributeBytes,
  },
  TRIANGLES: {
    heads: [0xe0, 0xe1],
    strides: isIndexStride,
    least: (count: number) => 17 + count / 3,
  },
  INDICES: { heads: [0xd0, 0xd1], strides: isIndexStride, least: (count: number) => 5 + count },
} as const;
type Mode = keyof typeof modes;
const isMode = (value: unknown): value is Mode =>
  typeof value === "string" && Object.hasOwn(modes, value);

/** Widest vertex that the codec has. */
const MOST_STRIDE = 256;
/** Vertices of a block of the codec at most. */
const BLOCK_ROWS = 256;

function isIndexStride(stride: number): boolean {
  return stride === 2 || stride === 4;
}

/** The head, two bits per byte of a vertex in each block, and the first vertex at the end. */
function attributeBytes(count: number, stride: number): number {
  return 1 + Math.ceil(count / BLOCK_ROWS) * (stride / 4) + stride;
}

const filters: Readonly<Record<string, (stride: number) => boolean>> = {
  NONE: () => true,
  OCTAHEDRAL: (stride) => stride === 4 || stride === 8,
  QUATERNION: (stride) => stride === 8,
  EXPONENTIAL: (stride) => stride % 4 === 0,
  COLOR: (stride) => stride === 4 || stride === 8,
};

const numberOf = (value: unknown): number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : -1;

/** Checks the compressed views of one model, and how much they are together when they are decoded. */
export function meshoptViews(sizes: readonly number[], bin: Uint8Array | null, check: ModelCheck) {
  let decoded = 0;
  let isReported = false;
  /**
   * @param extension of the view
   * @param length the view's own byteLength
   * @returns false for a view that cannot be decoded
   */
  return (extension: JsonObject, length: number): boolean => {
    const { mode, filter = "NONE", buffer } = extension;
    const [count, stride, bytes] = ["count", "byteStride", "byteLength"].map((name) =>
      numberOf(extension[name]),
    ) as [number, number, number];
    const begin = extension["byteOffset"] === undefined ? 0 : numberOf(extension["byteOffset"]);
    if (!isMode(mode) || typeof filter !== "string" || !Object.hasOwn(filters, filter))
      return false;
    const { heads, strides, least } = modes[mode];
    const isShape =
      count >= 1 &&
      stride >= 1 &&
      stride <= MOST_STRIDE &&
      strides(stride) &&
      (mode === "TRIANGLES" ? count % 3 === 0 : true) &&
      (mode === "ATTRIBUTES" ? filters[filter]!(stride) : filter === "NONE") &&
      length === count * stride;
    if (!isShape) return false;
    const size = sizes[numberOf(buffer)];
    if (size === undefined || begin < 0 || begin + bytes > size) return false;
    if (bytes < least(count, stride)) return false;
    // The bytes of further buffers are in other files: the 3D view says that it cannot read them.
    const head = buffer === 0 ? bin?.[begin] : undefined;
    if (head !== undefined && !heads.some((one) => one === head)) return false;
    decoded += length;
    if (decoded > MOST_DECODED_BYTES && !isReported) {
      isReported = true;
      check.refuse("model_decoded_size", { most: MOST_DECODED_BYTES / 1024 ** 2 });
    }
    return true;
  };
}
