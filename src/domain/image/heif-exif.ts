// Finds the EXIF of an image in the container of HEIF, without reading the picture. Source: ISO 14496-12 (boxes `meta`,
// `iinf`, `iloc`) and ISO 23008-12, annex A (the item `Exif`). Every walk is bounded: a hostile file ends it.

const MOST_BOXES = 64;
const MOST_ITEMS = 2000;
const MOST_META_BYTES = 4 * 1024 ** 2;
const MOST_EXIF_BYTES = 1024 ** 2;

type Box = { readonly type: string; readonly from: number; readonly to: number };

/** The boxes between two places; those that do not fit end the walk. */
function boxesOf(view: DataView, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to && boxes.length < MOST_BOXES;) {
    const small = view.getUint32(at);
    const isLarge = small === 1;
    if (isLarge && at + 16 > to) break;
    const head = isLarge ? 16 : 8;
    // Zero: to the end of the file.
    const size = isLarge ? Number(view.getBigUint64(at + 8)) : small === 0 ? to - at : small;
    if (size < head || at + size > to) break;
    boxes.push({ type: typeAt(view, at + 4), from: at + head, to: at + size });
    at += size;
  }
  return boxes;
}

const typeAt = (view: DataView, at: number) =>
  String.fromCharCode(...Array.from({ length: 4 }, (_, i) => view.getUint8(at + i)));

/** The TIFF structure of its EXIF; null for a file without one, or with a damaged container. */
export function heifExif(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const meta = boxesOf(view, 0, bytes.length).find(({ type }) => type === "meta");
    if (!meta || meta.to - meta.from > MOST_META_BYTES) return null;
    // Version and flags stand before its boxes.
    const parts = boxesOf(view, meta.from + 4, meta.to);
    const part = (type: string) => parts.find((one) => one.type === type);
    const [infos, places] = [part("iinf"), part("iloc")];
    const item = infos && exifItem(view, infos);
    if (item === undefined || item === null || !places) return null;
    const place = placeOf(view, places, item);
    if (!place || place.length < 10 || place.length > MOST_EXIF_BYTES) return null;
    const data = bytes.subarray(place.offset, place.offset + place.length);
    return data.length === place.length ? tiffOf(data) : null;
  } catch (error) {
    // A length beyond the end of the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Four bytes say how far behind them the TIFF begins. */
function tiffOf(data: Uint8Array): Uint8Array | null {
  const skipped = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(0);
  const tiff = data.subarray(4 + skipped);
  const head = String.fromCharCode(...tiff.subarray(0, 2));
  return head === "II" || head === "MM" ? tiff : null;
}

/** The number of the item with the EXIF. */
function exifItem(view: DataView, { from, to }: Box): number | null {
  const version = view.getUint8(from);
  const first = from + 4 + (version === 0 ? 2 : 4);
  for (let at = first, count = 0; at + 8 <= to && count < MOST_ITEMS; count += 1) {
    const size = view.getUint32(at);
    if (size < 12 || at + size > to) return null;
    const itemVersion = view.getUint8(at + 8);
    // Older versions have no types.
    const isLong = itemVersion === 3;
    const id = isLong ? view.getUint32(at + 12) : view.getUint16(at + 12);
    if (itemVersion >= 2 && typeAt(view, at + (isLong ? 18 : 16)) === "Exif") return id;
    at += size;
  }
  return null;
}

/** The bytes of an item in the file; null if the item is not stored as one range of bytes. */
function placeOf(
  view: DataView,
  { from, to }: Box,
  item: number,
): { readonly offset: number; readonly length: number } | null {
  const version = view.getUint8(from);
  const sizes = view.getUint16(from + 4);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  let at = from + 6;
  const number = (size: number): number => {
    const here = at;
    at += size;
    if (size === 0) return 0;
    if (size === 2) return view.getUint16(here);
    if (size === 4) return view.getUint32(here);
    return size === 8 ? Number(view.getBigUint64(here)) : NaN;
  };
  const count = number(version < 2 ? 2 : 4);
  for (let index = 0; index < Math.min(count, MOST_ITEMS) && at < to; index += 1) {
    const id = number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : number(2) & 15;
    at += 2;
    const base = number(baseSize);
    const extents = number(2);
    let found: { offset: number; length: number } | null = null;
    for (let one = 0; one < Math.min(extents, MOST_ITEMS) && at < to; one += 1) {
      number(indexSize);
      const [offset, length] = [base + number(offsetSize), number(lengthSize)];
      if (one === 0) found = { offset, length };
    }
    const isWhole = method === 0 && extents === 1 && Number.isSafeInteger(found?.offset);
    if (id === item) return isWhole ? found : null;
  }
  return null;
}
