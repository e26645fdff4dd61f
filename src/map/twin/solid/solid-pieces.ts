// The pieces of the plant's levels as solids: built where the camera looks, the nearest first, a few per frame.
import type { Dimensions } from "../../../domain/twin-view/dimension.ts";
import type { GroundSurface } from "../../../domain/twin-view/ground-surface.ts";
import type { Pose } from "../../../domain/twin-view/pose.ts";
import { BLOCK_ROWS, centresOf, solidsOf } from "../../../domain/twin-view/solid.ts";
import type { Solids } from "../../../domain/twin-view/solid-writer.ts";
import type { Geometry } from "../../../domain/component/component-index.ts";
import type { DrawnLevel } from "./drawn-level.ts";
import { eyeAboveBase, type Placed, type Point3 } from "../twin-camera.ts";

/** Rows per piece: rows follow a Hilbert curve, so a piece is a place. */
const PIECE_ROWS = 512;
/** What carries the components is seen from near by alone. */
const POSTS_PIECE_ROWS = 32;
const pieceRows = ({ as }: DrawnLevel) => (as === "posts" ? POSTS_PIECE_ROWS : PIECE_ROWS);
/** Metres per pixel beyond which a piece is coarse, and from which a fine one becomes coarse again: panels are 0.04 m. */
const COARSE = 0.05;
const COARSE_AGAIN = 0.1;
/** Gaps between modules and facets would be dots where a pixel is wider. From three quarters of a gap on they are drawn. */
const GAPS = 0.75;
/** Metres of the gaps that the twin has itself, where the settings have none or less. */
const LEAST_GAP = 0.02;
/** Milliseconds per frame for building pieces. */
const BUILD_MS = 14;
/** Vertices that are kept; 48 bytes each. */
const MOST_VERTICES = 4_000_000;
/** Higher than any collector that is turned up. */
const TALLEST = 12;

export type Piece = {
  readonly level: string;
  readonly solids: Solids;
  readonly pose: Pose;
  readonly geometry: Geometry;
  readonly isCoarse: boolean;
  readonly hasGaps: boolean;
  readonly ground: GroundSurface | null;
  readonly dimensions: Dimensions;
};

export type Drawn = {
  readonly level: DrawnLevel;
  readonly piece: Piece;
  /** From the first index of its triangles, before the last: the blocks that are near or far enough. */
  readonly indices: readonly [from: number, to: number];
};

type Wanted = {
  readonly key: string;
  readonly level: DrawnLevel;
  readonly place: PiecePlace;
  readonly from: number;
  readonly metres: number;
};

type Box = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Where a piece lies on the ground, in plane metres. */
type Place = {
  /** Of its components. */
  readonly own: Box;
  /** Of the centres of its components, and of their parents: they decide the level that is drawn. */
  readonly centres: Box;
  readonly parents: Box;
};

type Grown = [number, number, number, number];

function grow(box: Grown, x: number, y: number, reach: number): void {
  box[0] = Math.min(box[0], x - reach);
  box[1] = Math.min(box[1], y - reach);
  box[2] = Math.max(box[2], x + reach);
  box[3] = Math.max(box[3], y + reach);
}

/** Null where no row of the piece exists. */
function placeOf({ geometry, above }: DrawnLevel, from: number, to: number): Place | null {
  const empty = (): Grown => [Infinity, Infinity, -Infinity, -Infinity];
  const [own, centres, parents] = [empty(), empty(), empty()];
  for (let row = from; row < to; row += 1) {
    const { centreX, centreY, length, width } = geometry;
    if (length[row] === 0) continue;
    grow(own, centreX[row]!, centreY[row]!, (length[row]! + width[row]!) / 2);
    grow(centres, centreX[row]!, centreY[row]!, 0);
    const [, , x = 0, y = 0] = centresOf(geometry, above, row);
    grow(parents, x, y, 0);
  }
  return own[0] <= own[2] ? { own, centres, parents } : null;
}

/** The place of a piece and of its blocks; null where no row exists. */
type PiecePlace = Place & { readonly blocks: readonly (Place | null)[] };

const places = new WeakMap<Geometry, Map<number, (PiecePlace | null)[]>>();

/** The level above a geometry is the same for all levels that draw it. */
function placesOf(level: DrawnLevel): (PiecePlace | null)[] {
  const { geometry } = level;
  const rows = pieceRows(level);
  const known = places.get(geometry) ?? new Map<number, (PiecePlace | null)[]>();
  places.set(geometry, known);
  const kept = known.get(rows);
  if (kept) return kept;
  const made = Array.from({ length: Math.ceil(geometry.count / rows) }, (_, at) => {
    const [from, to] = [at * rows, Math.min(geometry.count, (at + 1) * rows)];
    const blocks: (Place | null)[] = [];
    for (let block = from; block < to; block += BLOCK_ROWS)
      blocks.push(placeOf(level, block, Math.min(to, block + BLOCK_ROWS)));
    return around(blocks);
  });
  known.set(rows, made);
  return made;
}

function around(blocks: readonly (Place | null)[]): PiecePlace | null {
  const present = blocks.filter((block) => block !== null);
  if (present.length === 0) return null;
  const boxOf = (boxes: readonly Box[]): Box => [
    Math.min(...boxes.map(([minX]) => minX)),
    Math.min(...boxes.map(([, minY]) => minY)),
    Math.max(...boxes.map(([, , maxX]) => maxX)),
    Math.max(...boxes.map(([, , , maxY]) => maxY)),
  ];
  return {
    own: boxOf(present.map(({ own }) => own)),
    centres: boxOf(present.map(({ centres }) => centres)),
    parents: boxOf(present.map(({ parents }) => parents)),
    blocks,
  };
}

