// Areas with arms, such as an L: cut at their inward corners, each piece with lines in its own direction.
import { intersectD, FillRule } from "clipper2-ts";
import {
  areaOf,
  grown,
  signedArea,
  toPaths,
  toRegion,
  type Region,
  type Spot,
} from "../ground/flight-ground.ts";
import type { Motion } from "../time/flight-motion.ts";
import {
  byCoverage,
  edgeDirections,
  estimateOf,
  fieldsOver,
  workOf,
  type Estimated,
  type Field,
} from "./field-lines.ts";
import type { StripSettings } from "./flight-strips.ts";
import { STRAIGHT_DOWN_VIEW } from "./online-view.ts";

/** Inward corners at which an area is cut, the sharpest and longest first. */
const MOST_CORNERS = 5;
/** An area is cut into one piece more than this at most. */
const MOST_CUTS = 3;
/** Edges of a piece along which its lines are tried. */
const DIRECTIONS = 4;
/** Work on the pieces of an area, as a part of that on the whole area in all its directions: cutting at most doubles it. */
const MOST_WORK = 1;
/** A corner that turns by less, in radians, is a bend of a side. */
const LEAST_TURN = Math.PI / 12;
const PRECISION = 4;

type Ring = Region[number];
type Cut = readonly [Ring, Ring];
type Pieced = Field & Estimated;

/** Lines over a part of the area, with what it reaches over its cuts; null: none. */
type Piece = {
  readonly lines: Pieced | null;
  readonly size: number;
};

/**
 * Lines in pieces, each of which is flown in its own direction; null where no cut is estimated to be faster. Photos of one piece
 * reach as far over the cut as the images of neighbouring lines share, so that nothing is seen less often there. Of the largest
 * corners as many cuts are tried as `MOST_WORK` allows, in counted steps (`workOf`).
 * @param shared metres that the images of neighbouring lines share
 * @param whole lines over the whole area, in one direction
 * @param search that finds the lines of a piece
 */
export function fieldInPieces(
  field: Region,
  inner: Region,
  motion: Motion,
  settings: StripSettings,
  { shared, whole }: { readonly shared: number; readonly whole: Pieced },
  search = fieldsOver,
): Pieced | null {
  const outer = field.filter((ring) => signedArea(ring) > 0);
  const [ring] = outer;
  // A ring inside a hole is a part of its own.
  if (!ring || outer.length > 1) return null;
  let left = MOST_WORK * workOf(field, inner, null, settings);
  // A piece stays the same while others are cut, and two corners may ask for the same cut.
  const known = new Map<string, Piece>();
  const pieceOf = (one: Ring): Piece | null => {
    const reach = grown(toPaths([one]), shared / 2);
    const region = toRegion(intersectD(reach, toPaths(field), FillRule.NonZero, PRECISION));
    const key = keyOf(region);
    const before = known.get(key);
    if (before) return before;
    const directions = edgeDirections(region, DIRECTIONS);
    const work = workOf(region, inner, directions, settings);
    if (work > left) return null;
    left -= work;
    const view = () => STRAIGHT_DOWN_VIEW;
    const [lines] = search(region, inner, directions, motion, settings, view);
    const piece = { lines: lines ?? null, size: areaOf(region) };
    known.set(key, piece);
    return piece;
  };
  let rings: readonly Ring[] = [ring];
  let best: Pieced = whole;
  for (let cuts = 0; cuts < MOST_CUTS; cuts++) {
    const tried = rings
      .flatMap((one, at) => cutsOf(one).map((two) => rings.toSpliced(at, 1, ...two)))
      .flatMap((pieces) => {
        const made = joined(pieces.map(pieceOf), motion, settings);
        return made ? [{ pieces, made }] : [];
      })
      .toSorted((a, b) => byCoverage(a.made, b.made));
    const [first] = tried;
    if (!first || byCoverage(first.made, best) >= 0) break;
    [rings, best] = [first.pieces, first.made];
  }
  return best === whole ? null : best;
}

