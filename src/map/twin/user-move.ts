// What a move of mouse, fingers or keys does: it holds what lies under the pointer, turns around what is selected, walks
// while the view is walked through, and stops before what stands in the way.
import type { LonLat } from "../../domain/geometry/plane.ts";
import { walkingAtom } from "../../state/map/space.ts";
import type { Camera } from "../../state/map/view.ts";
import { openRowAtom } from "../../state/plant/component/component.ts";
import type { Store } from "../../state/shell/on-change.ts";
import { markedRowsAtom } from "../component/selected-marks.ts";
import type { DrawnLevel } from "./solid/drawn-level.ts";
import { onGround } from "./hold-point.ts";
import { movedCamera, type Hold, type ViewSize } from "./move-camera.ts";
import { TALLEST_M, unblocked } from "./obstacle.ts";
import { meetSolid } from "./solid/solid-pick.ts";
import type { Piece } from "./solid/solid-pieces.ts";
import { standingAtom } from "./standing.ts";
import { placeCamera, rayOf, type Point3 } from "./twin-camera.ts";
import type { Move } from "./twin-pointer.ts";
import { stepOf, walked, type Step } from "./walk.ts";

const metresTo = (from: Point3, to: Point3) => to.map((part, axis) => part - from[axis]!);

type MoveView = {
  readonly store: Store;
  readonly origin: LonLat;
  readonly size: () => ViewSize;
  readonly levels: () => readonly DrawnLevel[];
  readonly pieces: ReadonlyMap<string, Piece>;
  readonly perPixelAt1: () => number;
};

export function userMoves({ store, origin, size, levels, pieces, perPixelAt1 }: MoveView) {
  /** What the present drag holds; null before its first event. */
  let held: Hold | null = null;
  const placedAt = (camera: Camera) => placeCamera(camera, origin, size());
  const meetFrom = (base: number) => (eye: Point3, ray: Point3) =>
    meetSolid(
      { levels: levels(), pieces: pieces.values(), eye, base, ray, perPixelAt1: perPixelAt1() },
      "all",
    )?.steps ?? Infinity;
  /** Metres up of what lies under a pixel: a solid, or the ground; undefined for the sky. */
  const heightAt = (camera: Camera, [x, y]: readonly [number, number]) => {
    const placed = placedAt(camera);
    const { eye, base } = placed;
    const ray = rayOf(placed, size(), x, y);
    const steps = meetFrom(base)(eye, ray);
    const below = onGround(placed, ray, size().ground);
    const solid = eye[2] + ray[2] * steps;
    const isBefore = !below || steps * Math.hypot(...ray) < Math.hypot(...metresTo(eye, below));
    return Number.isFinite(steps) && isBefore ? solid : below?.[2];
  };
  /** The middle of what is open, or else of what is selected. */
  const pivot = (): Point3 | null => {
    const standing = store.get(standingAtom);
    const open = store.get(openRowAtom);
    const rows = open ? [open] : store.get(markedRowsAtom);
    const middles = rows.flatMap((row): Point3[] => {
      const middle = standing(row)?.middle;
      return middle ? [middle] : [];
    });
    if (middles.length === 0) return null;
    const mean = (axis: 0 | 1 | 2) =>
      middles.map((at) => at[axis]).reduce((sum, one) => sum + one) / middles.length;
    return [mean(0), mean(1), mean(2)];
  };
  const before = (camera: Camera, part: (share: number) => Camera): Camera => {
    const next = part(1);
    const [now, then] = [placedAt(camera), placedAt(next)];
    const isHigh = [now, then].every(({ eye, base }) => eye[2] - base > TALLEST_M);
    if (isHigh) return next;
    return unblocked(camera, part, (one) => placedAt(one).eye, meetFrom(now.base));
  };
  const walk = (camera: Camera, { ahead, aside, turn }: Step) => {
    const step = (share: number) =>
      walked(camera, { ahead: ahead * share, aside: aside * share, turn }, origin);
    const next = before(camera, step);
    // Who stands before a post can still look around.
    return next === camera && turn !== 0 ? step(0) : next;
  };
  return {
    walk,
    /** The next camera where nothing stands in the way, else the present one. */
    reach: (camera: Camera, next: Camera) =>
      before(camera, (share) => (share === 1 ? next : camera)),
    after(camera: Camera, move: Move): Camera {
      if (store.get(walkingAtom)) return walk(camera, stepOf(move));
      if (move.kind === "turn") {
        const hold = { pivot: pivot() };
        const { bearing, pitch } = move;
        return before(camera, (share) => {
          const turn = { ...move, bearing: bearing * share, pitch: pitch * share };
          return movedCamera(camera, turn, origin, size(), hold);
        });
      }
      // From under a table the way back is free.
      if (move.kind === "zoom" && move.by <= 0) return movedCamera(camera, move, origin, size());
      if (move.kind === "zoom") {
        return before(camera, (share) =>
          movedCamera(camera, { ...move, by: move.by * share }, origin, size()),
        );
      }
      // What is held stays held until the drag ends: other parts pass below the pointer meanwhile.
      held ??= { height: heightAt(camera, move.from) };
      const hold = held;
      const { from, to } = move;
      const toward = (share: number) =>
        [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share] as const;
      return before(camera, (share) =>
        movedCamera(camera, { ...move, to: toward(share) }, origin, size(), hold),
      );
    },
    /** Nothing is moved any more. */
    end: () => void (held = null),
  };
}