/** Metres from the eye to the nearest point of a box at this height or below. */
function metresTo([x, y, z]: Point3, box: Box, tallest: number): number {
  const dx = Math.max(box[0] - x, 0, x - box[2]);
  const dy = Math.max(box[1] - y, 0, y - box[3]);
  return Math.hypot(dx, dy, Math.max(0, z - tallest));
}

/** Metres from the eye to the farthest point of a box on the ground, which is taken as flat. */
function farthestOf([x, y, z]: Point3, box: Box): number {
  return Math.hypot(Math.max(x - box[0], box[2] - x), Math.max(y - box[1], box[3] - y), z);
}

/** False if the whole box lies behind the eye. */
function isAhead({ eye, forward }: Placed, box: Box, ground: GroundSurface | null): boolean {
  const heights = [ground?.lowest ?? 0, (ground?.highest ?? 0) + TALLEST];
  for (const x of [box[0], box[2]])
    for (const y of [box[1], box[3]])
      for (const z of heights)
        if ((x - eye[0]) * forward[0] + (y - eye[1]) * forward[1] + (z - eye[2]) * forward[2] > 0) {
          return true;
        }
  return false;
}

/** The farthest metres at which components of a level are drawn. */
export const reachOf = ({ detail }: DrawnLevel, metresPerPixelAt1: number): [number, number] => [
  detail[0] / metresPerPixelAt1,
  Math.min(detail[1] / metresPerPixelAt1, 1e7),
];

/** Metres between modules, or between the facets of mirrors. */
function gapOf({ type }: DrawnLevel, { module_gap_mm, facet_gap_mm }: Dimensions): number {
  return Math.max(LEAST_GAP, (type === "module" ? module_gap_mm : facet_gap_mm) / 1000);
}

export function solidPieces(discard: (piece: Piece) => void) {
  const built = new Map<string, Piece>();
  let vertices = 0;
  const drop = (key: string) => {
    const piece = built.get(key);
    if (!piece) return;
    built.delete(key);
    vertices -= piece.solids.owners.length / 2;
    discard(piece);
  };
  return {
    built: built as ReadonlyMap<string, Piece>,
    /**
     * Builds what is missing in view for some milliseconds.
     * @returns the pieces to draw by level, and whether more are missing
     */
    frame(
      levels: readonly DrawnLevel[],
      {
        placed,
        pose,
        ground,
        dimensions,
      }: { placed: Placed; pose: Pose; ground: GroundSurface | null; dimensions: Dimensions },
      perPixelAt1: number,
    ) {
      const tallest = TALLEST + (ground?.highest ?? 0);
      const above = eyeAboveBase(placed);
      const wanted: Wanted[] = [];
      /** False where the shader would draw none of its components. */
      const isDrawn = (level: DrawnLevel, { own, centres, parents }: Place) => {
        const [near, far] = reachOf(level, perPixelAt1);
        if (metresTo(above, parents, 0) >= far || farthestOf(above, centres) < near) return false;
        return isAhead(placed, own, ground);
      };
      for (const level of levels) {
        for (const [at, place] of placesOf(level).entries()) {
          if (!place || !isDrawn(level, place)) continue;
          const metres = metresTo(placed.eye, place.own, tallest);
          const from = at * pieceRows(level);
          wanted.push({ key: `${level.id} ${at}`, level, place, from, metres });
        }
      }
      wanted.sort((a, b) => a.metres - b.metres);
      const until = performance.now() + BUILD_MS;
      const drawn: Drawn[] = [];
      let isMissing = false;
      for (const { key, level, place, from, metres } of wanted) {
        const { geometry, as } = level;
        let piece = built.get(key);
        const thin = metres * perPixelAt1;
        // Between the two distances a piece stays as it is.
        const isCoarse = thin > (piece?.isCoarse === false ? COARSE_AGAIN : COARSE);
        const gap = gapOf(level, dimensions);
        const hasGaps = thin <= (piece?.hasGaps ? gap : gap * GAPS);
        const isBuilt =
          piece?.isCoarse === isCoarse &&
          piece.hasGaps === hasGaps &&
          piece.pose === pose &&
          piece.geometry === geometry &&
          piece.ground === ground &&
          piece.dimensions === dimensions;
        if (!isBuilt) {
          if (performance.now() < until) {
            drop(key);
            const rows = [from, Math.min(geometry.count, from + pieceRows(level))] as const;
            const solids = solidsOf({
              geometry,
              above: level.above,
              pose,
              rows,
              dimensions,
              isCoarse,
              hasGaps,
              ...(as ? { as } : {}),
              ...(ground && { ground: ground.at }),
            });
            const made = { pose, geometry, isCoarse, hasGaps, ground, dimensions };
            piece = { level: level.id, solids, ...made };
            built.set(key, piece);
            vertices += solids.owners.length / 2;
          } else isMissing = true;
        }
        // Until it is built again, a piece stands as it stood.
        if (!piece || piece.geometry !== geometry) continue;
        const { starts } = piece.solids;
        const isIn = (block: Place | null) => block !== null && isDrawn(level, block);
        const [first, last] = [place.blocks.findIndex(isIn), place.blocks.findLastIndex(isIn)];
        const [begin = 0, end = 0] = first < 0 ? [] : [starts[first], starts[last + 1]];
        if (end > begin) drawn.push({ level, piece, indices: [begin, end] });
      }
      if (vertices > MOST_VERTICES) {
        const needed = new Set(wanted.map(({ key }) => key));
        for (const key of built.keys()) {
          if (vertices <= MOST_VERTICES) break;
          if (!needed.has(key)) drop(key);
        }
      }
      return { drawn, isMissing };
    },
    clear(): void {
      for (const key of built.keys()) drop(key);
    },
  };
}
