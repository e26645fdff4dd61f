// The pieces of the plant's levels as solids: built where the camera looks, the nearest first, a few per frame.
import type { Pose } from "../../domain/twin-view/pose.ts";
import { solidsOf } from "../../domain/twin-view/solid.ts";
import type { Solids } from "../../domain/twin-view/solid-writer.ts";
import type { Geometry } from "../../domain/component/component-index.ts";
import type { DrawnLevel } from "./drawn-level.ts";
import type { Placed, Point3 } from "./twin-camera.ts";

/** Rows per piece: rows follow a Hilbert curve, so a piece is a place. */
const PIECE_ROWS = 512;
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
};

type Wanted = {
  readonly key: string;
  readonly level: DrawnLevel;
  readonly from: number;
  readonly metres: number;
};

/** [min x, min y, max x, max y] of the rows of a piece; null where none exists. */
function boxOf({ centreX, centreY, length, width }: Geometry, from: number, to: number) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let row = from; row < to; row += 1) {
    if (length[row] === 0) continue;
    const reach = (length[row]! + width[row]!) / 2;
    box[0] = Math.min(box[0]!, centreX[row]! - reach);
    box[1] = Math.min(box[1]!, centreY[row]! - reach);
    box[2] = Math.max(box[2]!, centreX[row]! + reach);
    box[3] = Math.max(box[3]!, centreY[row]! + reach);
  }
  return box[0]! <= box[2]! ? box : null;
}

const boxes = new WeakMap<Geometry, (number[] | null)[]>();

function boxesOf(geometry: Geometry): (number[] | null)[] {
  const known = boxes.get(geometry);
  if (known) return known;
  const made = Array.from({ length: Math.ceil(geometry.count / PIECE_ROWS) }, (_, at) =>
    boxOf(geometry, at * PIECE_ROWS, Math.min(geometry.count, (at + 1) * PIECE_ROWS)),
  );
  boxes.set(geometry, made);
  return made;
}

/** Metres from the eye to the nearest point of a box on the ground. */
function metresTo([x, y, z]: Point3, box: readonly number[]): number {
  const dx = Math.max(box[0]! - x, 0, x - box[2]!);
  const dy = Math.max(box[1]! - y, 0, y - box[3]!);
  return Math.hypot(dx, dy, Math.max(0, z - TALLEST));
}

/** False if the whole box lies behind the eye. */
function isAhead({ eye, forward }: Placed, box: readonly number[]): boolean {
  for (const x of [box[0]!, box[2]!])
    for (const y of [box[1]!, box[3]!])
      for (const z of [0, TALLEST])
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
    frame(levels: readonly DrawnLevel[], placed: Placed, pose: Pose, perPixelAt1: number) {
      const wanted: Wanted[] = [];
      for (const level of levels) {
        const [, far] = reachOf(level, perPixelAt1);
        for (const [at, box] of boxesOf(level.geometry).entries()) {
          if (!box || !isAhead(placed, box)) continue;
          const metres = metresTo(placed.eye, box);
          // The parent may be nearer than the component.
          if (metres > far + 200) continue;
          wanted.push({ key: `${level.id} ${at}`, level, from: at * PIECE_ROWS, metres });
        }
      }
      wanted.sort((a, b) => a.metres - b.metres);
      const end = performance.now() + BUILD_MS;
      const drawn: { level: DrawnLevel; piece: Piece }[] = [];
      let isMissing = false;
      for (const { key, level, from } of wanted) {
        const { geometry, above, as } = level;
        let piece = built.get(key);
        if (piece?.pose !== pose || piece.geometry !== geometry) {
          if (performance.now() < end) {
            drop(key);
            const rows = [from, Math.min(geometry.count, from + PIECE_ROWS)] as const;
            const solids = solidsOf({ geometry, above, pose, rows, ...(as ? { as } : {}) });
            piece = { level: level.id, solids, pose, geometry };
            built.set(key, piece);
            vertices += solids.owners.length / 2;
          } else isMissing = true;
        }
        // Until it is built again, a piece stands as it stood.
        if (piece && piece.geometry === geometry) drawn.push({ level, piece });
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
