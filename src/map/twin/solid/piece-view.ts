// Which pieces and blocks of a level can be seen from where the camera stands.
import type { GroundSurface } from "../../../domain/twin-view/ground-surface.ts";
import { PLACE_FLOATS, placeParts } from "../../../domain/twin-view/piece-place.ts";
import { eyeAboveBase, type Placed } from "../twin-camera.ts";
import type { DrawnLevel } from "./drawn-level.ts";

/** Rows per piece: rows follow a Hilbert curve, so a piece is a place. */
const PIECE_ROWS = 512;
/** A collector has dozens of facets. */
const COLLECTOR_ROWS = 64;
/** What carries the components, and its shadow, are seen from near by alone. */
const POSTS_PIECE_ROWS = 32;
/** Metres: higher than any collector that is turned up. */
const TALLEST = 12;

export function pieceRows({ as, type }: DrawnLevel): number {
  if (as === "posts" || as === "shadow") return POSTS_PIECE_ROWS;
  return type === "sca" || type === "sce" ? COLLECTOR_ROWS : PIECE_ROWS;
}

/** The farthest metres at which components of a level are drawn. */
export const reachOf = ({ detail }: DrawnLevel, metresPerPixelAt1: number): [number, number] => [
  detail[0] / metresPerPixelAt1,
  Math.min(detail[1] / metresPerPixelAt1, 1e7),
];

export type PieceView = ReturnType<typeof pieceViews>;

/**
 * Boxes are [min x, min y, max x, max y] in plane metres, and stand in an array from an index on.
 * @param perPixelAt1 metres per pixel one metre before the eye
 */
export function pieceViews(placed: Placed, ground: GroundSurface | null, perPixelAt1: number) {
  const { eye, forward } = placed;
  const above = eyeAboveBase(placed);
  const [lowest, highest] = [ground?.lowest ?? 0, (ground?.highest ?? 0) + TALLEST];
  /** From an eye at this place to the nearest point of a box at a height or below. */
  const nearest = (boxes: Float32Array, at: number, [x, y, z]: typeof eye, tallest: number) => {
    const dx = Math.max(boxes[at]! - x, 0, x - boxes[at + 2]!);
    const dy = Math.max(boxes[at + 1]! - y, 0, y - boxes[at + 3]!);
    return Math.hypot(dx, dy, Math.max(0, z - tallest));
  };
  /** Metres to the farthest point of a box on the ground, which is taken as flat. */
  const farthest = (boxes: Float32Array, at: number) => {
    const [x, y, z] = above;
    const dx = Math.max(x - boxes[at]!, boxes[at + 2]! - x);
    const dy = Math.max(y - boxes[at + 1]!, boxes[at + 3]! - y);
    return Math.hypot(dx, dy, z);
  };
  /** False if the whole box lies behind the eye. */
  const isAhead = (boxes: Float32Array, at: number): boolean => {
    // The corner that lies farthest along the view.
    const x = boxes[forward[0] > 0 ? at + 2 : at]!;
    const y = boxes[forward[1] > 0 ? at + 3 : at + 1]!;
    const z = forward[2] > 0 ? highest : lowest;
    return (x - eye[0]) * forward[0] + (y - eye[1]) * forward[1] + (z - eye[2]) * forward[2] > 0;
  };
  /** False where the shader would draw none of the components of a place, and where there are none. */
  const isDrawn = (level: DrawnLevel, places: Float32Array, at: number): boolean => {
    const own = at + placeParts.own;
    if (places[own]! > places[own + 2]!) return false;
    const [near, far] = reachOf(level, perPixelAt1);
    if (nearest(places, at + placeParts.parents, above, 0) >= far) return false;
    return farthest(places, at + placeParts.centres) >= near && isAhead(places, own);
  };
  return {
    isDrawn,
    /** False where the eye is too high for all components of a level. */
    canDraw: (level: DrawnLevel): boolean => above[2] < reachOf(level, perPixelAt1)[1],
    /** Metres to the nearest point of a box. */
    metresTo: (boxes: Float32Array, at: number) => nearest(boxes, at, eye, highest),
    /** The first and the last block of a piece that is drawn; -1 for none. */
    blocksDrawn(level: DrawnLevel, blocks: Float32Array, piece: number, count: number) {
      let [first, last] = [-1, -1];
      for (let block = 0; block < count; block += 1) {
        if (!isDrawn(level, blocks, (piece * count + block) * PLACE_FLOATS)) continue;
        if (first < 0) first = block;
        last = block;
      }
      return [first, last] as const;
    },
  };
}
