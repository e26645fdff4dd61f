// A movement of the plant plane: a turn and a scale about a middle, and a shift.
import type { Point } from "./place-window.ts";

export type Pose = {
  /** Metres. */
  readonly dx: number;
  readonly dy: number;
  /** Radians, counter-clockwise. */
  readonly turn: number;
  /** 1 changes nothing. */
  readonly scale: number;
};

export const still: Pose = { dx: 0, dy: 0, turn: 0, scale: 1 };

/** @param middle about which the plane is turned */
export function movedBy(
  { dx, dy, turn, scale }: Pose,
  [mx, my]: Point,
): (x: number, y: number) => Point {
  const [cos, sin] = [scale * Math.cos(turn), scale * Math.sin(turn)];
  return (x, y) => {
    const [px, py] = [x - mx, y - my];
    return [mx + dx + cos * px - sin * py, my + dy + sin * px + cos * py];
  };
}
