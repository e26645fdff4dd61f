// The pieces of the plant's levels as solids: ordered where the camera looks, the nearest first, and taken over as they
// come, a few per frame. A worker makes them; the page's thread only reads where they lie.
import type { Dimensions } from "../../../domain/twin-view/dimension.ts";
import type { GroundSurface } from "../../../domain/twin-view/ground-surface.ts";
import {
  blocksOf,
  PLACE_FLOATS,
  placeParts,
  type Places,
} from "../../../domain/twin-view/piece-place.ts";
import type { PoseInput } from "../../../domain/twin-view/pose.ts";
import type { Solids } from "../../../domain/twin-view/solid-writer.ts";
import type { Geometry } from "../../../domain/component/component-index.ts";
import type { PieceSource } from "../../../state/map/twin-piece.ts";
import type { DrawnLevel } from "./drawn-level.ts";
import type { Placed } from "../twin-camera.ts";
import { boundedDetail } from "./bounded-detail.ts";
import { pieceRows, pieceViews, type PieceView } from "./piece-view.ts";

/** Metres per pixel beyond which a piece is coarse, and from which a fine one becomes coarse again: panels are 0.04 m. */
const COARSE = 0.05;
const COARSE_AGAIN = 0.1;
/** Gaps between modules and facets would be dots where a pixel is wider. From three quarters of a gap on they are drawn. */
const GAPS = 0.75;
/** Metres of the gaps that the twin has itself, where the settings have none or less. */
const LEAST_GAP = 0.02;
/** Milliseconds per frame for taking pieces over to the GPU. */
const TAKE_MS = 6;
/** Pieces that the worker is asked for at a time: what is seen may be another place when they come. */
const MOST_ORDERED = 4;
/** A piece that fails is ordered once more, since the worker may have ended for want of memory. */
const MOST_ATTEMPTS = 2;
/** Vertices that are kept, 56 bytes each; what is in view at this detail has to do with them. */
const MOST_VERTICES = 4_000_000;

export type Piece = {
  readonly level: string;
  readonly solids: Solids;
  readonly pose: PoseInput;
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
  readonly places: Places;
  readonly at: number;
  readonly metres: number;
};

/** What pieces are made from, besides the levels. */
type PieceScene = {
  readonly placed: Placed;
  readonly pose: PoseInput;
  readonly ground: GroundSurface | null;
  readonly dimensions: Dimensions;
};

/** What happens to pieces. */
export type PieceKeeper = {
  /** Puts a piece on the GPU. */
  take(piece: Piece): void;
  discard(piece: Piece): void;
  /** Something has come: another frame can show it. */
  onCome(): void;
};

const verticesOf = ({ solids }: Piece) => solids.owners.length / 2;

/** Metres between modules, or between the facets of mirrors. */
function gapOf({ type }: DrawnLevel, { module_gap_mm, facet_gap_mm }: Dimensions): number {
  return Math.max(LEAST_GAP, (type === "module" ? module_gap_mm : facet_gap_mm) / 1000);
}

/** How a piece is drawn at this size of a pixel. Between two sizes it stays as it is. */
function looksOf(thin: number, piece: Piece | undefined, level: DrawnLevel, sizes: Dimensions) {
  // Neither posts nor shadows have other forms from afar.
  if (level.as === "posts" || level.as === "shadow") return { isCoarse: false, hasGaps: false };
  const gap = gapOf(level, sizes);
  return {
    isCoarse: thin > (piece?.isCoarse === false ? COARSE_AGAIN : COARSE),
    hasGaps: thin <= (piece?.hasGaps ? gap : gap * GAPS),
  };
}

/**
 * @param source makes the pieces
 * @param most vertices that are kept
 */