/** The lines of all pieces as one field; null where a piece has none, or was not tried. */
function joined(
  pieces: readonly (Piece | null)[],
  motion: Motion,
  { spacing }: StripSettings,
): Pieced | null {
  const fields = pieces.flatMap((piece) =>
    piece?.lines ? [{ ...piece.lines, size: piece.size }] : [],
  );
  if (fields.length < pieces.length) return null;
  let rows = 0;
  let [unseen, area] = [0, 0];
  const strips = fields.flatMap(({ strips: own, direction, unseen: left = 0, size }) => {
    unseen += left * size;
    area += size;
    const begin = rows;
    // No row of one piece is the neighbour of a row of another.
    rows = own.reduce((most, { row }) => Math.max(most, row + begin), begin) + 2;
    return own.map((strip) => ({ ...strip, row: strip.row + begin, direction }));
  });
  const seconds = estimateOf(strips, motion, spacing);
  return { direction: fields[0]!.direction, strips, unseen: unseen / (area || 1), seconds };
}

/** The same for regions with the same corners to a centimetre, wherever their rings begin. */
const keyOf = (region: Region) =>
  region
    .flat()
    .map((spot) => spot.map((value) => Math.round(100 * value)).join())
    .toSorted()
    .join(" ");

const apart = (a: Spot, b: Spot) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The two parts of a ring (counter-clockwise) for each way to cut it: one of the edges at an inward corner goes on. */
function cutsOf(ring: Ring): Cut[] {
  const count = ring.length;
  const inward = [...ring.keys()].flatMap((at) => {
    const [before, here, after] = [ring.at(at - 1)!, ring[at]!, ring[(at + 1) % count]!];
    const [ux, uy] = [here[0] - before[0], here[1] - before[1]];
    const [vx, vy] = [after[0] - here[0], after[1] - here[1]];
    const turn = -Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy);
    if (turn < LEAST_TURN) return [];
    return [
      { at, before, here, after, size: turn * Math.min(apart(before, here), apart(here, after)) },
    ];
  });
  return inward
    .toSorted((a, b) => b.size - a.size)
    .slice(0, MOST_CORNERS)
    .flatMap(({ at, before, here, after }) =>
      [before, after].flatMap((beyond) => {
        const cut = cutFrom(ring, at, [here[0] - beyond[0], here[1] - beyond[1]]);
        return cut ? [cut] : [];
      }),
    );
}

/** Cuts a ring from one of its corners in a direction, to where that meets it next. */
function cutFrom(ring: Ring, at: number, [dx, dy]: Spot): Cut | null {
  const count = ring.length;
  const [x, y] = ring[at]!;
  let met: { readonly edge: number; readonly along: number; readonly spot: Spot } | null = null;
  for (let step = 1; step + 1 < count; step++) {
    const edge = (at + step) % count;
    const [[ax, ay], [bx, by]] = [ring[edge]!, ring[(edge + 1) % count]!];
    const across = dx * (by - ay) - dy * (bx - ax);
    if (across === 0) continue;
    const along = ((ax - x) * (by - ay) - (ay - y) * (bx - ax)) / across;
    const part = ((ax - x) * dy - (ay - y) * dx) / across;
    if (along <= 1e-9 || part < 0 || part > 1 || along >= (met?.along ?? Infinity)) continue;
    met = { edge, along, spot: [x + along * dx, y + along * dy] };
  }
  if (!met) return null;
  const { edge, spot } = met;
  const walk = (from: number, to: number) =>
    Array.from({ length: ((to - from + count) % count) + 1 }, (_, i) => ring[(from + i) % count]!);
  const one = [...walk(at, edge), spot];
  const other = [...walk((edge + 1) % count, at), spot];
  return one.length > 2 && other.length > 2 ? [one, other] : null;
}
