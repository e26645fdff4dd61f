// Whether the records of a .shp are whole. The library that reads the shapes stops without a word where one is not.

const HEADER_BYTES = 100;
const RECORD_HEADER_BYTES = 8;
const POINT_BYTES = 16;
/** Kinds with parts (lines, polygons) and without (points), each also with heights and measures. */
const withParts = new Set([3, 5, 13, 15, 23, 25]);
const multiPoints = new Set([8, 18, 28]);
const points = new Set([1, 11, 21]);

export type ShpRecords = {
  readonly count: number;
  /** The first record that is damaged, from 1, and how; null where all are whole. */
  readonly fault: {
    readonly feature: number;
    readonly reason: "shp_cut_off" | "shp_broken";
  } | null;
};

/** @param bytes a .shp whose header was checked */
export function shpRecords(bytes: Buffer): ShpRecords {
  const end = bytes.readInt32BE(24) * 2;
  let [at, count] = [HEADER_BYTES, 0];
  const broken = (reason: "shp_cut_off" | "shp_broken") => ({
    count,
    fault: { feature: count + 1, reason },
  });
  while (at < end) {
    if (at + RECORD_HEADER_BYTES > end) return broken("shp_cut_off");
    const length = bytes.readInt32BE(at + 4) * 2;
    const start = at + RECORD_HEADER_BYTES;
    if (length < 4) return broken("shp_broken");
    if (start + length > end) return broken("shp_cut_off");
    if (!isWhole(bytes.subarray(start, start + length))) return broken("shp_broken");
    count += 1;
    at = start + length;
  }
  // Bytes that no record has.
  return end < bytes.length ? broken("shp_broken") : { count, fault: null };
}

function isWhole(content: Buffer): boolean {
  const kind = content.readInt32LE(0);
  if (kind === 0) return true;
  if (points.has(kind)) return content.length >= 4 + POINT_BYTES;
  if (multiPoints.has(kind)) {
    return content.length >= 40 && fits(content, 40, 0, content.readInt32LE(36));
  }
  if (!withParts.has(kind) || content.length < 44) return false;
  const [partCount, pointCount] = [content.readInt32LE(36), content.readInt32LE(40)];
  if (partCount < 0 || !fits(content, 44, partCount, pointCount)) return false;
  // Each part begins at a later point than the one before it.
  let before = -1;
  for (let part = 0; part < partCount; part += 1) {
    const first = content.readInt32LE(44 + part * 4);
    if (first <= before || first >= pointCount || (part === 0 && first !== 0)) return false;
    before = first;
  }
  return (partCount === 0) === (pointCount === 0);
}

const fits = (content: Buffer, from: number, partCount: number, pointCount: number) =>
  pointCount >= 0 && from + partCount * 4 + pointCount * POINT_BYTES <= content.length;
