// The least gaps between neighbours of one parent. An outline of a twin often reaches to that of its neighbour.
import { NO_ROW, type Geometry } from "../component/component-index.ts";

export type Span = readonly [from: number, to: number];
/** Metres along and across an axis. */
export type Face = { readonly along: Span; readonly across: Span };

/** The rows of each parent p: rows[starts[p]] to rows[starts[p + 1]]. */
type Siblings = { readonly starts: Uint32Array; readonly rows: Uint32Array };
const known = new WeakMap<Geometry, Siblings>();

/** In time proportional to the number of rows, once per geometry. */
function siblingsOf(geometry: Geometry): Siblings {
  const kept = known.get(geometry);
  if (kept) return kept;
  const { parent, count, length } = geometry;
  const has = (row: number) => parent[row] !== NO_ROW && length[row] !== 0;
  let last = 0;
  for (let row = 0; row < count; row += 1) if (has(row)) last = Math.max(last, parent[row]! + 1);
  const starts = new Uint32Array(last + 2);
  // Counted one place further on, so that filling moves each start to its place.
  for (let row = 0; row < count; row += 1) if (has(row)) starts[parent[row]! + 2]! += 1;
  for (let at = 1; at < starts.length; at += 1) starts[at]! += starts[at - 1]!;
  const rows = new Uint32Array(starts.at(-1)!);
  for (let row = 0; row < count; row += 1) {
    if (!has(row)) continue;
    rows[starts[parent[row]! + 1]!] = row;
    starts[parent[row]! + 1]! += 1;
  }
  const made = { starts, rows };
  known.set(geometry, made);
  return made;
}

const overlap = (a: Span, b: Span) => Math.min(a[1], b[1]) - Math.max(a[0], b[0]);

/** Half of what is missing between two neighbours; one that lies within the other takes no more than the gap. */
const missing = (free: number, gap: number) => Math.max(0, (gap - Math.max(free, -gap)) / 2);

/**
 * The face of a row, shortened by half of what its neighbours lack of the gap. Where the twin has the gap, the
 * face has the size of the twin.
 * @param rotation of the axis along which `face` lies, radians counter-clockwise from east
 * @param gap metres
 */
export function spacedOut(
  geometry: Geometry,
  row: number,
  rotation: number,
  face: Face,
  gap: number,
): Face {
  const parent = geometry.parent[row]!;
  if (gap === 0 || parent === NO_ROW) return face;
  const { starts, rows } = siblingsOf(geometry);
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const { centreX, centreY, length, width, rotation: turned } = geometry;
  const middle = [(face.along[0] + face.along[1]) / 2, (face.across[0] + face.across[1]) / 2];
  const less = [0, 0, 0, 0];
  const take = (side: number, free: number) =>
    void (less[side] = Math.max(less[side]!, missing(free, gap)));
  for (let at = starts[parent]!; at < starts[parent + 1]!; at += 1) {
    const other = rows[at]!;
    if (other === row) continue;
    const [dx, dy] = [centreX[other]! - centreX[row]!, centreY[other]! - centreY[row]!];
    const [along, across] = [dx * cos + dy * sin, dy * cos - dx * sin];
    const isAlong = Math.abs(Math.cos(turned[other]! - rotation)) > Math.SQRT1_2;
    const [reach, aside] = isAlong
      ? [length[other]! / 2, width[other]! / 2]
      : [width[other]! / 2, length[other]! / 2];
    const u = middle[0]! + along;
    const v = middle[1]! + across;
    const shared = {
      along: overlap(face.along, [u - reach, u + reach]),
      across: overlap(face.across, [v - aside, v + aside]),
    };
    // A neighbour is beside the row on one of its sides, not at its corner.
    if (shared.across > gap && shared.across > shared.along) take(along < 0 ? 0 : 1, -shared.along);
    if (shared.along > gap && shared.along > shared.across)
      take(across < 0 ? 2 : 3, -shared.across);
  }
  return {
    along: [face.along[0] + less[0]!, face.along[1] - less[1]!],
    across: [face.across[0] + less[2]!, face.across[1] - less[3]!],
  };
}