export function solidPieces(
  source: Omit<PieceSource, "stop">,
  { take, discard, onCome }: PieceKeeper,
  most = MOST_VERTICES,
) {
  const detail = boundedDetail(most);
  const built = new Map<string, Piece>();
  const ordered = new Set<string>();
  const arrived = new Map<string, Piece>();
  const attempts = new Map<string, number>();
  const known = new WeakMap<Geometry, Map<number, Places | "ordered">>();
  let shown: readonly DrawnLevel[] = [];
  let isEnded = false;
  let vertices = 0;
  const drop = (key: string) => {
    const piece = built.get(key);
    if (!piece) return;
    built.delete(key);
    vertices -= verticesOf(piece);
    discard(piece);
  };
  const failed = (key: string, level: DrawnLevel, cause: unknown) => {
    const count = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, count);
    if (count < MOST_ATTEMPTS) return;
    attempts.delete(key);
    source.fail(level.type, cause);
  };
  /** What becomes of an order; nothing after the end. */
  const order = <T>(key: string, level: DrawnLevel, making: Promise<T>, come: (made: T) => void) =>
    void making
      .then(come, (cause: unknown) => {
        if (!isEnded) failed(key, level, cause);
      })
      .finally(() => {
        ordered.delete(key);
        if (!isEnded) onCome();
      });
  /** Null until they have come. */
  const placesOf = (level: DrawnLevel): Places | null => {
    const { geometry, above } = level;
    const rows = pieceRows(level);
    const byRows = known.get(geometry) ?? new Map<number, Places | "ordered">();
    known.set(geometry, byRows);
    const places = byRows.get(rows);
    if (places) return places === "ordered" ? null : places;
    byRows.set(rows, "ordered");
    const making = source.places(geometry, above, rows);
    making.catch(() => byRows.delete(rows));
    order(`${level.id} places`, level, making, (made) => void byRows.set(rows, made));
    return null;
  };
  const orderPiece = (
    { key, level, at }: Wanted,
    { pose, ground, dimensions }: PieceScene,
    looks: ReturnType<typeof looksOf>,
  ) => {
    ordered.add(key);
    const { geometry, above, as } = level;
    const from = at * pieceRows(level);
    const rows = [from, Math.min(geometry.count, from + pieceRows(level))] as const;
    const common = { geometry, pose, ground, dimensions, ...looks };
    const making = source.solids({ ...common, above, rows, ...(as ? { as } : {}) });
    order(key, level, making, (solids) => {
      attempts.delete(key);
      arrived.set(key, { level: level.id, solids, ...common });
    });
  };
  /** The levels that can be drawn and whose places are known, and whether others are to come. */
  const placed = (levels: readonly DrawnLevel[], view: PieceView) => {
    // The smallest first: from afar they are all that is drawn.
    const possible = levels
      .filter((level) => view.canDraw(level) && !source.isFailed(level.type))
      .toSorted((a, b) => a.geometry.count - b.geometry.count);
    const found = possible.flatMap((level) => {
      const places = placesOf(level);
      return places ? [{ level, places }] : [];
    });
    return { found, isMissing: found.length < possible.length };
  };
  return {
    built: built as ReadonlyMap<string, Piece>,
    /**
     * Takes over what has come, for some milliseconds, and orders what is missing in view.
     * @param perPixelOfScreen metres per pixel one metre before the eye
     * @returns the pieces to draw by level, whether more are missing, whether some of them have come, and the metres per
     *   pixel one metre before the eye that decide the levels: those of the screen, or more where that would show more
     *   than is kept
     */
    frame(levels: readonly DrawnLevel[], scene: PieceScene, perPixelOfScreen: number) {
      const perPixelAt1 = perPixelOfScreen * detail.share();
      const { ground, pose, dimensions } = scene;
      if (levels !== shown) {
        const used = levels.flatMap(({ geometry, above }) =>
          above ? [geometry, above] : [geometry],
        );
        source.retain(new Set<object>(ground ? [...used, ground] : used));
      }
      shown = levels;
      const view = pieceViews(scene.placed, ground, perPixelAt1);
      const { found, isMissing: isUnplaced } = placed(levels, view);
      const wanted: Wanted[] = [];
      for (const { level, places } of found) {
        const count = places.pieces.length / PLACE_FLOATS;
        for (let at = 0; at < count; at += 1) {
          if (!view.isDrawn(level, places.pieces, at * PLACE_FLOATS)) continue;
          const own = at * PLACE_FLOATS + placeParts.own;
          const metres = view.metresTo(places.pieces, own);
          wanted.push({ key: `${level.id} ${at}`, level, places, at, metres });
        }
      }
      wanted.sort((a, b) => a.metres - b.metres);
      const until = performance.now() + TAKE_MS;
      let isTaken = false;
      const drawn: Drawn[] = [];
      let isMissing = isUnplaced;
      let inView = 0;
      for (const one of wanted) {
        const { key, level, metres, places, at } = one;
        const { geometry } = level;
        const come = arrived.get(key);
        if (come && (!isTaken || performance.now() < until)) {
          arrived.delete(key);
          if (come.geometry === geometry) {
            drop(key);
            built.set(key, come);
            vertices += verticesOf(come);
            take(come);
            isTaken = true;
          }
        }
        const piece = built.get(key);
        inView += piece ? verticesOf(piece) : 0;
        const looks = looksOf(metres * perPixelAt1, piece, level, dimensions);
        const isBuilt =
          piece?.isCoarse === looks.isCoarse &&
          piece.hasGaps === looks.hasGaps &&
          piece.pose === pose &&
          piece.geometry === geometry &&
          piece.ground === ground &&
          piece.dimensions === dimensions;
        if (!isBuilt) {
          isMissing = true;
          const isOrdered = ordered.has(key) || arrived.has(key);
          const hasRoom = ordered.size < MOST_ORDERED && inView <= most;
          if (!isOrdered && hasRoom) orderPiece(one, scene, looks);
        }
        // Until it comes again, a piece stands as it stood.
        if (!piece || piece.geometry !== geometry) continue;
        const { starts } = piece.solids;
        const [first, last] = view.blocksDrawn(
          level,
          places.blocks,
          at,
          blocksOf(pieceRows(level)),
        );
        const [begin = 0, end = 0] = first < 0 ? [] : [starts[first], starts[last + 1]];
        if (end > begin) drawn.push({ level, piece, indices: [begin, end] });
      }
      if (vertices > most || arrived.size > 0) {
        const needed = new Set(wanted.map(({ key }) => key));
        for (const key of arrived.keys()) if (!needed.has(key)) arrived.delete(key);
        for (const key of built.keys()) {
          if (vertices <= most) break;
          if (!needed.has(key)) drop(key);
        }
      }
      // Drawn coarser or finer from the next frame on.
      const isChanged = detail.drawn(inView, scene.placed, isMissing);
      return { drawn, isMissing, isWaiting: arrived.size > 0 || isChanged, perPixelAt1 };
    },
    clear(): void {
      isEnded = true;
      arrived.clear();
      for (const key of built.keys()) drop(key);
    },
  };
}
